import { halfWidth } from '../base/text/half-width.js';
import type { NumberHints } from './answer.js';
import { normalKey, type Vocabulary } from './scanner/fields.js';
import { type Brackets, matchBrackets } from './texts/brackets.js';
import { answerText, finalPart, withoutStruck, withoutTags } from './texts/final-text.js';
import { readingWords } from './words.js';

export interface PreparedAnswer {
  /** Without reasoning. If the answer is in a tag, only what the tag holds. */
  text: string;
  /** The same in half-width characters. */
  plain: string;
  brackets: Brackets;
  vocabulary: Vocabulary;
}

export function answerOf(output: unknown, vocabulary: Vocabulary): PreparedAnswer {
  return answerOfText(withoutTags(withoutStruck(finalPart(answerText(output)))), vocabulary);
}

export function answerOfText(text: string, vocabulary: Vocabulary): PreparedAnswer {
  const plain = halfWidth(text);
  return { text, plain, brackets: matchBrackets(plain), vocabulary };
}

export function vocabularyOf({ keys, units = [], recited = [] }: NumberHints): Vocabulary {
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
