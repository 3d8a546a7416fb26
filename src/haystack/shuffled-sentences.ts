import seedrandom from 'seedrandom';
import { shuffled } from '../base/shuffle.js';
import { sentenceBoundaries } from './sentences.js';

/**
 * Shuffles the sentences of a text. Each keeps the white space before it, so length and paragraphs stay.
 *
 * @param seed - equal seeds give the same order
 */
export function shuffledSentences(text: string, seed: number): string {
  const ends = sentenceBoundaries(text);
  const sentences = ends.slice(1).map((end, i) => text.slice(ends[i], end));
  return shuffled(sentences, seedrandom(`shuffle/${seed}`)).join('');
}
