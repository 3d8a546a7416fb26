import { readFileSync } from 'node:fs';
import { checkedYaml } from '../../base/datasets.js';
import { assertUnchanged, referenceFile } from '../../base/files/file-reference.js';
import { kept } from '../../base/kept.js';
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
  return needle.distractors.map((one) => distractorComplaint(one, needle)).find(Boolean);
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
