import seedrandom from 'seedrandom';
import { UserError } from '../../base/user-error.js';
import { heldKeyword } from './keywords.js';
import type { Needle } from './needle-sets.js';

/**
 * Draw groups of needles: no needle is in two of them, and the same seed draws the same ones.
 *
 * @returns nothing when there are not enough needles
 * @throws {UserError} when needles of a group cannot be told apart
 */
export function drawNeedles(
  needles: readonly Needle[],
  { groups, size, seed }: { groups: number; size: number; seed: number | string },
): Needle[][] | undefined {
  if (groups * size > needles.length) return undefined;
  const random = seedrandom(`needles/${seed}`);
  const left = [...needles];
  const drawn = Array.from({ length: groups }, () => {
    const group: Needle[] = [];
    const waiting: Needle[] = [];
    while (group.length < size && left.length > 0) {
      const [needle] = left.splice(Math.floor(random() * left.length), 1);
      (group.some((one) => isLike(one, needle!)) ? waiting : group).push(needle!);
    }
    left.push(...waiting);
    return group;
  });
  if (drawn.some((group) => group.length < size)) return undefined;
  drawn.forEach(assertTellApart);
  return drawn;
}

function isLike(one: Needle, other: Needle): boolean {
  const tells = (a: Needle, b: Needle) => a.about?.some((part) => b.sentences[0]!.includes(part));
  return Boolean(tells(one, other) || tells(other, one));
}

/**
 * Check that needles can be hidden in one text.
 *
 * @throws {UserError} when one of them, if not of the authors', holds a keyword of another
 */
export function assertTellApart(needles: readonly Needle[]): void {
  for (const { name, keywords, about } of needles) {
    for (const other of needles) {
      if (about || other.name === name) continue;
      const like = other.distractors.map(({ sentence }) => sentence);
      const held = heldKeyword([...other.sentences, other.question, ...like].join('\n'), keywords);
      if (held === undefined) continue;
      throw new UserError(
        `needles: "${held}", a keyword of the needle "${name}", also stands in the needle ` +
          `"${other.name}", and both are hidden in one text. Give them keywords of their own.`,
      );
    }
  }
}
