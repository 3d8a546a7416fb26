/** Finds names in an answer, and chains of them, told with arrows or link by link. */
import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { readingWords } from '../words.js';

export interface Mention {
  name: number;
  start: number;
  end: number;
}

export interface Naming {
  names: readonly string[];
  /** The person the question asks about, whom no answer means. Empty for nobody. */
  asked: string;
}

/** Finds all names in a text, in order. None overlap. */
export function findNames(text: string, { names }: Pick<Naming, 'names'>): Mention[] {
  const found: Mention[] = [];
  // There may be thousands of names and lines, so nothing is made for a name that is not there.
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

export const ARROW = /→|➜|⇒|⟶|➔|←|↑|↓|<[-=]|[-=]>|(?<=\s)[<>](?=\s)/;

/** Returns the end of the last chain with arrows that is not the person asked about. */
export function chainEnd(lines: readonly string[], reading: Naming): number | undefined {
  for (const line of lines.toReversed()) {
    const links = line.split(ARROW);
    if (links.length < 3) continue;
    const [first, last] = [links[0]!, links.at(-1)!];
    const isReversed = findNames(last, { names: [reading.asked] }).length > 0;
    const end = isReversed ? findNames(first, reading).at(-1) : findNames(last, reading)[0];
    if (end) return end.name;
  }
  return undefined;
}

const FEWEST_LINKS = 3;

/** Begins a clause about the person at the end of the clause before: "whose father is". */
const goesOnPattern = once(() => {
  const { and, goesOn } = readingWords();
  return new RegExp(`^\\s*(?:(?:${alternatives(and)})\\s)?(?:${alternatives(goesOn)})`);
});

/**
 * Returns where a chain that is told link by link ends ("Ann's mother is Bo. Bo's father is Cy."). It begins
 * with the person asked about. Nothing if a clause does not belong to it.
 */
export function endOfLinks(lines: readonly string[], { names, asked }: Naming): number | undefined {
  const people = { names: [...names, asked] };
  const links = lines
    .flatMap((line) => line.split(/[.,;。]/))
    .map((clause) => ({
      linked: [...new Set(findNames(clause, people).map(({ name }) => name))],
      goesOn: goesOnPattern().test(clause),
    }))
    .filter(({ linked }) => linked.length > 0);
  if (links.length < FEWEST_LINKS) return undefined;
  let reached = names.length;
  const passed = new Set([reached]);
  for (const [i, { linked, goesOn }] of links.entries()) {
    const isLink = linked.includes(reached)
      ? linked.length <= 2
      : linked.length === 1 && (goesOn || i === 0);
    if (!isLink) return undefined;
    reached = linked.find((name) => !passed.has(name)) ?? reached;
    passed.add(reached);
  }
  return reached;
}
