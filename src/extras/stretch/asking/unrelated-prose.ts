/** Prose in which nothing stands that is looked for. */
import { loadLanguage } from '../../../base/languages.js';
import { Prose, type ProseBank } from '../../../haystack/prose.js';
import { sentenceBoundaries } from '../../../haystack/sentences.js';
import type { LookedFor } from './looked-for.js';

/** With fewer different sentences or words for a slot, prose repeats itself. */
const LEAST_SENTENCES = 8;
const LEAST_WORDS = 3;

/** How much longer than needed a text may become before some of its sentences are left out. */
const MOST_DROPPED = 20;

/** A bank of sentences and what still stands in some of them. */
interface UnrelatedProse {
  /** At least `length` UTF-16 units. */
  text(length: number): string;
  /** What is looked for and stands in so much of the prose that it cannot be left out. */
  unavoidable: LookedFor[];
  isFree(text: string): boolean;
}

/** @param seed - another seed gives another text */
export function unrelatedProse(
  looked: readonly LookedFor[],
  seed: number | string,
  language: string,
): UnrelatedProse {
  const { prose: whole, between } = loadLanguage(language);
  let bank: ProseBank = whole;
  const avoided: LookedFor[] = [];
  const unavoidable: LookedFor[] = [];
  for (const one of looked) {
    const without = bankWithout(bank, one);
    if (without && isMostlyFree(without, between, one)) {
      bank = without;
      avoided.push(one);
    } else unavoidable.push(one);
  }
  const isFree = (text: string) => !avoided.some((one) => one.isIn(text));
  const prose = new Prose(bank, between, `stretch/${seed}`);
  const text = (length: number) => {
    for (let drawn = length; ; drawn *= 2) {
      const found = freeSentences(prose.atLeast(drawn), isFree);
      if (found.length >= length || drawn > MOST_DROPPED * length) return found;
    }
  };
  return { text, unavoidable, isFree };
}

/** The bank without the sentences and words that have it; nothing where too little is left. */
function bankWithout(bank: ProseBank, looked: LookedFor): ProseBank | undefined {
  const isFree = (text: string) => !looked.isIn(text);
  const slots = Object.fromEntries(
    Object.entries(bank.slots)
      .map(([name, words]) => [name, words.filter(isFree)] as const)
      .filter(([, words]) => words.length >= LEAST_WORDS),
  );
  const sentences = bank.sentences.filter((sentence) => {
    const parts = sentence.split(/\{(\w+)\}/);
    return parts.every((part, i) => (i % 2 === 1 ? Object.hasOwn(slots, part) : isFree(part)));
  });
  return sentences.length < LEAST_SENTENCES ? undefined : { ...bank, slots, sentences };
}

const SAMPLE_LENGTH = 20_000;

/** Whether the text does not stand in most sentences that words without it make together, as `[a-z]+ [a-z]+` does. */
function isMostlyFree(bank: ProseBank, between: string, looked: LookedFor): boolean {
  const sample = new Prose(bank, between, 'sample').atLeast(SAMPLE_LENGTH);
  return 2 * freeSentences(sample, (text) => !looked.isIn(text)).length > sample.length;
}

/** The sentences of a text with nothing in them, nor where two that follow one another meet. */
function freeSentences(text: string, isFree: (text: string) => boolean): string {
  const places = sentenceBoundaries(text);
  const found: string[] = [];
  let last = '';
  for (let i = 0; i + 1 < places.length; i++) {
    const sentence = text.slice(places[i]!, places[i + 1]!);
    if (!isFree(sentence) || !isFree(last + sentence)) continue;
    found.push(sentence);
    last = sentence;
  }
  return found.join('');
}
