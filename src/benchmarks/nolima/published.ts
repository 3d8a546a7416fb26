/**
 * Needle sets of the authors: a JSON list of needles, each with its questions by kind and with several
 * tests, which fill the places {1}, {2} and so on; {CHAR} is the character that is asked for.
 */
import { z } from 'zod';
import { type FileReference, UserError } from '../../case.js';
import { readBounded } from '../../files/bounded-files.js';
import { assertUnchanged } from '../../files/files.js';

/** One question with its needle, before a character is drawn. */
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
}

const text = z.string();

const setSchema = z
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
    }),
  )
  .min(1, 'must have a needle');

const sets = new Map<string, PublishedPair[]>();

/**
 * All pairs of question and needle of a set.
 *
 * @throws {UserError} naming the field that is missing or wrong
 */
export function readNeedleSet(reference: FileReference): PublishedPair[] {
  const key = `${reference.sha256} ${reference.file}`;
  const known = sets.get(key);
  if (known) return known;
  assertUnchanged('published', reference);
  const fail = (what: string) =>
    new UserError(
      `published: ${reference.file}: ${what}. A needle set is a JSON list of objects with \`id\`, ` +
        '`needle`, `questions`, `tests` and `character_set`.',
    );
  let value: unknown;
  try {
    value = JSON.parse(readBounded('published', reference.file).toString('utf8'));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw fail('is not JSON');
  }
  const result = setSchema.safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0]!;
    throw fail(`\`${path.join('.') || 'the file'}\`: ${message}`);
  }
  const pairs = result.data.flatMap(pairsOf);
  const open = pairs.find(({ needle, characters, answers }) =>
    needle.includes('{CHAR}') ? characters.length === 0 : answers.length === 0,
  );
  if (open)
    throw fail(`${open.name} has neither a \`character_set\` for {CHAR} nor \`gold_answers\``);
  sets.set(key, pairs);
  return pairs;
}

function pairsOf(entry: z.output<typeof setSchema>[number]): PublishedPair[] {
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
        ...(distractor !== undefined && { distractor: fill(distractor) }),
      };
    }),
  );
}
