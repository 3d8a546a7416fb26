/** What a user should know before the first call, and what stops nothing: on standard error, and in a plan. */
import { print } from './doors.js';

const given = new Set<string>();

/** Print a notice, once for each text. */
export function notice(text: string): void {
  if (given.has(text)) return;
  given.add(text);
  print(process.stderr, `promptfoo-counting-stars: ${text}\n`);
}

/** All notices of this process, in the order in which they were printed. */
export function notices(): string[] {
  return [...given];
}
