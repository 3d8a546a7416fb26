/** Returns the start and end of a long text, each of `longest` characters, as lines of their own. */
export function bothEnds(text: string, longest: number): string {
  return text.length > 2 * longest ? `${text.slice(0, longest)}\n${text.slice(-longest)}` : text;
}

export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
