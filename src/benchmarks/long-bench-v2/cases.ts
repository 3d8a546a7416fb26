/** The Cases of LongBench v2: questions of the authors' file, and the prompt that asks one. */
import { z } from 'zod';
import { LETTERS } from '../../answers/choices/letters.js';
import { baseName, type Case, type CaseDraft, type FileReference } from '../../case.js';
import { readDataset } from '../../datasets.js';
import { referenceFile } from '../../files/files.js';
import type { SharedCaseFields, Task } from '../benchmark.js';
import { exampleReader } from '../published/example-files.js';
import type { Reading } from '../reading.js';
import type { LongBenchOptions } from './options.js';

export interface LongBenchCase extends Case {
  /** The difficulty that the authors gave the question. */
  task: 'easy' | 'hard';
  published: FileReference;
  /** The number of the question in the file, from 1. */
  cell: { example: number; domain: string };
}

export type LongBenchDraft = CaseDraft<LongBenchCase>;

const questionSchema = z.object({
  domain: z.string(),
  difficulty: z.enum(['easy', 'hard'], 'must be easy or hard'),
  length: z.enum(['short', 'medium', 'long'], 'must be short, medium or long'),
  question: z.string(),
  choice_A: z.string(),
  choice_B: z.string(),
  choice_C: z.string(),
  choice_D: z.string(),
  answer: z.enum(LETTERS, 'must be A, B, C or D'),
  context: z.string(),
});

export type Question = z.output<typeof questionSchema>;

export const questions = exampleReader(
  questionSchema.pick({ domain: true, difficulty: true, length: true }),
  questionSchema,
  'A published file is JSON or Parquet with `domain`, `difficulty`, `length`, `question`, `choice_A` to ' +
    '`choice_D`, `answer` and `context`.',
  ['domain', 'difficulty', 'length'],
);

export function questionOf({ published, cell }: LongBenchDraft): Question {
  return questions.example(published, cell.example);
}

export function choicesOf({ choice_A, choice_B, choice_C, choice_D }: Question): string[] {
  return [choice_A, choice_B, choice_C, choice_D];
}

const ownTemplate = z.strictObject({ template: z.string().min(1) });

const answerText = (letter: string) => `The correct answer is (${letter})`;

export async function* axes(
  options: LongBenchOptions,
  shared: SharedCaseFields,
): AsyncGenerator<LongBenchDraft> {
  const { difficulties, sizes, domains, examples = Number.POSITIVE_INFINITY } = options;
  const published = referenceFile('published', options.published!, "give the authors' data.json");
  let asked = 0;
  for (const [i, { domain, difficulty, length }] of (
    await questions.summaries(published)
  ).entries()) {
    const isWanted =
      (difficulties?.includes(difficulty) ?? true) &&
      (sizes?.includes(length) ?? true) &&
      (domains?.includes(domain) ?? true);
    if (!isWanted || asked++ >= examples) continue;
    yield {
      task: difficulty,
      ...shared,
      published,
      seed: 0,
      size: length,
      cell: { example: i + 1, domain },
    };
  }
}

export function task(draft: LongBenchDraft): Task {
  const question = questionOf(draft);
  const choices = choicesOf(question).map((text, i) => [`C_${LETTERS[i]}`, text.trim()]);
  return {
    kind: 'context',
    context: question.context.trim(),
    question: question.question,
    positions: [],
    answer: answerText(question.answer),
    wording: {
      template: readDataset('long-bench/en.yaml', ownTemplate).template,
      name: 'DOC',
      places: { Q: question.question.trim(), ...Object.fromEntries(choices) },
      question: question.question,
    },
  };
}

/**
 * No rule can answer these questions, so who recalls the text knows the answer from the file; who does
 * not takes the next letter.
 */
export function reading(draft: LongBenchDraft): Reading {
  const { answer, context } = questionOf(draft);
  const other = LETTERS[(LETTERS.indexOf(answer) + 1) % LETTERS.length]!;
  return {
    pieces: [{ text: context.trim(), position: 0.5 }],
    answer: (recalled) => answerText(recalled.length > 0 ? answer : other),
  };
}

export async function load({ published, cell }: LongBenchDraft): Promise<void> {
  await questions.load(published, cell.example);
}

export function describe(theCase: LongBenchCase): string[] {
  const { task: difficulty, size, cell, published, tokens } = theCase;
  return [
    'LongBench v2',
    `${baseName(published.file)} no. ${cell.example}`,
    cell.domain,
    difficulty,
    size ?? '',
    `${tokens} tokens`,
  ];
}
