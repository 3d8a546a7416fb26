import { UserError } from '../user-error.js';
import { troubleText } from './file-trouble.js';

/** The error for a file or folder that cannot be written. */
export function cannotWrite(path: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = troubleText(error) ?? (error instanceof Error ? error.message : String(error));
  return new UserError(
    `${path} cannot be written: ${reason}. What was there before is as it was. Give another path, or ` +
      'make room for it.',
  );
}
