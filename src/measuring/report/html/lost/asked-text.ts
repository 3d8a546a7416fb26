/** What the page says of prompts in which something was lost. Only the half that makes prompts can build them again. */
import { groupBy } from '../../../../base/group-by.js';
import { withoutKeys } from '../../../../base/secrets.js';
import type { Row } from '../../../../contract/row.js';
import type { LostCell } from '../../../facts/tables/lost-cells.js';

/** A prompt as it was asked, with the place of each piece of evidence, in UTF-16 units. */
export interface AskedText {
  question: string;
  text: string;
  /** One for each mark; nothing for what is not found word for word. */
  pieces: readonly ({ start: number; end: number } | undefined)[];
}

/** Builds a prompt again; gives nothing where that cannot be done. */
export type AskedTextOf = (row: Row) => Promise<AskedText | undefined>;

/** A piece of evidence with the text around it. */
interface Snippet {
  before: string;
  piece: string;
  after: string;
}

/** A cell that can be opened. */
export interface ShownCell extends LostCell {
  prompt: ShownPrompt;
  snippet?: Snippet;
}

/** What is shown of a prompt, whoever was asked it. */
interface ShownPrompt {
  number: number;
  question?: string;
}

/** How much is shown, in UTF-16 units. */
const AROUND = 200;
const LONGEST_PIECE = 300;
const LONGEST_QUESTION = 500;
export const LONGEST_ANSWER = 600;

/** What is read of a text before it is cut, so that no secret is cut in two and missed. */
const READ = 3;

/**
 * All that is shown has about this many characters: of a few readers, so that the page stays below 600 KB; of more, less
 * for each, whose own tables and map take it; but never less than what is worth a click.
 */
const ROOM = { few: 385_000, reader: 35_000, least: 200_000 };
const FEW = 3;

/** Building a long prompt again takes up to a tenth of a second. */
const MOST_PROMPTS = 240;

/** What the markup of a text takes. */
const MARKUP = { link: 115, snippet: 75, answer: 600 };

/** The cells that can be opened, as many as there is room for: the ends of stretches first, each reader in its turn. */
export async function shownCells(
  cells: readonly LostCell[],
  askedTextOf: AskedTextOf,
): Promise<ShownCell[]> {
  const numbers = new Map<string, number>();
  const chosen = new Set(affordable(cells, numbers));
  const shown: ShownCell[] = [];
  const byPrompt = groupBy(
    cells.filter((cell) => chosen.has(cell)),
    promptKey,
  );
  for (const [key, own] of byPrompt) {
    const { row } = own[0]!;
    const asked = await askedTextOf(row);
    const question = asked && cut(withoutKeys(asked.question), LONGEST_QUESTION);
    const prompt = { number: numbers.get(key)!, ...(question && { question }) };
    for (const cell of own) {
      const place = asked?.pieces[cell.mark];
      const snippet = place && { snippet: snippetAt(asked.text, place) };
      shown.push({ ...cell, prompt, ...snippet });
    }
  }
  return shown;
}

/** Answers to one prompt share its panel. */
function promptKey({ series, row }: LostCell): string {
  const { edition, tokenizers } = row.case ?? {};
  return JSON.stringify([series, row.id, edition, tokenizers && row.at?.provider]);
}

function affordable(cells: readonly LostCell[], numbers: Map<string, number>): LostCell[] {
  const providers = new Set(cells.map(({ provider }) => provider));
  const others = Math.max(0, providers.size - FEW);
  let room = Math.max(ROOM.least, ROOM.few - others * ROOM.reader);
  const known = new Set<string>();
  const cost = (key: string, characters: number) => (known.has(key) ? 0 : characters);
  return byWeight(cells).filter((cell) => {
    const { provider, mark, row } = cell;
    const prompt = promptKey(cell);
    const [text, answer] = [`${prompt} ${mark}`, `${prompt} ${provider}`];
    const needed =
      MARKUP.link +
      cost(text, 2 * AROUND + MARKUP.snippet) +
      cost(answer, Math.min(LONGEST_ANSWER, row.answer.length) + MARKUP.answer);
    if (needed > room || (!numbers.has(prompt) && numbers.size >= MOST_PROMPTS)) return false;
    if (!numbers.has(prompt)) numbers.set(prompt, numbers.size);
    room -= needed;
    known.add(text).add(answer);
    return true;
  });
}

/** Ends of stretches before what is inside them, which looks the same; the first of each reader, then their second. */
function byWeight(cells: readonly LostCell[]): LostCell[] {
  const keyOf = ({ series, provider, tokens }: LostCell, place: number) =>
    JSON.stringify([series, provider, tokens, place]);
  const all = new Set(cells.map((cell) => keyOf(cell, cell.place)));
  const isInside = (cell: LostCell) =>
    all.has(keyOf(cell, cell.place - 1)) && all.has(keyOf(cell, cell.place + 1));
  const turns = new Map<string, number>();
  const ordered = [...cells.filter((cell) => !isInside(cell)), ...cells.filter(isInside)].map(
    (cell) => {
      const turn = turns.get(cell.provider) ?? 0;
      turns.set(cell.provider, turn + 1);
      return { cell, turn };
    },
  );
  return ordered.sort((a, b) => a.turn - b.turn).map(({ cell }) => cell);
}

function snippetAt(text: string, { start, end }: { start: number; end: number }): Snippet {
  const read = (from: number, to: number) => withoutKeys(text.slice(Math.max(0, from), to));
  const before = read(start - READ * AROUND, start);
  const after = read(end, end + READ * AROUND);
  return {
    before: before.slice(-AROUND),
    piece: cut(read(start, Math.min(end, start + READ * LONGEST_PIECE)), LONGEST_PIECE),
    after: after.slice(0, AROUND),
  };
}

export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
