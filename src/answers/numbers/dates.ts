/** Dates, however an answer writes them. */
import { once } from '../../base/kept.js';
import { readingWords } from '../words.js';

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const MONTH = `\\b(${MONTHS})[a-z]{0,6}\\.?`;
const DAY = String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?`;
const yearFirst = once(() => {
  const [year, month, day] = readingWords().dateHan;
  return new RegExp(
    `(?<!\\d)(\\d{4})[-/.${year}] ?(\\d{1,2})[-/.${month}] ?(\\d{1,2})(?:${day}|(?!\\d))`,
    'g',
  );
});
const YEAR_LAST = /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/g;
const MONTH_FIRST = new RegExp(`${MONTH} ${DAY},? (\\d{4})(?!\\d)`, 'gi');
const DAY_FIRST = new RegExp(`${DAY}(?: of)? ${MONTH},? (\\d{4})(?!\\d)`, 'gi');

/**
 * Writes dates as year, month and day. The month goes first if possible, as in Python's dateutil.
 *
 * @example
 * withPlainDates('on May 3rd, 2026') // 'on 2026-05-03'
 */
export function withPlainDates(text: string): string {
  const plain = (year: string, month: string, day: string) =>
    [year, month, day].map((number) => number.padStart(2, '0')).join('-');
  const named = (year: string, month: string, day: string) =>
    plain(year, `${MONTHS.split('|').indexOf(month.toLowerCase()) + 1}`, day);
  return text
    .replace(yearFirst(), (_, year, month, day) => plain(year, month, day))
    .replace(YEAR_LAST, (_, a, b, year) => (a > 12 ? plain(year, b, a) : plain(year, a, b)))
    .replace(MONTH_FIRST, (_, month, day, year) => named(year, month, day))
    .replace(DAY_FIRST, (_, day, month, year) => named(year, month, day));
}
