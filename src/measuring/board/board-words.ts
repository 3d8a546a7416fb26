/** A board in the words that the terminal and the page share. */
import { sayCount } from '../../base/text/language.js';
import { byCodeUnits, capital } from '../../base/text/texts.js';
import { saidToHold } from '../output/effective-length.js';
import { costText, latencyText, sizeText } from '../output/words.js';
import type { Board, BoardRow, BoardTable, Took } from './board.js';

/**
 * The answer, and what follows it: the longest length that half of the readers hold, else that any holds, and of these
 * readers the cheapest and the fastest.
 *
 * @example
 * // ['5 of 10 hold 64K tokens.', 'The cheapest of them is local-70b, $0.310 a run; the fastest of them is mini, 12.0 s an answer.']
 */
export function answerOf(table: BoardTable): [answer: string, more: string] {
  const { rows, lengths } = table;
  const holding = (tokens: number) => rows.filter((row) => saidToHold(row) >= tokens);
  const length =
    lengths.findLast((tokens) => holding(tokens).length * 2 >= rows.length) ??
    lengths.findLast((tokens) => holding(tokens).length > 0);
  if (length === undefined) {
    return [`None of ${rows.length} holds ${atText(table, lengths[0]!)} for sure.`, ''];
  }
  const best = holding(length);
  const whose = best.length === 1 ? `${best[0]!.name} alone` : `${best.length} of ${rows.length}`;
  const answer =
    rows.length === 1
      ? `${best[0]!.name} holds ${atText(table, length)}.`
      : `${whose} ${best.length === 1 ? 'holds' : 'hold'} ${atText(table, length)}.`;
  const more =
    best.length === 1
      ? aloneText(best[0]!)
      : [leastText(best), longestText(table, length)].filter(Boolean).join(' ');
  return [answer, more];
}

/** What the only one that holds a length took. */
function aloneText({ took }: BoardRow): string {
  const parts = [
    took.cost !== undefined && `a run cost ${tookText(took)}`,
    took.latencyMs !== undefined && `an answer took ${latencyText(took.latencyMs)}`,
  ].filter((part) => part !== false);
  return sentence(parts.join(', '));
}

/** A text with a capital letter and a full stop; nothing of nothing. */
function sentence(text: string): string {
  return text && `${capital(text)}.`;
}

function atText({ sizes }: BoardTable, tokens: number): string {
  return sizes ? sizeText(tokens, sizes) : `${sizeText(tokens, sizes)} tokens`;
}

/**
 * What of a reader's cost and time can be compared: of fewer prompts, or with answers out of the cache, neither can.
 */
export function comparable({ isWhole, took }: BoardRow): { cost?: number; time?: number } {
  if (!isWhole || took.cached > 0) return {};
  return {
    ...(took.cost !== undefined && !took.isLeast && { cost: took.cost }),
    ...(took.latencyMs !== undefined && { time: took.latencyMs }),
  };
}

/** Whose run was cheapest, and whose answers came fastest. */
function leastText(rows: readonly BoardRow[]): string {
  const cheapest = least(rows, 'cost');
  const fastest = least(rows, 'time');
  const price = cheapest && `${costText(cheapest.row.took.cost)} a run`;
  const time = fastest && `${latencyText(fastest.row.took.latencyMs)} an answer`;
  if (cheapest && fastest && cheapest.row === fastest.row && cheapest.whose === fastest.whose) {
    return `The cheapest and fastest ${cheapest.whose} is ${cheapest.row.name}: ${price}, ${time}.`;
  }
  const parts = [
    cheapest && `the cheapest ${cheapest.whose} is ${cheapest.row.name}, ${price}`,
    fastest && `the fastest ${fastest.whose} is ${fastest.row.name}, ${time}`,
  ].filter((part) => part !== undefined);
  return sentence(parts.join('; '));
}

/** The row with the least figure; nothing where fewer than two are known, or two are equal. */
function least(rows: readonly BoardRow[], what: 'cost' | 'time') {
  const known = rows
    .flatMap((row) => {
      const { [what]: value } = comparable(row);
      return value === undefined ? [] : [{ row, value }];
    })
    .sort((a, b) => a.value - b.value);
  const [first, second] = known;
  if (!first || !second || first.value === second.value) return undefined;
  return {
    row: first.row,
    whose:
      known.length === rows.length ? 'of them' : `of the ${known.length} with a comparable ${what}`,
  };
}

/** Who holds more than that, where few do. */
function longestText(table: BoardTable, length: number): string {
  const { rows, lengths } = table;
  const longest = lengths.findLast(
    (tokens) => tokens > length && rows.some((row) => saidToHold(row) >= tokens),
  );
  if (longest === undefined) return '';
  const names = rows.filter((row) => saidToHold(row) >= longest).map(({ name }) => name);
  return names.length > 3
    ? `${names.length} of them hold ${atText(table, longest)}.`
    : `Only ${listText(names)} ${names.length === 1 ? 'holds' : 'hold'} ${atText(table, longest)}.`;
}

function listText(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What a run cost: `$0.31`, `at least $0.31`, `–`. */
export function tookText({ cost, isLeast }: Took): string {
  return `${isLeast ? 'at least ' : ''}${costText(cost)}`;
}

/** What was asked and when: facts in a line. */
export function factsOf({ readers, prompts, tables, threshold }: Board): string[] {
  const rows = tables.flatMap((table) => table.rows);
  const dates = rows.flatMap(({ took }) => took.date ?? []).sort(byCodeUnits);
  const [first, last] = [dates[0], dates.at(-1)];
  const byReader = new Map(rows.map(({ name, took }) => [name, took.cached]));
  const cached = [...byReader.values()].reduce((all, own) => all + own, 0);
  return [
    `${sayCount(readers, 'reader')} on the same ${sayCount(prompts, 'prompt')}`,
    `threshold ${threshold}`,
    ...(first === undefined ? [] : [first === last ? first : `${first} to ${last}`]),
    ...(cached > 0 ? [`${sayCount(cached, 'answer')} from promptfoo’s cache`] : []),
  ];
}

/** `Left out: a (old), other prompts; …`; empty where nothing is. */
export function leftOutText({ leftOut }: Board): string {
  if (leftOut.length === 0) return '';
  return `Left out: ${leftOut.map(({ name, why }) => `${name}, ${why}`).join('; ')}.`;
}
