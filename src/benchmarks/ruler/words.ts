/** The words of RULER's tasks, one file of `datasets/ruler/` for each language. */
import { z } from 'zod';
import { wordsIn } from '../../base/languages.js';
import type { StructuredAnswer } from '../benchmark.js';

const filled = z.string().min(1);
const lines = z.array(filled).min(1);
const numbers = z.tuple([filled, filled]);
const list = filled.transform((text) => [...new Set(text.trim().split(/\s+/))].sort());

const wordsSchema = z.strictObject({
  noise: lines,
  needle: filled,
  kinds: z.strictObject({ numbers, words: numbers, uuids: numbers }),
  ask: z.strictObject({ one: filled, several: filled }),
  /** Stands before the text if the task is announced. */
  announce: z.strictObject({ one: filled, several: filled, variables: filled }),
  and: filled,
  variables: z.strictObject({ first: filled, next: filled, question: filled, example: filled }),
  commonWords: z.strictObject({ instruction: filled, question: filled, answer: filled }),
  frequentWords: z.strictObject({ instruction: filled, question: filled }),
  questions: z.strictObject({ instruction: filled, document: filled, question: filled }),
  absent: lines,
  adjectives: list,
  nouns: list,
});

export type RulerWords = z.output<typeof wordsSchema>;

export const loadRulerWords = wordsIn('ruler', wordsSchema);

/** Makes a structured answer: all that is asked for, or one answer to a question. */
export function structuredAnswer(task: string, references: readonly string[]): StructuredAnswer {
  const text = { type: 'string' } as const;
  if (task.startsWith('qa_')) return { key: 'answer', value: text, right: references[0]! };
  return { key: 'answers', value: { type: 'array', items: text }, right: references };
}

export function announced(announcement: string): string {
  return `${announcement}\n\n{context}\n\n{question}`;
}

export function filledIn(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
