/** Every list that an answer could mean. */
import type { Form } from '../answer.js';
import { chooseList, type ListCandidate, type ListChoice } from '../choose-list.js';
import { rankOfKey, rolesOf } from '../labels.js';
import {
  numberOf,
  plainNumberOf,
  type RecitedSentence,
  recitedSentences,
} from '../numbers/numbers.js';
import { withDigits } from '../numbers/worded-numbers.js';
import type { PreparedAnswer, Region, Vocabulary } from '../prepared-answer.js';
import {
  addendsIn,
  additionsIn,
  blanked,
  countedIn,
  labelBefore,
  lineBlocks,
  proseOf,
  runsIn,
} from './prose.js';
import { listsIn, numbersOf, underKey, type Value, valuesIn, withoutOpenEnd } from './values.js';

/** Longer prose is not read to its end. */
const LONGEST_PROSE = 100_000;

/** Chooses the list that an answer gives, and returns others that it may mean. */
export function listOf(answer: PreparedAnswer): ListChoice | undefined {
  const { vocabulary } = answer;
  const { candidates: values, taken } = bracketedIn(answer);
  const recited = recitedSentences(answer.text.slice(0, LONGEST_PROSE), vocabulary.recited);
  const told = blanked(answer.plain.slice(0, LONGEST_PROSE), recited);
  const plain = withoutOpenEnd(blanked(told, taken));
  const tables = tablesIn(plain, vocabulary);
  const prose = withDigits(proseOf(blanked(plain, tables)), { loneOne: true, inPlace: true });
  const blocks = lineBlocks(prose, vocabulary);
  const rest = blanked(prose, blocks);
  const runs = runsIn(rest, vocabulary);
  const choice = chooseList(
    [
      ...values,
      ...tables,
      ...blocks,
      ...runs,
      ...recitedIn(recited),
      ...storyIn('counted', countedIn(rest, vocabulary.units)),
      ...storyIn('counted', addendsIn(rest)),
    ],
    vocabulary.names,
  );
  if (!choice) return undefined;
  const { chosen } = choice;
  const known = new Set(chosen.numbers);
  const added = additionsIn(prose, runs, chosen.end).filter((number) => !known.has(number));
  return { ...choice, chosen: { ...chosen, numbers: [...chosen.numbers, ...added] } };
}

/** Returns the lists in brackets, and the regions that are no prose. */
function bracketedIn(answer: PreparedAnswer): { candidates: ListCandidate[]; taken: Region[] } {
  const { plain } = answer;
  const candidates: ListCandidate[] = [];
  const taken: Region[] = [];
  for (const found of valuesIn(answer)) {
    const { start, end, form } = found;
    const lists = listsOfValue(answer, found);
    if (lists.length > 0 || form !== 'damaged') taken.push({ start, end });
    const between = plain.slice(candidates.at(-1)?.end ?? start, start);
    let adjacent = /^(?:[\s,;`]|jsonl?)*$/.test(between);
    for (const { key, numbers, keyed, isScalar } of lists) {
      const label = `${labelBefore(plain, start)} ${key}`;
      const single = isScalar || (!keyed && lists.length === 1 && numbers.length === 1);
      candidates.push({ start, end, numbers, form, keyed, label, adjacent, single });
      adjacent = lists.every((other) => other.key === key);
    }
  }
  return { candidates, taken };
}

function listsOfValue({ plain, vocabulary }: PreparedAnswer, found: Value) {
  const { value, form, isUnder, start, end } = found;
  const lists = listsIn(isUnder ? underKey(value, vocabulary) : value, vocabulary);
  const isKeyed = lists.some(({ keyed }) => keyed);
  if (isKeyed || (lists.length > 0 && (form === 'json' || form === 'fenced'))) return lists;
  if (Array.isArray(value)) {
    const body = plain.slice(start + 1, end).replace(']', '');
    return body.trim() !== '' && isPlain(body) ? lists : [];
  }
  const number = lists.length > 0 ? undefined : numberOf(value, vocabulary);
  return number === undefined
    ? lists
    : [{ numbers: [number], key: '', keyed: false, isScalar: true }];
}

function isPlain(body: string): boolean {
  return body
    .split(/[,;]/)
    .every((item) => /^[\s."'…]*$/.test(item) || plainNumberOf(item) !== undefined);
}

function recitedIn(recited: readonly RecitedSentence[]): ListCandidate[] {
  const numbers = recited.map(({ count }) => count);
  const [found] = storyIn(numbers.length > 1 ? 'recited' : 'counted', numbers);
  return recited.length === 0
    ? []
    : [{ ...found!, start: recited[0]!.start, end: recited.at(-1)!.end }];
}

function storyIn(form: Form, numbers: number[] | undefined): ListCandidate[] {
  return numbers ? [{ start: 0, end: 0, numbers, form, label: '' }] : [];
}

/** Matches the rule under a table's head. */
const RULE = /^\s*\|?\s*:?-{1,90}:?\s*(?:\|\s*:?-{1,90}:?\s*){0,20}\|?\s*$/;

/**
 * Reads the column that holds the counts, by its head. If heads do not tell, the last one that does not count
 * rows; of a single row, all its numbers.
 *
 * @example
 * '| Mistake | Right |\n|---|---|\n| 2 | 3 |\n| 8 | 7 |' // 3, 7
 */
export function tablesIn(plain: string, vocabulary: Vocabulary): ListCandidate[] {
  const tables: ListCandidate[] = [];
  const lines = plain.split('\n');
  let start = 0;
  lines.forEach((line, i) => {
    const head = lines[i - 1] ?? '';
    if (line.includes('|') && head.includes('|') && RULE.test(line)) {
      const rows: string[] = [];
      for (let row = i + 1; row < lines.length && isRow(lines[row]!); row++) rows.push(lines[row]!);
      const numbers = numbersIn(rows.map(cellsOf), cellsOf(head), vocabulary);
      const end = start + line.length + rows.reduce((sum, row) => sum + row.length + 1, 0);
      // Tables that say nothing are no prose either.
      const single = numbers.length < 2;
      tables.push({
        start: start - head.length - 1,
        end,
        numbers,
        form: 'table',
        label: '',
        single,
      });
    }
    start += line.length + 1;
  });
  return tables;
}

function isRow(line: string): boolean {
  return line.includes('|') && !RULE.test(line);
}

function cellsOf(line: string): string[] {
  return line
    .replace(/[*_`]/g, '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|', 20);
}

function numbersIn(
  rows: readonly string[][],
  head: readonly string[],
  vocabulary: Vocabulary,
): number[] {
  // A row of many, or a list in a cell.
  if (rows.length === 1)
    return (
      numbersOf(
        rows[0]!.flatMap((cell) => cell.split(/[,;]/)),
        vocabulary,
      ) ?? []
    );
  const counted = rows.filter((row) => !rolesOf(row[0]!).includes('total'));
  const columns = head.map((name, column) => ({
    rank: rankOfKey(name),
    cells: counted.map((row) => numberOf(row[column] ?? '', vocabulary)),
  }));
  const filled = columns.filter(
    ({ cells }) => 2 * cells.filter((cell) => cell !== undefined).length > cells.length,
  );
  const uncounted = filled.filter(({ cells }) =>
    cells.some((cell, i) => cell !== undefined && cell !== i + 1),
  );
  const candidates = uncounted.length > 0 ? uncounted : filled;
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const chosen = candidates.findLast(({ rank }) => rank === best);
  return chosen?.cells.filter((cell) => cell !== undefined) ?? [];
}
