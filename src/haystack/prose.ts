/** Makes texts from sentences with slots: seeded prose and benchmarks' own haystacks. */
import seedrandom from 'seedrandom';
import { kept } from '../base/kept.js';
import { oneOf } from '../base/shuffle.js';
import { capital } from '../base/text/texts.js';
import type { MadeHaystack } from './haystack.js';

/** Templates of sentences with slots, from which endless prose is drawn. */
export interface ProseBank {
  /** Fewest and most sentences of a paragraph. */
  paragraph: readonly [number, number];
  sentences: readonly string[];
  slots: Readonly<Record<string, readonly string[]>>;
}

/** Splits a template into literal texts and slots in turn. */
function partsOf(sentence: string): string[] {
  return sentence.split(/\{(\w+)\}/);
}

/**
 * Endless seeded prose: the same bank and seed give the same text, whatever length is asked for. It has no
 * digits and no ★, which could be mistaken for evidence.
 */
export class Prose {
  private readonly random: seedrandom.PRNG;
  private readonly templates: readonly (readonly string[])[];
  private text = '';
  private leftInParagraph = 0;

  /**
   * @param bank - sentence templates and slots
   * @param between - what stands between two sentences: a space, or nothing in Chinese
   * @param seed - any text; equal seeds give equal prose
   */
  constructor(
    private readonly bank: ProseBank,
    private readonly between: string,
    seed: string,
  ) {
    this.random = seedrandom(seed);
    this.templates = bank.sentences.map(partsOf);
  }

  /** Returns the prose from its start, at least `length` UTF-16 units. */
  atLeast(length: number): string {
    const added: string[] = [];
    let total = this.text.length;
    while (total < length) {
      const sentence = this.lead() + this.sentence();
      added.push(sentence);
      total += sentence.length;
    }
    if (added.length > 0) this.text += added.join('');
    return this.text;
  }

  private lead(): string {
    if (this.leftInParagraph-- > 0) return this.between;
    const [least, most] = this.bank.paragraph;
    this.leftInParagraph = least - 1 + Math.floor(this.random() * (most - least + 1));
    return '\n\n';
  }

  private sentence(): string {
    const parts = oneOf(this.templates, this.random).map((part, i) =>
      i % 2 === 0 ? part : oneOf(this.bank.slots[part]!, this.random),
    );
    return capital(parts.join(''));
  }
}

const ONE_PARAGRAPH = 1e9;

/**
 * Makes a haystack's text, as long as needed.
 *
 * @returns what gives the text from its beginning, at least `length` UTF-16 units of it
 */
export function madeText(made: MadeHaystack, seed: number): (length: number) => string {
  const { name, sentences, slots, order } = made;
  if (order === 'in turn') {
    const round = `\n${sentences.join(' ')}`;
    return (length) => round.repeat(Math.ceil(length / round.length));
  }
  const bank: ProseBank = { paragraph: [ONE_PARAGRAPH, ONE_PARAGRAPH], sentences, slots };
  const prose = new Prose(bank, '\n', `made/${name}/${seed}`);
  return (length) => prose.atLeast(length);
}

export function isMade(haystack: unknown): haystack is MadeHaystack {
  return typeof haystack === 'object' && haystack !== null && 'sentences' in haystack;
}

/** Writes each sentence with each filling of each slot, to look for what must not stand in prose. */
export function proseText({ sentences, slots }: ProseBank): string {
  return sentences
    .flatMap((sentence) => {
      const parts = partsOf(sentence);
      if (parts.length === 1) return capital(sentence);
      return parts.flatMap((slot, i) =>
        i % 2 === 0 ? [] : slots[slot]!.map((filling) => around(parts, i, i, filling)),
      );
    })
    .join('\n');
}

/** Lists texts in which a phrase could run over two slots: with fillings that end and begin with its words. */
export function textsAcrossSlots({ sentences, slots }: ProseBank, phrase: string): string[] {
  const words = plain(phrase).match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const fitting = new Map<string, { ends: string[]; begins: string[] }>();
  const fittingOf = (slot: string) =>
    kept(fitting, slot, () => ({
      ends: slots[slot]!.filter((text) => words.some((word) => plain(text).endsWith(word))),
      begins: slots[slot]!.filter((text) => words.some((word) => plain(text).startsWith(word))),
    }));
  return sentences.map(partsOf).flatMap((parts) =>
    parts.slice(0, -2).flatMap((slot, i) => {
      if (i % 2 === 0) return [];
      const { begins } = fittingOf(parts[i + 2]!);
      return fittingOf(slot).ends.flatMap((before) =>
        begins.map((behind) => around(parts, i, i + 2, before + parts[i + 1] + behind)),
      );
    }),
  );
}

function around(parts: readonly string[], first: number, last: number, text: string): string {
  const whole = `${parts[first - 1]}${text}${parts[last + 1]}`;
  return first === 1 ? capital(whole) : whole;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}
