import { withAsciiMarks } from '../../answers/ascii-marks.js';
import { finalText } from '../../answers/text-answer.js';
import type { Case } from '../../case.js';
import type { Scored } from '../benchmark.js';
import { type LookedUp, scoreLookedUp } from '../looked-up.js';
import { type KeyValueCase, type KeyValueData, keyValueData } from './pairs.js';
import { loadKeyValueWords } from './words.js';

/**
 * Look for the value in an answer, capital letters or not (arXiv:2307.03172, §3.1), and typographic
 * hyphens or not; else for the value of another pair.
 *
 * @example
 * findValue('It is 0FB1…', { pairs: [['9a…', '0fb1…'], …], index: 0, … }) // { mark: 1 }
 */
export function findValue(text: string, { pairs, gold: [, value] }: KeyValueData): LookedUp {
  const plain = plainUuids(text);
  if (plain.includes(plainUuids(value))) return { mark: 1 };
  const values = new Map(pairs.map(([, other], i) => [plainUuids(other), i]));
  for (const [word] of plain.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
    const other = values.get(word);
    if (other !== undefined) return { mark: 0, other };
  }
  return { mark: 0 };
}

function plainUuids(text: string): string {
  return withAsciiMarks(text).toLowerCase();
}

/** The scoring rule of key-value retrieval. */
export function scoreKeyValueRetrieval(output: unknown, theCase: Case): Scored {
  const data = keyValueData(theCase as KeyValueCase);
  const { pairs, index, position } = data;
  const text = finalText(output);
  return scoreLookedUp(text, findValue(text, data), {
    language: theCase.language,
    absent: loadKeyValueWords(theCase.language).absent,
    words: { thing: 'the value', item: 'pair' },
    place: { index, among: pairs.length, position },
  });
}
