/** Inspects recorded sessions on this machine. Nothing is sent. */
import { sum } from '../../base/numbers.js';
import { referencesTo } from '../../extras/agents/own-history/files.js';
import { type Lost, lostBy } from '../../extras/agents/own-history/lost.js';
import { ASKED, everyFor } from '../../extras/agents/own-history/options.js';
import { poolOf } from '../../extras/agents/own-history/pool.js';
import { readSessions } from '../../extras/agents/own-history/sessions/read-sessions.js';
import type { LeftOutOfSession } from '../../extras/agents/own-history/sessions/recording.js';
import { type Turn, textOfTurn } from '../../haystack/messages/transcript.js';
import { loadTokenizer } from '../../haystack/tokenizer.js';

export interface LookedInto {
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
export const SHORTEST = 2000;
const LONGEST = 128_000;

/**
 * Doubles up to the longest length that leaves other seeds room to begin elsewhere. Empty for sessions that are too
 * short.
 */
export function lengthsUpTo(tokens: number): number[] {
  const longest = Math.floor(Math.min(LONGEST, 0.9 * tokens) / 100) * 100;
  const lengths = [8, 4, 2, 1].map((part) => Math.floor(longest / part / 100) * 100);
  return lengths.filter((one) => one >= SHORTEST);
}
