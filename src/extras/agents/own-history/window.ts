/** A window of sessions, as long as a Case says, and the values in it that a question can name. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { Latest } from '../../../base/latest.js';
import { shuffled } from '../../../base/shuffle.js';
import { fillFormat } from '../../../benchmarks/fill-format.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import { PLANTED, type ValueCandidate } from './candidates.js';
import type { SessionReferences } from './files.js';
import { mostPlaces, type Pool, placeIn, poolOf } from './pool.js';
import { isPrivate } from './private.js';
import { ATOM, kindOf } from './values.js';
import { sessionWords } from './words.js';

export interface SessionCase extends Case, SessionReferences {
  task: 'values' | 'closed-book' | 'questions';
  /** Whether the window is what the model was sent in the end, where the session was compacted. */
  recorded?: 'sent';
  /** How many values are asked for, where there are as many. */
  asked: number;
  /** How many characters have a value to ask for at least; those that lack one get a planted fact. */
  every: number;
  cell: WindowCell;
}

type WindowCell = {
  /** The first step of the window, and how many there are. */
  from: number;
  steps: number;
  /** The step behind them whose result fills the rest, and how many characters of it there are; 0 for none. */
  next: number;
  cut: number;
  /** Which question of the file is asked; 0 is the first. */
  question?: number;
};

export type SessionDraft = CaseDraft<SessionCase>;

/** A value that is asked for. */
export interface Probe {
  value: string;
  kind: string;
  /** The line that asks for it, without its number. */
  tool: string;
  role: Turn['role'];
  quote: string;
  /** The share of the window's text in front of it, from 0 to 1. */
  position: number;
}

interface Window {
  turns: readonly Turn[];
  probes: readonly Probe[];
}

const windows = new Latest<Window>(4);

export function windowOf(draft: SessionDraft): Window {
  const { sessions, questions, language, recorded, seed, every, asked, cell, task } = draft;
  const files = [sessions, questions, language, recorded];
  const key = JSON.stringify([...files, seed, every, asked, cell, task === 'closed-book']);
  return kept(windows, key, () => newWindow(draft));
}

function newWindow(draft: SessionDraft): Window {
  const pool = poolOf(draft);
  const { task, asked, seed } = draft;
  // Without a history, the questions are about all of it.
  const cell =
    task === 'closed-book' ? { ...draft.cell, steps: pool.steps.length - 1 } : draft.cell;
  const turns = turnsOfWindow(pool, cell);
  const probes = cell.question === undefined ? probesIn(pool, turns, { cell, asked, seed }) : [];
  if (cell.cut === 0) return { turns, probes };
  return {
    turns: [...turns, ...cutStep(stepAt(pool, cell.from + cell.steps + cell.next), cell.cut)],
    probes,
  };
}

/** The turns of a step. */
export function stepAt({ turns, steps }: Pool, step: number): readonly Turn[] {
  return turns.slice(steps[step], steps[step + 1]);
}

/** A step whose longest text is cut. */
export function cutStep(step: readonly Turn[], cut: number): Turn[] {
  const at = longestOf(step);
  return step.map((turn, i) =>
    i === at && turn.role !== 'call' ? { ...turn, content: startOf(turn.content, cut) } : turn,
  );
}

/** The longest text of a step that may be cut. */
export function longestOf(step: readonly Turn[]): number {
  const lengths = step.map((turn) => (turn.role === 'call' ? -1 : turn.content.length));
  return lengths.indexOf(Math.max(...lengths));
}

/** The start of a text, but never half of a character. */
const startOf = (text: string, length: number) =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Whole steps; in front of them what the system says, and the request that was open when they began. */
function turnsOfWindow(pool: Pool, { from, steps }: Pick<WindowCell, 'from' | 'steps'>): Turn[] {
  const { turns, steps: starts } = pool;
  const first = starts[from]!;
  const inside = turns.slice(first, starts[from + steps]);
  if (first === 0) return inside;
  const opening = turns.findIndex(({ role }) => role !== 'system');
  const system = turns.slice(0, Math.min(first, Math.max(0, opening)));
  if (inside.find(({ role }) => role !== 'system')?.role === 'user') return [...system, ...inside];
  const request = turns.slice(0, first).findLast(({ role }) => role === 'user');
  return [...system, ...(request ? [request] : []), ...inside];
}

/** What is quoted in front of a value at least and at most, and behind it. */
const LEAST_BEFORE = 48;
const MOST_BEFORE = 220;
const BEHIND = 24;

/** Spread over the window: one of each of as many equal parts as there are questions, as far as there are. */
function probesIn(
  pool: Pool,
  turns: readonly Turn[],
  { cell, asked, seed }: Pick<SessionDraft, 'cell' | 'asked' | 'seed'>,
): Probe[] {
  const { from, steps: amount } = cell;
  const [first, end] = [pool.steps[from]!, pool.steps[from + amount]!];
  const within = (turn: number) => turn >= first && turn < end;
  const placesWithin = (value: string) =>
    pool.places.get(value)!.filter(({ turn }) => within(turn));
  const random = seedrandom(`own-history/probes/${seed}`);
  const candidates = pool.candidates.filter(
    ({ turn, value }) => within(turn) && placesWithin(value).length <= mostPlaces(value),
  );
  const text = turns.map(textOfTurn).join(APART);
  const starts = startsOf(turns.slice(first - end), text.length);
  // The rest of the window comes out of one of the next steps, whose text must not tell a value either.
  const ahead = pool.turns.slice(
    end,
    pool.steps[Math.min(from + amount + AHEAD, pool.steps.length - 1)],
  );
  const all = [text, ...ahead.map(textOfTurn)].join(APART);
  const offset = (turn: number) => (turn - first) / Math.max(1, end - first);
  const parts = Array.from({ length: asked }, (_, part) =>
    candidates.filter(({ turn }) => Math.floor(asked * offset(turn)) === part),
  );
  // What is worth most to know comes first.
  const rankOf = ({ value, kind }: ValueCandidate) =>
    kind === PLANTED ? 2 : Number(kindOf(value) === undefined);
  const drawn = (some: readonly ValueCandidate[]) =>
    shuffled(some, random).sort((a, b) => rankOf(a) - rankOf(b));
  const order = [...shuffled(parts, random).map(drawn), drawn(candidates)];
  const probes: Probe[] = [];
  for (const [k, part] of order.entries()) {
    for (const candidate of part) {
      const isRest = k === asked;
      if (probes.length === (isRest ? asked : Math.min(asked, k + 1))) break;
      if (probes.some(({ value }) => value === candidate.value)) continue;
      const { turn, at } = placeIn(placesWithin(candidate.value), candidate.turn);
      const probe = probeOf(candidate, pool, all, starts[turn - first]! + at, text.length);
      if (probe && !probes.some((asked) => leaks(asked, probe) || leaks(probe, asked)))
        probes.push(probe);
    }
  }
  return probes.sort((a, b) => a.position - b.position);
}

/** The rest of a window is taken from one of this many steps behind it. */
export const AHEAD = 24;

/** What stands between two turns where a text is looked for; it is in no turn. */
const APART = '\n\0\n';

/** Whether the question for one value shows another one. */
function leaks(probe: Probe, other: Probe): boolean {
  return probe.quote.includes(other.value);
}

/** Where each of the last turns of a text of this length begins. */
function startsOf(turns: readonly Turn[], length: number): number[] {
  let next = length + APART.length;
  return turns
    .map(textOfTurn)
    .reverse()
    .map((text) => {
      next -= text.length + APART.length;
      return next;
    })
    .reverse();
}

/**
 * How a question names a value; nothing where no quotation is clear and without anything private.
 *
 * @param at - where the value stands; all of the text is looked through only for a value with a quotation
 */
function probeOf(
  { turn, value, kind }: ValueCandidate,
  pool: Pool,
  text: string,
  at: number,
  length: number,
): Probe | undefined {
  const behind = behindOf(text, at + value.length);
  // Nothing further in front is quoted.
  const near = Math.max(0, at - MOST_BEFORE - APART.length);
  const lead = text.slice(near, at);
  const lineStart = near + lead.lastIndexOf('\n') + 1;
  const start = near + (lead.includes(APART) ? lead.lastIndexOf(APART) + APART.length : 0);
  for (const most of [LEAST_BEFORE, 2 * LEAST_BEFORE, MOST_BEFORE]) {
    const least = Math.max(start, at - most);
    const begin =
      lineStart >= least
        ? most === LEAST_BEFORE
          ? lineStart
          : wholeLine(text, least, lineStart)
        : wholeWord(text, least, at);
    const before = text.slice(begin, at).trimStart();
    if (isPrivate(before) || isPrivate(`${before}${value}${behind}`)) return undefined;
    if (standsOnce(text, before, behind)) {
      if (before.includes(value) || behind.includes(value)) return undefined;
      const isOnly = text.indexOf(value) === at && text.indexOf(value, at + 1) < 0;
      if (!isOnly && mostPlaces(value) === 1) return undefined;
      const { role, tool = '' } = pool.turns[turn] as { role: Turn['role']; tool?: string };
      const position = at / Math.max(1, length);
      return { value, kind, tool, role, quote: `${before}[?]${behind}`, position };
    }
  }
  return undefined;
}

/** The start of the first whole line behind a place, at most that of the value's own. */
function wholeLine(text: string, least: number, most: number): number {
  const next = text.indexOf('\n', least - 1) + 1;
  return next > 0 && next <= most ? next : most;
}

function wholeWord(text: string, least: number, most: number): number {
  // A word may have begun in front of the part that is quoted.
  const from = Math.max(0, least - 1);
  const next = text.slice(from, most).search(/(?<=[^\w.-])[\w"'`]/);
  return next < 0 ? least : from + next;
}

/** The rest of the line, as far as it is short. */
function behindOf(text: string, at: number): string {
  const [rest = ''] = text.slice(at, at + BEHIND).split('\n', 1);
  return (rest.length < BEHIND ? rest : rest.replace(/[\w.-]*$/, '')).trimEnd();
}

/** Whether a value can stand between two texts in one place alone. */
function standsOnce(text: string, before: string, behind: string): boolean {
  if (before.trim().length < 3) return false;
  let found = 0;
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    ATOM.lastIndex = at + before.length;
    const match = ATOM.exec(text);
    if (match?.index === at + before.length && text.startsWith(behind, ATOM.lastIndex)) found++;
    if (found > 1) break;
  }
  ATOM.lastIndex = 0;
  return found === 1;
}

/** The lines of a question, one for each value. */
export function probesText({ language }: SessionDraft, probes: readonly Probe[]): string {
  const { item, call } = sessionWords(language);
  return probes
    .map(({ tool, role, quote }, i) =>
      fillFormat(role === 'call' ? call : item, { number: `${i + 1}`, tool, quote }),
    )
    .join('\n\n');
}
