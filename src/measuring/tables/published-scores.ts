import { z } from 'zod';
import { datasetNames, readDataset } from '../../base/datasets.js';
import { mean } from '../../base/numbers.js';
import type { PublishedRecall, PublishedTotal } from './published-rows.js';

const text = z.string().min(1);

const recall = z.number().min(0).max(1);

/** What a score depends on, by name; several values where any of them is as good. */
const identity = z.record(z.string(), z.union([text, z.array(text).nonempty()]));

const common = {
  benchmark: text,
  /** Where the scores are printed: authors, number of the paper, table. */
  source: text,
  /** When they were printed, as far as the source says it. */
  date: z.string().regex(/^\d{4}(-\d{2}){0,2}$/),
  /** Who measured them, where a score does not say otherwise. */
  by: text,
  metric: text,
  /** How they were measured, as far as no condition says it. */
  note: z.string(),
  /** What has to be the same for a comparison, as the benchmark says it of its Cases. */
  conditions: identity,
  /** What conditions are called that people cannot read, such as digests. */
  names: z.record(z.string(), text).default({}),
  /** Files, by digest, whose prompts are the authors' as they stand; or how they are known otherwise. */
  prompts: z.array(text).default([]),
};

const scoresSchema = z.strictObject({
  ...common,
  /** The longest context of the grids, in tokens; nothing where the texts are as they are. */
  maxTokens: z.number().int().positive().optional(),
  scores: z.array(
    z.strictObject({
      /** `all` for several tasks together. */
      task: text,
      /** Conditions of these scores alone, the version of the grid among them. */
      conditions: identity.default({}),
      prompts: common.prompts,
      /** How many prompts the whole grid has, each at a length of its own where there is a longest. */
      size: z.number().int().positive(),
      /** How hard the models were made to think, where that is told. */
      effort: text.optional(),
      recall: z.record(z.string(), recall),
    }),
  ),
});

const totalsSchema = z
  .strictObject({
    ...common,
    /** The parts whose mean is the total. */
    parts: z.array(text).nonempty(),
    /** How many prompts all parts together need at a length, at least. */
    size: z.number().int().positive(),
    /** In tokens, ascending. */
    lengths: z.array(z.number().int().positive()).nonempty(),
    models: z.record(
      z.string(),
      z.strictObject({
        /** At each length; null where it was not measured. */
        recall: z.array(recall.nullable()),
        effective: text.optional(),
        base: recall.optional(),
        by: text.optional(),
        /** That no model read the text: these are answers by chance. */
        chance: z.literal(true).optional(),
      }),
    ),
  })
  .refine(
    ({ lengths, models }) =>
      Object.values(models).every((model) => model.recall.length === lengths.length),
    'must have a score, or null, at each length',
  );

/** What a score of a model depends on, by name: `{ language: zh, order: ascending }`. */
export type Conditions = Readonly<Record<string, string | readonly string[]>>;

/** What published scores are looked for: a series of a report. */
export interface Measured {
  benchmark: string;
  task: string;
  /** In tokens, ascending: those with an answer. */
  lengths: readonly number[];
  /** How many different prompts were answered. */
  prompts: number;
  conditions?: Conditions;
}

/** What published totals are looked for: all parts of a benchmark together, by name; `prompts` at every length. */
type MeasuredTotal = Omit<Measured, 'task'> & { parts: readonly string[] };

type ScoresFile = z.output<typeof scoresSchema>;
type TotalsFile = z.output<typeof totalsSchema>;
type AnyFile = Pick<ScoresFile, keyof typeof common>;

let files: { scores: ScoresFile[]; totals: TotalsFile[] } | undefined;

/** The task of several series of a benchmark together. */
export const ALL_TASKS = 'all';

/**
 * The scores that papers published for a grid, from `datasets/published/`: those of which all that moves a
 * score is the same, and, saying what differs, those of which a few things are others.
 *
 * @example
 * publishedScores({
 *   benchmark: 'counting-stars',
 *   task: 'acquisition',
 *   lengths: [64_000, 128_000],
 *   prompts: 2,
 *   conditions: { version: '32-2', language: 'zh', order: 'ascending', … },
 * })
 */
export function publishedScores(measured: Measured): PublishedRecall[] {
  files ??= readFiles();
  return files.scores
    .filter(
      ({ benchmark, maxTokens }) =>
        benchmark === measured.benchmark &&
        (isSent(measured) || isAbout(measured.lengths.at(-1), maxTokens)),
    )
    .flatMap((file) => nearestScores(file, measured));
}

/**
 * The totals that were published for all parts of a benchmark together, by length; as `publishedScores`
 * as to what has to be the same.
 */
export function publishedTotals(measured: MeasuredTotal): PublishedTotal[] {
  files ??= readFiles();
  const { benchmark, parts, lengths } = measured;
  return files.totals
    .filter((file) => file.benchmark === benchmark && sameNames(file.parts, parts))
    .flatMap((file) => {
      const differs = differencesOf(file, file, measured);
      if (!differs || !lengths.some((tokens) => file.lengths.includes(tokens))) return [];
      return Object.entries(file.models).map(([model, { recall: all, effective, by, chance }]) => {
        const byLength = lengths.flatMap((tokens) => {
          const value = all[file.lengths.indexOf(tokens)];
          return typeof value === 'number' ? [{ tokens, recall: value }] : [];
        });
        return {
          model,
          byLength,
          ...(byLength.length === lengths.length && {
            recall: mean(byLength.map((one) => one.recall)),
          }),
          ...(effective !== undefined && { effective }),
          ...(chance && { chance }),
          ...toldOf(file, differs),
          ...(by !== undefined && { reportedBy: by }),
        };
      });
    });
}

function toldOf({ source, date, by, metric, note }: AnyFile, differs: readonly string[]) {
  return { source, date, by, metric, note, ...(differs.length > 0 && { differs }) };
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/** Whether prompts are those of a file as they stand: they are known by it, in whatever tokens they are counted. */
function isSent({ conditions = {} }: Pick<Measured, 'conditions'>): boolean {
  return 'prompts' in conditions;
}

/** Prompts of a size of text have nearly the length that the authors asked for. */
function isAbout(longest: number | undefined, maxTokens: number | undefined): boolean {
  if (maxTokens === undefined) return true;
  return longest !== undefined && Math.abs(longest / maxTokens - 1) < 0.1;
}

/** Scores that were measured more differently than this are others, and are left out. */
const MOST_DIFFERENCES = 4;

/** What is not the same, a line each; nothing where it is too much. */
function differencesOf(
  { names, conditions: ofAll }: AnyFile,
  one: Pick<ScoresFile['scores'][number], 'conditions' | 'prompts' | 'size'>,
  { conditions: ours = {}, prompts }: Pick<Measured, 'conditions' | 'prompts'>,
): string[] | undefined {
  const known: Conditions = { ...ofAll, ...one.conditions };
  const theirs: Conditions = isSent({ conditions: ours })
    ? { ...(known.language && { language: known.language }), prompts: one.prompts }
    : known;
  const called = (value: Conditions[string] | undefined, missing: string) => {
    const all = [value ?? []]
      .flat()
      .map((each) => names[each] ?? each.replace(/ [\da-f]{16}$/, ''));
    return [...new Set(all)].join(' or ') || missing;
  };
  const different = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
    .filter((name) => {
      const values = [ours[name] ?? []].flat();
      const accepted = [theirs[name] ?? []].flat();
      return values.length === 0 || values.some((value) => !accepted.includes(value));
    })
    .map(
      (name) =>
        `${name}: ${called(theirs[name], name === 'prompts' ? "the authors' file" : 'not stated')}, not ${called(ours[name], 'known')}`,
    );
  if (different.length > MOST_DIFFERENCES) return undefined;
  if (prompts < one.size) different.push(`prompts answered: ${one.size}, not ${prompts}`);
  return different;
}

/** Of one source, the scores that were measured most alike. */
function nearestScores(file: ScoresFile, measured: Measured): PublishedRecall[] {
  const known = file.scores.flatMap((score) => {
    const different = score.task === measured.task && differencesOf(file, score, measured);
    if (!different) return [];
    const lengths = measured.lengths.length;
    const isWhole = file.maxTokens === undefined || lengths === score.size;
    if (isWhole || measured.prompts < score.size) return [{ score, different }];
    return [{ score, different: [...different, `lengths: ${score.size}, not ${lengths}`] }];
  });
  const fewest = Math.min(...known.map(({ different }) => different.length));
  return known.flatMap(({ score, different }) =>
    different.length > fewest
      ? []
      : Object.entries(score.recall).map(([model, value]) => ({
          model: score.effort === undefined ? model : `${model}, ${score.effort}`,
          recall: value,
          ...toldOf(file, different),
        })),
  );
}

/** Files of totals have `models`. */
function readFiles(): NonNullable<typeof files> {
  const found: NonNullable<typeof files> = { scores: [], totals: [] };
  // The first of several that differ in as little is shown.
  for (const path of datasetNames('published/')
    .map((name) => `published/${name}.yaml`)
    .sort()) {
    const isTotals = 'models' in readDataset(path, z.looseObject({}));
    if (isTotals) found.totals.push(readDataset(path, totalsSchema));
    else found.scores.push(readDataset(path, scoresSchema));
  }
  return found;
}
