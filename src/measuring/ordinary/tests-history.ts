/** Runs of ordinary tests over time: how their pass rate went, and since when it is lower. */
import { mean } from '../../base/numbers.js';
import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import { column, type Table } from '../output/table.js';
import { bold, clip, type TerminalOptions } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { verdictText } from '../output/verdicts.js';
import { shareText } from '../output/words.js';
import { type LevelHistory, levelHistory } from '../statistics/history/change-points.js';
import { runLevels } from '../statistics/history/run-levels.js';
import { metricsOf } from './metrics.js';
import { type AskedSuite, type AskedTest, keptRun } from './suite.js';
import { gateTests, type TestsGate, type TestsGateOptions } from './tests-gate.js';

/** One reader in one run. */
export interface TestsLevel {
  tests: number;
  passRate: number;
  /** Means of named metrics, over the tests that report them. */
  metrics: Record<string, number>;
}

export interface TestsReaderHistory {
  reader: string;
  /** One for each run; `null` where it has no answer. */
  levels: (TestsLevel | null)[];
  /** Steps and trends of the pass rate. */
  course: LevelHistory;
}

export interface TestsHistory {
  /** Files or evaluations of each run, in the order given. */
  runs: string[][];
  readers: TestsReaderHistory[];
  /** The last run compared with those before it at its level. */
  last?: TestsGate;
}

/** Follow the tests of all readers over runs, oldest first. */
export function testsHistory(
  runs: readonly AskedSuite[],
  names: readonly (readonly string[])[],
  options: TestsGateOptions,
): TestsHistory {
  const readers = [...new Set(runs.flatMap((run) => run.map(({ name }) => name)))].map((reader) =>
    readerHistory(reader, runs),
  );
  const since = Math.max(0, ...readers.map(({ course }) => firstAlike(course, runs.length)));
  const before = runs.slice(since, -1).map(keptRun);
  const last = runs[runs.length - 1];
  return {
    runs: names.map((own) => [...own]),
    readers,
    ...(last && before.length > 0 && { last: gateTests(before, last, options) }),
  };
}

/** The runs that the last one is compared with: at its level, or where it alone is at it, at the one before. */
function firstAlike({ since, steps }: LevelHistory, runs: number): number {
  if (since < runs - 1) return since;
  return steps.length > 1 ? steps[steps.length - 2]!.run : 0;
}

function readerHistory(reader: string, runs: readonly AskedSuite[]): TestsReaderHistory {
  const own = runs.map((run) => run.find(({ name }) => name === reader));
  const ids = new Set(own.flatMap((one) => [...(one?.tests.keys() ?? [])]));
  const followed = [...ids].map((id) => {
    const rounds = own.map((one) => one?.tests.get(id)?.rounds ?? []);
    const most = Math.max(...rounds.map(({ length }) => length));
    const rates = rounds.map((all) =>
      all.length === 0 ? undefined : mean(all.map(({ pass }) => Number(pass))),
    );
    return { series: 0, tokens: 1, marks: most, runs: rates };
  });
  const several = followed.filter(
    (one) => one.runs.filter((rate) => rate !== undefined).length > 1,
  );
  const levels = runLevels(several);
  const numbers = levels.flatMap((level, run) => (level ? [run] : []));
  const course = levelHistory(levels.filter((level) => level !== undefined));
  return {
    reader,
    levels: own.map((one) => (one ? levelOf([...one.tests.values()]) : null)),
    // Runs without the reader have no level, and the others keep their numbers.
    course: {
      ...course,
      since: numbers[course.since] ?? 0,
      steps: course.steps.map((step) => ({
        ...step,
        run: numbers[step.run]!,
        from: numbers[step.from]!,
        to: numbers[step.to]!,
      })),
    },
  };
}

function levelOf(tests: readonly AskedTest[]): TestsLevel | null {
  const answered = tests.filter(({ rounds }) => rounds.length > 0);
  if (answered.length === 0) return null;
  return {
    tests: answered.length,
    passRate: mean(answered.map(({ rounds }) => mean(rounds.map(({ pass }) => Number(pass))))),
    metrics: metricsOf(answered),
  };
}

/** One reader's run. */
interface TestsRun {
  run: string;
  level: TestsLevel | undefined;
}

/** What one reader's tests came to, run by run. */
export function testsRunsTable(
  reader: string,
  levels: readonly (TestsLevel | null)[],
  runs: readonly (readonly string[])[],
): Table<TestsRun> {
  const metrics = [...new Set(levels.flatMap((level) => Object.keys(level?.metrics ?? {})))];
  return {
    title: say`${reader}: your tests`,
    rows: runs.map((names, run) => ({ run: commas(names), level: levels[run] ?? undefined })),
    columns: [
      column('name', say`run`, ({ run }) => run),
      column('count', say`tests`, ({ level }) => level?.tests),
      column('share', say`pass rate`, ({ level }) => level?.passRate),
      ...metrics.map((name) =>
        column('share', name, ({ level }: TestsRun) => level?.metrics[name], { foreign: true }),
      ),
    ],
  };
}

/** A history for the terminal. */
export function testsHistoryText(
  { runs, readers, last }: TestsHistory,
  look: Pick<TerminalOptions, 'colour'>,
): string {
  const nameOf = (names: readonly string[]) => clip(commas(names), NAME_WIDTH);
  const blocks = readers.map(({ reader, levels, course }) => {
    const steps = course.steps.map(({ run, drop }) => {
      const [since, by] = [nameOf(runs[run]!), shareText(Math.abs(drop.value))];
      return drop.value > 0
        ? say`lower since ${since} (by ${by})`
        : say`higher since ${since} (by ${by})`;
    });
    const trend = course.trend ? [say`a trend of ${shareText(-course.trend.value)} a run`] : [];
    const found =
      clauses([...steps, ...trend]) || say`no change shown in ${sayCount(runs.length, 'run')}`;
    return `${say`${bold(clip(reader, NAME_WIDTH), look)}: ${found}`}\n${terminalTable(testsRunsTable(reader, levels, runs), { longest: NAME_WIDTH })}`;
  });
  const end = last ? [clip(say`last run: ${verdictText(last.verdict)}`, LINE_WIDTH)] : [];
  return [...blocks, ...end].join('\n\n');
}

/** Columns of a name, and of a line. */
const NAME_WIDTH = 40;
const LINE_WIDTH = 300;
