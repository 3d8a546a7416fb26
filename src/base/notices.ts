/** What a user should know before the first call, and what stops nothing: told on standard error, and in a plan. */

const given = new Set<string>();

/** Note what is to be told, once for each text. */
export function notice(text: string): void {
  given.add(text);
}

/** All notices of this process, in the order in which they were given. */
export function notices(): string[] {
  return [...given];
}
