import { UserError } from '../user-error.js';
import { problemText } from './file-problem.js';

export function cannotWrite(path: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = problemText(error) ?? (error instanceof Error ? error.message : String(error));
  return new UserError(
    `${path} cannot be written: ${reason}. What was there before is as it was. Give another path, or ` +
      'make room for it.',
  );
}
