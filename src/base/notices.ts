/** Collects what a user should know before the first call, for standard error and plans. */

const given = new Set<string>();

export function notice(text: string): void {
  given.add(text);
}

export function notices(): string[] {
  return [...given];
}
