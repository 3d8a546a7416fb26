/** Common words (cwe): a numbered list in which some words stand much more often than the others. */
import seedrandom from 'seedrandom';
import { kept } from '../../base/kept.js';
import { Latest } from '../../base/latest.js';
import { shuffled } from '../../base/shuffle.js';
import { UserError } from '../../base/user-error.js';
import { mobyDick } from '../../haystack/named-texts.js';
import type { ContextTask, Fit } from '../benchmark.js';
import { fillFormat } from '../fill-format.js';
import { fillRest, largestFitting, nearestPair } from '../lengths.js';
import {
  differentWords,
  loadRulerWords,
  parametersOf,
  type RulerCase,
  type RulerDraft,
  type RulerWords,
  seedOf,
} from './case.js';

/** Below this length the authors repeat words less. */
const SHORT = 4096;

let vocabulary: string[] | undefined;

/** Lists words of Moby-Dick, in small letters and of four to nine: some 12,000. */
function plainWords(): string[] {
  vocabulary ??= [...new Set(mobyDick().match(/(?<![\w'’-])[a-z]{4,9}(?![\w'’-])/g))].sort();
  return vocabulary;
}

const BATCH = 5000;

/** Endless words without repetition: those of a book, then compounds of two. */
class WordOrder {
  readonly words: string[];
  private readonly random: seedrandom.PRNG;
  private readonly known: Set<string>;

  constructor(
    seed: string,
    private readonly from: RulerWords,
  ) {
    this.random = seedrandom(seed);
    this.words = shuffled(plainWords(), this.random);
    this.known = new Set(this.words);
  }

  take(amount: number): readonly string[] {
    const { adjectives, nouns } = this.from;
    const most = plainWords().length + (adjectives.length * nouns.length) / 2;
    if (amount > most) {
      throw new UserError(
        `ruler: the task cwe needs ${amount} different words for this length, but there are ${most}. Use a ` +
          'shorter length.',
      );
    }
    const one = (list: readonly string[]) => list[Math.floor(this.random() * list.length)]!;
    const goal = amount > this.words.length ? amount + BATCH : 0;
    while (this.words.length < Math.min(goal, most)) {
      const word = `${one(adjectives)}-${one(nouns)}`;
      if (this.known.has(word)) continue;
      this.known.add(word);
      this.words.push(word);
    }
    return this.words;
  }
}

const orders = new Latest<WordOrder>(1);

/** Returns a prompt's words, the common ones first. */
function wordsInOrder(draft: RulerDraft, amount: number): readonly string[] {
  const key = seedOf(draft, 'words');
  const order = kept(orders, key, () => new WordOrder(key, loadRulerWords(draft.language)));
  return order.take(amount);
}

/** How many words behind the last are tried to fill the rest. */
const FILLERS = 24;

/** How many words are common. */
const COMMON = 10;

function isShort({ tokens = SHORT }: RulerDraft): boolean {
  return tokens < SHORT;
}

/** How often common words and others appear in the list. */
function timesOf(draft: RulerDraft): { common: number; other: number } {
  return isShort(draft) ? { common: 6, other: 1 } : { common: 30, other: 3 };
}

export function commonWordsOf(draft: RulerDraft): readonly string[] {
  return wordsInOrder(draft, COMMON).slice(0, COMMON);
}

function listOf(draft: RulerDraft): string {
  const { words = 0, filler = 0, fillerTimes = 0 } = draft.cell ?? {};
  const { common, other } = timesOf(draft);
  const order = wordsInOrder(draft, COMMON + words + FILLERS);
  const items = order
    .slice(0, COMMON + words)
    .flatMap((word, i) => Array<string>(i < COMMON ? common : other).fill(word));
  items.push(...Array<string>(fillerTimes).fill(order[COMMON + words + filler]!));
  return numbered(shuffled(items, seedrandom(seedOf(draft, 'list'))));
}

function numbered(words: readonly string[]): string {
  return words.map((word, i) => `${i + 1}. ${word}`).join(' ');
}

/** Makes a short list with its answer, of words used nowhere else. */
function exampleOf(draft: RulerDraft, { commonWords: wording, nouns }: RulerWords): string {
  const random = seedrandom(seedOf(draft, 'example'));
  const words = shuffled(nouns, random).slice(0, isShort(draft) ? 20 : 40);
  const common = words.slice(0, COMMON);
  const [often, seldom] = isShort(draft) ? [3, 1] : [10, 3];
  const items = words.flatMap((word, i) =>
    Array<string>(i < common.length ? often : seldom).fill(word),
  );
  return [
    wording.instruction,
    numbered(shuffled(items, random)),
    fillFormat(wording.question, { count: common.length }),
    `${wording.answer} ${numbered(common)}`,
  ].join('\n\n');
}

export function commonWordsTask(draft: RulerDraft): ContextTask {
  const words = loadRulerWords(draft.language);
  const { example } = parametersOf(draft);
  const { instruction, question } = words.commonWords;
  return {
    kind: 'context',
    context: [...(example ? [exampleOf(draft, words)] : []), instruction, listOf(draft)].join(
      '\n\n',
    ),
    question: fillFormat(question, { count: COMMON }),
    positions: [],
    answer: commonWordsOf(draft).join(', '),
    wording: { text: listOf(draft), places: {} },
  };
}

/** First guess. */
const TOKENS_PER_ITEM = 6;

/** Fills a length with words, and the rest with one more word, repeated. */
export const fitCommonWords: Fit<RulerCase> = (draft, tokensOf, count) => {
  const { common, other } = timesOf(draft);
  const filled = (words: number) => ({ ...draft, cell: { ...draft.cell, words } });
  const guess = draft.tokens / TOKENS_PER_ITEM / other;
  const { amount } = largestFitting(draft.tokens, (words) => tokensOf(filled(words)), guess);
  // One word less leaves room for a filler.
  const words = Math.max(0, amount - 1);
  const candidates = wordsInOrder(draft, COMMON + words + FILLERS).slice(COMMON + words);
  const place = COMMON * common + words * other;
  const fillers = candidates.slice(0, FILLERS).flatMap((word, index) => {
    const each = count(` ${place}. ${word}`);
    return [1, 2, 3, 4, 5, 6, 7]
      .filter((fillerTimes) => fillerTimes < common)
      .map((fillerTimes) => ({ index, fillerTimes, tokens: fillerTimes * each }));
  });
  const withFiller = ({ index, fillerTimes }: (typeof fillers)[number]) => ({
    ...draft,
    cell: { words, filler: index, fillerTimes },
  });
  const filler = fillRest(
    draft.tokens - tokensOf(filled(words)),
    (rest) => nearestPair(fillers, rest, 1)?.[0],
    (filler) => draft.tokens - tokensOf(withFiller(filler)),
  );
  return filler ? withFiller(filler) : filled(words);
};

/**
 * Frequent words (fwe): invented words with frequencies of the Zeta distribution. Dots are the most frequent
 * and do not count; the next three are asked for.
 */

const DOTS = '...';

const ASKED = 3;

const WORD_LENGTH = 6;

/** Terms of ζ that are summed. The rest is an integral. */
const TERMS = 1000;

/** Computes Riemann's ζ above 1 to about nine digits (Euler and Maclaurin). */
export function zeta(s: number): number {
  let sum = 0;
  for (let k = 1; k < TERMS; k++) sum += k ** -s;
  return sum + TERMS ** (1 - s) / (s - 1) + TERMS ** -s / 2 + (s * TERMS ** (-s - 1)) / 12;
}

const vocabularies = new Latest<string[]>(1);

function vocabularyOf(draft: RulerDraft): string[] {
  const size = Math.max(ASKED + 2, Math.floor((draft.tokens ?? 0) / 50));
  const key = `${seedOf(draft, 'vocabulary')}/${size}/${WORD_LENGTH}`;
  return kept(vocabularies, key, () => differentWords(size - 1, 'a', WORD_LENGTH, seedrandom(key)));
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
