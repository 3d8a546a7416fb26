/** Lists what seeded prose can say, to look for what must not stand in it. */

import { kept } from '../base/kept.js';
import { capital } from '../base/text/texts.js';
import type { ProseBank } from './prose.js';

/** Splits a template into literal texts and slots in turn. */
function partsOf(sentence: string): string[] {
  return sentence.split(/\{(\w+)\}/);
}

/** Writes each sentence with each filling of each slot. */
export function proseText({ sentences, slots }: ProseBank): string {
  return sentences
    .flatMap((sentence) => {
      const parts = partsOf(sentence);
      if (parts.length === 1) return [capital(sentence)];
      return parts.flatMap((slot, i) =>
        i % 2 === 0 ? [] : slots[slot]!.map((filling) => around(parts, i, i, filling)),
      );
    })
    .join('\n');
}

/**
 * Yields texts in which a phrase could run over several slots. Only fillings with a matching word are joined,
 * to keep them few.
 */
export function* textsAcrossSlots(bank: ProseBank, phrase: string) {
  const { templates, slots } = spokenBank(bank);
  const words = wordsOf(phrase);
  const ends = ({ plain }: Filling) => words.some((word) => plain.endsWith(word));
  const begins = ({ plain }: Filling) => words.some((word) => plain.startsWith(word));
  const isInside = (filling: Filling) => filling.words.every((word) => words.includes(word));
  const fitting = new Map(
    [...slots].map(([name, fillings]) => [
      name,
      {
        ends: fillings.filter(ends).map(({ text }) => text),
        begins: fillings.filter(begins).map((one) => ({ text: one.text, goesOn: isInside(one) })),
      },
    ]),
  );
  for (const parts of templates) {
    for (let first = 1; first < parts.length; first += 2) {
      let open = fitting.get(parts[first]!)!.ends;
      for (let last = first + 2; last < parts.length && open.length > 0; last += 2) {
        const between = parts[last - 1]!;
        const joined = fitting
          .get(parts[last]!)!
          .begins.flatMap(({ text, goesOn }) =>
            open.map((before) => ({ text: before + between + text, goesOn })),
          );
        for (const { text } of joined) yield around(parts, first, last, text);
        open = joined.filter(({ goesOn }) => goesOn).map(({ text }) => text);
      }
    }
  }
}

interface Filling {
  text: string;
  plain: string;
  words: readonly string[];
}

interface SpokenBank {
  templates: string[][];
  slots: Map<string, Filling[]>;
}

const spokenBanks = new WeakMap<ProseBank, SpokenBank>();

/** Prepares a bank once for all phrases. */
function spokenBank(bank: ProseBank): SpokenBank {
  const filling = (text: string) => ({ text, plain: plain(text), words: wordsOf(text) });
  return kept(spokenBanks, bank, () => ({
    templates: bank.sentences.map(partsOf),
    slots: new Map(Object.entries(bank.slots).map(([name, texts]) => [name, texts.map(filling)])),
  }));
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

/** Splits into words, and Chinese into characters. */
function wordsOf(text: string): string[] {
  return plain(text).match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
