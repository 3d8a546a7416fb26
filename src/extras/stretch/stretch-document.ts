/** Says which tests break at which length, and whether length or format is the cause. */

import { sum } from '../../base/numbers.js';
import { commas, paragraph, say, sayCount } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { when } from '../../base/when.js';
import {
  bad,
  type Column,
  cell,
  columns,
  folded,
  good,
  inTerminal,
  next,
  paragraph as note,
  onPage,
  percentCell,
  row,
  table,
  warn,
  wide,
} from '../../measuring/document/build.js';
import type {
  Bars,
  Block,
  Cell,
  Check,
  Decision,
  Document,
  Table,
  Text,
  Tone,
} from '../../measuring/document/document.js';
import { foreign } from '../../measuring/document/foreign.js';
import {
  changePoints,
  countText,
  firstFew,
  lengthText,
  mostText,
  percentText,
} from '../../measuring/document/words.js';
import { unassertedTexts } from '../../measuring/facts/tests/suite.js';
import { type MissingAnswer, stretchPlaceName } from '../../measuring/results/stretched.js';
import type { Arm } from './asked.js';
import { cellDrawers, cellText, idOf, STATES } from './cells.js';
import { MUCH, type StretchFinding, stretchFinding } from './finding.js';
import { type StretchCommand, stretchSteps } from './next-steps.js';
import type {
  ArmLevel,
  StretchedLength,
  StretchedTest,
  StretchModel,
  StretchVerdict,
} from './verdict.js';

const NAMED = 4;

/** Mentions that repeats copy each other from this probability on. */
const COPIED = 0.3;

export function stretchTitle(): Text {
  return say`Stretched tests`;
}

/** @param of - the description of the tests, what they cost, and how they were run, for the next command */
export function stretchDocument(
  verdict: StretchVerdict,
  of: { title?: string; command?: StretchCommand; paid?: Text } = {},
): Document {
  const { models, cached } = verdict;
  const isAlone = models.length === 1;
  const decisions = models.flatMap((model) => {
    const isNamed = !isAlone && !model.unstretched;
    return decisionsOf(model).map(({ tone, text }) => {
      return { tone, text: isNamed ? say`${foreign(model.name)}: ${text}` : text };
    });
  });
  const [first = { tone: 'warn' as const, text: say`No test was stretched.` }, ...others] =
    decisions.sort((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone));
  const own = isAlone ? leadOf(models[0]!) : '';
  const steps = stretchSteps(verdict, of.command);
  const drawers = cellDrawers(models);
  return {
    kind: 'stretch',
    title: stretchTitle(),
    about: [
      ...(of.title ? [foreign(of.title)] : []),
      ...models.map(({ name }) => foreign(name)),
      say`${sayCount(Math.max(...models.map(({ tests }) => tests.length)), 'test')}, ${sayCount(cached.of, 'answer')}`,
      ...(of.paid === undefined ? [] : [of.paid]),
    ],
    decisions: [first, ...others],
    ...(own !== '' && { lead: own }),
    blocks: [
      ...[...formTexts(verdict), ...weakeningNotes(verdict)].map((text) => note(text, 'warn')),
      ...models.flatMap((model, r) => modelBlocks(model, r, { isAlone, opened: drawers.opened })),
      ...(steps.length > 0 ? [next(steps)] : []),
      folded(
        say`How this was measured`,
        { kind: 'list', items: [...wayTexts(verdict), ...models.flatMap(measuredTexts)] },
        ...models.map((model) => levelsTable(model, isAlone)),
      ),
      ...drawers.blocks,
    ],
    checks: models.flatMap(checksOf),
    ...(isAlone && { share: barsOf(models[0]!) }),
    foot: [say`Written by promptfoo-counting-stars ${packageVersion()}`],
  };
}

/** Warns that models got the padding in different forms. */
function formTexts({ models }: Pick<StretchVerdict, 'models'>): Text[] {
  const of = (form: 'messages' | 'text') =>
    models.filter(({ forms = [] }) => forms.includes(form)).map(({ name }) => foreign(name));
  const [inMessages, inText] = [of('messages'), of('text')];
  if (inMessages.length === 0 || inText.length === 0) return [];
  return [
    say`The unrelated text went as chat messages to ${commas(inMessages)}, and as one text to ${commas(inText)}. A difference between them may be due to the form.`,
  ];
}

const ORDER: readonly Tone[] = ['bad', 'warn', 'good', 'plain'];

function decisionsOf(model: StretchModel): Decision[] {
  const { tests, lengths } = model;
  const finding = stretchFinding(model);
  const rejected = lengths.find(({ answers, missing }) => answers === 0 && missing.window > 0);
  return [
    ...(finding.kind === 'breaks'
      ? finding.lengths.map(({ length, tests: broken }, i): Decision => {
          const [at, names] = [lengthText(length), firstFew(broken.map(foreign), NAMED)];
          if (i > 0) {
            return bad(
              broken.length === 1
                ? say`1 more test breaks at ${at} tokens: ${names}.`
                : say`${broken.length} more tests break at ${at} tokens: ${names}.`,
            );
          }
          return bad(
            broken.length === 1
              ? say`1 of ${sayCount(tests.length, 'test')} breaks at ${at} tokens: ${names}.`
              : say`${broken.length} of ${sayCount(tests.length, 'test')} break at ${at} tokens: ${names}.`,
          );
        })
      : [findingDecision(finding, model)]),
    ...(rejected
      ? [bad(say`Prompts of ${lengthText(rejected.length)} tokens are too long for the model.`)]
      : []),
  ];
}

function findingDecision(
  finding: Exclude<StretchFinding, { kind: 'breaks' }>,
  model: StretchModel,
): Decision {
  const [tests, name] = [model.tests.length, foreign(model.name)];
  switch (finding.kind) {
    case 'not stretched':
      return warn(
        finding.why === 'usage'
          ? say`Inconclusive: the padding of ${name} did not reach the model. At ${lengthText(finding.length)} it was billed for ${countText(finding.billed)} of ${countText(finding.sent)} tokens.`
          : say`Inconclusive: ${name} builds prompts from variables (${commas(finding.reads.map(foreign))}), and no usage shows that they were padded.`,
      );
    case 'format':
      return bad(
        say`One extra turn costs as much as the padding, so the cause is the format, not the length.`,
      );
    case 'lower': {
      const [at, all] = [lengthText(finding.length), sayCount(tests, 'test')];
      return bad(
        finding.isOnce
          ? say`About ${finding.about} of ${all} break at ${at} tokens.`
          : say`Fewer tests pass at ${at} tokens, with too few answers to name them.`,
      );
    }
    case 'no loss':
      return good(
        say`No loss detected up to ${lengthText(finding.upTo)} tokens (at most ${mostText(finding.atMost)} points).`,
      );
    case 'inconclusive':
      return warn(
        say`Inconclusive: up to ${lengthText(finding.upTo)} tokens, ${mostText(finding.atMost)} points may be lost.`,
      );
    case 'too few answers':
      return { tone: 'warn', text: say`Inconclusive: too few answers to detect a loss.` };
    case 'nothing to compare':
      return { tone: 'warn', text: say`Inconclusive: no padded prompt got an answer.` };
    case 'no answer as it is':
      return { tone: 'warn', text: say`Inconclusive: no test got an answer without padding.` };
  }
}

/** States pass rates, and whether length is the cause. */
function leadOf(model: StretchModel): Text {
  const { asIs, oneTurn, lengths } = model;
  if (asIs.answers === 0) return '';
  const rates = lengths
    .filter(({ answers }) => answers > 0)
    .map(({ passRate, length }) => say`${percentText(passRate)} at ${lengthText(length)}`);
  const rate = say`Pass rate ${commas([say`${percentText(asIs.passRate)} as they are`, ...rates])}.`;
  return paragraph([
    rate,
    stretchFinding(model).kind === 'format' ? '' : causeText(oneTurn, lengths),
  ]);
}

function causeText(oneTurn: StretchModel['oneTurn'], lengths: readonly StretchedLength[]): Text {
  if (!oneTurn || oneTurn.answers === 0) return '';
  const causes = new Set(lengths.flatMap(({ cause }) => cause ?? []));
  const rate = percentText(oneTurn.passRate);
  if (causes.has('length')) {
    return say`One extra turn: ${rate} pass. Length causes at least part of the loss.`;
  }
  if (causes.size > 0) {
    return say`One extra turn: ${rate} pass. Length or format may be the cause.`;
  }
  return oneTurn.compared?.isLower
    ? say`One extra turn: ${rate} pass, so the format costs something.`
    : '';
}

/** Notes what weakens the answer. */
function weakeningNotes({ leftOut, unasserted, models }: StretchVerdict): Text[] {
  const failing = sum(
    models.map(({ tests }) => tests.filter(({ state }) => state === 'fails').length),
  );
  return [
    ...when(
      failing > 0,
      failing === 1
        ? say`1 test fails without padding, so it can't break.`
        : say`${failing} tests fail without padding, so they can't break.`,
    ),
    ...(leftOut.types.length > 0
      ? [
          say`Assertions on ${leftOut.types.map(foreign).reduce((all, one) => say`${all} and ${one}`)} don't count (${sayCount(leftOut.tests, 'test')}): longer prompts always fail them.`,
        ]
      : []),
    ...unassertedTexts(unasserted),
  ];
}

const WAYS: Readonly<Record<StretchVerdict['as'][number], () => Text>> = {
  before: () => say`Unrelated text was sent before each prompt.`,
  conversation: () => say`Unrelated text was sent as earlier turns of a conversation.`,
  tools: () => say`Unrelated text was sent as results of tool calls.`,
};

function wayTexts({ as, cached }: StretchVerdict): Text[] {
  return [
    ...as.map((way) => WAYS[way]()),
    say`A test breaks if it passed without padding and fails in nearly every repeat.`,
    ...when(
      cached.count > 0,
      say`${cached.count} of ${cached.of} answers came from promptfoo’s cache.`,
    ),
  ];
}

function measuredTexts({ tests, lengths }: StretchModel): Text[] {
  const repeated = tests.filter(({ cells }) => (cells[0]?.answers ?? 0) > 1).length;
  const differ = tests.filter(({ cells }) => cells[0]?.state === 'mixed').length;
  const copied = lengths.some(({ compared }) => (compared?.copied ?? 0) > COPIED);
  return [
    ...when(
      repeated > 0,
      say`Sent again without padding, ${differ} of ${sayCount(repeated, 'test')} changed their result.`,
    ),
    ...(copied ? [say`Repeats copy each other, as at temperature 0, so they count once.`] : []),
  ];
}

type Level = ArmLevel & Pick<StretchedLength, 'compared' | 'cause'>;

function levelsOf({ asIs, oneTurn, lengths }: StretchModel): Level[] {
  return [asIs, ...(oneTurn ? [oneTurn] : []), ...lengths];
}

/** Names the padding of an arm. */
function headText(level: Arm): Text {
  if (level.arm === 'padded') return stretchPlaceName(level);
  return level.arm === 'one-turn' ? say`one extra turn` : say`as it is`;
}

interface Look {
  isAlone: boolean;
  opened: ReadonlySet<string>;
}

function modelBlocks(model: StretchModel, r: number, { isAlone, opened }: Look): Block[] {
  const tests = testsTable(model, r, opened);
  const name = foreign(model.name);
  const breaks = model.tests.filter(({ state }) => state === 'broke').length;
  const failing = tests.rows.filter(({ group }, i) =>
    breaks > 0 ? i < breaks : group !== holdsText(),
  );
  const bars = barsOf(model);
  return [
    onPage({
      heading: isAlone ? say`Your tests, by length` : say`Your tests, by length: ${name}`,
      sub: say`Cells: answers that passed. Choose one to read the prompt, the answer and what failed. ✕: broke.`,
      blocks: [tests],
    }),
    {
      kind: 'cards',
      cards: [{ heading: isAlone ? say`Pass rate` : say`Pass rate: ${name}`, bars }],
    },
    inTerminal(levelsTable(model, isAlone)),
    ...(failing.length > 0 ? [inTerminal({ ...tests, rows: failing })] : []),
  ];
}

function barsOf(model: StretchModel): Bars {
  return {
    label: say`Tests that pass`,
    bars: levelsOf(model)
      .filter(({ answers }) => answers > 0)
      .map((level) => ({ name: headText(level), share: level.passRate })),
  };
}

function holdsText(): Text {
  return say`Hold at every length`;
}

/** Headings of tests, the most important first. */
const KINDS: readonly (readonly [StretchedTest['state'] | 'unsteady', () => Text])[] = [
  ['missed', () => say`Failed at one length, unconfirmed`],
  ['flaky', () => say`Flaky without padding`],
  ['fails', () => say`Fail without padding`],
  ['no answer', () => say`No answer without padding`],
  ['unsteady', () => say`Sometimes fail with padding`],
  ['holds', holdsText],
];

/** A test that passes only sometimes doesn't hold. */
function kindOf({ state, cells }: StretchedTest): (typeof KINDS)[number][0] {
  return state === 'holds' && cells.some(({ state }) => state === 'mixed') ? 'unsteady' : state;
}

function groupOf(test: StretchedTest): Text {
  if (test.state === 'broke') return say`Break at ${lengthText(test.from!)}`;
  return KINDS.find(([one]) => one === kindOf(test))![1]();
}

function rankOf(test: StretchedTest): number {
  return KINDS.findIndex(([one]) => one === kindOf(test));
}

function testsTable(model: StretchModel, r: number, opened: ReadonlySet<string>): Table {
  const tests = model.tests
    .map((test, number) => ({ test, number }))
    .sort(({ test: a }, { test: b }) => rankOf(a) - rankOf(b) || (a.from ?? 0) - (b.from ?? 0));
  return table(
    say`Your tests, by length: ${foreign(model.name)}`,
    [say`Test`, ...levelsOf(model).map(headText)],
    tests.map(({ test, number }) => ({
      group: groupOf(test),
      ...row(
        foreign(test.name),
        ...test.cells.map((one, arm) => {
          const id = idOf(r, number, arm);
          const share = one.answers > 0 ? one.passed / one.answers : undefined;
          const to = opened.has(id) && { to: id };
          return cell(cellText(one), share, { tone: STATES[one.state], ...to });
        }),
      ),
    })),
  );
}

const MISSING: readonly (readonly [MissingAnswer, () => Text])[] = [
  ['window', () => say`Too long`],
  ['room', () => say`No room`],
  ['call', () => say`Failed calls`],
];

function levelsTable(model: StretchModel, isAlone: boolean): Table {
  const levels = levelsOf(model);
  const name = foreign(model.name);
  const missing = MISSING.filter(([why]) => levels.some((level) => level.missing[why] > 0));
  return columns(
    isAlone ? say`Pass rate by length` : say`Pass rate by length: ${name}`,
    levels,
    [isAlone ? say`Padding` : name, headText],
    [say`Pass`, ({ answers, passRate }) => percentCell(answers > 0 ? passRate : undefined)],
    [say`Change`, changeOf],
    [say`Result`, resultOf],
    [wide(say`Answers`), ({ passed, answers }) => cell(say`${passed} of ${answers}`, answers)],
    [wide(say`Tokens`), tokensText],
    [wide('p'), ({ compared }) => (compared ? pText(compared.p) : '')],
    ...missing.map(
      ([why, head]): Column<Level> => [
        head(),
        (level) => (level.missing[why] > 0 ? countText(level.missing[why]) : ''),
      ],
    ),
  );
}

function changeOf({ compared }: Level): Cell {
  if (!compared) return { text: '' };
  const { value, low, high } = compared.drop;
  const points = (drop: number) => `${drop > 0.005 ? '−' : ''}${Math.abs(Math.round(drop * 100))}`;
  return {
    ...{ text: changePoints(value), value: -value, low: -high, high: -low },
    small: say`${points(high)} to ${points(low)}`,
  };
}

const CAUSES = {
  length: () => say`lower, by length`,
  form: () => say`lower, by format`,
  either: () => say`lower, by length or format`,
};

function resultOf({ compared, cause }: Level): Cell {
  if (!compared) return { text: '' };
  if (compared.isLower) {
    return { text: cause === undefined ? say`lower` : CAUSES[cause](), tone: 'bad' };
  }
  return compared.excludes < MUCH
    ? { text: say`no loss` }
    : { text: say`inconclusive`, tone: 'warn' };
}

function tokensText({ tokens }: Level): Text {
  if (!tokens) return '';
  const { from, to } = tokens;
  return from === to ? countText(from) : `${countText(from)}–${countText(to)}`;
}

function pText(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

const OUTCOMES: Readonly<Record<StretchedTest['state'], Check['outcome']>> = {
  ...{ broke: 'failed', holds: 'passed', missed: 'inconclusive' },
  ...{ flaky: 'skipped', fails: 'skipped', 'no answer': 'inconclusive' },
};

function checksOf({ name, tests }: StretchModel): Check[] {
  return tests.map((test) => ({
    ...{ name: test.name, of: name, outcome: OUTCOMES[test.state], message: groupOf(test) },
  }));
}
