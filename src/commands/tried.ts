/** Keeps the state of `try` next to its page, for `--resume`. */
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

/** A run: its provider, and files of answers with the seeds used so far. */
type Tried = Omit<z.infer<typeof triedSchema>, 'version'>;

/**
 * Reads the earlier run. Empty without `--resume`.
 * @throws {UserError} if there is none, it is of another provider, or its file cannot be read
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

/** Copies the answers next to the page. */
export function keepTried(out: string, answers: string, { files, ...tried }: Tried): void {
  const name = `answers-${tried.seeds}.json`;
  copyFileSync(answers, join(out, name));
  const names = [...files.map((file) => basename(file)), name];
  const kept = { version: STATE_VERSION, ...tried, files: names };
  writeFileSync(join(out, FILE), `${JSON.stringify(kept)}\n`);
}
