/** What the models of a search have answered: files of results, prompt by prompt. */
import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { groupBy } from '../../base/group-by.js';
import { redactText } from '../../base/secrets.js';
import { say } from '../../base/text/language.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { SearchPrompt } from '../../contract/requests.js';
import type { Row } from '../../contract/row.js';
import { RECALL } from '../../contract/signs.js';
import { promptsOf } from '../../measuring/facts/evaluation/asked-case.js';
import { evaluationOf, settled } from '../../measuring/facts/evaluation/evaluation.js';
import { ReadFrom, readFile } from '../../measuring/results/read-results.js';
import { isTooLong } from '../../measuring/results/window-errors.js';
import type { AnswerMarks } from '../../measuring/statistics/reliable/unusable.js';
import type { SearchState } from './search-state.js';

/** What became of one prompt of one model. */
export interface PromptOutcome {
  prompt: SearchPrompt;
  /** Answers, and errors that were not overcome. */
  rows: readonly Row[];
  /** Its marks, cell by cell, once all are answered. */
  marks?: AnswerMarks[];
  /** How often a call of it failed, for good where an answer could not be read, and the last error. */
  failures: number;
  error?: string;
  /** Whether the provider said that it is longer than the model takes. */
  tooLong: boolean;
  /** Whether it was sent, and neither answered nor given up. */
  isOpen?: true;
}

/**
 * The rows of a file that promptfoo writes line by line as answers come in.
 *
 * @returns nothing where the evaluation ended before the first answer
 */
export async function readRound(file: string, asking: AskingHalf): Promise<Row[]> {
  if (!existsSync(file)) return [];
  dropBrokenEnd(file);
  if (statSync(file).size === 0) return [];
  return (await readFile(file, new ReadFrom(asking))).rows;
}

/** A process that is killed while it writes leaves half a line, which nobody can read. */
function dropBrokenEnd(file: string): void {
  const content = readFileSync(file);
  const end = content.lastIndexOf('\n') + 1;
  if (end === content.length) return;
  try {
    JSON.parse(content.subarray(end).toString('utf8'));
  } catch {
    truncateSync(file, end);
  }
}

/** The outcomes of all prompts that a model was to be asked, in the order of asking. */
export function outcomesOf(
  provider: string,
  { rounds, cells, measure = RECALL }: Pick<SearchState, 'rounds' | 'cells' | 'measure'>,
  rows: readonly Row[],
): PromptOutcome[] {
  // Rows are without secrets, in names too.
  const known = redactText(provider);
  const bySeed = groupBy(
    rows.filter((row) => row.provider === known),
    ({ seed }) => seed,
  );
  return rounds
    .flatMap(({ prompts }) => prompts)
    .filter(({ providers }) => providers.includes(provider))
    .map((prompt) => outcomeOf(prompt, bySeed.get(prompt.seed) ?? [], cells, measure));
}

function outcomeOf(
  prompt: SearchPrompt,
  rows: readonly Row[],
  cells: number,
  measure: string,
): PromptOutcome {
  const { models } = evaluationOf(rows, { measures: [measure] });
  const cases = models.flatMap((model) => [...model.cases.values()]);
  const errors = rows.flatMap(({ error }) => error ?? []);
  const answered = cases.filter(({ answer }) => answer);
  const expected = rows[0]?.grid?.size ?? cells;
  // What could not be read says nothing of recall, and would not if it were asked again.
  const unread = answered.find((asked) => asked.unread)?.shown.answer;
  const last =
    unread === undefined
      ? errors[errors.length - 1]
      : say`its answer could not be read: ${unread.slice(0, 100)}`;
  return {
    prompt,
    rows: settled(rows),
    ...(answered.length >= expected &&
      unread === undefined && {
        marks: promptsOf(answered).map(({ key: _, unit: __, ...own }) => ({
          ...own,
          tokens: prompt.tokens,
        })),
      }),
    failures: unread === undefined ? failuresOf(rows) : Number.POSITIVE_INFINITY,
    ...(last !== undefined && { error: last }),
    tooLong: answered.length < expected && errors.some(isTooLong),
  };
}

/** How often the call that failed most often did. */
function failuresOf(rows: readonly Row[]): number {
  const failed = groupBy(
    rows.filter(({ error }) => error !== undefined),
    ({ id }) => id,
  );
  return [...failed.values()].reduce((most, own) => Math.max(most, own.length), 0);
}
