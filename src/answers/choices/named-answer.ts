/** Which of several names an answer gives. */

import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { deniedPlaces, omitting } from '../standing.js';
import { boxesOf } from '../texts/boxes.js';
import { bothEnds, linesOf } from '../texts/final-text.js';
import { simplified, withoutLatex } from '../texts/plain-writing.js';
import { anyOf, readingWords } from '../words.js';

const MARKS = /[*_`"“”$#{}\\]|(?<![\p{L}])['‘’]|['‘’](?![\p{L}])/gu;

function plainNames(text: string): string {
  const plain = withoutLatex(text)
    .normalize('NFKC')
    .replace(/['’]s(?!\p{L})/gu, ' s')
    .replace(MARKS, '')
    .replace(/[^\S\n]+/g, ' ')
    .toLowerCase();
  return /\p{Script=Han}/u.test(plain)
    ? simplified(plain.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''))
    : plain;
}

const LONGEST = 20_000;

/**
 * Tells which of several names an answer gives. In this order: in a box; in the last line with "Answer:"; at
 * the end of a chain of arrows; in the last sentence that says who is the eldest; alone in the last line, or
 * the first; the only one in the last line with any; the only one of which a part is found.
 *
 * @param asked - whom the question asks about, if that is none of the names
 * @returns its number, from 0; nothing when the answer does not say
 *
 * @example
 * namedAnswer('Not Bo Marsh but Ada Fenn.', ['Ada Fenn', 'Bo Marsh']) // 0
 */
export function namedAnswer(
  text: string,
  names: readonly string[],
  asked = '',
): number | undefined {
  const reading = { names: names.map(plainNames), asked: plainNames(asked) };
  const short = bothEnds(text, LONGEST);
  const box = boxesOf(short).at(-1) ?? '';
  const boxed = onlyName(findNames(plainNames(box), reading));
  if (boxed !== undefined) return boxed;
  const plain = withoutDenied(plainNames(short).replace(/:\s*\n\s*/g, ': '), reading);
  const lines = linesOf(plain);
  for (const step of [statedName, eldestName, loneName, lastName]) {
    const name = step(lines, reading);
    if (name !== undefined) return name;
  }
  return chainEnd(lines, reading) ?? partOfName(plain, reading);
}

function onlyName(found: readonly Mention[]): number | undefined {
  const names = new Set(found.map(({ name }) => name));
  return names.size === 1 ? found[0]!.name : undefined;
}

/** Drops names that are denied: "not Bo Marsh but", "Bo Marsh ✗". */
function withoutDenied(text: string, reading: Naming): string {
  const names = findNames(text, reading);
  const denied = deniedPlaces(text, names);
  const gone = names.filter(
    (name) => denied.has(name) || /^[ |]{0,3}[✗✘❌×]/.test(text.slice(name.end, name.end + 8)),
  );
  return omitting(
    text,
    gone.map(({ start, end }) => [start, end]),
  );
}

const statedPattern = once(() => {
  const { answer, answerIs, finalAnswer } = readingWords();
  return new RegExp(
    `(?:${alternatives(answer)})\\s*(?:[:=>]|${anyOf(answerIs)})|${alternatives(finalAnswer)}`,
    'u',
  );
});

/** Finds the first name behind the last "Answer:", unless the line is a chain. */
function statedName(lines: readonly string[], reading: Naming): number | undefined {
  for (const line of lines.toReversed()) {
    const stated = statedPattern().exec(line);
    if (!stated) continue;
    const behind = line.slice(stated.index);
    const chain = chainEnd([behind], reading);
    if (chain !== undefined) return chain;
    const [first] = findNames(behind, reading);
    if (!first) continue;
    const [rest] = behind.slice(first.end).split(/\.\s|。/, 1);
    const sentence = behind.slice(0, first.end) + rest!;
    return unlessEither(sentence, findNames(sentence, reading)) ? first.name : undefined;
  }
  return undefined;
}

/** Tells whether names do not stand as alternatives, which choose none. */
function unlessEither(text: string, found: readonly Mention[]): boolean {
  return onlyName(found) !== undefined || !namePatterns().alternative.test(text);
}

const namePatterns = once(() => {
  const { eldest, copula, or, either, option, whoIs } = readingWords();
  return {
    eldest: new RegExp(anyOf(eldest), 'giu'),
    alternative: new RegExp(anyOf([...or, ...either]), 'u'),
    remark: new RegExp(`,\\s(?:${alternatives(whoIs)})\\s.*`),
    letter: new RegExp(`^(?:${alternatives(option)})?[a-d]?$`),
    isSubject: new RegExp(`^[^\\S\\n]*(?:\\([^()]{0,60}\\)[^\\S\\n]*)?(?:${anyOf(copula)})`, 'iu'),
    behindIs: new RegExp(`(?::|${anyOf(copula)})`, 'iu'),
  };
});

function eldestName(lines: readonly string[], reading: Naming): number | undefined {
  const { eldest, behindIs, isSubject } = namePatterns();
  const sentences = lines
    .filter((line) => line.split(ARROW).length < 3)
    .flatMap((line) => line.split(/(?<=[.!?。;])/));
  for (const sentence of sentences.toReversed()) {
    const said = [...sentence.matchAll(eldest)].at(-1);
    if (!said || sentence.length > 2000) continue;
    const found = findNames(sentence, reading);
    if (found.length === 0 || !unlessEither(sentence, found)) continue;
    const before = found.filter(({ end }) => end <= said.index);
    const after = said.index + said[0].length;
    const is = behindIs.exec(sentence.slice(after).split(/[,;]/, 1)[0]!);
    const behind = is && findNames(sentence.slice(after + is.index), reading)[0];
    const subject = before.findLast(({ end }) => isSubject.test(sentence.slice(end, said.index)));
    return (behind ?? subject ?? before[0])?.name ?? onlyName(found);
  }
  return undefined;
}

/** Finds a line that is only a name, with a mark, letter or label before it: the last line, or the first. */
function loneName(lines: readonly string[], reading: Naming): number | undefined {
  const { remark, letter } = namePatterns();
  const alone = (given = '') => {
    // Remarks in brackets or behind a comma only say who that is.
    const line = given.replace(/\([^()]{0,200}\)/g, ' ').replace(remark, '');
    const [name] = findNames(line, reading);
    if (!name) return undefined;
    const rest = line.slice(0, name.start) + line.slice(name.end);
    const letters = rest.replace(/[\s\p{P}\p{S}]/gu, '');
    return letter.test(letters) ? name.name : undefined;
  };
  return alone(lines.at(-1)) ?? alone(lines[0]);
}

function lastName(lines: readonly string[], reading: Naming): number | undefined {
  for (const line of lines.toReversed()) {
    const found = findNames(line, reading);
    if (found.length > 0) return onlyName(found);
  }
  return undefined;
}

/** Shorter parts of a name are particles, such as "de". */
const SHORTEST_PART = 3;

/** Finds the only name of which the answer has a part of its own, such as the given name. */
function partOfName(text: string, reading: Naming): number | undefined {
  const { names, asked } = reading;
  if (findNames(text, reading).length > 0) return undefined;
  const words = new Set(text.split(/[^\p{L}\p{M}-]/u));
  const others = (part: string, name: number) =>
    [...names, asked].some((other, i) => i !== name && other.split(' ').includes(part));
  const found = names.flatMap((name, i) =>
    name
      .split(' ')
      .some((part) => part.length >= SHORTEST_PART && words.has(part) && !others(part, i))
      ? [i]
      : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

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
