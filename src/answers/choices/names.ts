/** The names that stand in an answer. */

/** A name in a text. */
export interface Found {
  name: number;
  start: number;
  end: number;
}

/** An answer, with the names to look for. */
export interface Reading {
  names: readonly string[];
  /** Whom the question asks about, whom no answer means. */
  asked: string | undefined;
}

/** All names in a text, in its order; none inside another. */
export function findNames(text: string, { names }: Reading): Found[] {
  const found: Found[] = [];
  names.forEach((wanted, name) => {
    if (wanted === '') return;
    for (
      let start = text.indexOf(wanted);
      start >= 0;
      start = text.indexOf(wanted, start + wanted.length)
    ) {
      found.push({ name, start, end: start + wanted.length });
    }
  });
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}
