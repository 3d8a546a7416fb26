/** Joins sessions and makes them safe to send: masks private values, and replaces those that may be asked for. */
import seedrandom from 'seedrandom';
import { append } from '../../../base/extremes.js';
import { kept } from '../../../base/kept.js';
import { Latest } from '../../../base/latest.js';
import type { LanguageReference } from '../../../base/references.js';
import { callId, type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import {
  candidatesIn,
  factsIn,
  isAboutExamples,
  type ValueCandidate,
  workIn,
} from './candidates.js';
import { type SessionReferences, sessionFiles } from './files.js';
import { planted } from './planted.js';
import { masked, namesInCode, privateAtoms } from './private.js';
import type { RecordedSession } from './sessions/recording.js';
import { ATOM, anonymous, kindOf, likeValue, shapeOf, workKindOf } from './values.js';
import { sessionWords } from './words.js';

/** Returns in how many places a value may stand and still be asked for: code names a thing where it is used, too. */
export function mostPlaces(value: string): number {
  const kind = kindOf(value) ?? workKindOf(value);
  return kind === 'name' || kind === 'file' ? 3 : 1;
}

/**
 * A value in more places than these stays what it is: a window seldom has it once, and another one in all its places
 * would tell that a session was changed.
 */
const MOST_PLACES = 12;

/** What decides a pool. */
interface PoolKey extends SessionReferences {
  language: LanguageReference;
  /** Of a session, only what the model was sent in the end counts. */
  recorded?: 'sent';
  seed: number;
  /** How many facts a stretch of some characters has at least; those that it lacks are planted. */
  every: number;
}

export interface Pool {
  turns: readonly Turn[];
  /** Where each step begins that a window can begin or end with, and where the last one ends. */
  steps: readonly number[];
  /** With the values that stand in the turns now. */
  candidates: readonly ValueCandidate[];
  /** Of each of these values, where it stands. */
  places: ReadonlyMap<string, readonly TurnPlace[]>;
  /**
   * How many values were found, replaced, and can be asked for since they stand in one place; how many private ones were
   * masked, and how many facts planted.
   */
  found: number;
  replaced: number;
  own: number;
  masked: number;
  planted: number;
}

/** Where a value stands: its turn, and the offset in the turn's text. */
export interface TurnPlace {
  turn: number;
  at: number;
}

const pools = new Latest<Pool>(2);

export function poolOf(key: PoolKey): Pool {
  const { sessions, questions, language, recorded, seed, every } = key;
  const name = JSON.stringify([sessions, questions, language, recorded, seed, every]);
  return kept(pools, name, () => newPool(key));
}

function newPool(key: PoolKey): Pool {
  const { seed, language } = key;
  const { sessions, questions = [] } = sessionFiles(key);
  const raw = endToEnd(sessions.map((session) => turnsOf(session, key.recorded)));
  const holdsFacts = factsIn(raw);
  const given = new Map(raw.flatMap((turn) => (turn.role === 'call' ? [[turn.id, turn]] : [])));
  const found = raw.flatMap((turn, i) => {
    if (!holdsFacts(turn)) return [];
    const call = turn.role === 'result' ? given.get(turn.id) : undefined;
    return call && isAboutExamples(call) ? [] : [...candidatesIn(i, turn.content)];
  });
  const code = new Set(raw.flatMap((turn) => namesInCode(textOfTurn(turn))));
  const personal = new Set(
    raw.flatMap((turn) => privateAtoms(textOfTurn(turn)).filter((atom) => !code.has(atom))),
  );
  // What a user asks for stays as it is.
  const asked = new Set(
    questions.flatMap(({ answers }) => answers.flatMap((answer) => answer.match(ATOM) ?? [])),
  );
  const amounts = amountsOf(raw);
  const isFree = (value: string) =>
    amounts.get(value)! <= mostPlaces(value) && !personal.has(value) && !asked.has(value);
  const known = new Set(found.map(({ value }) => value));
  for (const [i, turn] of raw.entries()) {
    if (turn.role !== 'call' && !holdsFacts(turn)) continue;
    append(found, [...workIn(i, turn, (value) => !known.has(value) && isFree(value))]);
  }
  const { files, names, planted: about } = sessionWords(language);
  const shapes = new Map<string, string[]>();
  for (const value of new Set(found.map((candidate) => candidate.value))) {
    kept(shapes, shapeOf(value), () => []).push(value);
  }
  const often = placesOf(raw, new Set(found.map(({ value }) => value)));
  const others = new Map<string, string>();
  const taken = new Set<string>();
  for (const { value, kind } of found) {
    if (others.has(value) || personal.has(value) || asked.has(value)) continue;
    if (often.get(value)!.length > MOST_PLACES) continue;
    const random = seedrandom(`own-history/${seed}/${value}`);
    // Where too few values of a shape are left, one stays what it is, and is not asked for.
    for (let draw = 0; draw < 20; draw++) {
      const other = likeValue(value, kind, random, { files, shapes });
      if (other === value || taken.has(other)) continue;
      others.set(value, other);
      taken.add(other);
      break;
    }
  }
  const replaced = others.size;
  for (const atom of personal) {
    if (!asked.has(atom))
      others.set(atom, anonymous(atom, seedrandom(`own-history/private/${seed}/${atom}`), names));
  }
  let hidden = 0;
  const rewritten = raw.map((turn) =>
    rewrite(turn, (text) => masked(withOthers(text, others), seed, () => hidden++)),
  );
  const candidates = found.flatMap(({ turn, value, kind }) => {
    const other = others.get(value);
    return other === undefined || personal.has(value) ? [] : [{ turn, value: other, kind }];
  });
  const wanted = new Set(candidates.map(({ value }) => value));
  const places = placesOf(rewritten, wanted);
  // What is masked as private takes values with it.
  const there = candidates.filter(({ value }) => places.has(value));
  const once = there.filter(({ value }) => places.get(value)!.length <= mostPlaces(value));
  const lines = once.map(({ value, turn: foundIn }) => {
    const { turn, at } = placeIn(places.get(value)!, foundIn);
    return lineOf(textOfTurn(rewritten[turn]!), at, value);
  });
  const alike = new Map<string, number>();
  for (const line of lines) alike.set(line, (alike.get(line) ?? 0) + 1);
  const clear = once.filter((_, i) => alike.get(lines[i]!) === 1);
  const filled = planted(rewritten, clear, { seed, every: key.every, names: about });
  const all = [...there, ...filled.candidates];
  return {
    turns: filled.turns,
    steps: stepsOf(filled.turns),
    candidates: all,
    // A planted line moves what follows it.
    places: placesOf(filled.turns, new Set(all.map(({ value }) => value))),
    replaced,
    own: clear.length,
    found: new Set(found.map(({ value }) => value)).size,
    masked: hidden + personal.size,
    planted: filled.candidates.length,
  };
}

/** Finds the place of a value in the turn of its candidate. */
export function placeIn(places: readonly TurnPlace[], turn: number): TurnPlace {
  return places.find((place) => place.turn === turn) ?? places[0]!;
}

/** Returns the line around a value, by which a question may name it. */
function lineOf(text: string, at: number, value: string): string {
  const end = at + value.length;
  const before = text.slice(Math.max(0, at - AROUND), at);
  const behind = text.slice(end, end + AROUND);
  return `${before.slice(before.lastIndexOf('\n') + 1)}[?]${behind.split('\n', 1)[0]}`;
}

const AROUND = 60;

/** Returns the turns that a model was sent in the end, or all. */
function turnsOf(
  { turns, compactions }: RecordedSession,
  recorded: PoolKey['recorded'],
): readonly Turn[] {
  const last = compactions.at(-1);
  if (recorded !== 'sent' || !last) return turns;
  const first = turns.findIndex(({ role }) => role !== 'system');
  return [
    ...turns.slice(0, Math.max(0, first)),
    ...last.sent,
    ...turns.slice(Math.max(first, last.at)),
  ];
}

/** Writes a tool's name as every provider takes it. */
const toolName = (tool: string) => tool.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool';

/** Joins sessions. Renumbers calls, and leaves out repeated system messages. */
function endToEnd(sessions: readonly (readonly Turn[])[]): Turn[] {
  const said = new Set<string>();
  let calls = 0;
  return sessions.flatMap((turns) => {
    const ids = new Map<string, string>();
    return turns.flatMap((turn): Turn[] => {
      if (turn.role === 'system') {
        if (said.has(turn.content)) return [];
        said.add(turn.content);
        return [turn];
      }
      if (turn.role === 'call') ids.set(turn.id, callId(++calls));
      if (turn.role !== 'call' && turn.role !== 'result') return [turn];
      return [{ ...turn, id: ids.get(turn.id)!, tool: toolName(turn.tool) }];
    });
  });
}

/** Replaces values in a text, also as parts of longer names. */
function withOthers(text: string, others: ReadonlyMap<string, string>): string {
  return text.replace(ATOM, (atom) => {
    const whole = others.get(atom);
    if (whole !== undefined || !/\W/.test(atom)) return whole ?? atom;
    return atom.replace(/\w+/g, (part) => others.get(part) ?? part);
  });
}

/** Rewrites the texts of a turn, also in arguments of calls. */
function rewrite(turn: Turn, change: (text: string) => string): Turn {
  if (turn.role !== 'call') return { ...turn, content: change(turn.content) };
  return { ...turn, arguments: inside(turn.arguments, change) as Record<string, unknown> };
}

function inside(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => inside(item, change));
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' ? numberLike(value, change) : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inside(inner, change)]),
  );
}

function numberLike(value: number, change: (text: string) => string): number {
  const other = Number(change(`${value}`));
  return Number.isNaN(other) ? value : other;
}

/** Counts each word or value of turns. */
function amountsOf(turns: readonly Turn[]): Map<string, number> {
  const amounts = new Map<string, number>();
  const add = (value: string) => amounts.set(value, (amounts.get(value) ?? 0) + 1);
  for (const turn of turns) {
    for (const [atom] of textOfTurn(turn).matchAll(ATOM)) {
      add(atom);
      if (/\W/.test(atom)) for (const [part] of atom.matchAll(/\w+/g)) add(part);
    }
  }
  return amounts;
}

/** Finds the places of each wanted value. */
function placesOf(turns: readonly Turn[], wanted: ReadonlySet<string>): Map<string, TurnPlace[]> {
  const places = new Map<string, TurnPlace[]>();
  const add = (value: string, turn: number, at: number) => {
    if (wanted.has(value)) kept(places, value, () => []).push({ turn, at });
  };
  turns.forEach((turn, i) => {
    for (const { 0: atom, index } of textOfTurn(turn).matchAll(ATOM)) {
      add(atom, i, index);
      if (!/\W/.test(atom)) continue;
      for (const part of atom.matchAll(/\w+/g)) add(part[0], i, index + part.index);
    }
  });
  return places;
}

/** Finds where steps begin: at a message, or at calls made at once, which their results follow. */
function stepsOf(turns: readonly Turn[]): number[] {
  const starts = turns.flatMap(({ role }, i) => {
    const before = turns[i - 1]?.role;
    return role === 'result' || (role === 'call' && before === 'call') ? [] : [i];
  });
  return [...starts, turns.length];
}
