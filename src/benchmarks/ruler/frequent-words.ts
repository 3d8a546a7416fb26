/**
 * Frequent words (fwe): invented words with frequencies of the Zeta distribution. Dots are the most frequent
 * and do not count; the next three are asked for.
 */
import seedrandom from 'seedrandom';
import { shuffled } from '../../base/shuffle.js';
import { UserError } from '../../base/user-error.js';
import type { ContextTask, Fit } from '../benchmark.js';
import { largestFitting } from '../lengths/fill.js';
import { parametersOf, type RulerCase, type RulerDraft, seedOf } from './case.js';
import { loadRulerWords } from './words.js';

const DOTS = '...';

const ASKED = 3;

const WORD_LENGTH = 6;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Terms of ζ that are summed. The rest is an integral. */
const TERMS = 1000;

/** Computes Riemann's ζ above 1 to about nine digits (Euler and Maclaurin). */
export function zeta(s: number): number {
  let sum = 0;
  for (let k = 1; k < TERMS; k++) sum += k ** -s;
  return sum + TERMS ** (1 - s) / (s - 1) + TERMS ** -s / 2 + (s * TERMS ** (-s - 1)) / 12;
}

let latest: { key: string; words: string[] } | undefined;

function vocabularyOf(draft: RulerDraft): string[] {
  const size = Math.max(ASKED + 2, Math.floor((draft.tokens ?? 0) / 50));
  const key = `${seedOf(draft, 'vocabulary')}/${size}/${WORD_LENGTH}`;
  if (latest?.key === key) return latest.words;
  const random = seedrandom(key);
  const words = new Set<string>();
  while (words.size < size - 1) {
    words.add(
      Array.from({ length: WORD_LENGTH }, () => LETTERS[Math.floor(random() * 26)]!).join(''),
    );
  }
  latest = { key, words: [...words] };
  return latest.words;
}

export function frequentWordsOf(draft: RulerDraft): string[] {
  return vocabularyOf(draft).slice(0, ASKED);
}

/** Tells how often dots and each word appear in a text of `words` words. */
function frequencies(draft: RulerDraft, words: number): number[] {
  const { alpha } = parametersOf(draft);
  const all = zeta(alpha);
  return [DOTS, ...vocabularyOf(draft)].map((_, i) =>
    Math.floor((words * (i + 1) ** -alpha) / all),
  );
}

export function frequentWordsTask(draft: RulerDraft): ContextTask {
  const { instruction, question } = loadRulerWords(draft.language).frequentWords;
  const { words = 0, dots = 0 } = draft.cell ?? {};
  const spelt = [DOTS, ...vocabularyOf(draft)];
  const text = frequencies(draft, words).flatMap((times, i) =>
    Array<string>(times + (i === 0 ? dots : 0)).fill(spelt[i]!),
  );
  const list = shuffled(text, seedrandom(seedOf(draft, 'text'))).join(' ');
  return {
    kind: 'context',
    context: `${instruction}\n\n${list}`,
    question,
    positions: [],
    answer: frequentWordsOf(draft).join(', '),
    wording: { text: list, places: {} },
  };
}

/** First guess. */
const TOKENS_PER_WORD = 2.5;

/** Fills a length with words, and the rest with dots. */
export const fitFrequentWords: Fit<RulerCase> = (draft, tokensOf) => {
  const filled = (words: number, dots = 0) => ({
    ...draft,
    cell: { ...draft.cell, words, ...(dots > 0 && { dots }) },
  });
  const lengthOf = (words: number) => tokensOf(filled(words));
  const { amount } = largestFitting(draft.tokens, lengthOf, draft.tokens / TOKENS_PER_WORD);
  const [, , , third = 0, fourth = 0] = frequencies(draft, amount);
  if (third <= fourth) {
    throw new UserError(
      `ruler: in ${draft.tokens} tokens, three words of the task fwe cannot be more frequent than all others. ` +
        'Use a longer length, or a larger `alpha`.',
    );
  }
  const free = draft.tokens - lengthOf(amount);
  const { amount: dots } = largestFitting(
    draft.tokens,
    (more) => tokensOf(filled(amount, more)),
    Math.max(1, free),
  );
  return filled(amount, dots);
};
