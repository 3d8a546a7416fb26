/** Ranks documents by likeness to a question: Okapi BM25 (Robertson and Zaragoza 2009, equation 3.15). */
import { kept } from '../../base/kept.js';
import type { OwnDocument } from './files.js';

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** Matches words, or characters in languages without spaces. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** For each word, pairs of a document's number and a count. */
interface WordIndex {
  postings: ReadonlyMap<string, readonly number[]>;
  lengths: readonly number[];
}

const indices = new WeakMap<readonly OwnDocument[], WordIndex>();

function indexOf(documents: readonly OwnDocument[]): WordIndex {
  const postings = new Map<string, number[]>();
  const lengths = documents.map(({ title, text }, document) => {
    const counts = new Map<string, number>();
    const words = wordsOf(`${title} ${text}`);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) kept(postings, word, () => []).push(document, count);
    return words.length;
  });
  return { postings, lengths };
}

/** Sorts documents by likeness to a text. Equal ones keep their order. */
export function bySimilarity(documents: readonly OwnDocument[], text: string): OwnDocument[] {
  const { postings, lengths } = kept(indices, documents, () => indexOf(documents));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  const scores = new Float64Array(documents.length);
  for (const word of new Set(wordsOf(text))) {
    const found = postings.get(word) ?? [];
    const among = found.length / 2;
    const weight = Math.log(1 + (documents.length - among + 0.5) / (among + 0.5));
    for (let i = 0; i < found.length; i += 2) {
      const [document, count] = [found[i]!, found[i + 1]!];
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[document]!) / usual;
      scores[document]! += (weight * count) / (count + SATURATION * length);
    }
  }
  const order = [...documents.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  return order.map((document) => documents[document]!);
}
