import seedrandom from 'seedrandom';
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { UserError } from '../../base/user-error.js';
import { askOf, asksOver, type Case, type CaseDraft } from '../../contract/case.js';
import type { Evidence } from '../../haystack/haystack.js';
import { pathText, tokenCount } from '../../options/kinds.js';
import { lengthConflict, lengthOptions, templateOption } from '../../options/option-groups.js';
import type { HiddenTask } from '../benchmark.js';
import {
  amongDistractors,
  depthConflict,
  depthOptions,
  distractorOption,
  spreadFrom,
} from '../depths.js';
import { jsonReader, recordReader } from '../published/published-records.js';
import type { Reading } from '../reading.js';
import { keywordPattern } from './keywords.js';
import { authorsLanguage, loadNeedles, needleComplaint } from './needle-files.js';
import {
  type Distractor,
  type Needle,
  type NeedleSet,
  type OwnNeedle,
  surroundings,
} from './needle-sets.js';

export const needleOptions = {
  lengths: lengthOptions.lengths,
  ...depthOptions,
  /** The path of a file with your own needles. */
  needles: pathText('must be the path of a file with needles').optional(),
  ...distractorOption,
  /**
   * Counts as the originals do: the length is that of the context alone, with this many tokens kept free for question
   * and answer (200 in Needle in a Haystack). A long question can make the prompt longer than its length.
   */
  buffer: tokenCount.optional(),
  ...templateOption,
} as const;

export function needleConflict(config: Record<string, unknown>): string | undefined {
  return lengthConflict(config) ?? depthConflict(config) ?? bufferConflict(config);
}

function bufferConflict({ buffer, reserve }: Record<string, unknown>): string | undefined {
  if (buffer === undefined || reserve === undefined) return undefined;
  return '`buffer` and `reserve` both say what stays free. Give one of them.';
}

/**
 * Needles of NeedleBench's authors (huggingface.co/datasets/opencompass/NeedleBench): needles.jsonl has one a
 * line, in English and Chinese; multi_needle_reasoning_en.json and …_zh.json have chains.
 */

const text = z.string('must be a text').min(1, 'must not be empty');

const readNeedles = recordReader(
  z.object({ needle: text, retrieval_question: text, arg1: text, arg2: text, language: text }),
  'Each line of needles.jsonl has needle, retrieval_question, arg1, arg2 and language.',
);

const readChains = jsonReader(
  'published',
  z.array(z.object({ derivations: z.array(text).nonempty(), question: text, answer: text })),
  'Each entry of multi_needle_reasoning_en.json has derivations, question and answer.',
);

/** @throws {UserError} naming the line or field that is wrong, or when there are no needles in the language */
export function publishedNeedles(language: LanguageReference, file: FileReference): NeedleSet {
  const needle = (name: string, sentences: string[], question: string, answer: string): Needle => ({
    ...{ name, sentences, question, answer },
    keywords: [answer],
    distractors: [],
  });
  const name = authorsLanguage(language);
  if (!file.file.endsWith('.jsonl')) {
    const chains = readChains(file).map(({ derivations, question, answer }, i) =>
      needle(`chain ${i + 1}`, derivations, question, answer),
    );
    return { ...surroundings(language), single: [], chains };
  }
  const single = readNeedles(file).flatMap((record, i) =>
    record.language === name
      ? [
          {
            ...needle(`line ${i + 1}`, [record.needle], record.retrieval_question, record.arg2),
            about: [record.arg1, record.arg2],
          },
        ]
      : [],
  );
  return { ...surroundings(language), single, chains: [], together: togetherIn(name) };
}

const together = once(() =>
  readDataset(
    'needle-bench/together.yaml',
    z.record(text, z.object({ mark: text, stop: text, open: text, close: text })),
  ),
);

/**
 * Several questions as one, as `parallel.py` puts them together: each up to its question mark, and then the
 * forms of the answers, which stand in the questions between quotation marks.
 */
const togetherIn = (language: string) => (questions: readonly string[]) => {
  const { mark, stop, open, close } = together()[language]!;
  const asked = questions.map((question) => question.split(mark)[0]! + mark);
  const forms = questions.map((question) => (question.split("'")[1] ?? '').split(stop)[0]);
  return asked.join('、') + open + forms.join('、') + close;
};

export interface NeedleCase extends Case {
  ownNeedle?: OwnNeedle;
  needles?: FileReference;
  published?: FileReference;
  /** Positions of the needles, unless they follow from the cell's depth. */
  depths?: number[];
  /** Distance of each sentence from the one before. By default they are spread evenly to the end. */
  gap?: number;
  /** Tokens kept free if the length is that of the context alone. */
  buffer?: number;
  distractors?: number;
  questionFirst?: true;
  cell: {
    /** Absent if `depths` says it of all. */
    depth?: number;
    /** Needles asked for, in order of position, question by question. */
    needle?: string[];
    ask?: number;
    /** Which stretch of the haystack, from 1, if a needle is asked for again. */
    sample?: number;
  };
}

export type NeedleDraft = CaseDraft<NeedleCase>;

/** Names needles briefly: `lamp`, or `lamp and 4 more`. */
export function needlesText(theCase: NeedleDraft): string {
  const [first, ...others] = namesOf(theCase);
  return others.length === 0 ? first! : `${first} and ${others.length} more`;
}

/** Picks the needles of one question, among all hidden in the context. */
function namesOf({ asks = 1, cell }: NeedleDraft): string[] {
  const { needle = [OWN_NAME], ask = 1 } = cell;
  const size = needle.length / asks;
  return needle.slice((ask - 1) * size, ask * size);
}

/** Returns the first needle's position. Those of several questions are spread out. */
export function firstDepth({ asks = 1, cell: { depth = 0, ask = 1 } }: NeedleDraft): number {
  return ask === 1 ? depth : (depth + (ask - 1) / asks) % 1;
}

const OWN_NAME = 'own';

/** Makes a needle of the config's. Throws a UserError if no answer could be judged. */
export function asNeedle({ sentence, answer = '', ...rest }: OwnNeedle): Needle {
  const right = answer || rest.keywords[0]!;
  const needle = { ...rest, name: OWN_NAME, sentences: [sentence], answer: right };
  const complaint = needleComplaint(needle);
  if (complaint) throw new UserError(`needleInAHaystack: in \`needle\`, ${complaint}.`);
  return needle;
}

export function setOf({
  language,
  needles,
  ownNeedle,
  published,
}: Pick<NeedleDraft, 'language' | 'needles' | 'ownNeedle' | 'published'>): NeedleSet {
  if (published) return publishedNeedles(language, published);
  if (!ownNeedle) return loadNeedles(language, needles);
  return { ...surroundings(language), single: [asNeedle(ownNeedle)], chains: [] };
}

export function needlesOf(theCase: NeedleDraft): Needle[] {
  const { single, chains } = setOf(theCase);
  const all = [...single, ...chains];
  return namesOf(theCase).map((name) => {
    const found = all.find((needle) => needle.name === name);
    if (found) return found;
    throw new UserError(
      `needles: there is no needle "${name}" in this version of the set. Generate the test cases again.`,
    );
  });
}

function askFor(needles: readonly Needle[], { ask }: NeedleSet): string {
  const [first, ...others] = needles.map(({ question }) => question);
  if (others.length === 0) return ask.one.replace('{question}', () => first!);
  const lines = [first, ...others].map((question) => `- ${question}`).join('\n');
  return ask.several.replace('{questions}', () => lines);
}

function sentencePositions(needles: readonly Needle[], theCase: NeedleDraft): number[] {
  const { depths, gap } = theCase;
  if (depths) return depths;
  const depth = firstDepth(theCase);
  const sentences = needles.flatMap((needle) => needle.sentences);
  return gap === undefined
    ? spreadFrom(depth, sentences.length)
    : sentences.map((_, i) => Math.min(1, Math.round((depth + i * gap) * 10_000) / 10_000));
}

export function needlePositions(
  theCase: NeedleDraft,
  needles: readonly Needle[] = needlesOf(theCase),
): number[] {
  return sentencePositions(needles, theCase).slice(0, needles.length);
}

/** Hides needles from the Case's depth on, and asks for all of a question at once. */
export function needleTask(theCase: NeedleDraft): HiddenTask {
  const set = setOf(theCase);
  const needles = needlesOf(theCase);
  const questions = needles.map((needle) => needle.question);
  const { together = (each: readonly string[]) => each.join('\n') } = needles.length > 1 ? set : {};
  const wording = { places: { question: together(questions) } };
  const all = asksOver(theCase).map((question) => hide(needlesOf(question), question));
  return {
    ...all[askOf(theCase) - 1]!,
    evidence: amongDistractors(
      all.flatMap(({ evidence }) => evidence),
      [],
    ),
    forbidden: all.flatMap(({ forbidden }) => forbidden),
    between: set.between,
    question: askFor(needles, set),
    wording,
  };
}

/** A needle is known by all its sentences. Otherwise a distractor is mistaken for it, or another answer given. */
export function needleReading(theCase: NeedleDraft): Reading {
  const set = setOf(theCase);
  const needles = needlesOf(theCase);
  const positions = sentencePositions(needles, theCase);
  const pieces = needles.flatMap((needle) => needle.sentences.map((text) => ({ text, needle })));
  return {
    pieces: pieces.map(({ text }, i) => ({ text, position: positions[i]! })),
    answer: (recalled, stands) =>
      needles
        .map((needle) => {
          const isKnown = pieces.every(
            (piece, i) => piece.needle !== needle || recalled.includes(i),
          );
          if (isKnown) return needle.answer;
          const like = needle.distractors.find(({ sentence }) => stands(sentence));
          if (like) return like.keywords[0]!;
          return needles.length > 1 ? set.absent[0]! : anotherAnswer(set, needle);
        })
        .join('\n'),
  };
}

function anotherAnswer({ single, chains, absent }: NeedleSet, needle: Needle): string {
  const all = single.includes(needle) ? single : chains;
  const next = all[(all.indexOf(needle) + 1) % all.length];
  return next === undefined || next === needle ? absent[0]! : next.answer;
}

export function hide(
  needles: readonly Needle[],
  theCase: NeedleDraft,
): Omit<HiddenTask, 'between' | 'question'> {
  const positions = sentencePositions(needles, theCase);
  return {
    kind: 'hidden',
    evidence: amongDistractors(
      needles
        .flatMap(({ sentences }) => sentences)
        .map((text, i) => ({ text, position: positions[i]! })),
      placed(distractorsOf(theCase, needles), theCase),
    ),
    positions: positions.slice(0, needles.length),
    answer: needles.map(({ answer }) => answer).join('\n'),
    accepted: needles.flatMap(({ keywords }) => keywords),
    ...(theCase.cell.sample && { passage: theCase.cell.sample }),
    ...(theCase.questionFirst && { questionFirst: true }),
    ...(theCase.buffer && { buffer: theCase.buffer }),
    forbidden: needles.flatMap(({ keywords }) =>
      keywords.map((phrase) => ({ phrase, pattern: keywordPattern(phrase) })),
    ),
  };
}

/**
 * The distractors that a Case hides: of each needle in turn, and of a needle in an order that the seed
 * decides, so that all cells of a grid hide the same.
 *
 * @throws {UserError} when its needles have fewer
 */
export function distractorsOf(
  { distractors: amount = 0, seed }: NeedleDraft,
  needles: readonly Needle[],
): (Distractor & { like: number })[] {
  if (amount === 0) return [];
  const lists = needles.map(({ name, distractors }) =>
    shuffled(distractors, seedrandom(`distractors/${seed}/${name}`)),
  );
  const longest = Math.max(...lists.map((list) => list.length));
  const inTurn = Array.from({ length: longest }, (_, i) =>
    lists.flatMap((list, like) => (list[i] ? [{ ...list[i], like }] : [])),
  ).flat();
  if (inTurn.length >= amount) return inTurn.slice(0, amount);
  throw new UserError(
    `needles: \`distractors\` is ${amount}, but ${needles.map(({ name }) => name).join(', ')} ` +
      `${needles.length === 1 ? 'has' : 'have'} ${inTurn.length} in the set. Use fewer, or a file of ` +
      '`needles` in which each needle has more `distractors`.',
  );
}

function placed(
  distractors: readonly Distractor[],
  { seed, tokens, cell }: NeedleDraft,
): Evidence[] {
  const { depth, needle, sample } = cell;
  const random = seedrandom(`places/${JSON.stringify([seed, tokens, depth, needle, sample])}`);
  return distractors.map(({ sentence }) => ({ text: sentence, position: random() }));
}
