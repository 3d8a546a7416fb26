import { readFileSync } from 'node:fs';
import seedrandom from 'seedrandom';
import { checkedYaml } from '../../base/datasets.js';
import { assertUnchanged, referenceFile } from '../../base/files/file-reference.js';
import { kept } from '../../base/kept.js';
import { languageCode } from '../../base/languages.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import { heldKeyword } from './keywords.js';
import {
  type Distractor,
  type Needle,
  type NeedleSet,
  ownSet,
  parsedSet,
  type ReadSet,
  setSchema,
  surroundings,
} from './needle-sets.js';

const loaded = new Map<string, NeedleSet>();

/**
 * The needles of a language, or of a file.
 *
 * @throws {UserError} when there are none, naming the file and the field that is missing or wrong
 */
export function loadNeedles(language: LanguageReference, file?: FileReference): NeedleSet {
  if (!file) return ownSet(language);
  const key = JSON.stringify([language, file]);
  return kept(loaded, key, () => read(language, file));
}

export function referenceNeedles(file: string | undefined): { needles?: FileReference } {
  if (!file) return {};
  return { needles: referenceFile('needles', file, 'leave the option out for our own needles') };
}

function read(language: LanguageReference, file: FileReference): NeedleSet {
  assertUnchanged('needles', file);
  return {
    ...surroundings(language),
    ...parseNeedles(readFileSync(file.file, 'utf8'), file.file),
  };
}

function parseNeedles(content: string, file: string): ReadSet {
  const fail = (where: string, what: string) =>
    new UserError(
      `needles: in ${file}, ${where}: ${what}. The files in datasets/needles/ show what a set of ` +
        'needles needs.',
    );
  const set = parsedSet(checkedYaml(content, setSchema, fail));
  const names = new Set<string>();
  for (const needle of [...set.single, ...set.chains]) {
    const complaint = needleComplaint(needle);
    if (complaint) throw fail(`the needle "${needle.name}"`, complaint);
    if (names.has(needle.name)) throw fail(`the needle "${needle.name}"`, 'is there twice');
    names.add(needle.name);
  }
  return set;
}

/** Tells why keywords could not judge answers to a needle. */
export function needleComplaint(needle: Needle): string | undefined {
  const { sentences, question: asked, answer, keywords } = needle;
  const given = heldKeyword(asked, keywords);
  if (given !== undefined) return `the question holds the keyword "${given}", which gives it away`;
  if (heldKeyword(answer, keywords) === undefined) {
    return `the answer "${answer}" holds no keyword (${keywords.join(', ')})`;
  }
  if (!sentences.some((sentence) => heldKeyword(sentence, keywords) !== undefined)) {
    return `no sentence holds a keyword (${keywords.join(', ')})`;
  }
  return needle.distractors
    .map((distractor) => distractorComplaint(distractor, needle))
    .find(Boolean);
}

/** Tells why a distractor's answer could not be told from the right one. */
function distractorComplaint(
  { sentence, keywords: others }: Distractor,
  { sentences, keywords }: Needle,
): string | undefined {
  const right = heldKeyword(sentence, keywords);
  if (right !== undefined) return `the distractor "${sentence}" holds the keyword "${right}"`;
  if (heldKeyword(sentence, others) === undefined) {
    return `the distractor "${sentence}" holds no keyword of its own (${others.join(', ')})`;
  }
  const shared = heldKeyword(sentences.join('\n'), others);
  return shared && `"${shared}", a keyword of a distractor, also stands in the needle itself`;
}

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

export function authorsFile(folder: string, name: string): FileReference {
  return referenceFile(
    'published',
    `${folder}/${name}`,
    "give the folder of the authors' data set",
  );
}

export function authorsLanguage(language: LanguageReference): string {
  return languageCode(language) === 'zh' ? 'Chinese' : 'English';
}
