/**
 * The beginning and the end of a long text, each of `longest` characters, on lines of their own: what lies
 * between them is not looked at.
 */
export function bothEnds(text: string, longest: number): string {
  return text.length > 2 * longest ? `${text.slice(0, longest)}\n${text.slice(-longest)}` : text;
}

/** The lines of a text that are not blank, without white space around them. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
