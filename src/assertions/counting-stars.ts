import type { Case } from '../case.js';
import { type CountingStarsCase, starCounts } from '../generators/counting-stars.js';
import { loadLanguage } from '../languages.js';
import { type ReadList, readList } from './read-answer.js';
import type { Scored } from './score.js';
import { describeMissing, markStars, meanOf } from './stars.js';

/** Names of the quarters of the context, so that they sort in order. */
const QUARTERS = ['recall q1 start', 'recall q2', 'recall q3', 'recall q4 end'];

/**
 * The scoring rule of Counting-Stars: recall of the listed counts (arXiv:2403.11802, §2.2).
 *
 * @param output - the model's answer, text or parsed JSON
 */
export function scoreStars(output: unknown, theCase: Case): Scored {
  const reference = starCounts(theCase as CountingStarsCase);
  const { key, symbol } = loadLanguage(theCase.language);
  const list = readList(output, key);
  const marks = markStars(list.numbers, reference);
  const known = new Set(reference);
  const listed = [...new Set(list.numbers)];
  const extra = listed.filter((number) => !known.has(number));
  const recall = meanOf(marks);
  return {
    score: recall,
    readable: list.step !== 'unreadable',
    reason: reasonFor(list, marks, extra.length, symbol, output),
    namedScores: {
      recall,
      precision: listed.length === 0 ? 0 : (listed.length - extra.length) / listed.length,
      format: formatScore(list),
      ...recallByQuarter(marks),
    },
    metadata: {
      marks,
      positions: reference.map((_, i) => (i + 1) / reference.length),
      numbers: list.numbers.slice(0, 4 * reference.length),
      missing: reference.filter((_, i) => marks[i] === 0),
      extra: extra.slice(0, reference.length),
      readBy: list.step,
    },
  };
}

/** 1 for the JSON that was asked for, fenced or not; 0.5 for a list that had to be dug out; else 0. */
function formatScore({ step }: ReadList): number {
  if (step === 'unreadable') return 0;
  return step === 'json' || step === 'fenced' ? 1 : 0.5;
}

/** Recall in each quarter of the context; quarters without a star are left out. */
function recallByQuarter(marks: readonly number[]): Record<string, number> {
  const named: Record<string, number> = {};
  QUARTERS.forEach((name, quarter) => {
    const inQuarter = marks.filter((_, i) => Math.floor((4 * i) / marks.length) === quarter);
    if (inQuarter.length > 0) named[name] = meanOf(inQuarter);
  });
  return named;
}

function reasonFor(
  list: ReadList,
  marks: readonly number[],
  extra: number,
  symbol: string,
  output: unknown,
): string {
  if (list.step === 'unreadable') {
    const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
    if (text.trim() === '') return 'empty answer';
    const start = text.trim().slice(0, 60).replace(/\s+/g, ' ');
    return `no list of numbers in the answer (it begins: "${start}")`;
  }
  const found = marks.filter((mark) => mark === 1).length;
  return [
    `${found}/${marks.length} ${symbol}`,
    describeMissing(marks),
    extra === 0 ? '' : `${extra} ${extra === 1 ? 'number' : 'numbers'} not in the text`,
  ]
    .filter(Boolean)
    .join('; ');
}
