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
  /** Whom the question asks about, whom no answer means; an empty text for nobody. */
  asked: string;
}

/** All names in a text, in its order; none inside another. */
export function findNames(text: string, { names }: Pick<Reading, 'names'>): Found[] {
  const found: Found[] = [];
  // Thousands of names are looked for in each of thousands of lines: nothing is made for one that is not there.
  names.forEach((wanted, name) => {
    if (wanted === '') return;
    let start = text.indexOf(wanted);
    while (start >= 0) {
      const end = start + wanted.length;
      found.push({ name, start, end });
      start = text.indexOf(wanted, end);
    }
  });
  let reached = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < reached) return false;
      reached = end;
      return true;
    });
}
