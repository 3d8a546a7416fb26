/**
 * Reads data files of Counting-Stars' authors. Each line is a JSON object with the whole prompt (`question`),
 * the question at its end (`retrieval_question`) and the true counts (`reference_counting_results`). The
 * published size is not needed: it is measured.
 */
import { z } from 'zod';
import { isUnchanged } from '../../base/files/file-reference.js';
import { digestOf } from '../../base/files/files.js';
import { kept } from '../../base/kept.js';
import { LANGUAGE_CODES } from '../../base/languages.js';
import type { FileReference } from '../../base/references.js';
import { recordReader } from '../published/published-records.js';
import { type StarsTask, starWords } from './words.js';

export interface PublishedPrompt {
  prompt: string;
  question: string;
  reference: number[];
  wrong?: number[];
  star?: string;
  task: StarsTask;
  language: string;
}

const TEXT = 'must be a text';

const recordSchema = z
  .object({
    question: z.string(TEXT),
    retrieval_question: z.string(TEXT),
    reference_counting_results: z.array(z.number('must be a number')).min(1, 'must have a number'),
  })
  .transform((record): PublishedPrompt => {
    const { question, retrieval_question: asked, reference_counting_results: reference } = record;
    const wrong = mistakenCounts(question, reference);
    const star = starTemplate(question, reference, wrong);
    return {
      prompt: question,
      question: asked.trim(),
      reference,
      ...(wrong && { wrong }),
      ...(star !== undefined && { star }),
      task: wrong ? 'reasoning' : 'acquisition',
      language: languageOf(asked),
    };
  });

export const readPublished = recordReader(
  recordSchema,
  'A published file has one JSON object on each line, with `question`, `retrieval_question` and ' +
    '`reference_counting_results`.',
);

const digests = new Map<string, string>();

/** Makes a digest of prompts, in any order and with any answers. If the file is gone, its own digest is taken. */
export function promptsDigest(file: FileReference): string {
  return kept(digests, file.sha256, () => {
    if (!isUnchanged(file)) return file.sha256;
    const all = new Set(readPublished(file).map(({ prompt }) => digestOf(prompt)));
    return digestOf([...all].sort().join());
  });
}

/** Tells the question's language: Chinese if it has Chinese characters. */
function languageOf(question: string): string {
  const byKey = LANGUAGE_CODES.find((code) => question.includes(starWords(code).key));
  return byKey ?? (/\p{Script=Han}/u.test(question) ? 'zh' : 'en');
}

/** Recovers mistaken counts from star sentences, each on its own line with the mistaken count first. */
function mistakenCounts(prompt: string, reference: readonly number[]): number[] | undefined {
  const wrong = new Map<number, number>();
  for (const line of prompt.split('\n')) {
    if (!line.includes('★')) continue;
    const numbers = line.match(/\d+/g)?.map(Number) ?? [];
    if (numbers.length === 2) wrong.set(numbers[1]!, numbers[0]!);
  }
  const found = reference.map((count) => wrong.get(count));
  return found.every((count) => count !== undefined) ? found : undefined;
}

/** Makes a template by which recited sentences are recognised. */
function starTemplate(
  prompt: string,
  reference: readonly number[],
  wrong: readonly number[] | undefined,
): string | undefined {
  const places = wrong ? ['{wrong}', '{count}'] : ['{count}'];
  const line = prompt
    .split('\n')
    .find((one) => one.includes('★') && one.match(/\d+/g)?.length === places.length);
  const count = Number(line?.match(/\d+/g)?.at(-1));
  if (line === undefined || !reference.includes(count)) return undefined;
  let next = 0;
  return line.trim().replace(/\d+/g, () => places[next++]!);
}
