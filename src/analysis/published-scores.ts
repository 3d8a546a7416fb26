import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../case.js';
import { mean } from '../numbers.js';

const circumstance = z.string().min(1);

const recall = z.number().min(0).max(1);

const common = {
  benchmark: z.string().min(1),
  /** Where the scores are printed: authors, number of the paper, table. */
  source: z.string().min(1),
  /** How they were measured, as far as no condition says it. */
  note: z.string(),
  /** What else has to be the same for a comparison, as the benchmark says it of its Cases. */
  conditions: z.record(z.string(), circumstance),
};

const gridsSchema = z.strictObject({
  ...common,
  /** The longest context of the grids, in tokens. */
  maxTokens: z.number().int().positive(),
  scores: z.array(
    z.strictObject({
      task: z.string().min(1),
      /** Conditions of these scores alone, the version of the grid among them. */
      conditions: z.record(z.string(), circumstance),
      recall: z.record(z.string(), recall),
    }),
  ),
});

const totalsSchema = z
  .strictObject({
    ...common,
    /** The parts whose mean is the total. */
    parts: z.array(z.string().min(1)).nonempty(),
    /** In tokens, ascending. */
    lengths: z.array(z.number().int().positive()).nonempty(),
    models: z.record(
      z.string(),
      z.strictObject({
        /** At each length; null where it was not measured. */
        recall: z.array(recall.nullable()),
        effective: z.string().min(1),
        base: recall.optional(),
      }),
    ),
  })
  .refine(
    ({ lengths, models }) =>
      Object.values(models).every((model) => model.recall.length === lengths.length),
    'must have a score, or null, at each length',
  );

/** What a score of a model depends on, by name: `{ language: zh, order: ascending }`. */
export type Conditions = Readonly<Record<string, string>>;

/** What a paper reports of a model. */
export interface PublishedRecall {
  model: string;
  recall: number;
  source: string;
  note: string;
  /** The one thing that was not the same: such a score is named, and not drawn as a neighbour. */
  differs?: string;
}

/** What published scores are looked for: a series of a report. */
export interface Measured {
  benchmark: string;
  task: string;
  /** In tokens, ascending. */
  lengths: readonly number[];
  conditions?: Conditions;
}

/** What a source reports of a model at several lengths. */
export interface PublishedTotal extends Omit<PublishedRecall, 'recall'> {
  byLength: { tokens: number; recall: number }[];
  /** Mean over the lengths that were asked; absent where one of them was not measured. */
  recall?: number;
  /** The authors' effective length, as they write it: `>128K`. */
  effective?: string;
}

/** What published totals are looked for: all parts of a benchmark together, by name. */
export type MeasuredTotal = Omit<Measured, 'task'> & { parts: readonly string[] };

const FOLDER = new URL('../../datasets/published/', import.meta.url);

type GridsFile = z.output<typeof gridsSchema>;

interface Files {
  grids: GridsFile[];
  totals: z.output<typeof totalsSchema>[];
}

let files: Files | undefined;

/**
 * The scores that papers published for a grid, from `datasets/published/`: those measured under the
 * same conditions, and, saying so, those for which all but one are the same.
 *
 * @example
 * publishedScores({
 *   benchmark: 'counting-stars',
 *   task: 'acquisition',
 *   lengths: [64_000, 128_000],
 *   conditions: { version: '32-2', language: 'zh', order: 'ascending', … },
 * })
 */
export function publishedScores(measured: Measured): PublishedRecall[] {
  files ??= readFiles();
  return files.grids
    .filter(
      ({ benchmark, maxTokens }) =>
        benchmark === measured.benchmark && maxTokens === measured.lengths.at(-1),
    )
    .flatMap((file) => nearest(scoresOf(file, measured)));
}

/**
 * The totals that were published for all parts of a benchmark together, by length; as `publishedScores`
 * as to what has to be the same.
 */
export function publishedTotals({
  benchmark,
  parts,
  lengths,
  conditions = {},
}: MeasuredTotal): PublishedTotal[] {
  files ??= readFiles();
  return files.totals
    .filter((file) => file.benchmark === benchmark && sameNames(file.parts, parts))
    .flatMap(({ lengths: known, models, source, note, conditions: theirs }) => {
      const differs = differenceOf(theirs, conditions);
      if (differs === 'several' || !lengths.some((tokens) => known.includes(tokens))) return [];
      return Object.entries(models).map(([model, { recall: all, effective }]) => {
        const byLength = lengths.flatMap((tokens) => {
          const value = all[known.indexOf(tokens)];
          return typeof value === 'number' ? [{ tokens, recall: value }] : [];
        });
        return {
          model,
          byLength,
          ...(byLength.length === lengths.length && {
            recall: mean(byLength.map((one) => one.recall)),
          }),
          effective,
          source,
          note,
          ...(differs !== undefined && { differs }),
        };
      });
    });
}

function sameNames(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

/** What is not the same, where it is one thing. */
function differenceOf(theirs: Conditions, ours: Conditions): string | undefined | 'several' {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  const [name, ...more] = [...names].filter((one) => theirs[one] !== ours[one]);
  if (more.length > 0) return 'several';
  if (name === undefined) return undefined;
  return `${name} (${theirs[name] ?? 'not stated'}, not ${ours[name] ?? 'known'})`;
}

/** Of one source, those that are the same in everything; the others only where there is none. */
function nearest(scores: readonly PublishedRecall[]): readonly PublishedRecall[] {
  const same = scores.filter(({ differs }) => differs === undefined);
  return same.length > 0 ? same : scores;
}

function scoresOf(
  { scores, source, note, conditions }: GridsFile,
  { task, conditions: ours = {} }: Measured,
): PublishedRecall[] {
  return scores.flatMap((score) => {
    const differs = differenceOf({ ...conditions, ...score.conditions }, ours);
    if (score.task !== task || differs === 'several') return [];
    return Object.entries(score.recall).map(([model, recall]) => ({
      model,
      recall,
      source,
      note,
      ...(differs !== undefined && { differs }),
    }));
  });
}

/** Files of grids have `scores`, files of totals `models`. */
function readFiles(): Files {
  const found: Files = { grids: [], totals: [] };
  for (const name of readdirSync(FOLDER).sort()) {
    if (!name.endsWith('.yaml')) continue;
    const value: unknown = parse(readFileSync(new URL(name, FOLDER), 'utf8'));
    const isTotals = typeof value === 'object' && value !== null && 'models' in value;
    if (isTotals) found.totals.push(checked(totalsSchema, value, name));
    else found.grids.push(checked(gridsSchema, value, name));
  }
  return found;
}

function checked<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new UserError(
    `datasets/published/${name}: \`${issue.path.join('.') || 'the file'}\`: ${issue.message}. ` +
      'The other files there show what a file needs.',
  );
}
