/** Compares many models on the same prompts, from baseline files. docs/choose-a-model.md */

import { CONFIDENCE } from '../../../base/defaults.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, mean, sum } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { Conditions } from '../../../contract/conditions.js';
import type { Row } from '../../../contract/row.js';
import type { Sizes } from '../../document/sizes.js';
import { mainCases } from '../../facts/baseline-changes.js';
import { positionsOf } from '../../facts/baseline-of.js';
import type { AskedCase } from '../../facts/evaluation/asked-case.js';
import { changedConditions, type ModelChanges } from '../../facts/evaluation/changes.js';
import { mergedOf } from '../../facts/evaluation/conditions.js';
import { evaluationOf } from '../../facts/evaluation/evaluation.js';
import { type Reached, saidToHold } from '../../facts/length-verdict.js';
import { type BenchmarkCases, benchmarkRow, benchmarksOf } from '../../facts/tables/benchmarks.js';
import { compositeRows } from '../../facts/tables/composites.js';
import { recallModel, recallOf } from '../../facts/tables/recall-model.js';
import { failedWholeOf } from '../../facts/tables/summary.js';
import type { ReportOptions } from '../../facts/tables/tables.js';
import { wholeModel } from '../../facts/tables/whole-model.js';
import type { AskedRun, BaselineSeries, Belonging } from '../../results/baseline/asked-run.js';
import type { BaselineCase, BaselineFile } from '../../results/baseline/baseline.js';
import { shareAtMost } from '../../statistics/whole-failures.js';
import { type BoardModel, onOneBoard } from './same-prompts.js';

interface BoardFile {
  /** Without folder and extension. */
  name: string;
  baseline: BaselineFile;
}

export interface BoardRow extends Reached {
  /** Includes the file if another file has a model of this name. */
  name: string;
  model: string;
  file: string;
  /** Mean recall by length. */
  byLength: ReadonlyMap<number, number>;
  /** All lengths were sent to it. */
  isWhole: boolean;
  /** Absent if lengths are missing, since the mean would be of fewer prompts. */
  mean?: number;
  failedWhole?: { answers: number; of: number; atMost: number };
  /** Runs of it in the file. */
  runs: number;
  took: Took;
}

/** Cost and time of a run, if known. */
export interface Took {
  cost?: number;
  /** Some answers had no cost or came from the cache. */
  isLeast?: true;
  latencyMs?: number;
  /** Day of the last run. */
  date?: string;
  /** Answers from promptfoo's cache, over all runs. */
  cached: number;
}

export interface BoardTable {
  title: string;
  lengths: readonly number[];
  sizes?: Sizes;
  /** The longest reliable length first, then by the chance of the next length. */
  rows: readonly BoardRow[];
}

export interface Board {
  threshold: number;
  tables: readonly BoardTable[];
  models: number;
  prompts: number;
  /** Models whose prompts had other text around them than the first one's. */
  unlike?: { first: string; models: readonly ModelChanges[] };
  /** Models left out, and why. */
  leftOut: readonly { name: string; why: string }[];
}

interface Entry extends BoardModel {
  cases: ReadonlyMap<string, BaselineCase>;
  model: string;
  file: BoardFile;
  runs: readonly ReadonlyMap<string, BaselineCase>[];
  asked: readonly AskedRun[];
  conditions?: Conditions;
}

/**
 * Compares all models that were sent the same prompts, which are those that most models were sent.
 * @param threshold - recall from which a length is reliable
 */
export function boardOf(files: readonly BoardFile[], threshold: number): Board {
  const entries = files.flatMap(entriesOf);
  const without = files.filter(({ baseline }) => baseline.runs.every((run) => run.size === 0));
  const { prompts, fitting, leftOut } = onOneBoard(entries);
  const named = withNames(fitting);
  const known = new Map(
    fitting.flatMap(({ cases }) => [...cases].filter(([, theCase]) => theCase.series)),
  );
  const evaluation = evaluationOf(named.flatMap(({ name, entry }) => rowsOf(name, entry, known)));
  const options = { threshold, confidence: CONFIDENCE };
  const byName = new Map(named.map(({ name, entry }) => [name, entry]));
  const groups = evaluation.models.flatMap(({ cases }) => benchmarksOf([...cases.values()]));
  const tables = [...groupBy(groups, ({ name }) => name)].map(([title, own]) =>
    tableOf(title, own, byName, options),
  );
  return {
    threshold,
    tables,
    models: fitting.length,
    prompts: prompts.size,
    ...unlikeFirst(named),
    leftOut: [
      ...leftOut.map(({ entry, why }) => ({ name: `${entry.model} (${entry.file.name})`, why })),
      ...without.map(({ name }) => ({ name, why: say`no prompts of a benchmark` })),
    ],
  };
}

/** Compares the text around prompts only, since each model has conditions of its own. */
function unlikeFirst(named: readonly { name: string; entry: Entry }[]): Pick<Board, 'unlike'> {
  const [first, ...others] = named.filter(({ entry }) => entry.conditions);
  if (!first) return {};
  const side = ({ conditions }: Entry) => ({ conditions, cases: [] });
  const models = others.map(({ name, entry }) => ({
    model: name,
    changes: changedConditions(side(first.entry), side(entry)).filter(({ of }) => of === 'frame'),
  }));
  return models.some(({ changes }) => changes.length > 0)
    ? { unlike: { first: first.name, models } }
    : {};
}

function entriesOf(file: BoardFile): Entry[] {
  const { runs, asked } = file.baseline;
  const models = [...new Set(runs.flatMap((run) => [...run.keys()]))].sort(byCodeUnits);
  return models.map((model) => {
    const own = runs.flatMap((run) => run.get(model) ?? []).map(mainCases);
    const cases = new Map(own.flatMap((run) => [...run]));
    const told = (asked?.get(model) ?? []).flatMap((run) => run ?? []);
    const conditions = mergedOf(
      file.baseline.conditions?.get(model)?.flatMap((run) => run ?? []) ?? [],
    );
    const entry = { model, file, runs: own, cases, asked: told };
    return conditions ? { ...entry, conditions } : entry;
  });
}

/** Adds the file to names that occur twice. */
function withNames(entries: readonly Entry[]): { name: string; entry: Entry }[] {
  const models = groupBy(entries, ({ model }) => model);
  return entries.map((entry) => ({
    entry,
    name:
      models.get(entry.model)!.length === 1 ? entry.model : `${entry.model} (${entry.file.name})`,
  }));
}

/**
 * Turns a baseline back into results, one for each case and run.
 * @param known - cases of any file that record their series, which older files don't
 */
function rowsOf(name: string, { runs }: Entry, known: ReadonlyMap<string, BaselineCase>): Row[] {
  return runs.flatMap((run) =>
    [...run].map(([id, theCase]) => rowOf(name, id, theCase, known.get(id) ?? theCase)),
  );
}

function rowOf(provider: string, id: string, theCase: BaselineCase, told: Belonging): Row {
  const { series = seriesIn(id), unit, cluster, size, composite, positions } = told;
  const { measure, tokens, seed, description, score, marks, diagnosis, unread } = theCase;
  const isCutOff = diagnosis === 'cut-off' || diagnosis === 'thinking-used-up';
  return {
    id,
    ...series,
    // Names another metric than recall in the title.
    ...(measure !== undefined && { benchmark: `${series.benchmark} · ${measure}` }),
    ...(unit !== undefined && { unit }),
    ...(cluster !== undefined && { cluster }),
    ...(size !== undefined && { size }),
    ...(composite && { composite }),
    provider,
    prompt: '',
    tokens,
    seed,
    description,
    score,
    marks,
    positions: positionsOf({ ...theCase, ...(positions && { positions }) }),
    passed: false,
    reason: '',
    ...(diagnosis !== undefined && { diagnosis }),
    ...(isCutOff && { unfinished: diagnosis }),
    ...(unread && { reading: 'unreadable' }),
    namedScores: {},
    answer: '',
    reserve: 0,
  };
}

/** Reads the series from the id of a case, for older baselines. */
function seriesIn(id: string): BaselineSeries {
  const [, benchmark = 'prompts', task = '', language = ''] =
    /^(?:.*: )?([\w-]+)\.([\w-]*)\.([\w-]*)\./.exec(id) ?? [];
  return { benchmark, task, language, haystack: '', variant: '' };
}

function tableOf(
  title: string,
  groups: readonly BenchmarkCases[],
  byName: ReadonlyMap<string, Entry>,
  options: ReportOptions,
): BoardTable {
  const lengths = ascending(groups.flatMap(({ cases }) => cases.map(({ tokens }) => tokens)));
  const rows = groups
    .map((group) => boardRow(group, byName, lengths, options))
    .sort(
      (a, b) =>
        saidToHold(b) - saidToHold(a) ||
        nextChance(b) - nextChance(a) ||
        byCodeUnits(a.name, b.name),
    );
  const sizes = groups[0]!.cases[0]!.series.sizes;
  return { title, lengths, ...(sizes && { sizes }), rows };
}

/** Returns the chance that the next length is reliable. */
function nextChance(row: Reached): number {
  return row.likely.find(({ tokens }) => tokens > saidToHold(row))?.probability ?? 0;
}

function boardRow(
  group: BenchmarkCases,
  byName: ReadonlyMap<string, Entry>,
  lengths: readonly number[],
  options: ReportOptions,
): BoardRow {
  const { cases } = group;
  const name = cases[0]!.model;
  const { model, file, runs, asked } = byName.get(name)!;
  const models = new Map(
    [...groupBy(cases, ({ series }) => series)].map(([series, own]) => [
      series,
      recallModel(own, options),
    ]),
  );
  const modelOf = ({ series }: AskedCase) => models.get(series)!;
  const row = benchmarkRow(group, modelOf, options);
  const whole = wholeModel(cases, modelOf, options);
  const byLength = new Map(
    ascending(cases.map(({ tokens }) => tokens)).map((tokens) => {
      const own = cases.filter((one) => one.tokens === tokens);
      const [composite] = compositeRows(own, modelOf, options.confidence);
      const { value } =
        composite?.score ??
        recallOf(whole, options.confidence, ({ prompts }) =>
          prompts.filter((prompt) => prompt.tokens === tokens),
        );
      return [tokens, value];
    }),
  );
  const isWhole = byLength.size === lengths.length;
  const failures = [...models.values()].flatMap((one) => failedWholeOf(one) ?? []);
  const [answers, of] = [
    sum(failures.map((one) => one.answers)),
    sum(failures.map((one) => one.of)),
  ];
  return {
    ...row,
    name,
    model,
    file: file.name,
    byLength,
    isWhole,
    ...(isWhole && { mean: row.recall.value }),
    ...(of > 0 && { failedWhole: { answers, of, atMost: shareAtMost(answers, of) } }),
    runs: runs.length,
    took: tookOf(asked),
  };
}

/** Averages over runs. The cost leaves out runs with unknown cost or cached answers. */
function tookOf(asked: readonly AskedRun[]): Took {
  const known = asked.filter(({ cost, costUnknown, cached }) => cost && !costUnknown && !cached);
  const costs = (known.length > 0 ? known : asked).flatMap(({ cost }) => cost ?? []);
  const times = asked.flatMap(({ latencyMs }) => latencyMs ?? []);
  const date = asked
    .flatMap((run) => run.date ?? [])
    .sort(byCodeUnits)
    .at(-1);
  return {
    ...(costs.length > 0 && { cost: known.length > 0 ? mean(costs) : Math.max(...costs) }),
    ...(costs.length > 0 && known.length === 0 && { isLeast: true }),
    ...(times.length > 0 && { latencyMs: mean(times) }),
    ...(date !== undefined && { date }),
    cached: sum(asked.map(({ cached }) => cached)),
  };
}
