/** Words the gate of your tests. */

import { largest } from '../../../base/extremes.js';
import { sum } from '../../../base/numbers.js';
import { say, sayCount } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { when } from '../../../base/when.js';
import {
  cell,
  folded,
  inTerminal,
  left,
  list,
  onPage,
  paragraph,
  percentCell,
  row,
  table,
} from '../../document/build.js';
import type {
  Block,
  Cell,
  Check,
  Decision,
  DocumentPart,
  Item,
  Row,
  Step,
  Table,
  Text,
} from '../../document/document.js';
import { rowLink } from '../../document/drawer.js';
import { foreign, plain } from '../../document/foreign.js';
import {
  changePoints,
  costText,
  countText,
  firstFew,
  mostText,
  percentText,
  pointsText,
} from '../../document/words.js';
import { ratedTestsText } from '../../facts/tables/answer-notes.js';
import { type ShownTest, unassertedTexts } from '../../facts/tests/suite.js';
import { FOUND, LIKELY_COPIED } from '../../facts/tests/unseen.js';
import type { PassCheck, ShortTest } from './pass-minimums.js';
import {
  type ChangedTest,
  type JudgedMeasure,
  PASS,
  type TestFinding,
  type TestsGate,
  type TestsReason,
} from './tests-gate.js';

/** Most tests in a sentence, shown with their answers, and in a list. */
const NAMED = 3;
const MOST_ITEMS = 10;
const MOST_LISTED = 20;

/** Prices are for this many answers, since one costs next to nothing. */
const ANSWERS = 1000;

/** Repeats that settle what one answer leaves open. */
const ENOUGH = 3;

/** Commands that judge again, and the option that makes promptfoo write the results for them. */
export interface TestsCommands {
  again: string;
  /** Makes a baseline of three runs. */
  baseline: string;
  output: string;
  /** Of one answer, in dollars. */
  callCost?: number;
}

export function testsPart(gate: TestsGate, commands: TestsCommands): DocumentPart {
  const { verdict } = gate;
  const tones = { passed: 'good', failed: 'bad', inconclusive: 'warn' } as const;
  const tone = isUnsure(gate) ? 'warn' : tones[verdict];
  const texts = verdict === 'passed' ? [passedText(gate)] : reasonTexts(gate);
  const [found = say`nothing was compared.`, ...others] = texts;
  const first = gate.blanks.map(blankText).reduce((all, one) => say`${all} ${one}`, found);
  return {
    decisions: [{ tone, text: first }, ...others.map((text): Decision => ({ tone, text }))],
    lead: leadOf(gate),
    about: aboutOf(gate),
    blocks: [...itemBlocks(gate), ...notesOf(gate), ...flakySection(gate)],
    next: nextOf(gate, commands),
    details: detailsOf(gate),
    checks: checksOf(gate),
  };
}

/** Above this bound of the drop, in points of 1, a passed gate with failing tests is no comfort. */
const LARGE = 0.15;

/** True if tests newly fail, which passes as chance, though much may be lost. */
function isUnsure({ verdict, mayHaveBroken, measures }: TestsGate): boolean {
  return (
    verdict === 'passed' &&
    mayHaveBroken.length > 0 &&
    measures.some(({ excludes }) => excludes > LARGE)
  );
}

/** Names the first tests and counts the others: `warranty, vat rate and 3 more`. */
function namesOf(tests: readonly { name: string }[]): Text {
  return firstFew(
    tests.map(({ name }) => foreign(name)),
    NAMED,
  );
}

function passedText(gate: TestsGate): Text {
  const { tests, fresh, mayHaveBroken, measures, minimums, repeats } = gate;
  if (tests === 0 && minimums.length > 0) return say`all minimums met.`;
  if (tests === 0) return say`${passedCount(fresh)} tests pass.`;
  const [first] = measures;
  if (isUnsure(gate)) {
    const count = mayHaveBroken.length;
    return repeats.most === 1
      ? say`${count} of ${sayCount(tests, 'test')} newly fail. One run can't tell chance from a drop.`
      : say`${count} of ${sayCount(tests, 'test')} newly fail. These runs can't tell chance from a drop.`;
  }
  if (mayHaveBroken.length > 0 && first) {
    const [before, now] = [percentText(first.before), percentText(first.now)];
    return say`pass rate ${before} → ${now}, within chance.`;
  }
  return say`no test broke.`;
}

function passedCount({ tests, failed }: TestsGate['fresh']): Text {
  return failed.length === 0 ? say`all ${tests}` : say`${tests - failed.length} of ${tests}`;
}

/** Counts blank answers, which are named first, since few tests look for them. */
function blankText({ blank, now, before }: TestsGate['blanks'][number]): Text {
  return blank === 'empty'
    ? say`${now.count} of ${now.of} answers are empty (before ${before.count} of ${before.of}).`
    : say`${now.count} of ${now.of} answers are refusals (before ${before.count} of ${before.of}).`;
}

/** Gives the reasons for a verdict, the most important first. */
function reasonTexts(gate: TestsGate): Text[] {
  const reasons = gate.reasons.filter((reason) => reason.verdict === gate.verdict);
  return reasons.map((reason) => reasonText(reason, gate));
}

/** `8/10`, and the tag of the tests that it is for. */
function minimumName({ minimum }: PassCheck): Text {
  const { tag } = minimum;
  const rule =
    minimum.kind === 'each'
      ? `${minimum.passed}/${minimum.of}`
      : `pass^${minimum.answers} ${percentText(minimum.share)}`;
  return tag === undefined ? rule : say`${rule} of ${foreign(tag)}`;
}

function minimumText(check: PassCheck): Text {
  const { minimum, tests, failed, open, verdict, value, model = '' } = check;
  const name = minimumName(check);
  if (verdict === 'passed') return say`minimum ${name} met.`;
  if (verdict === 'inconclusive') {
    const repeats = minimum.kind === 'each' ? minimum.of : minimum.answers;
    return say`too few answers for ${name} in ${open.length} of ${sayCount(tests, 'test')}. Rerun with --repeat ${repeats}.`;
  }
  return value === undefined
    ? say`too few answers pass for ${name} in ${failed.length} of ${sayCount(tests, 'test')}: ${namesOf(failed)}.`
    : say`${foreign(model)}: all ${minimum.kind === 'each' ? minimum.of : minimum.answers} answers pass in ${percentText(value)} of cases, below the minimum ${name}.`;
}

function reasonText(
  { kind, count = 0, of = 0, margin = 0 }: TestsGate['reasons'][number],
  gate: TestsGate,
): Text {
  const { tests, broke, fresh, models, measures } = gate;
  switch (kind) {
    case 'tests broke':
      return brokeText(gate);
    case 'drop':
      return droppedText(gate);
    case 'tests may have broken': {
      const found = nowFailText(gate);
      return gate.repeats.fewest < ENOUGH
        ? say`${found} Rerun with --repeat ${ENOUGH}.`
        : say`${found} Rerun to confirm.`;
    }
    case 'new tests': {
      const named = namesOf(fresh.failed);
      return tests === 0 &&
        broke.length === 0 &&
        models.every((model) => model.removed.length === 0)
        ? say`${count} of ${sayCount(of, 'test')} failed: ${named}.`
        : say`${count} of ${sayCount(of, 'new test')} failed: ${named}.`;
    }
    case 'minimum missed':
    case 'minimum open':
      return gate.minimums
        .filter(({ verdict }) => verdict === gate.verdict)
        .map(minimumText)
        .reduce((all, one) => say`${all} ${one}`);
    case 'failed calls':
      return say`${sayCount(count, 'test')} without an answer, because calls failed: ${namesOf(models.flatMap(({ failed }) => failed))}.`;
    case 'missing tests':
      return say`${count} of ${of} tests of the baseline are missing in the results.`;
    case 'cached answers':
      return say`${count} of ${of} answers came from the cache. Run with --no-cache.`;
    case 'nothing in common':
      return nothingSharedText(gate);
    case 'margin not shown': {
      const most = mostOf(measures);
      return say`the drop may exceed ${pointsText(margin)} points (at most ${most}).`;
    }
    case 'too little data':
      return say`${sayCount(tests, 'test')} are too few. Rerun both sides with --repeat ${ENOUGH}.`;
  }
}

/** Says why nothing can be compared, and what to do. */
function nothingSharedText({ models }: TestsGate): Text {
  const [now, before] = [
    models.filter(({ added, changed }) => added.length + changed.length > 0),
    models.filter(({ removed }) => removed.length > 0),
  ];
  const [first, other] = [before[0], now[0]];
  const isRenamed = first !== other && first?.removed.some((name) => other?.added.includes(name));
  return isRenamed && first && other
    ? say`the results and the baseline share no model. If one was renamed, pass --compare "${foreign(first.name)}=${foreign(other.name)}".`
    : say`the results and the baseline share no test. Compare with a baseline of these tests.`;
}

function brokeText({ tests, broke }: TestsGate): Text {
  return say`${broke.length} of ${sayCount(tests, 'test')} broke: ${namesOf(broke)}.`;
}

function nowFailText({ tests, mayHaveBroken }: TestsGate): Text {
  const [count, names] = [mayHaveBroken.length, namesOf(mayHaveBroken)];
  return mayHaveBroken.every(({ before }) => before.passed === before.rounds)
    ? say`${count} of ${tests} tests that always passed now fail: ${names}.`
    : say`${count} of ${tests} tests that passed before now fail: ${names}.`;
}

/** Names the tests that broke, or else the mean that fell most clearly, of all models if possible. */
function droppedText(gate: TestsGate): Text {
  const { broke, mayHaveBroken, mended, repeats, findings } = gate;
  if (broke.length > 0) return brokeText(gate);
  if (repeats.most === 1 && mayHaveBroken.length > mended.length) return nowFailText(gate);
  const means = findings
    .filter(({ failed, kind }) => failed && kind === 'mean')
    .toSorted((a, b) => a.adjusted - b.adjusted);
  const found = means.find(({ model }) => model === undefined) ?? means[0];
  if (!found) return say`more tests broke than chance explains.`;
  const { measure, model, drop } = found;
  const [by, before, now] = [pointsText(drop), percentText(found.before), percentText(found.now)];
  const what = measureName(measure);
  return model === undefined
    ? say`${what} fell ${by} points (${before} → ${now}).`
    : say`${foreign(model)}: ${what} fell ${by} points (${before} → ${now}).`;
}

function measureName(measure: string): Text {
  return measure === PASS ? say`pass rate` : foreign(measure);
}

/** Returns the largest bound of all metrics, rounded up so that it holds. */
const mostOf = (measures: readonly JudgedMeasure[]) =>
  mostText(Math.max(0, ...measures.map(({ excludes }) => excludes)));

function leadOf(gate: TestsGate): Text[] {
  const { verdict, measures, mayHaveBroken, broke } = gate;
  const [first] = measures;
  if (!first || first.tests === 0) return [];
  const [before, now] = [percentText(first.before), percentText(first.now)];
  const rate = say`${capital(measureName(first.measure))} ${before} → ${now} (${sizeText(gate)}).`;
  if (verdict === 'passed') {
    const most = say`Any drop is at most ${mostOf(measures)} points.`;
    if (isUnsure(gate)) {
      const lost = say`Up to ${mostOf(measures)} points may be lost.`;
      return [say`Newly failing: ${namesOf(mayHaveBroken)}.`, rate, lost];
    }
    return mayHaveBroken.length > 0
      ? [say`Newly failing: ${namesOf(mayHaveBroken)}.`, most]
      : [rate, most, ...(gate.minimums.length > 0 ? [say`All minimums met.`] : [])];
  }
  const [test] = broke;
  const isAlike =
    test &&
    broke.every(({ before: b, now: n }) => {
      return tallyText(b) === tallyText(test.before) && tallyText(n) === tallyText(test.now);
    });
  return [
    ...(isAlike
      ? [say`They passed ${tallyOf(test.before)} before and ${tallyOf(test.now)} now.`]
      : []),
    ...when(
      mayHaveBroken.length > 0 && verdict === 'failed' && broke.length > 0,
      say`Possibly broken: ${namesOf(mayHaveBroken)}.`,
    ),
    rate,
    ...otherTexts(gate),
  ];
}

/** Gives the pass rate without the tests that broke, if that fell too. */
function otherTexts({ all, broke }: TestsGate): Text[] {
  const named = new Set(broke.map(keyOf));
  const others = all.filter((test) => !named.has(keyOf(test)));
  if (broke.length === 0 || others.length === 0) return [];
  const rateOf = (side: 'before' | 'now') =>
    percentText(
      sum(others.map((one) => one[side].passed)) / sum(others.map((one) => one[side].rounds)),
    );
  const [before, now] = [rateOf('before'), rateOf('now')];
  return before === now ? [] : [say`Without those that broke: ${before} → ${now}.`];
}

/** `12 tests × 3` */
function sizeText({ tests, repeats: { fewest, most } }: TestsGate): Text {
  const times = fewest === most ? `${most}` : `${fewest}–${most}`;
  return say`${sayCount(tests, 'test')} × ${times}`;
}

function aboutOf(gate: TestsGate): Text[] {
  const { models, tests, fresh, baselineRuns } = gate;
  return [
    models.length === 1 ? foreign(models[0]!.name) : sayCount(models.length, 'model'),
    ...(tests > 0 ? [sizeText(gate)] : []),
    ...(fresh.tests > 0 ? [sayCount(fresh.tests, 'new test')] : []),
    ...(baselineRuns > 1 ? [sayCount(baselineRuns, 'baseline run')] : []),
  ];
}

const tallyText = ({ passed, rounds }: ChangedTest['now']) =>
  `${Number(passed.toFixed(2))}/${rounds}`;

function tallyCell(tally: ChangedTest['now']): Cell {
  return cell(tallyText(tally), tally.passed / tally.rounds);
}

function tallyOf({ passed, rounds }: ChangedTest['now']): Text {
  return say`${Number(passed.toFixed(2))} of ${rounds}`;
}

/** Shows tests that newly fail, the surest first, with question, expected and actual answer. */
function itemBlocks(gate: TestsGate): Block[] {
  const { broke, mayHaveBroken, mended, fresh, models, reasons, verdict, repeats, copied } = gate;
  const isSeveral = models.length > 1;
  const isOnce = repeats.most === 1;
  const isShown = isOnce && verdict === 'failed';
  const isAccepted = !reasons.some(({ kind }) => kind === 'new tests');
  const isRuled = isAccepted && gate.minimums.length > 0;
  const likely =
    !isOnce &&
    copied >= LIKELY_COPIED &&
    verdict === 'failed' &&
    // Of a suite in which nothing else moves, every name is certain.
    (mended.length > 0 || reasons.some(({ kind }) => kind === 'drop'));
  const itemOf = (
    test: Pick<ShortTest, 'model' | 'name'>,
    tone: 'bad' | 'warn',
    pill: Text,
    facts: Item['facts'] = [],
  ): Item => ({ heading: testName(test, isSeveral), tone, pill, facts });
  const changedItem = (test: ChangedTest, tone: 'bad' | 'warn') => {
    const pill = say`passed ${tallyText(test.before)} → ${tallyText(test.now)}`;
    return itemOf(test, tone, pill, askedFacts(test, test.answerBefore));
  };
  const items = [
    ...broke.map((test) => changedItem(test, 'bad')),
    ...mayHaveBroken.map((test) => changedItem(test, isShown ? 'bad' : 'warn')),
    ...shortOf(gate).map((test) => itemOf(test, 'bad', say`passed ${tallyText(test)}`)),
    ...(isRuled ? [] : fresh.failed).map((test) => {
      const pill = say`new, passed ${tallyText(test)}`;
      return itemOf(test, isAccepted ? 'warn' : 'bad', pill, askedFacts(test));
    }),
    ...models.flatMap(({ name: model, failed }) =>
      failed.map(({ name, error }) =>
        itemOf({ model, name }, 'bad', say`no answer: ${foreign(error)}`),
      ),
    ),
  ];
  if (items.length === 0) return [];
  const more = items.length - MOST_ITEMS;
  return [
    { kind: 'items', in: ['html', 'terminal'], items: items.slice(0, MOST_ITEMS) },
    { ...itemTable(items.slice(0, MOST_ITEMS)), in: ['markdown'] },
    ...when(more > 0, {
      kind: 'paragraph',
      text: say`and ${more} more`,
      in: ['html', 'markdown'],
    } as const),
    ...(likely
      ? [
          paragraph(
            say`Repeats hardly ever differ within a run, so a name may be chance. Add baseline runs.`,
            'warn',
          ),
        ]
      : []),
  ];
}

function testName({ model, name }: { model: string; name: string }, isSeveral: boolean): Text {
  return isSeveral ? say`${foreign(model)}: ${foreign(name)}` : foreign(name);
}

const keyOf = ({ model, name }: Pick<ShortTest, 'model' | 'name'>) => JSON.stringify([model, name]);

/** Tests that pass too few answers for a minimum, and are not named as broken. */
function shortOf({ minimums, broke, mayHaveBroken }: TestsGate): ShortTest[] {
  const named = new Set([...broke, ...mayHaveBroken].map(keyOf));
  const known = new Map(
    minimums.flatMap(({ failed }) => failed.map((test) => [keyOf(test), test] as const)),
  );
  return [...known.values()].filter((test) => !named.has(keyOf(test)));
}

function askedFacts(
  { question, expected, answer, at }: ShownTest,
  before: string | undefined = undefined,
): Item['facts'] {
  return [
    ...(question === undefined ? [] : [{ term: say`Question`, text: foreign(question) }]),
    ...(expected === undefined ? [] : [{ term: say`Expected`, text: foreign(expected) }]),
    ...(before === undefined
      ? []
      : [{ term: say`Before`, text: foreign(before), change: 'before' as const }]),
    ...(answer === undefined
      ? []
      : [{ term: say`Answer now`, text: foreign(answer), change: 'now' as const }]),
    ...(at ? [{ term: say`Row`, ...rowLink(at) }] : []),
  ];
}

/** The same as a table, for a comment. */
function itemTable(items: readonly Item[]): Table {
  const terms = [say`Expected`, say`Answer now`];
  return table(
    say`Tests that fail`,
    [left(say`Test`), left(say`Result`), ...terms.map((text) => left(text))],
    items.map(
      ({ heading, pill = '', facts, tone }): Row =>
        row(
          heading,
          { text: pill, tone },
          ...terms.map((term) => ({ text: facts.find((one) => one.term === term)?.text ?? '' })),
        ),
    ),
  );
}

/** Lists tests whose repeats differ, and those that are not compared. */
function flakySection({ flaky, mended, models }: TestsGate): Block[] {
  const isSeveral = models.length > 1;
  const tallies = (title: Text, tests: readonly ChangedTest[]) =>
    table(
      title,
      [left(say`Test`), say`Before`, say`Now`],
      tests
        .slice(0, MOST_LISTED)
        .map((test) => row(testName(test, isSeveral), tallyCell(test.before), tallyCell(test.now))),
    );
  const section = (heading: Text, sub: Text, tests: readonly ChangedTest[]): Block[] =>
    tests.length === 0
      ? []
      : [onPage({ heading, sub, look: 'folded', blocks: [tallies(heading, tests)] })];
  return [
    ...when(flaky.length > 0, inTerminal(paragraph(say`Flaky, not counted: ${namesOf(flaky)}.`))),
    ...section(
      say`Flaky (${flaky.length})`,
      say`Their result differs from answer to answer. They do not count as broken.`,
      flaky,
    ),
    ...section(say`Fixed (${mended.length})`, say`They never passed before and pass now.`, mended),
    ...models.flatMap((model) => [
      ...notCompared(say`Removed`, model.removed, model.name, isSeveral),
      ...notCompared(say`Not compared: assertions changed`, model.changed, model.name, isSeveral),
      ...notCompared(say`Not in the baseline`, model.added, model.name, isSeveral),
    ]),
  ];
}

function notCompared(
  title: Text,
  names: readonly string[],
  model: string,
  isSeveral: boolean,
): Block[] {
  if (names.length === 0) return [];
  const heading = isSeveral
    ? say`${foreign(model)}: ${title} (${names.length})`
    : say`${title} (${names.length})`;
  const more = names.length - MOST_LISTED;
  const items = [
    ...names.slice(0, MOST_LISTED).map(foreign),
    ...(more > 0 ? [say`and ${more} more`] : []),
  ];
  return [folded(heading, list(items))];
}

/** Notes what else a reader of the verdict must know. */
function notesOf({ models, unasserted, unjudged, rated, cached, verdict }: TestsGate): Block[] {
  const texts = [
    ...models.flatMap(({ name, editedPrompt, baselineName, call, changes = [] }) => [
      ...(editedPrompt && !changes.some(({ key }) => key === 'prompt')
        ? [
            say`${foreign(name)}: the prompt was edited since the baseline (${foreign(editedPrompt.from)}).`,
          ]
        : []),
      ...(baselineName === undefined
        ? []
        : [
            say`${foreign(name)} is compared with ${foreign(baselineName)}.`,
            ...(call ? priceTexts(call) : []),
          ]),
    ]),
    ...(rated ? [ratedTestsText(rated)] : []),
    ...unassertedTexts(unasserted),
    ...(unjudged.length > 0
      ? [
          say`Not judged: ${sayCount(unjudged.length, 'test')} without a minimum (${unjudged.filter(({ passed, rounds }) => passed < rounds).length} failed).`,
        ]
      : []),
    ...(cached.count > 0 && verdict !== 'inconclusive'
      ? [say`${cached.of - cached.count} of ${cached.of} answers are new, and only these count.`]
      : []),
  ];
  return texts.map((text) => paragraph(text));
}

/** Compares what two models take for the same tests. */
function priceTexts({ before, now }: NonNullable<TestsGate['models'][number]['call']>): Text[] {
  const [was, is] = [before.cost, now.cost].map((cost) => cost && costText(ANSWERS * cost));
  const [had, has] = [before.used, now.used].map((used) => used && countText(Math.round(used)));
  return [
    ...(was && is ? [say`Cost of ${countText(ANSWERS)} answers: ${was} → ${is}.`] : []),
    ...(had && has ? [say`Tokens for each answer: ${had} → ${has}.`] : []),
  ];
}

function nextOf(
  { verdict, reasons, power, tests, all, baselineRuns, repeats, mayHaveBroken }: TestsGate,
  { again, output, baseline, callCost }: TestsCommands,
): Step[] {
  const sending = (calls: number) =>
    callCost === undefined
      ? say`${sayCount(calls, 'call')}.`
      : say`${sayCount(calls, 'call')}, about ${costText(calls * callCost)}.`;
  const has = (...kinds: string[]) => reasons.some(({ kind }) => kinds.includes(kind));
  if (has('cached answers')) {
    return [{ text: say`Run again without the cache.`, command: 'npx promptfoo eval --no-cache' }];
  }
  const isFew = has('tests may have broken', 'too little data', 'margin not shown');
  const isNoise = verdict === 'passed' && mayHaveBroken.length > 0 && repeats.fewest < ENOUGH;
  if ((verdict === 'inconclusive' && isFew) || isNoise) {
    const most = Math.max(0, largest(all.map(({ now }) => now.rounds)));
    const times = most < ENOUGH ? ENOUGH : most + 2;
    return [
      {
        text: say`Rerun to confirm.`,
        command: `npx promptfoo eval --no-cache --repeat ${times}${output}`,
        cost: sending(tests * times),
      },
      { text: say`Then compare again.`, command: again },
    ];
  }
  if (verdict === 'passed' && power?.repeatsForOne !== undefined && power.one < FOUND) {
    return [
      {
        text: say`To detect a single broken test, use --repeat ${power.repeatsForOne} in both runs.`,
      },
    ];
  }
  if (has('drop') && baselineRuns === 1 && repeats.fewest > 1) {
    return [
      {
        text: say`If nothing was to change, add two runs to the baseline. With one run, unchanged tests fail more often.`,
        command: baseline,
        cost: say`For two more runs: ${sending(2 * tests * repeats.most)}`,
      },
    ];
  }
  return has('new tests') && !has('drop', 'tests broke')
    ? [
        {
          text: say`Fix the tests, or accept them until they are in the baseline.`,
          command: `${again} --allow new`,
        },
      ]
    : [];
}

function detailsOf(gate: TestsGate): Block[] {
  const { findings, power } = gate;
  if (findings.length === 0) return [];
  return [
    table(
      say`Your tests`,
      [left(say`Metric`), say`Tests`, say`Before`, say`Now`, say`Change`, 'p', left(say`Verdict`)],
      [...findings.map((finding) => findingRow(finding, gate)), ...levelRows(gate)],
    ),
    paragraph(
      say`p: chance of a drop this large if nothing changed, corrected for several questions.`,
    ),
    ...(power ? powerBlocks(power) : []),
  ];
}

function findingRow(finding: TestFinding, { measures, reasons, broke }: TestsGate): Row {
  const { kind, measure, model, units, before, now, drop, adjusted, failed } = finding;
  const what = kind === 'mean' ? measureName(measure) : say`individual tests`;
  const name = model === undefined ? what : say`${what} (${foreign(model)})`;
  const judged = measures.find((one) => one.measure === measure)!;
  const isWhole = kind === 'mean' && model === undefined;
  // A test that broke without a repeat that differs needs no p.
  const isCertain =
    kind === 'few' &&
    measure === PASS &&
    reasons.some((reason) => reason.kind === 'tests broke') &&
    broke.some((test) => model === undefined || test.model === model);
  const p = adjusted < 0.001 ? '< 0.001' : adjusted.toFixed(3);
  return row(
    name,
    { text: String(units), value: units },
    { text: percentText(before), value: before },
    { text: percentText(now), value: now },
    kind === 'few'
      ? { text: '' }
      : {
          text: changePoints(drop),
          value: now - before,
          ...(isWhole && {
            small: say`at most ${mostText(judged.excludes)}`,
          }),
        },
    isCertain ? { text: '' } : { text: p, value: adjusted },
    failed || isCertain ? { text: say`failed`, tone: 'bad' } : { text: say`within chance` },
  );
}

/** Adds rows for metrics that are not judged. */
function levelRows({ models, measures }: TestsGate): Row[] {
  const judged = new Set(measures.map(({ measure }) => measure));
  return models.flatMap(({ name, levels }) =>
    levels
      .filter(({ measure, tests }) => !judged.has(measure) && tests > 0)
      .map(({ measure, tests, before, now }): Row => {
        const what = measureName(measure);
        const called = models.length > 1 ? say`${what} (${foreign(name)})` : what;
        return row(
          called,
          cell(String(tests), tests),
          percentCell(before),
          percentCell(now),
          ...['', '', say`not judged`],
        );
      }),
  );
}

function powerBlocks(power: NonNullable<TestsGate['power']>): Block[] {
  const { one, two, eighth, drop, lower } = power;
  return [
    table(
      say`What this gate detects`,
      [left(say`Breaks`), say`Detected`],
      [
        row(say`1 test`, percentCell(one)),
        row(say`2 tests`, percentCell(two)),
        row(say`1 in 8 tests`, percentCell(eighth)),
        row(say`all tests, by ${pointsText(drop)} points`, percentCell(lower)),
      ],
    ),
  ];
}

/** Makes a test case of each test of each model. Servers identify it by its name. */
function checksOf(gate: TestsGate): Check[] {
  const { verdict, broke, mayHaveBroken, fresh, models, reasons, all, repeats } = gate;
  const byKey = <Test extends Pick<ShortTest, 'model' | 'name'>>(tests: readonly Test[]) =>
    new Map(tests.map((test) => [keyOf(test), test]));
  const has = (wanted: TestsReason['kind']) => reasons.some(({ kind }) => kind === wanted);
  const called = (model: string, name: string) => ({
    ...{ name: plain(foreign(name)), of: plain(foreign(model)) },
  });
  const answered = ({ answer }: ShownTest) =>
    answer === undefined ? {} : { details: [foreign(answer)] };
  const [changed, broken] = [byKey([...broke, ...mayHaveBroken]), byKey(broke)];
  const isWhole = verdict === 'failed' && broke.length === 0 && repeats.most === 1;
  const unsure = has('tests may have broken') ? 'inconclusive' : 'passed';
  const compared = all.map((test): Check => {
    const { model, name, before, now } = test;
    const own = called(model, name);
    const found = changed.get(keyOf(test));
    if (found) {
      return {
        ...{ ...own, ...answered(found) },
        outcome: broken.has(keyOf(test)) || isWhole ? 'failed' : unsure,
        message: say`Passed ${tallyText(before)} before and ${tallyText(now)} now.`,
      };
    }
    if (before.passed === 0 && now.passed === 0)
      return { ...own, outcome: 'skipped', message: say`It never passed, before or now.` };
    return { ...own, outcome: 'passed', message: '' };
  });
  const [failedFresh, unjudged] = [byKey(fresh.failed), byKey(gate.unjudged)];
  const isAccepted = !has('new tests');
  const isRuled = isAccepted && gate.minimums.length > 0;
  const others = models.flatMap(({ name: model, added, changed: rejudged, failed }) => {
    const unanswered = new Set(failed.map(({ name }) => name));
    const judged = [...added, ...rejudged].filter((name) => !unanswered.has(name));
    return [
      ...judged.map((name): Check => {
        const own = called(model, name);
        const found = failedFresh.get(keyOf({ model, name }));
        if (unjudged.has(keyOf({ model, name })))
          return { ...own, outcome: 'skipped', message: say`It has no minimum.` };
        if (!found) return { ...own, outcome: 'passed', message: '' };
        return {
          ...{ ...own, ...answered(found) },
          outcome: isRuled ? 'passed' : isAccepted ? 'skipped' : 'failed',
          message: say`A new test passed ${tallyText(found)}.`,
        };
      }),
      ...failed.map(({ name, error }): Check => {
        return { ...called(model, name), outcome: 'failed', message: foreign(error) };
      }),
    ];
  });
  const [missed, tooFew] = (['failed', 'open'] as const).map(
    (list) => new Set(gate.minimums.flatMap((check) => check[list].map(keyOf))),
  );
  const checks = [...compared, ...others].map((check): Check => {
    const id = keyOf({ model: check.of, name: check.name });
    if (check.outcome === 'failed') return check;
    if (missed!.has(id))
      return { ...check, outcome: 'failed', message: say`It passes too few answers.` };
    return tooFew!.has(id)
      ? { ...check, outcome: 'inconclusive', message: say`It has too few answers.` }
      : check;
  });
  const wanted = verdict === 'inconclusive' ? 'inconclusive' : 'failed';
  if (verdict === 'passed' || checks.some(({ outcome }) => outcome === wanted)) return checks;
  const [message = ''] = reasonTexts(gate);
  return [...checks, { name: 'all tests', of: 'your tests', outcome: wanted, message }];
}
