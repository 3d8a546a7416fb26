/**
 * Needle sets of the authors: a JSON list of needles, each with its questions by kind and with several
 * tests, which fill the places {1}, {2} and so on; {CHAR} is the character that is asked for.
 */
import { z } from 'zod';
import { jsonReader } from '../../../benchmarks/published/published-records.js';

export interface PublishedPair {
  /** As the authors name their tests: `0401_T16_C02_onehop`. */
  name: string;
  /** The kind of its question: `onehop`, `twohop`. */
  kind: string;
  needle: string;
  question: string;
  characters: readonly string[];
  /** Right answers where the needle has no place for a character. */
  answers: readonly string[];
  distractor?: string;
  /** How the authors word the prompt, with {haystack} and {question}. */
  template?: string;
  /** What the authors tell a model before the prompt. */
  system?: string;
}

const text = z.string();

const entriesSchema = z
  .array(
    z.object({
      id: text,
      needle: text,
      questions: z.record(text, text),
      character_set: z.array(text).default([]),
      tests: z.record(
        text,
        z.object({ input_args: z.array(text), gold_answers: z.array(text).default([]) }),
      ),
      distractors: z.record(text, text).optional(),
      task_template: text.optional(),
      system_prompt: text.optional(),
    }),
  )
  .min(1, 'must have a needle');

const setSchema = entriesSchema
  .transform((entries) => entries.flatMap(pairsOf))
  .superRefine((pairs, context) => {
    const open = pairs.find(({ needle, characters, answers }) =>
      needle.includes('{CHAR}') ? characters.length === 0 : answers.length === 0,
    );
    if (open === undefined) return;
    const message = `${open.name} has neither a \`character_set\` for {CHAR} nor \`gold_answers\``;
    context.addIssue({ code: 'custom', message });
  });

/** All pairs of question and needle of a set. Throws a UserError for a field that is missing or wrong. */
export const readNeedleSet = jsonReader(
  'published',
  setSchema,
  'A needle set is a JSON list of objects with `id`, `needle`, `questions`, `tests` and `character_set`.',
);

function pairsOf(entry: z.output<typeof entriesSchema>[number]): PublishedPair[] {
  return Object.entries(entry.questions).flatMap(([kind, question]) =>
    Object.entries(entry.tests).map(([test, { input_args: args, gold_answers: answers }]) => {
      const fill = (template: string) =>
        args.reduce((filled, arg, i) => filled.replaceAll(`{${i + 1}}`, () => arg), template);
      const distractor = entry.distractors?.[kind];
      return {
        name: `${entry.id}_${test}_${kind}`,
        kind,
        needle: fill(entry.needle),
        question: fill(question),
        characters: entry.character_set,
        answers,
        // As the authors do, who fill a distractor with the test's words: one without a place is not hidden.
        ...(distractor &&
          args.some((_, i) => distractor.includes(`{${i + 1}}`)) && {
            distractor: fill(distractor),
          }),
        ...(entry.system_prompt && { system: entry.system_prompt }),
        ...(entry.task_template && { template: entry.task_template }),
      };
    }),
  );
}
