/** What seeded prose can say: the texts in which something is looked for that must not stand in it. */
import type { ProseBank } from './prose.js';

/** A template's parts: literal texts and slots in turn, from a literal to a literal. */
function partsOf(sentence: string): string[] {
  return sentence.split(/\{(\w+)\}/);
}

/** A text as prose begins a sentence with it. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Every sentence with every filling of each slot, each between the literal texts around it. */
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
 * The texts in which a phrase could run over two slots or more. Of all fillings only those are joined
 * that end, go on or begin with a word of the phrase, so that the texts are few.
 */
export function* textsAcrossSlots({ sentences, slots }: ProseBank, phrase: string) {
  const words = wordsOf(phrase);
  const ends = (filling: string) => words.some((word) => plain(filling).endsWith(word));
  const begins = (filling: string) => words.some((word) => plain(filling).startsWith(word));
  const isInside = (filling: string) => wordsOf(filling).every((word) => words.includes(word));
  for (const sentence of sentences) {
    const parts = partsOf(sentence);
    for (let first = 1; first < parts.length; first += 2) {
      let open = slots[parts[first]!]!.filter(ends);
      for (let last = first + 2; last < parts.length && open.length > 0; last += 2) {
        const between = parts[last - 1]!;
        const joined = slots[parts[last]!]!.filter(begins).flatMap((filling) =>
          open.map((text) => ({ text: text + between + filling, goesOn: isInside(filling) })),
        );
        for (const { text } of joined) yield around(parts, first, last, text);
        open = joined.filter(({ goesOn }) => goesOn).map(({ text }) => text);
      }
    }
  }
}

/** A text in the place of the slots `first` to `last`, between the literal texts around them. */
function around(parts: readonly string[], first: number, last: number, text: string): string {
  const whole = `${parts[first - 1]}${text}${parts[last + 1]}`;
  return first === 1 ? capital(whole) : whole;
}

/** Small letters and digits, without punctuation at the ends. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** Words; of Chinese, characters. */
function wordsOf(text: string): string[] {
  return plain(text).match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
