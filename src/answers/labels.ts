/** Tells what a label means for its numbers: words before a list, a column's head, or a key. */
import { z } from 'zod';
import { readDataset } from '../base/datasets.js';
import { once } from '../base/kept.js';
import { alternatives } from '../base/text/literal.js';
import { anyOf, readingWords } from './words.js';

const ROLES = ['mistaken', 'right', 'partial', 'place', 'mention', 'count', 'total'] as const;

/**
 * `right`: the final or corrected ones. `mistaken`: those left out, taken back or not asked for.
 * `partial`: some of them. `place`: where they stand. `mention`: how many places there are, or which.
 * `count`: counts. `total`: their sum.
 */
export type Role = (typeof ROLES)[number];

const schema = z.record(z.enum(ROLES), z.record(z.string(), z.array(z.string().min(1)).min(1)));

const pattern = once(() => {
  const labels = readDataset('reading/labels.yaml', schema);
  const either = ROLES.map(
    (role) => `(?<${role}>${anyOf(Object.values(labels[role]).flat(), true)})`,
  );
  return new RegExp(either.join('|'), 'giu');
});

/** How many characters of a label are read, from its end. */
const LONGEST_LABEL = 100;

export function rolesOf(label: string): Role[] {
  const text = label
    .slice(-LONGEST_LABEL)
    .replace(/_/g, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const roles: Role[] = [];
  if (!/[^\d\s,;.-]/.test(text)) return roles;
  const words = pattern();
  words.lastIndex = 0;
  // `matchAll` would make another expression for each label.
  for (let found = words.exec(text); found; found = words.exec(text)) {
    const { groups } = found;
    roles.push(ROLES.find((role) => groups![role] !== undefined)!);
  }
  return roles;
}

/** Roles by how likely their numbers are the ones asked for. `undefined` stands for unknown. */
const RANKS = ['right', 'count', 'total', undefined, 'partial', 'mention', 'place', 'mistaken'];

/**
 * Ranks what is under a key or a column's head. 0 is what is called right, and lower is likelier.
 *
 * @returns a rank, 0 for what is right; lower ranks are rather the numbers asked for
 *
 * @example
 * rankOfKey('true_count') < rankOfKey('stated') // true
 */
export function rankOfKey(key: string): number {
  const ranks = rolesOf(key).map((role) => RANKS.indexOf(role));
  const mistaken = RANKS.indexOf('mistaken');
  if (ranks.length === 0) return RANKS.indexOf(undefined);
  return ranks.includes(mistaken) ? mistaken : Math.min(...ranks);
}

/** Tells whether a label rules its list out. */
export function isAside(role: Role | undefined): boolean {
  return role === 'mistaken' || role === 'place';
}

/**
 * Returns the role of the last words before a list that are not about counts or places, or else of the last.
 *
 * @example
 * roleBefore('I left out the mistaken ones: ') // 'mistaken'
 * roleBefore('Without the mistaken ones, the final list: ') // 'right'
 */
export function roleBefore(label: string): Role | undefined {
  const roles = rolesOf(label);
  const strong = roles.findLast(
    (role) => role === 'mistaken' || role === 'right' || role === 'partial',
  );
  if (strong) return strong;
  const place = roles.findLast((role) => role === 'place');
  // "Chapter 3:" says where a part of the list stands, "Chapters:" that the numbers are places.
  if (place && (/\d[\s:*)\]]*$/.test(label) || part().test(label))) return 'partial';
  return place ?? roles.at(-1);
}

const part = once(() => new RegExp(anyOf(readingWords().parts, true), 'iu'));

/** Tells whether a label belongs to a part of the list: "Chapter 3:", "Towards the end:". */
export function isPart(label: string): boolean {
  return part().test(label) || roleBefore(label) === 'partial';
}

const fillers = once(() => {
  const { between, betweenHan, and } = readingWords();
  const han = new RegExp(alternatives(betweenHan), 'g');
  return { told: new Set(between), bare: new Set(and), han };
});

/**
 * Tells whether a text may stand between two numbers of a list: it has only words such as "and", units and
 * marks.
 *
 * @param kind - between the numbers of a sentence, or of a line of nothing else
 */
export function isFiller(
  text: string,
  units: ReadonlySet<string>,
  kind: 'told' | 'bare' = 'told',
): boolean {
  const { [kind]: words, han } = fillers();
  let rest = text.toLowerCase();
  for (const unit of units) rest = rest.replaceAll(unit, ' ');
  return rest
    .replace(han, ' ')
    .split(/[\s,;.!·•|…★⭐☆\p{So}()[\]{}<>/→➜⇒-]/u)
    .every((word) => word === '' || words.has(word) || units.has(word));
}
