/** Inspects recorded sessions on this machine, and writes options of `ownHistory` for them. Nothing is sent. */
import { resolve } from 'node:path';
import { sum } from '../../base/numbers.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { referencesTo } from '../../extras/agents/own-history/files.js';
import { type Lost, lostBy } from '../../extras/agents/own-history/lost.js';
import { ASKED, everyFor } from '../../extras/agents/own-history/options.js';
import { poolOf } from '../../extras/agents/own-history/pool.js';
import { readSessions } from '../../extras/agents/own-history/sessions/read-sessions.js';
import type { LeftOutOfSession } from '../../extras/agents/own-history/sessions/recording.js';
import { type Turn, textOfTurn } from '../../haystack/messages/transcript.js';
import { loadTokenizer } from '../../haystack/tokenizer.js';
import { lengthText } from '../../measuring/document/words.js';
import { slashedWay } from './installed.js';

interface LookedInto {
  files: readonly { file: string; format: string; sessions: number }[];
  turns: number;
  calls: number;
  tokens: number;
  leftOut: LeftOutOfSession;
  /** Values that are replaced, private ones that are masked, and facts that are planted. */
  values: number;
  /** Values found, and those that can be asked for. */
  found: number;
  own: number;
  masked: number;
  planted: number;
  compactions: readonly (Omit<Lost, 'before' | 'after'> & {
    before: number;
    after: number;
    /** Turns that stayed as they were. */
    kept: number;
  })[];
}

/** @throws {UserError} for a file that is no session */
export async function lookedInto(
  paths: readonly string[],
  name: string,
  given?: readonly number[],
): Promise<LookedInto> {
  const tokenizer = await loadTokenizer(name);
  const { sessions: references } = await referencesTo(paths, undefined);
  const tokensOf = (turns: readonly Turn[]) =>
    sum(turns.map((turn) => tokenizer.count(textOfTurn(turn))));
  const read = references.map(({ file }) => ({ file, own: readSessions('sessions', file) }));
  const all = read.flatMap(({ own }) => own);
  const turns = all.flatMap((one) => one.turns);
  const tokens = tokensOf(turns);
  // Plants as many facts as a run does.
  const lengths = given ?? lengthsUpTo(tokens);
  const every = everyFor(lengths.length > 0 ? lengths : [tokens], ASKED);
  const pool = poolOf({ sessions: references, language: 'en', seed: 1, every });
  const names = Object.keys(all[0]!.leftOut) as (keyof LeftOutOfSession)[];
  return {
    files: read.map(({ file, own }) => ({ file, format: own[0]!.format, sessions: own.length })),
    turns: turns.length,
    calls: turns.filter(({ role }) => role === 'call').length,
    tokens,
    leftOut: Object.fromEntries(
      names.map((key) => [key, sum(all.map(({ leftOut }) => leftOut[key]))]),
    ) as unknown as LeftOutOfSession,
    found: pool.found,
    values: pool.replaced,
    own: pool.own,
    masked: pool.masked,
    planted: pool.planted,
    compactions: all.flatMap((one) =>
      lostBy(one).map(({ before, after, ...lost }) => ({
        ...lost,
        before: tokensOf(before),
        after: tokensOf(after),
        kept: after.length - Number(lost.hasSummary),
      })),
    ),
  };
}

/** Shortest and longest default window, in tokens. */
const SHORTEST = 2000;
const LONGEST = 128_000;

/**
 * Doubles up to the longest length that leaves other seeds room to begin elsewhere. Empty for sessions that are too
 * short.
 */
function lengthsUpTo(tokens: number): number[] {
  const longest = Math.floor(Math.min(LONGEST, 0.9 * tokens) / 100) * 100;
  const lengths = [8, 4, 2, 1].map((part) => Math.floor(longest / part / 100) * 100);
  return lengths.filter((one) => one >= SHORTEST);
}

/** Writes a session in lines for a terminal. No value of it is shown. */
export function sessionText(looked: LookedInto): string {
  const { files, turns, calls, tokens, values, own, masked, planted, compactions } = looked;
  return [
    ...files.map(
      ({ file, format, sessions }) =>
        say`${file}: ${commas([format, sessions > 1 ? sayCount(sessions, 'session') : ''])}`,
    ),
    commas([
      say`${sayCount(turns, 'turn')} of ${lengthText(tokens)} tokens`,
      say`${sayCount(calls, 'call')} with results`,
    ]),
    ...leftOutLines(looked),
    say`${sayCount(own, 'value')} of its own can be asked for. ${sayCount(values, 'value')} would be replaced before anything is sent.`,
    ...fewLines(looked),
    say`${sayCount(planted, 'fact')} would be planted where a stretch has no value of its own.`,
    say`${sayCount(masked, 'private value')} known by their form would be masked`,
    ...(compactions.length === 0
      ? [say`It was never compacted.`]
      : compactions.map(compactionText)),
  ].join('\n');
}

/** With fewer values than this, a session has little to ask for. */
const FEW = 20;

/** Why little can be asked for. */
function fewLines({ own, found, calls, tokens }: LookedInto): string[] {
  if (own >= FEW) return [];
  if (calls === 0) {
    return [
      say`That is few: no tool is called in it, and only results and calls of tools are asked for.`,
    ];
  }
  if (found - own > own) {
    return [
      say`That is few: of ${sayCount(found, 'value')} that a question could name, ${found - own} stand in several places or next to something private.`,
    ];
  }
  return [
    say`That is few: its ${sayCount(calls, 'result')} in ${lengthText(tokens)} tokens hold ${sayCount(found, 'value')} that a question could name. Name more sessions.`,
  ];
}

function leftOutLines({ leftOut }: LookedInto): string[] {
  const { calls, results, thoughts, thinkingCharacters, images } = leftOut;
  const { branches, subagents, others, cutOff } = leftOut;
  const parts = commas([
    calls > 0 ? say`${sayCount(calls, 'call')} without a result` : '',
    results > 0 ? say`${sayCount(results, 'result')} without a call` : '',
    thoughts > 0
      ? say`${sayCount(thoughts, 'part')} of thinking (${thinkingCharacters} characters)`
      : '',
    images > 0 ? say`${sayCount(images, 'image')} (written as [image])` : '',
    branches > 0 ? say`${sayCount(branches, 'line')} of other branches` : '',
    subagents > 0 ? say`${sayCount(subagents, 'line')} of subagents` : '',
    others === 1 ? say`1 other entry` : others > 1 ? say`${others} other entries` : '',
    cutOff > 0 ? say`a last line that was cut off` : '',
  ]);
  return parts === '' ? [] : [say`Left out: ${parts}`];
}

function compactionText(one: LookedInto['compactions'][number], i: number): string {
  const { before, after, kept, hasSummary, once, used } = one;
  const number = i + 1;
  if (before === 0) return say`Compaction ${number}: what it shortened is not in the file.`;
  const [from, to, turns] = [lengthText(before), lengthText(after), sayCount(kept, 'turn')];
  const left = ({ of, inTurns, inSummary }: typeof once) =>
    of === 0
      ? say`there was none`
      : hasSummary
        ? say`${inTurns + inSummary} of ${of} are left (${inTurns} in turns that were kept, ${inSummary} in the summary)`
        : say`${inTurns} of ${of} are left in turns that were kept`;
  return [
    hasSummary
      ? say`Compaction ${number}: ${from} tokens became ${to}, a summary and ${turns}.`
      : say`Compaction ${number}: ${from} tokens became ${to} in ${turns}, and a summary that is not in the file as text: what it still says is not counted.`,
    `  ${say`Of the ids, numbers, versions, dates and files that one result alone gave, ${left(once)}.`}`,
    `  ${say`Of the values that the agent wrote again afterwards, ${left(used)}.`}`,
  ].join('\n');
}

interface SessionWanted {
  sessions: readonly string[];
  compact: readonly string[];
  /** Absent for those that fit the sessions. */
  lengths?: readonly number[];
}

/**
 * Options of `ownHistory` as lines of YAML.
 *
 * @param folder - of the config, from which it sees its files
 * @throws {UserError} when the sessions are too short
 */
export function sessionLines(
  folder: string,
  { sessions, compact, lengths: given }: SessionWanted,
  { tokens }: Pick<LookedInto, 'tokens'>,
): string {
  const lengths = given ?? lengthsUpTo(tokens);
  if (lengths.length === 0) {
    throw new UserError(
      `The sessions have ${tokens} tokens, which is too short for a prompt of ${SHORTEST}. Pass more sessions.`,
    );
  }
  const seen = (file: string) => slashedWay(folder, resolve(file));
  return [
    `sessions: ${listed(sessions.map(seen))}`,
    `lengths: [${lengths.join(', ')}]`,
    ...(compact.length > 0
      ? [`compact: ${listed(compact.map((one) => compactionFor(one, seen)))}`]
      : []),
  ].join('\n');
}

/** One value, or a list of them, on one line of YAML. */
const listed = (values: readonly (string | object)[]) =>
  JSON.stringify(values.length === 1 ? values[0] : values);

/**
 * What the option `compact` has for a compaction of a command line: a function, a server or a program.
 *
 * @throws {UserError} for what is none of these
 */
function compactionFor(given: string, seen: (file: string) => string): string | object {
  if (/^https?:\/\//.test(given)) return { url: given };
  const words = given.trim().split(/\s+/);
  if (words.length > 1) return { command: words };
  const [, file, name] = /^(.+\.[cm]?js):([\w$]+)$/.exec(given) ?? [];
  if (file !== undefined) return `${seen(file)}:${name}`;
  throw new UserError(
    `--compact ${given} is not a function, a command or an address. Pass compaction.mjs:lastTurns, "python3 compact.py" or an http address.`,
  );
}
