import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { UserError } from '../case.js';

const fileSchema = z.strictObject({
  benchmark: z.string().min(1),
  /** Where the scores are printed: authors, number of the paper, table. */
  source: z.string().min(1),
  /** How they were measured, as far as it differs between papers. */
  note: z.string(),
  /** The longest context of the grids, in tokens. */
  maxTokens: z.number().int().positive(),
  scores: z.array(
    z.strictObject({
      task: z.string().min(1),
      version: z.string().min(1),
      recall: z.record(z.string(), z.number().min(0).max(1)),
    }),
  ),
});

/** What a paper reports of a model. */
export interface PublishedRecall {
  model: string;
  recall: number;
  source: string;
  note: string;
}

const FOLDER = new URL('../../datasets/published/', import.meta.url);

let files: z.output<typeof fileSchema>[] | undefined;

/**
 * The scores that papers published for a grid, from `datasets/published/`.
 *
 * @param grid - without a version, or with other lengths, there is nothing to compare with
 *
 * @example
 * publishedScores({ benchmark: 'counting-stars', task: 'acquisition', version: '32-32', lengths: [128_000] })
 */
export function publishedScores({
  benchmark,
  task,
  version,
  lengths,
}: {
  benchmark: string;
  task: string;
  version?: string;
  lengths: readonly number[];
}): PublishedRecall[] {
  files ??= readFiles();
  return files
    .filter((file) => file.benchmark === benchmark && file.maxTokens === lengths.at(-1))
    .flatMap(({ scores, source, note }) =>
      scores
        .filter((score) => score.task === task && score.version === version)
        .flatMap(({ recall }) =>
          Object.entries(recall).map(([model, value]) => ({ model, recall: value, source, note })),
        ),
    );
}

function readFiles(): z.output<typeof fileSchema>[] {
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
