/** Turns what promptfoo prints when it fails into one sentence. */
import { stripVTControlCharacters } from 'node:util';
import { lockedDatabase } from './promptfoo-process.js';

const OLD_NODE = /requires a supported Node\.js runtime\.?\s+Detected: (\S+)\s+Required: (\S+)/;

const THROWN = /^(\w*(Error|Exception)|error): /;

/** Extracts our generator's error unchanged, or else promptfoo's complaint. */
export function complaintOf(printed: string): string {
  const output = stripVTControlCharacters(printed);
  const [, detected, required] = OLD_NODE.exec(output) ?? [];
  if (detected) {
    return (
      `The installed promptfoo needs Node ${required}, but this is ${detected}. Install that Node, or an older ` +
      'promptfoo. See docs/start.md#node.'
    );
  }
  // `promptfoo eval` prints our sentence alone (base/promptfoo-cli.ts).
  const own = /\[UserError: (.*)\]\s*$/m.exec(output) ?? /(?:UserError|^error): (.*)/m.exec(output);
  if (own) return own[1]!.trim();
  const locked = lockedDatabase(output);
  if (locked) return locked;
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\(node:|^\(Use `node|^Starting evaluation/.test(line));
  const found = lines.findIndex((line) => THROWN.test(line));
  const [first = 'no reason given', next = ''] = lines.slice(Math.max(0, found));
  // "Invalid configuration file x.yaml:", with the reason on the next line.
  const reason = (first.endsWith(':') ? `${first} ${next}` : first)
    .replace(THROWN, '')
    .replace(/[.:\s]+$/, '');
  const remedy = /identify provider|_API_KEY/.test(reason)
    ? 'Providers and the keys that they need: https://www.promptfoo.dev/docs/providers.'
    : 'See what `npx promptfoo validate` says of it, or name another with -c.';
  return `promptfoo could not read the config (${reason}). ${remedy}`;
}
