/** Says in which run results got worse, the oldest first, and what changed in the setup there. */

import { groupBy } from '../../base/group-by.js';
import { ascending, mean } from '../../base/numbers.js';
import { commas, paragraph, say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import { packageVersion } from '../../base/version.js';
import { when } from '../../base/when.js';
import { UNSET } from '../../contract/conditions.js';
import {
  cell,
  folded,
  inTerminal,
  left,
  paragraph as note,
  onPage,
  percentCell,
  row,
  table,
} from '../../measuring/document/build.js';
import type {
  Block,
  Check,
  Decision,
  Document,
  Section,
  Step,
  Text,
  Tone,
} from '../../measuring/document/document.js';
import { foreign } from '../../measuring/document/foreign.js';
import {
  changePoints,
  lengthText,
  mostText,
  percentText,
  pointsText,
  sizeAndLengthText,
} from '../../measuring/document/words.js';
import { changesText, foreignChange } from '../../measuring/facts/evaluation/changes.js';
import {
  effectiveLengthAnswer,
  effectiveLengthSentence,
  shortestLengthText,
} from '../../measuring/facts/length-words.js';
import { spentText, totalSpent } from '../../measuring/facts/tables/spent.js';
import type { History, HistorySeries, ModelHistory, RunChanges } from './history.js';
import { type Fall, type Finding, findingOf, reachedIn, recallOfRun } from './history-finding.js';
import { courseBlocks, runsName, type ShownCourse, shortRuns } from './runs-over-time.js';
import { testsBlocks, testsDecisions } from './tests-over-time.js';

/** What history documents are called. */
export function historyTitle(): Text {
  return say`History`;
}

interface Found {
  model: ModelHistory;
  finding: Finding;
}

export function historyDocument(given: History): Document {
  const history = {
    ...given,
    runs: shortRuns(given.runs),
    ...(given.tests && { tests: { ...given.tests, runs: shortRuns(given.tests.runs) } }),
  };
  const { runs, options, tests } = history;
  const found = history.models
    .map((model) => ({ model, finding: findingOf(model, runs.length, options.maxDrop) }))
    .sort((a, b) => rankOf(a.finding) - rankOf(b.finding));
  const own = found.flatMap((one) => decisionsOf(one, history));
  const theirs = tests ? testsDecisions(tests) : [];
  const none: Decision = { tone: 'warn', text: tooFewText(runs.length) };
  const [first = none, ...others] = [...own, ...theirs];
  const courses = found.map(({ model, finding }) => courseOf(model, finding, options.threshold));
  const next = nextOf(found, given);
  return {
    kind: 'history',
    title: historyTitle(),
    about: aboutOf(history),
    decisions: [first, ...others],
    ...leadOf(found, history),
    blocks: [
      ...(found.length > 0
        ? courseBlocks(courses, runs, {
            heading: say`Facts found, by run`,
            target: options.threshold,
            between: [...byLengthBlocks(found, history), ...changesBlocks(found, history), ...next],
          })
        : []),
      ...(tests ? testsBlocks(tests) : []),
      ...next.map(inTerminal),
      ...statisticsBlocks(found, history),
    ],
    checks: checksOf(found, history, theirs),
    foot: [say`Written by promptfoo-counting-stars ${packageVersion()}`],
  };
}

function tooFewText(runs: number): Text {
  return say`history needs two runs of the same prompts. You gave ${runs}.`;
}

/** From the worst kind to the best. */
const TONES: Readonly<Record<Finding['kind'], Tone>> = {
  worse: 'bad',
  'last run worse': 'bad',
  shorter: 'bad',
  inconclusive: 'warn',
  'nothing shared': 'warn',
  'one run': 'warn',
  recovered: 'good',
  better: 'good',
  'no drop': 'good',
};

/** Sorts by the first run that got worse. Models that did not are last. */
function rankOf(finding: Finding): number {
  if (finding.kind === 'worse') return finding.falls[0]!.run;
  return Number.MAX_SAFE_INTEGER / 2 + Object.keys(TONES).indexOf(finding.kind);
}

function toneOf(finding: Finding): Tone {
  const isOpen = finding.kind === 'shorter' && finding.verdict === 'inconclusive';
  return isOpen ? 'warn' : TONES[finding.kind];
}

function decisionsOf({ model, finding }: Found, history: History): Decision[] {
  const { runs } = history;
  const tone = toneOf(finding);
  if (finding.kind === 'worse') {
    return finding.falls.map((fall) => ({ tone, text: fallText(model.model, fall, history) }));
  }
  if (finding.kind === 'shorter') return [{ tone, text: shorterText(model, finding, runs) }];
  return [{ tone, text: findingText(model.model, finding, runs) }];
}

function shorterText(
  { model, series }: ModelHistory,
  { run, since, series: title }: Extract<Finding, { kind: 'shorter' }>,
  runs: History['runs'],
): Text {
  const own = series.find((one) => one.title === title)!;
  const last = own.points.findLastIndex((point) => point !== undefined);
  const [before, now] = [reachedIn(own, since)!, reachedIn(own, last)!];
  const [name, from] = [foreign(model), runsName(runs[run]!)];
  const [said, was] = [effectiveLengthSentence(now), effectiveLengthAnswer(before)];
  return series.length > 1
    ? say`Since ${from}, ${name} ${said} in ${foreign(title)} (before: ${was}).`
    : say`Since ${from}, ${name} ${said} (before: ${was}).`;
}

function fallText(model: string, fall: Fall, { runs, changes = [] }: History): Text {
  const { run, from, to, drop, before, now } = fall;
  const [name, since, by] = [foreign(model), runsName(runs[run]!), pointsText(drop.value)];
  const lower =
    before === undefined || now === undefined
      ? say`${by} points lower`
      : say`${by} points lower (${percentText(before)} → ${percentText(now)})`;
  return changes.some((one) => isOf(one, model) && from <= one.run && one.run <= to)
    ? say`${name} got worse in ${since}, when its setup changed: ${lower}.`
    : say`${name} got worse in ${since}: ${lower}.`;
}

/** True of changes of a model, of which each prompt has a history. */
function isOf({ model: changed }: RunChanges, model: string): boolean {
  return model === changed || model.startsWith(`${changed} · `);
}

function findingText(
  model: string,
  finding: Exclude<Finding, { kind: 'worse' | 'shorter' }>,
  runs: History['runs'],
): Text {
  const name = foreign(model);
  switch (finding.kind) {
    case 'last run worse':
      return say`${name} is ${pointsText(finding.drop.value)} points lower in the last run, ${runsName(runs.at(-1)!)}.`;
    case 'recovered':
      return say`${name} has recovered: it got worse in ${runsName(runs[finding.run]!)} and better in ${runsName(runs[finding.back]!)}.`;
    case 'better':
      return say`${name} got better in ${runsName(runs[finding.run]!)}: ${pointsText(finding.drop.value)} points higher.`;
    case 'no drop':
      return say`${name} did not get worse in ${runs.length} runs.`;
    case 'inconclusive':
      return say`Inconclusive for ${name}: its last run may be ${mostText(finding.atMost)} points lower.`;
    case 'one run':
      return tooFewText(runs.length);
    case 'nothing shared':
      return say`The last run of ${name} shares no prompt with an earlier one.`;
  }
}

/** Names changed settings, so that no model is blamed for them: those at runs that may have got worse, else the latest. */
function setupTexts(found: readonly Found[], history: History): Text[] {
  const blamed = changesAtFalls(found, history);
  const all = history.changes ?? [];
  const last = all.at(-1)?.run;
  const named = blamed.length > 0 ? blamed : all.filter(({ run }) => run === last);
  const alike = groupBy(named, ({ run, changes }) => `${run}:${JSON.stringify(changes)}`);
  return [...alike.values()].map(([one]) => {
    const { run, changes } = one!;
    return say`The setup changed in ${runsName(history.runs[run]!)}: ${changesText(changes.map(foreignChange))}.`;
  });
}

function changesAtFalls(found: readonly Found[], { changes = [] }: History): RunChanges[] {
  return changes.filter((one) =>
    found.some(
      ({ model: { model }, finding }) =>
        isOf(one, model) &&
        ((finding.kind === 'worse' &&
          finding.falls.some(({ from, to }) => from <= one.run && one.run <= to)) ||
          (finding.kind === 'shorter' && finding.since < one.run && one.run <= finding.run)),
    ),
  );
}

/** Says what changed, and what limits the first finding. */
function leadOf(found: readonly Found[], history: History): Pick<Document, 'lead'> {
  const lead = paragraph([...setupTexts(found, history), ...limitTexts(found, history)]);
  return lead === '' ? {} : { lead };
}

function limitTexts(found: readonly Found[], { runs }: History): Text[] {
  const [first] = found;
  if (first?.finding.kind === 'no drop') {
    const most = Math.max(
      ...found.flatMap(({ finding }) => ('atMost' in finding ? finding.atMost : [])),
    );
    return [say`Any drop in the last run is at most ${mostText(most)} points.`];
  }
  const unsure =
    first?.finding.kind === 'worse' && first.finding.falls.find(({ from, to }) => from < to);
  if (!unsure) return [];
  return [
    say`The first worse run may be any from ${runsName(runs[unsure.from]!)} to ${runsName(runs[unsure.to]!)}.`,
  ];
}

function aboutOf({ models, runs, options, tests }: History): Text[] {
  const titles = new Set(models.flatMap(({ series }) => series.map(({ title }) => title)));
  const count = new Set(models.map(({ model }) => model)).size || (tests?.models.length ?? 0);
  return [
    ...(titles.size === 1 ? [foreign([...titles].join(''))] : []),
    ...(titles.size > 1 ? [sayCount(titles.size, 'task')] : []),
    `${sayCount(count, 'model')} × ${sayCount(Math.max(runs.length, tests?.runs.length ?? 0), 'run')}`,
    ...when(
      models.length > 0,
      say`target ${percentText(options.threshold)}`,
      spentText(totalSpent(models.flatMap(({ spent }) => spent))),
    ),
  ];
}

function courseOf(
  { model, series }: ModelHistory,
  finding: Finding,
  threshold: number,
): ShownCourse {
  const [only] = series;
  const runs = only!.points.map((_, run) => run);
  const isOne = series.length === 1;
  return {
    name: foreign(model),
    isQuiet: toneOf(finding) !== 'bad',
    points: runs.map((run) => {
      const recall = recallOfRun(series, run);
      if (recall === undefined) return undefined;
      const { low, high } = (isOne && only!.points[run]?.recall) || {};
      return {
        value: recall,
        ...(low !== undefined && high !== undefined && { low, high }),
        tone: recall >= threshold ? 'good' : 'warn',
      };
    }),
    falls:
      finding.kind === 'worse'
        ? finding.falls.map(({ run }) => run)
        : finding.kind === 'shorter'
          ? [finding.run]
          : [],
    extras: isOne ? [{ head: say`Reliable up to`, cells: reachOf(only!) }] : [],
  };
}

function reachOf(series: HistorySeries): (Text | undefined)[] {
  return series.points.map((_, run) => {
    const reached = reachedIn(series, run);
    return reached && shortestLengthText(reached);
  });
}

/** Compares recall by length before a model's first fall and since. */
function byLengthBlocks(found: readonly Found[], { runs, options }: History): Block[] {
  return found.flatMap(({ model: { model, series }, finding }): Block[] => {
    if (finding.kind !== 'worse') return [];
    const { run } = finding.falls[0]!;
    const all = series.flatMap(({ points }) =>
      points.flatMap((point, at) => (point?.byLength ?? []).map((one) => ({ ...one, at }))),
    );
    const level = (own: typeof all) =>
      own.length > 0 ? mean(own.map(({ recall }) => recall)) : undefined;
    const sizes = series.length === 1 ? series[0]!.sizes : undefined;
    const rows = ascending(all.map(({ tokens }) => tokens)).flatMap((tokens) => {
      const own = all.filter((one) => one.tokens === tokens);
      const before = level(own.filter(({ at }) => at < run));
      const now = level(own.filter(({ at }) => at >= run));
      if (before === undefined || now === undefined) return [];
      const drop = before - now;
      return row(
        cell(sizes ? sizeAndLengthText(tokens, sizes) : lengthText(tokens), tokens),
        percentCell(before),
        percentCell(now),
        cell(changePoints(drop), -drop, drop > options.maxDrop ? { tone: 'bad' } : {}),
      );
    });
    const heading = say`${foreign(model)}, by length`;
    const columns = [say`Length`, say`Before`, say`Since`, say`Change`];
    return [
      onPage({
        heading,
        sub: say`Mean of the runs before ${runsName(runs[run]!)}, and of those since.`,
        blocks: [table(heading, columns, rows)],
      }),
    ];
  });
}

/** Lists changed settings where a model got worse, and folds the others. */
function changesBlocks(found: readonly Found[], history: History): Block[] {
  const blamed = changesAtFalls(found, history);
  const others = (history.changes ?? []).filter((one) => !blamed.includes(one));
  const sub = say`A changed setup can explain a drop as well as the model can.`;
  return [
    ...changesBlock(blamed, history, { heading: say`What changed in the setup`, sub }),
    ...changesBlock(others, history, {
      ...{ heading: say`What changed in the setup at other runs`, look: 'folded' as const },
    }),
  ];
}

function changesBlock(
  changes: readonly RunChanges[],
  { runs }: History,
  section: Pick<Section, 'heading' | 'sub' | 'look'>,
): Block[] {
  if (changes.length === 0) return [];
  const rows = changes.flatMap(({ run, model, changes: own }) =>
    own
      .map(foreignChange)
      .map(({ key, before, after }) =>
        row(
          ...[runsName(runs[run]!), foreign(model), key],
          ...[before, after].map((text) => (text === UNSET ? say`unset` : text)),
        ),
      ),
  );
  const columns = [say`Run`, say`Model`, say`Setting`, say`Before`, say`Now`].map(left);
  return [onPage({ ...section, blocks: [table(section.heading, columns, rows)] })];
}

function nextOf(found: readonly Found[], { runs, changes = [] }: History): Block[] {
  const worse = found.flatMap(({ finding }) => (finding.kind === 'worse' ? finding.falls : []))[0];
  if (!worse) return [];
  const [before, now] = [runs[worse.run - 1], runs[worse.run]!];
  const isBlamed = changes.some(({ run }) => worse.from <= run && run <= worse.to);
  const isFile = (names: readonly string[] = []) => names.length === 1 && /\.json/.test(names[0]!);
  const steps: Step[] = [
    ...when(isBlamed, {
      text: say`Rerun with the earlier setup, so that only the model can differ.`,
    }),
    ...(isFile(before) && isFile(now)
      ? [
          {
            text: say`Name the prompts that fell.`,
            command: `npx promptfoo-counting-stars gate ${shellWord(now[0]!)} --baseline ${shellWord(before![0]!)}`,
            cost: say`No call, no cost.`,
          },
        ]
      : [
          {
            text: say`Compare ${runsName(now)} with the run before it by gate, which names the prompts that fell.`,
          },
        ]),
  ];
  return [{ kind: 'next', steps, in: ['html', 'markdown'] }];
}

/** Shows how certain steps are. */
function statisticsBlocks(found: readonly Found[], { runs, options }: History): Block[] {
  if (found.length === 0) return [];
  const rows = found.flatMap(({ model: { model, course } }) => {
    const chance = percentCell(course.changed);
    if (course.steps.length === 0) return [row(foreign(model), say`none`, '', '', chance)];
    return course.steps.map(({ run, drop }) => {
      const bounds = [drop.low, drop.high].map(Math.abs).sort((a, b) => a - b);
      return row(
        foreign(model),
        runsName(runs[run]!),
        cell(changePoints(drop.value), -drop.value),
        bounds.map(pointsText).join('–'),
        chance,
      );
    });
  });
  return [
    folded(
      say`Statistics`,
      note(
        paragraph([
          say`Changes are found over all runs and all tasks together.`,
          say`Drops up to ${pointsText(options.maxDrop)} points are accepted (--max-drop).`,
        ]),
      ),
      table(
        say`Changes found`,
        [
          ...[say`Model`, left(say`Run`)],
          ...[say`Change`, say`95% CI, points`, say`Chance of a change`],
        ],
        rows,
      ),
    ),
  ];
}

const OUTCOMES: Readonly<Record<Tone, Check['outcome']>> = {
  ...{ good: 'passed', bad: 'failed', warn: 'inconclusive', plain: 'skipped' },
};

function checksOf(found: readonly Found[], history: History, theirs: readonly Decision[]): Check[] {
  return [
    ...found.map((one): Check => {
      const decisions = decisionsOf(one, history);
      return {
        ...{ name: 'long prompts', of: one.model.model },
        outcome: OUTCOMES[TONES[one.finding.kind]],
        message: commas(decisions.map(({ text }) => text)),
      };
    }),
    ...theirs.map(
      ({ tone, text }, i): Check => ({
        ...{ name: `finding ${i + 1}`, of: 'your tests', outcome: OUTCOMES[tone], message: text },
      }),
    ),
  ];
}
