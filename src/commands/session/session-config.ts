/** A config that asks about recorded sessions. */
import { dirname } from 'node:path';
import { writeNew } from '../../base/files/whole-files.js';
import { say } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { fillFormat } from '../../benchmarks/fill-format.js';
import { findInstalled } from '../init/installed.js';
import { configText } from '../init/new-config.js';
import { providerItems } from '../init/provider-items.js';
import { type LookedInto, lengthsUpTo, SHORTEST } from './looked-into.js';

interface Wanted {
  file: string;
  sessions: readonly string[];
  providers: readonly string[];
  compact: readonly string[];
  lengths: readonly number[] | undefined;
}

/**
 * @returns what to tell the user
 * @throws {UserError} when there is such a file, or the sessions are too short
 */
export function writeSessionConfig(wanted: Wanted, { tokens }: LookedInto): string {
  const { file, sessions, providers, compact } = wanted;
  const lengths = wanted.lengths ?? lengthsUpTo(tokens);
  if (lengths.length === 0) {
    throw new UserError(
      `The sessions have ${tokens} tokens, which is too short for a window of ${SHORTEST}. Name more sessions.`,
    );
  }
  const { index } = findInstalled(dirname(file));
  const own = [
    `sessions: ${listed(sessions)}`,
    `lengths: [${lengths.join(', ')}]`,
    ...(compact.length > 0 ? [`compact: ${listed(compact.map(compactionFor))}`] : []),
  ].join('\n');
  const config = fillFormat(configText('session'), {
    file,
    index,
    schema: index.replace(/index\.js$/, 'config-schema.json'),
    losing: compact.length > 0 ? say`, and what does your compaction lose` : '',
    providers: providerItems(providers),
    own: own.replace(/^/gm, '      '),
  });
  writeNew(file, config);
  return `${say`${file} is written. Ask with:`}\n  npx promptfoo eval --no-table -c ${file}`;
}

/** One value, or a list of them, on one line of YAML. */
const listed = (values: readonly (string | object)[]) =>
  JSON.stringify(values.length === 1 ? values[0] : values);

/**
 * What the option `compact` has for a compaction of a command line: a function, a server or a program.
 *
 * @throws {UserError} for what is none of these
 */
function compactionFor(given: string): string | object {
  if (/^https?:\/\//.test(given)) return { url: given };
  const words = given.trim().split(/\s+/);
  if (words.length > 1) return { command: words };
  if (/^.+\.[cm]?js:[\w$]+$/.test(given)) return given;
  throw new UserError(
    `--compact: "${given}" is no function, such as compaction.mjs:lastTurns, no program with its arguments, such as ` +
      '"python3 compact.py", and no address that begins with http.',
  );
}
