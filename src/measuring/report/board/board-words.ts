/** A board in the words that the terminal and the page share. */
import { clauses, commas, paragraph, say, sayCount } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { sentenceOf } from '../../document/answer.js';
import { costText, latencyText, sizeText } from '../../document/words.js';
import { sinceTexts } from '../../facts/evaluation/changes.js';
import { saidToHold } from '../../facts/length-verdict.js';
import type { Board, BoardRow, BoardTable, Took } from './board.js';

/**
 * The answer, without its full stop, and what follows it: the longest length that half of the readers hold, else that any holds, and of these
 * readers the cheapest and the fastest.
 *
 * @example
 * // ['5 of 10 are reliable at 64K tokens', 'The cheapest of them is local-70b, $0.310 a run; the fastest of them is mini, 12.0 s an answer.']
 */
export function answerOf(table: BoardTable): [answer: string, more: string] {
  const { rows, lengths } = table;
  const holding = (tokens: number) => rows.filter((row) => saidToHold(row) >= tokens);
  const length =
    lengths.findLast((tokens) => holding(tokens).length * 2 >= rows.length) ??
    lengths.findLast((tokens) => holding(tokens).length > 0);
  if (length === undefined) {
    return [say`None of ${rows.length} is reliable at ${atText(table, lengths[0]!)}`, ''];
  }
  const best = holding(length);
  const [first, ...others] = best as [BoardRow];
  const at = atText(table, length);
  if (others.length > 0) {
    return [
      say`${best.length} of ${rows.length} are reliable at ${at}`,
      paragraph([leastText(best), longestText(table, length)]),
    ];
  }
  const { name } = first;
  return [
    rows.length === 1 ? say`${name} is reliable at ${at}` : say`Only ${name} is reliable at ${at}`,
    aloneText(first),
  ];
}

/** What stands before any answer: whose prompts had another text around them. */
export function unlikeTexts({ unlike }: Board): string[] {
  return unlike ? sinceTexts(unlike.models, say`Unlike ${unlike.first}`) : [];
}

/** What the only one that holds a length took. */
function aloneText({ took }: BoardRow): string {
  return sentenceOf([
    commas([
      took.cost === undefined ? '' : say`a run cost ${tookText(took)}`,
      took.latencyMs === undefined ? '' : say`an answer took ${latencyText(took.latencyMs)}`,
    ]),
  ]);
}

function atText({ sizes }: BoardTable, tokens: number): string {
  const size = sizeText(tokens, sizes);
  return sizes ? size : say`${size} tokens`;
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
  const price = costText(cheapest?.row.took.cost);
  const time = latencyText(fastest?.row.took.latencyMs);
  if (cheapest && fastest && cheapest.row === fastest.row && cheapest.whose === fastest.whose) {
    return say`The cheapest and fastest ${cheapest.whose} is ${cheapest.row.name}: ${price} a run, ${time} an answer.`;
  }
  return sentenceOf([
    cheapest ? say`the cheapest ${cheapest.whose} is ${cheapest.row.name}, ${price} a run` : '',
    fastest ? say`the fastest ${fastest.whose} is ${fastest.row.name}, ${time} an answer` : '',
  ]);
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
      known.length === rows.length
        ? say`of them`
        : what === 'cost'
          ? say`of the ${known.length} with a comparable cost`
          : say`of the ${known.length} with a comparable time`,
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
  const at = atText(table, longest);
  if (names.length > 3) return say`${names.length} of them are reliable at ${at}.`;
  return names.length === 1
    ? say`Only ${names[0]!} is reliable at ${at}.`
    : say`Only ${commas(names.slice(0, -1))} and ${names.at(-1)!} are reliable at ${at}.`;
}

/** What a run cost: `$0.31`, `at least $0.31`, `–`. */
export function tookText({ cost, isLeast }: Took): string {
  return isLeast ? say`at least ${costText(cost)}` : costText(cost);
}

/** What was asked and when: facts in a line. */
export function factsOf({ readers, prompts, tables, threshold }: Board): string[] {
  const rows = tables.flatMap((table) => table.rows);
  const dates = rows.flatMap(({ took }) => took.date ?? []).sort(byCodeUnits);
  const [first, last] = [dates[0], dates.at(-1)];
  const byReader = new Map(rows.map(({ name, took }) => [name, took.cached]));
  const cached = [...byReader.values()].reduce((all, own) => all + own, 0);
  return [
    say`${sayCount(readers, 'reader')} on the same ${sayCount(prompts, 'prompt')}`,
    say`threshold ${threshold}`,
    ...(first === undefined ? [] : [first === last ? first : say`${first} to ${last!}`]),
    ...(cached > 0 ? [say`${sayCount(cached, 'answer')} from promptfoo’s cache`] : []),
  ];
}

/** `Left out: a (old), other prompts; …`; empty where nothing is. */
export function leftOutText({ leftOut }: Board): string {
  if (leftOut.length === 0) return '';
  return say`Left out: ${clauses(leftOut.map(({ name, why }) => say`${name}, ${why}`))}.`;
}
