/**
 * Sets of needles: invented facts with a question to each, and chains of facts that answer a question
 * only together. The files in datasets/needles/ and files of a user's own have the same form.
 */
import { readFileSync } from 'node:fs';
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { checkedYaml, datasetNames, datasetText } from '../../base/datasets.js';
import { assertUnchanged, referenceFile } from '../../base/files/files.js';
import { inLanguages, languageCode, loadLanguage, withPlaces } from '../../base/languages.js';
import { kept } from '../../base/latest.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import { heldKeyword } from './keywords.js';

/** A question with all the sentences that one must find to answer it. */
export interface Needle {
  name: string;
  sentences: string[];
  question: string;
  answer: string;
  /** An answer that holds one of these is right. */
  keywords: string[];
  /** Sentences like its own, of which a prompt may hide some. */
  distractors: Distractor[];
  /** Of a needle of the authors': what it is about and what it says, which a prompt has only once. */
  about?: string[];
}

/** A sentence like that of a needle, with another answer. */
export interface Distractor {
  sentence: string;
  /** What its answer is known by. */
  keywords: string[];
}

export interface NeedleSet {
  /** What stands between two sentences of the language: a space, or nothing. */
  between: string;
  /** What is asked around `{question}` or, with a line for each, around `{questions}`. */
  ask: { one: string; several: string };
  /** Small-letter phrases that say that an answer is not there; the first is a whole answer. */
  absent: string[];
  /** Needles of one sentence. */
  single: Needle[];
  /** Needles of two to five sentences. */
  chains: Needle[];
  /** What a template asks of several needles, if not their questions a line each. */
  together?(questions: readonly string[]): string;
}

const TEXT = 'must be a text';
const KEYWORDS = 'must be a list of keywords';
const DISTRACTORS = 'must have a `sentence` and the `keywords` of its answer';

const text = z.string(TEXT).trim().min(1, 'must not be empty');

/** A number such as 617 is a text too. */
const value = z.union([text, z.number().transform(String)], TEXT);

const keywords = z.array(value, KEYWORDS).nonempty('must list at least one keyword');

const question = {
  question: text,
  keywords,
  distractors: z
    .array(
      z.strictObject({ sentence: text, keywords }, DISTRACTORS),
      'must be a list of sentences, each with the `keywords` of its answer',
    )
    .default([]),
};

/** A needle of one sentence, as a user writes it in the config. */
export interface NeedleConfig {
  /** What is hidden. */
  sentence: string;
  question: string;
  /** An answer that holds one of these is right. */
  keywords: (string | number)[];
  /** A right answer; the first keyword by default. */
  answer?: string | number | undefined;
  /** Sentences like it, each with the keywords of its own answer, for the option `distractors`. */
  distractors?: { sentence: string; keywords: (string | number)[] }[] | undefined;
}

export const ownNeedle = z.strictObject(
  { sentence: text, ...question, answer: value.optional() },
  'must be a needle with `sentence`, `question` and `keywords`',
);

export type OwnNeedle = z.output<typeof ownNeedle>;

const ask = (placeholder: string) => z.string(TEXT).superRefine(withPlaces([placeholder]));

const CHAIN = 'must be a list of two to five sentences';

const setSchema = z.strictObject({
  between: z.string(TEXT).optional(),
  ask: z.strictObject({ one: ask('question'), several: ask('questions') }).optional(),
  absent: z
    .array(text.toLowerCase(), 'must be a list of phrases')
    .nonempty('must list at least one phrase')
    .optional(),
  single: z
    .array(z.strictObject({ name: text, sentence: text, ...question, answer: value }))
    .default([]),
  chains: z
    .array(
      z.strictObject({
        name: text,
        sentences: z.array(text, CHAIN).min(2, CHAIN).max(5, CHAIN),
        ...question,
        answer: value,
      }),
    )
    .default([]),
});

export const NEEDLE_LANGUAGES: readonly string[] = datasetNames('needles/');

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

/** A file of the user's own as a field of a Case, if there is one. */
export function referenceNeedles(file: string | undefined): { needles?: FileReference } {
  if (!file) return {};
  return { needles: referenceFile('needles', file, 'leave the option out for our own needles') };
}

type Around = Pick<NeedleSet, 'between' | 'ask' | 'absent'>;

/** What stands around needles of the user's own: as in the language's own set, if it has one. */
export function surroundings(language: LanguageReference): Around {
  if (hasNeedles(language)) return ownSet(language);
  return {
    between: loadLanguage(language).between,
    ask: { one: '{question}', several: '{questions}' },
    absent: ['not stated'],
  };
}

function hasNeedles(language: LanguageReference): boolean {
  return NEEDLE_LANGUAGES.includes(languageCode(language) ?? '');
}

const ownSet = inLanguages(
  'needles: there are needles only',
  () => NEEDLE_LANGUAGES,
  (code) => parseNeedles(datasetText(`needles/${code}.yaml`), `${code}.yaml`) as NeedleSet,
  'Use one of these, or name a file of your own with the option `needles`',
);

function read(language: LanguageReference, file: FileReference): NeedleSet {
  assertUnchanged('needles', file);
  return {
    ...surroundings(language),
    ...parseNeedles(readFileSync(file.file, 'utf8'), file.file),
  };
}

/** What a file says; one of ours says everything. */
type ReadSet = Partial<Around> & Pick<NeedleSet, 'single' | 'chains'>;

function parseNeedles(content: string, file: string): ReadSet {
  const fail = (where: string, what: string) =>
    new UserError(
      `needles: in ${file}, ${where}: ${what}. The files in datasets/needles/ show what a set of ` +
        'needles needs.',
    );
  const { single: given, chains, ...around } = checkedYaml(content, setSchema, fail);
  const single = given.map(({ sentence, ...rest }) => ({
    ...rest,
    sentences: [sentence],
  }));
  const names = new Set<string>();
  for (const needle of [...single, ...chains]) {
    const complaint = needleComplaint(needle);
    if (complaint) throw fail(`the needle "${needle.name}"`, complaint);
    if (names.has(needle.name)) throw fail(`the needle "${needle.name}"`, 'is there twice');
    names.add(needle.name);
  }
  return { ...(around as Partial<Around>), single, chains };
}

/** What is wrong with a needle, if an answer could not be told right from wrong by its keywords. */
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

/** What is wrong with a distractor, if its answer could not be told from the right one. */
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
 * Draw groups of needles: no needle is in two of them, and the same seed draws the same ones, so that
 * all cells of a grid ask for the same needles and differ in nothing but length and depth.
 *
 * @returns nothing when there are not enough needles
 * @throws {UserError} when needles of a group cannot be told apart
 */
export function drawNeedles(
  needles: readonly Needle[],
  { groups, size, seed }: { groups: number; size: number; seed: number },
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
