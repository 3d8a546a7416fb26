import { getSystemErrorMap } from 'node:util';
import { UserError } from '../user-error.js';

const OF_NETWORKS = /^E(?:AI_|ADDR|CONN|HOST|NET|NOTSOCK|PIPE|TIMEDOUT)/;

/** What error codes mean, of the file system and of Node. */
const MEANINGS = new Map<unknown, string>([
  ...[...getSystemErrorMap().values()].filter(([code]) => !OF_NETWORKS.test(code)),
  ['ERR_FS_FILE_TOO_LARGE', 'file too large'],
  ['ERR_INVALID_ARG_VALUE', 'a path cannot have a NUL in it'],
  ['ERR_STRING_TOO_LONG', 'file too large'],
]);

/** Explains an error of the file system: `no space left on device (ENOSPC)`. Nothing for other errors. */
export function problemText(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  const meaning = MEANINGS.get(code);
  return meaning && `${meaning} (${code})`;
}

export function cannotWrite(path: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = problemText(error) ?? (error instanceof Error ? error.message : String(error));
  return new UserError(
    `${path} cannot be written: ${reason}. What was there before is as it was. Give another path, or ` +
      'make room for it.',
  );
}
