import type { Answer } from '../../answers/answer.js';
import { literal } from '../../base/text/literal.js';
import { withAsciiMarks } from '../../base/text/texts.js';
import type { Marked } from '../benchmark.js';
import { type LookedUp, scoreLookedUp } from '../lists/looked-up.js';
import { type KeyValueCase, type KeyValueData, keyValueData, loadKeyValueWords } from './pairs.js';

/**
 * Finds the right value in an answer, else that of another pair. Capital letters (arXiv:2307.03172, §3.1) and
 * hyphens make no difference. A value that the answer denies does not count.
 *
 * @example
 * findValue('It is 0FB1…', { pairs: [['9a…', '0fb1…'], …], index: 0, … }) // { mark: 1 }
 */
export function findValue(answer: Answer, { pairs, gold: [, value] }: KeyValueData): LookedUp {
  const plain = answer.saying(withoutMarks(answer.plain));
  const uuidOf = (text: string) => withoutMarks(answer.plainly(text));
  const wanted = valuePattern(uuidOf(value));
  const everywhere = new RegExp(wanted, 'gu');
  const doubt = plain.doubt(everywhere);
  if (wanted.test(plain.text) && plain.asserts(everywhere)) return { mark: 1, doubt };
  const others = new Map(pairs.map(([, other], i) => [bare(uuidOf(other)), i]));
  others.delete(bare(uuidOf(value)));
  for (const [word] of plain.text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
    const other = others.get(bare(word));
    if (other !== undefined) return { mark: 0, other, doubt };
  }
  return { mark: 0, doubt };
}

/** Matches a value with or without hyphens, or with spaces or line ends instead. */
function valuePattern(value: string): RegExp {
  const parts = value.split('-').map(literal);
  return new RegExp(parts.join('[-\\s]{0,3}'), 'u');
}

function bare(uuid: string): string {
  return uuid.replaceAll('-', '');
}

function withoutMarks(text: string): string {
  return withAsciiMarks(text).toLowerCase();
}

export function scoreKeyValueRetrieval(answer: Answer, theCase: KeyValueCase): Marked {
  const data = keyValueData(theCase);
  const { pairs, index, position, gold } = data;
  const scored = scoreLookedUp(answer, findValue(answer, data), {
    language: theCase.language,
    absent: loadKeyValueWords(theCase.language).absent,
    asked: 'pair',
    place: { index, among: pairs.length, position },
  });
  // The authors look for the value as it is, denied or not.
  const isWritten = answer.verbatim.toLowerCase().includes(gold[1].toLowerCase());
  return { ...scored, namedScores: { ...scored.namedScores, 'as written': isWritten ? 1 : 0 } };
}
