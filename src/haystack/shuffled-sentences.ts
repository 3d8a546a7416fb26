import seedrandom from 'seedrandom';
import { shuffled } from '../base/shuffle.js';
import { sentenceBoundaries } from './sentences.js';

/**
 * A text with its sentences in another order. Each keeps the white space in front of it, so that the
 * text has as many paragraphs as before, and is as long.
 *
 * @param seed - equal seeds give the same order
 */
export function shuffledSentences(text: string, seed: number): string {
  const ends = sentenceBoundaries(text);
  const sentences = ends.slice(1).map((end, i) => text.slice(ends[i], end));
  return shuffled(sentences, seedrandom(`shuffle/${seed}`)).join('');
}
