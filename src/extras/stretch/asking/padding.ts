/**
 * Unrelated text for all prompts of one repeat: one text in sections, of which each prompt gets the start, as much as its
 * length takes. So a provider may read nearly all of it from its cache.
 */
import { z } from 'zod';
import { kept } from '../../../base/kept.js';
import { loadLanguage, wordsIn } from '../../../base/languages.js';
import type { Corpus, CorpusPart } from '../../../haystack/corpus.js';
import { largeEnough } from '../../../haystack/haystacks.js';
import type { Tokenizer } from '../../../haystack/pieces.js';
import { Prose, type ProseBank } from '../../../haystack/prose.js';
import { sentenceBoundaries } from '../../../haystack/sentences.js';
import type { LookedFor } from './looked-for.js';

/** A piece of the text, whole sentences and perhaps the start of another one. */
export type PaddingSection = readonly CorpusPart[];

/** A prompt with a place for unrelated text. */
export interface Frame {
  /** Tokens of the whole prompt with these sections in it. */
  tokensWith(sections: readonly PaddingSection[]): number;
  /** About how many of them come with each section besides its text; nothing where the text comes in one piece. */
  aroundSection?: number;
}

/** How long a section is, in tokens: about what is told in one turn, or read at once. */
const SECTION_TOKENS = 1000;

/** In less room than this, in tokens, no other section begins. */
const LEAST_TOKENS = 12;

/** How far a prompt may be from its length before a word is cut, in tokens. */
const SLACK = 5;

const texts = z.array(z.string().min(1)).min(1);

const wordLists = wordsIn(
  'stretch',
  z.strictObject({
    conversation: z.strictObject({ ask: texts, user: z.string(), assistant: z.string() }),
    tools: z.strictObject({ request: texts, done: texts, file: z.string() }),
  }),
);

/** What is said around the sections. */
export interface StretchWords {
  ask: string;
  user: string;
  assistant: string;
  request: string;
  done: string;
  file: string;
}

export class Padding {
  /** Whole sections by their sentences, and tokens of sections: many prompts have the same. */
  private readonly wholes = new Map<string, PaddingSection>();
  private readonly tokens = new WeakMap<PaddingSection, number>();

  private constructor(
    readonly tokenizer: Tokenizer,
    readonly corpus: Corpus,
    readonly language: string,
    readonly words: StretchWords,
    /** What assertions look for and what stands in the text all the same. */
    readonly unavoidable: readonly LookedFor[],
  ) {}

  /**
   * @param longest - tokens of the longest prompt
   * @param looked - what may not stand in the text
   * @param seed - another seed gives another text
   */
  static of(
    tokenizer: Tokenizer,
    longest: number,
    looked: readonly LookedFor[],
    seed: number | string,
    language = 'en',
  ): Padding {
    const prose = unrelatedProse(looked, seed, language);
    const { conversation, tools } = wordLists(language);
    const free = (list: readonly string[]) => list.find(prose.isFree) ?? list[0]!;
    const words = {
      ...{ ...conversation, ask: free(conversation.ask) },
      ...{ ...tools, request: free(tools.request), done: free(tools.done) },
    };
    const corpus = largeEnough(prose.text, tokenizer, longest + SECTION_TOKENS);
    return new Padding(tokenizer, corpus, language, words, prose.unavoidable);
  }

  /** A single sentence, for a prompt in the form of longer ones. */
  oneSentence(): PaddingSection[] {
    return [this.run(0, 1)];
  }

  /**
   * The sections that fill a prompt to a length.
   *
   * @returns nothing where there is no room
   */
  filling(length: number, frame: Frame): PaddingSection[] | undefined {
    const starts = this.startsOfSections(length - frame.tokensWith([]), frame.aroundSection);
    while (starts.length > 0) {
      const from = starts.pop()!;
      const whole = starts.map((start, i) => this.whole(start, starts[i + 1] ?? from));
      const cut = this.longestFrom(from, (own) => length - frame.tokensWith([...whole, own]));
      if (cut) return [...whole, cut];
    }
    return undefined;
  }

  /** Tokens of a section by itself. */
  tokensOf(section: PaddingSection): number {
    return kept(this.tokens, section, () => this.corpus.count(section));
  }

  private whole(from: number, to: number): PaddingSection {
    return kept(this.wholes, `${from} ${to}`, () => this.run(from, to));
  }

  /** The sentences at which the sections that have room begin. */
  private startsOfSections(room: number, around: number | undefined): number[] {
    const starts = [0];
    if (around === undefined) return starts;
    let left = room - around;
    for (;;) {
      let tokens = 0;
      let end = starts.at(-1)!;
      while (tokens < SECTION_TOKENS && end < this.corpus.sentences) {
        tokens += this.corpus.tokensOfSentence(end++);
      }
      left -= tokens + around;
      if (left < LEAST_TOKENS) return starts;
      starts.push(end);
    }
  }

  /**
   * As much text from a sentence on as a prompt has room for.
   *
   * @param leftWith - tokens that the prompt is short of its length with a text
   */
  private longestFrom(
    from: number,
    leftWith: (own: PaddingSection) => number,
  ): PaddingSection | undefined {
    const { corpus } = this;
    let to = from;
    let left = leftWith([]);
    for (let isBack = false; !isBack; ) {
      let next = to;
      for (let room = left; next + 1 < corpus.sentences; next++) {
        room -= corpus.tokensOfSentence(next);
        if (room < 0) break;
      }
      if (next === to) break;
      to = next;
      left = leftWith(this.run(from, to));
      while (left < 0 && to > from) {
        isBack = true;
        left = leftWith(this.run(from, --to));
      }
    }
    const sentence = corpus.slice(to, to + 1);
    const start = to === from ? sentence.length - sentence.trimStart().length : 0;
    const upTo = (end: number) => [...this.run(from, to), sentence.slice(start, end)];
    const fits = (end: number) => end === start || leftWith(upTo(end)) >= 0;
    const words = [...sentence.matchAll(/\S+/g)].map((word) => word.index + word[0].length);
    let end = lastThat(fits, [start, ...words]);
    left = leftWith(upTo(end));
    if (left > SLACK) {
      const others = [...sentence.slice(end)].map(
        ((at) => (character: string) => {
          at += character.length;
          return at;
        })(end),
      );
      end = lastThat(fits, [end, ...others]);
    }
    const found = upTo(end);
    return leftWith(found) < 0 || corpus.join(found) === '' ? undefined : found;
  }

  /** Whole sentences, without the white space in front of the first. */
  private run(from: number, to: number): PaddingSection {
    if (from === to) return [];
    return [this.corpus.slice(from, from + 1).trimStart(), { from: from + 1, to }];
  }
}

/**
 * A text for each repeat, so that repeats are answers to different prompts even where a model gives equal answers to equal
 * ones. The first is that of the seed.
 */
export function paddingByRepeat(
  ...[tokenizer, longest, looked, seed, language]: Parameters<typeof Padding.of>
) {
  const known = new Map<number, Padding>();
  return (repeat: number) =>
    kept(known, repeat, () =>
      Padding.of(tokenizer, longest, looked, repeat === 0 ? seed : `${seed}/${repeat}`, language),
    );
}

/** The last of ascending places that is right, where all before a right one are; the first one is. */
function lastThat(isRight: (place: number) => boolean, places: readonly number[]): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isRight(places[middle]!)) low = middle;
    else high = middle - 1;
  }
  return places[low]!;
}

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
function unrelatedProse(
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
