import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../case.js';

const circumstance = z.string().min(1);

const fileSchema = z.strictObject({
  benchmark: z.string().min(1),
  /** Where the scores are printed: authors, number of the paper, table. */
  source: z.string().min(1),
  /** How they were measured, as far as no condition says it. */
  note: z.string(),
  /** The longest context of the grids, in tokens. */
  maxTokens: z.number().int().positive(),
  /** What else has to be the same for a comparison, as the benchmark says it of its Cases. */
  conditions: z.record(z.string(), circumstance),
  scores: z.array(
    z.strictObject({
      task: z.string().min(1),
      /** Conditions of these scores alone, the version of the grid among them. */
      conditions: z.record(z.string(), circumstance),
      recall: z.record(z.string(), z.number().min(0).max(1)),
    }),
  ),
});

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
  conditions: Conditions;
}

const FOLDER = new URL('../../datasets/published/', import.meta.url);

type PublishedFile = z.output<typeof fileSchema>;

let files: PublishedFile[] | undefined;

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
  return files
    .filter(
      ({ benchmark, maxTokens }) =>
        benchmark === measured.benchmark && maxTokens === measured.lengths.at(-1),
    )
    .flatMap((file) => nearest(scoresOf(file, measured)));
}

/** Of one source, those that are the same in everything; the others only where there is none. */
function nearest(scores: readonly PublishedRecall[]): readonly PublishedRecall[] {
  const same = scores.filter(({ differs }) => differs === undefined);
  return same.length > 0 ? same : scores;
}

function scoresOf(
  { scores, source, note, conditions: common }: PublishedFile,
  { task, conditions: ours }: Measured,
): PublishedRecall[] {
  return scores.flatMap((score) => {
    const theirs = { ...common, ...score.conditions };
    const other = Object.keys(theirs).filter((name) => theirs[name] !== ours[name]);
    if (score.task !== task || other.length > 1) return [];
    const [name] = other;
    const differs =
      name === undefined ? undefined : `${name} (${theirs[name]}, not ${ours[name] ?? 'known'})`;
    return Object.entries(score.recall).map(([model, recall]) => ({
      model,
      recall,
      source,
      note,
      ...(differs !== undefined && { differs }),
    }));
  });
}

function readFiles(): PublishedFile[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => {
      const result = fileSchema.safeParse(parse(readFileSync(new URL(name, FOLDER), 'utf8')));
      if (result.success) return result.data;
      const issue = result.error.issues[0]!;
      throw new UserError(
        `datasets/published/${name}: \`${issue.path.join('.') || 'the file'}\`: ${issue.message}. ` +
          'The other files there show what a file needs.',
      );
    });
}
