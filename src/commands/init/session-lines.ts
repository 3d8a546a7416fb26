/** What a config says of recorded sessions. */
import { resolve } from 'node:path';
import { UserError } from '../../base/user-error.js';
import { slashedWay } from './installed.js';
import { type LookedInto, lengthsUpTo, SHORTEST } from './looked-into.js';

export interface SessionWanted {
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
