/** What `try` keeps beside its page, so that `--resume` can go on. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { isFile } from '../base/files/files.js';
import { readKept, STATE_VERSION } from '../base/files/kept-state.js';
import { UserError } from '../base/user-error.js';

const FILE = 'try.json';

const triedSchema = z.object({
  version: z.literal(STATE_VERSION),
  provider: z.string().exactOptional(),
  seeds: z.number().int(),
  files: z.array(z.string()),
});

/** A run that was tried: its provider, and the files of answers, of which each has seeds of its own. */
type Tried = Omit<z.infer<typeof triedSchema>, 'version'>;

/**
 * The run that is gone on with; an empty one without `--resume`.
 *
 * @throws {UserError} where there is none, it was of another provider, or its file cannot be read
 */
export function triedBefore(
  given: string | undefined,
  { out, resume }: { out: string; resume?: boolean },
): Tried {
  if (!resume) return { seeds: 0, files: [] };
  const file = join(out, FILE);
  if (!isFile(file)) {
    throw new UserError(`${out} has no run to continue. Run \`try\` without --resume first.`);
  }
  const { version: _, ...tried } = readKept(file, triedSchema, 'version', 'Run `try` again.');
  if (given !== undefined && given !== tried.provider) {
    const before = tried.provider ?? 'the simulated model';
    throw new UserError(
      `--resume continues with ${before}, not with ${given}. Leave the provider out, or choose another --out.`,
    );
  }
  return { ...tried, files: tried.files.map((name) => join(out, name)) };
}

/** Keep what was answered beside the page. */
export function keepTried(out: string, answers: string, { files, ...tried }: Tried): void {
  const name = `answers-${tried.seeds}.json`;
  copyFileSync(answers, join(out, name));
  const names = [...files.map((file) => basename(file)), name];
  const kept = { version: STATE_VERSION, ...tried, files: names };
  writeFileSync(join(out, FILE), `${JSON.stringify(kept)}\n`);
}
