import { normalKey, type Vocabulary } from './lists/keys.js';
import { type Brackets, matchBrackets } from './texts/brackets.js';
import {
  inAnswerTag,
  withoutNextTurn,
  withoutStruck,
  withoutTags,
  withoutTokens,
} from './texts/final-part.js';
import { halfWidth } from './texts/half-width.js';
import { setAsideReasoning } from './texts/reasoning-blocks.js';
import { readingWords } from './words.js';

/** What helps to read an answer. */
export interface AnswerHints {
  /**
   * The key that was asked for, then those of other languages. Capital letters, spaces, underscores
   * and hyphens make no difference.
   */
  keys: readonly string[];
  /** Words that may stand behind a number. */
  units?: readonly string[];
  /** Star sentences as they are hidden in the text, each with a group named `count`. */
  recited?: readonly RegExp[];
}

/** An answer, ready to be read. */
export interface Answer {
  /** Without reasoning, and of an answer in a tag only what the tag holds. */
  text: string;
  /** The same in half-width characters. */
  plain: string;
  /** The brackets of `plain`. */
  brackets: Brackets;
  vocabulary: Vocabulary;
}

export function answerOf(output: unknown, vocabulary: Vocabulary): Answer {
  return answerOfText(
    withoutTags(
      withoutStruck(
        inAnswerTag(withoutNextTurn(withoutTokens(setAsideReasoning(answerText(output))))),
      ),
    ),
    vocabulary,
  );
}

export function answerOfText(text: string, vocabulary: Vocabulary): Answer {
  const plain = halfWidth(text);
  return { text, plain, brackets: matchBrackets(plain), vocabulary };
}

export function vocabularyOf({ keys, units = [], recited = [] }: AnswerHints): Vocabulary {
  const ranks = new Map<string, number>();
  keys.forEach((key, rank) => {
    const normal = normalKey(key);
    if (normal !== '' && !ranks.has(normal)) ranks.set(normal, rank);
  });
  return {
    keys: ranks,
    longestKey: Math.max(0, ...keys.map((key) => key.length)),
    units: new Set(
      [...units, ...readingWords().counters].map((unit) => unit.toLowerCase()).filter(Boolean),
    ),
    recited,
    names: keys
      .flatMap((key) => key.toLowerCase().split(/[\s_-]/))
      .filter((word) => word.length > 2),
  };
}

/**
 * An answer as text: of a value that the provider has parsed, the texts in it, as in a list of
 * messages.
 */
export function answerText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (typeof output === 'number' || typeof output === 'boolean') return String(output);
  let texts: unknown[] = [];
  let level: unknown[] = [plainValue(output)];
  for (let depth = 0; depth < 4; depth++) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    level = objects.flatMap((value) => Object.values(value as object));
    texts = texts.concat(level.filter((value) => typeof value === 'string'));
  }
  return texts.join('\n');
}

/** A parsed value without cycles, getters or anything else that JSON does not have. */
export function plainValue(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output));
  } catch {
    return undefined;
  }
}
