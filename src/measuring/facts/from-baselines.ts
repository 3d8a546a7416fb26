/** Turns baselines back into results of models that got the same prompts. docs/choose-a-model.md */

import { defined, picked } from '../../base/fields.js';
import { groupBy } from '../../base/group-by.js';
import { byCodeUnits } from '../../base/text/texts.js';
import type { Conditions } from '../../contract/conditions.js';
import type { Row } from '../../contract/row.js';
import type { BaselineCase, BaselineFile } from '../results/baseline/baseline.js';
import type { AskedRun } from '../results/baseline/kept-runs.js';
import { positionsOf } from './baseline-of.js';
import { changedConditions } from './evaluation/changes.js';
import { mergedOf } from './evaluation/conditions.js';
import { type Evaluation, evaluationOf, type Origin } from './evaluation/evaluation.js';
import type { Gathered } from './tables/tables.js';

interface KeptFile {
  /** Without folder and extension. */
  name: string;
  baseline: BaselineFile;
}

/** A model of a file. */
interface Kept {
  model: string;
  file: string;
  /** What each run has of a prompt, by metric, and what the run took. */
  runs: readonly { prompts: Prompts; took: AskedRun | undefined }[];
  /** Of all runs. */
  prompts: Prompts;
  conditions?: Conditions | undefined;
}

type Prompts = ReadonlyMap<string, readonly BaselineCase[]>;

/**
 * Makes one evaluation of all models that got the same prompts, which are those that most models got.
 *
 * @param priced - adds what answers cost to rows
 * @throws {UserError} for a metric that no answer has
 */
export function fromBaselines(
  files: readonly KeptFile[],
  measures: Origin['measures'],
  priced: (rows: readonly Row[]) => readonly Row[],
): { evaluation: Evaluation; baselines: Gathered } {
  const all = files.flatMap(keptIn);
  const compared = most(all);
  const models = all.filter((kept) => isOf(kept, compared));
  const conditions = new Map<string, Conditions>();
  const rows = models.flatMap((kept) => {
    const name = nameOf(kept, models);
    if (kept.conditions) conditions.set(name, kept.conditions);
    return rowsOf(name, kept);
  });
  const made = evaluationOf(priced(rows), { sources: files.map(sourceOf), measures });
  return {
    evaluation: {
      ...made,
      models: made.models.map((model) => {
        const told = conditions.get(model.name);
        return told ? { ...model, conditions: told } : model;
      }),
    },
    baselines: {
      leftOut: [
        ...all
          .filter((kept) => !models.includes(kept))
          .map((kept) => ({
            model: nameOf(kept, all),
            shared: [...kept.prompts.keys()].filter((id) => compared.has(id)).length,
          })),
        ...files
          .filter(({ baseline }) => baseline.runs.every((run) => run.size === 0))
          .map(({ name }) => ({ model: name, shared: 0 })),
      ],
      ...unlikeFirst([...conditions]),
    },
  };
}

function keptIn({ name: file, baseline }: KeptFile): Kept[] {
  const { runs, asked, conditions } = baseline;
  const models = [...new Set(runs.flatMap((run) => [...run.keys()]))].sort(byCodeUnits);
  return models.map((model): Kept => {
    const ownRuns = runs.flatMap((run, i) => {
      const cases = run.get(model);
      return cases ? { prompts: byPrompt(cases), took: asked?.get(model)?.[i] } : [];
    });
    const told = conditions?.get(model)?.flatMap((run) => run ?? []) ?? [];
    const prompts = new Map(ownRuns.flatMap((run) => [...run.prompts]));
    return { model, file, runs: ownRuns, prompts, conditions: mergedOf(told) };
  });
}

/** Brings the metrics of one answer together. The id of a case begins with its metric. */
function byPrompt(cases: ReadonlyMap<string, BaselineCase>): Prompts {
  const byId = groupBy([...cases], ([key, { measure }]) =>
    measure === undefined ? key : key.slice(measure.length + ': '.length),
  );
  return new Map([...byId].map(([id, entries]) => [id, entries.map(([, kept]) => kept)]));
}

/** Chooses the prompts that most models got, then the most prompts. */
function most(all: readonly Kept[]): Prompts {
  const [first] = all
    .map(({ prompts }) => ({ prompts, of: all.filter((kept) => isOf(kept, prompts)).length }))
    .sort((a, b) => b.of - a.of || b.prompts.size - a.prompts.size);
  return first?.prompts ?? new Map();
}

/** Accepts a model that lacks lengths, for example beyond its window, but no single prompts. */
function isOf({ prompts }: Kept, all: Prompts): boolean {
  if (![...prompts.keys()].every((id) => all.has(id))) return false;
  const lengths = new Set([...prompts.values()].map(([kept]) => kept!.tokens));
  return [...all].every(([id, [kept]]) => prompts.has(id) || !lengths.has(kept!.tokens));
}

/** Adds the file to a name that several files have. */
function nameOf({ model, file }: Kept, all: readonly Kept[]): string {
  return all.filter((kept) => kept.model === model).length > 1 ? `${model} (${file})` : model;
}

function sourceOf({ name, baseline }: KeptFile): string {
  const runs = [...(baseline.asked?.values() ?? [])].flat();
  const dates = runs.flatMap((run) => run?.date ?? []).sort(byCodeUnits);
  return [name, dates.at(-1) ?? []].flat().join(', ');
}

/** Compares the text around prompts only, since each model has settings of its own. */
function unlikeFirst([first, ...others]: readonly (readonly [string, Conditions])[]): Pick<
  Gathered,
  'unlike'
> {
  if (!first) return {};
  const side = (conditions: Conditions) => ({ conditions, cases: [] });
  const models = others.map(([model, theirs]) => ({
    model,
    changes: changedConditions(side(first[1]), side(theirs)).filter(({ of }) => of === 'frame'),
  }));
  return models.some(({ changes }) => changes.length > 0)
    ? { unlike: { first: first[0], models } }
    : {};
}

function rowsOf(provider: string, { runs }: Kept): Row[] {
  return runs.flatMap(({ prompts, took }) =>
    [...prompts].map(([id, kept], at) => ({
      ...rowOf(provider, id, kept),
      ...(took && partOf(took, at, prompts.size)),
    })),
  );
}

/** Older baselines do not tell the benchmark. */
const UNKNOWN = { benchmark: 'prompts', task: '', language: '', haystack: '', variant: '' };

function rowOf(provider: string, id: string, kept: readonly BaselineCase[]): Row {
  const recall = kept.find(({ measure }) => measure === undefined);
  const theCase = recall ?? kept[0]!;
  const { series = UNKNOWN, score, marks, diagnosis, unread } = theCase;
  const isCutOff = diagnosis === 'cut-off' || diagnosis === 'thinking-used-up';
  const measures = kept.flatMap((kept) => (kept.measure ? [[kept.measure, kept.score]] : []));
  return {
    id,
    ...series,
    ...picked(theCase, ['unit', 'cluster', 'size', 'composite', 'tokens', 'seed', 'description']),
    ...{ provider, prompt: '' },
    ...(recall ? { score, marks, positions: positionsOf(theCase) } : NO_RECALL),
    ...(measures.length > 0 && { measures: Object.fromEntries(measures) }),
    passed: true,
    reason: diagnosis ?? '',
    ...defined({ diagnosis }),
    ...(isCutOff && { unfinished: diagnosis }),
    ...(unread && { reading: 'unreadable' as const }),
    ...{ namedScores: {}, answer: '', reserve: 0 },
  };
}

const NO_RECALL = { score: 0, marks: [], positions: [], unscored: true as const };

/** Returns what one prompt took of a run: nothing for cached ones, which come first, then those without a cost. */
function partOf(
  { calls, cached, costUnknown, cost, latencyMs, promptTokens, outputTokens }: AskedRun,
  at: number,
  prompts: number,
): Partial<Row> {
  const [free, unknown] = [cached, costUnknown].map((count) =>
    Math.ceil((count * prompts) / (calls + cached)),
  ) as [number, number];
  if (at < free) return { cached: true };
  const paid = Math.max(1, prompts - free - unknown);
  const shareOf = (total: number | undefined, among: number) => total && total / among;
  return defined({
    cost: at >= prompts - paid ? shareOf(cost, paid) : undefined,
    latencyMs,
    promptTokens: shareOf(promptTokens, prompts - free),
    outputTokens: shareOf(outputTokens, prompts - free),
  });
}
