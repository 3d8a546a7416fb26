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
  const found = names.flatMap((wanted, name) =>
    placesOf(wanted, text).map((start) => ({ name, start, end: start + wanted.length })),
  );
  let reached = 0;
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < reached) return false;
      reached = end;
      return true;
    });
}

function placesOf(wanted: string, text: string): number[] {
  const places: number[] = [];
  if (wanted === '') return places;
  let place = text.indexOf(wanted);
  while (place >= 0) {
    places.push(place);
    place = text.indexOf(wanted, place + wanted.length);
  }
  return places;
}
