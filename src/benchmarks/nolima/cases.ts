/** The Cases of NoLiMa: from options to facts, and from a Case to its task. */
import seedrandom from 'seedrandom';
import {
  baseName,
  type Case,
  type CaseDraft,
  type FileReference,
  languageName,
  UserError,
} from '../../case.js';
import { referenceFile } from '../../files/files.js';
import { equalSteps } from '../../generators/options.js';
import type { Evidence } from '../../haystack/context.js';
import { loadLanguage } from '../../languages.js';
import { shuffled } from '../../shuffle.js';
import type { HiddenTask, SharedCaseFields } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import { amongDistractors } from '../distractors.js';
import { keywordPattern } from '../needles/keywords.js';
import { type NolimaOptions, PHRASINGS, type Phrasing } from './options.js';
import { type PublishedPair, readNeedleSet } from './published.js';
import { type Fact, loadNolimaWords, type NolimaWords } from './words.js';

export interface NolimaCase extends Case {
  benchmark: 'nolima';
  /** `one-hop`, `two-hop` or `direct`; of a published set, the kind of question it names. */
  task: string;
  /** Whether four characters are offered. */
  choice?: boolean;
  /** How many facts about other characters are hidden. */
  distractors?: number;
  published?: FileReference;
  cell: {
    depth: number;
    /** Name of the fact, or of the test of a published set. */
    fact: string;
    phrasing?: Phrasing;
  };
}

export type NolimaDraft = CaseDraft<NolimaCase>;

/** The base score's lengths, 250, 500 and 1000 tokens, and the paper's on to 32K. */
const LENGTHS = [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000];

const DEPTHS = 5;

const QUESTIONS = 4;

/** A question with the fact that answers it, and the character. */
export interface Pair {
  fact: string;
  question: string;
  /** The character, or right answers of a published set. */
  answers: readonly string[];
  /** Names to choose from, the right one among them. */
  options: readonly string[];
  /** What must not stand in the haystack. */
  keywords: readonly string[];
  /** Sentences about other characters, with those. */
  distractors: readonly { sentence: string; character: string }[];
}

export const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** What a Case asks, and of whom. */
export function pairOf(draft: NolimaDraft): Pair {
  const { cell, seed, tokens, published } = draft;
  const random = seedrandom(`nolima/${draft.task}/${cell.fact}/${seed}/${tokens}/${cell.depth}`);
  if (published) return publishedPair(publishedIn(published, cell.fact), random);
  const words = loadNolimaWords(draft.language);
  const [character, ...others] = shuffled(words.names, random);
  const fact = factNamed(words, cell.fact);
  const hop = HOPS[draft.task as keyof typeof HOPS];
  return {
    fact: fact[cell.phrasing ?? 'straight'].replace('{name}', () => character!),
    question: fact[hop],
    answers: [character!],
    options: shuffled([character!, ...others.slice(0, LETTERS.length - 1)], random),
    keywords: [character!, ...fact.keywords.fact, ...(hop === 'direct' ? [] : fact.keywords[hop])],
    distractors: otherFacts(draft, words, fact, others),
  };
}

/** Facts that answer other questions, each about another character. */
function otherFacts(
  { distractors: amount = 0, seed, tokens, cell }: NolimaDraft,
  { facts }: NolimaWords,
  asked: Fact,
  characters: readonly string[],
): Pair['distractors'] {
  if (amount === 0) return [];
  const apart = facts.filter(({ name, near }) => !near.includes(asked.name) && name !== asked.name);
  const most = Math.min(apart.length, characters.length);
  if (amount > most) {
    throw new UserError(
      `nolima: \`distractors\` is ${amount}, but only ${most} of the facts cannot be taken for ` +
        `"${asked.name}". Use at most so many.`,
    );
  }
  const random = seedrandom(`nolima/distractors/${asked.name}/${seed}/${tokens}/${cell.depth}`);
  return shuffled(apart, random)
    .slice(0, amount)
    .map((fact, i) => {
      const character = characters[i]!;
      const phrasing = PHRASINGS[Math.floor(random() * PHRASINGS.length)]!;
      return { sentence: fact[phrasing].replace('{name}', () => character), character };
    });
}

const HOPS = { 'one-hop': 'oneHop', 'two-hop': 'twoHop', direct: 'direct' } as const;

function factNamed({ facts }: NolimaWords, name: string): Fact {
  const found = facts.find((fact) => fact.name === name);
  if (found) return found;
  throw new UserError(
    `nolima: there is no fact "${name}" in this version of the set. Generate the test cases again.`,
  );
}

function publishedIn(reference: FileReference, name: string): PublishedPair {
  const found = readNeedleSet(reference).find((pair) => pair.name === name);
  if (found) return found;
  throw new UserError(
    `published: ${reference.file} has no test "${name}". Generate the test cases again.`,
  );
}

function publishedPair(pair: PublishedPair, random: () => number): Pair {
  const { characters, distractor } = pair;
  const character = characters[Math.floor(random() * characters.length)] ?? '';
  const fill = (text: string) => text.replaceAll('{CHAR}', () => character);
  return {
    fact: fill(pair.needle),
    question: fill(pair.question),
    answers: pair.needle.includes('{CHAR}') ? [character] : pair.answers,
    options: [],
    keywords: character === '' ? [] : [character],
    distractors: distractor === undefined ? [] : [{ sentence: fill(distractor), character: '' }],
  };
}

/** A distractor stands at least so far from the fact, as in the original. */
const FREE_ZONE = 0.2;

/** Hide the fact, and ask for its character. */
export function task(draft: NolimaDraft): HiddenTask {
  const { depth } = draft.cell;
  const { ask, choose } = loadNolimaWords(draft.language);
  const { fact, question, answers, options, keywords, distractors } = pairOf(draft);
  const asked = ask.replace('{question}', () => question);
  const lines = options.map((name, i) => `${LETTERS[i]}. ${name}`);
  return {
    kind: 'hidden',
    evidence: amongDistractors([{ text: fact, position: depth }], placesApart(draft, distractors)),
    positions: [depth],
    between: loadLanguage(draft.language).between,
    question: draft.choice ? [asked, choose, ...lines].join('\n') : asked,
    answer: draft.choice ? LETTERS[options.indexOf(answers[0]!)]! : answers[0]!,
    accepted: answers,
    forbidden: keywords.map((phrase) => ({ phrase, pattern: keywordPattern(phrase) })),
  };
}

/** Places for distractors, away from the fact. */
function placesApart(
  { cell: { depth, fact }, seed, tokens }: NolimaDraft,
  distractors: Pair['distractors'],
): Evidence[] {
  const before = Math.max(0, depth - FREE_ZONE);
  const behind = Math.max(0, 1 - depth - FREE_ZONE);
  const random = seedrandom(`nolima/distractor/${fact}/${seed}/${tokens}`);
  return distractors.map(({ sentence }) => {
    const place = random() * (before + behind);
    return {
      text: sentence,
      position: place < before ? place : depth + FREE_ZONE + place - before,
    };
  });
}

/**
 * What published totals must have in common with a Case. Books and files of a user's own are real texts,
 * as those of the authors are, which are in another order; our prose and our facts are invented.
 */
export function conditions(theCase: NolimaCase): Record<string, string> {
  const { language, published, haystack, choice, distractors } = theCase;
  return {
    language: languageName(language),
    facts: published ? "the authors'" : 'ours',
    text: haystack === 'prose' ? 'invented' : 'real',
    form: choice ? 'choice' : 'open',
    distractors: distractors ? `${distractors}` : 'none',
  };
}

/** The score of both kinds of questions together. */
const PARTS: Readonly<Record<string, string>> = {
  'one-hop': 'one-hop',
  'two-hop': 'two-hop',
  onehop: 'one-hop',
  twohop: 'two-hop',
};

/** Which part of the score a question is; none is a control, or what a set calls otherwise. */
function partOf(kind: string, distractors = 0): Pick<NolimaDraft, 'composite'> {
  const part = PARTS[kind];
  if (part === undefined) return {};
  const variant = distractors > 0 && { variant: `${distractors} distractors` };
  return { composite: { part, weight: 1, ...variant } };
}

/** One line for people. */
export function describe(theCase: NolimaCase): string {
  const { published, cell, choice, language, tokens } = theCase;
  return [
    'NoLiMa',
    ...(published ? [baseName(published.file)] : []),
    theCase.task,
    ...(choice ? ['multiple choice'] : []),
    languageName(language),
    `${tokens} tokens`,
    depthText(cell.depth),
    cell.phrasing ? `${cell.fact} ${cell.phrasing}` : cell.fact,
  ].join(' · ');
}

function lengthsOf({ lengths, maxTokens }: NolimaOptions): number[] {
  if (Array.isArray(lengths)) return [...new Set(lengths)].sort((a, b) => a - b);
  if (lengths !== undefined) return equalSteps(lengths, maxTokens ?? LENGTHS.at(-1)!);
  if (maxTokens === undefined) return LENGTHS;
  return [...new Set([...LENGTHS.filter((length) => length < maxTokens), maxTokens])];
}

/** All Cases of a config. */
export function* cases(options: NolimaOptions, shared: SharedCaseFields): Generator<NolimaDraft> {
  if (options.published) {
    yield* publishedCases(options.published, options, shared);
    return;
  }
  const { facts } = loadNolimaWords(shared.language);
  const { questions = QUESTIONS, phrasing, choice, distractors } = options;
  if (questions > facts.length) {
    throw new UserError(
      `nolima: \`questions\` is ${questions}, but there are only ${facts.length} facts. Use at most so many.`,
    );
  }
  for (const seed of options.seeds) {
    const asked = shuffled(facts, seedrandom(`nolima/facts/${seed}`)).slice(0, questions);
    for (const name of options.tasks) {
      for (const tokens of lengthsOf(options)) {
        for (const depth of depthsOf(options, DEPTHS)) {
          for (const [i, fact] of asked.entries()) {
            yield {
              benchmark: 'nolima',
              task: name,
              ...shared,
              tokens,
              evidence: 1,
              seed,
              ...(choice && { choice }),
              ...(distractors > 0 && { distractors }),
              ...(name === 'direct' && { control: true }),
              ...partOf(name, distractors),
              cell: { depth, fact: fact.name, phrasing: phrasing[i % phrasing.length]! },
            };
          }
        }
      }
    }
  }
}

function* publishedCases(path: string, options: NolimaOptions, shared: SharedCaseFields) {
  const published = referenceFile('published', path, 'leave the option out for our own facts');
  const pairs = readNeedleSet(published);
  for (const seed of options.seeds) {
    const asked =
      options.questions === undefined
        ? pairs
        : shuffled(pairs, seedrandom(`nolima/published/${seed}`)).slice(0, options.questions);
    for (const tokens of lengthsOf(options)) {
      for (const depth of depthsOf(options, DEPTHS)) {
        for (const { name, kind } of asked) {
          yield {
            benchmark: 'nolima',
            task: kind,
            ...shared,
            tokens,
            evidence: 1,
            seed,
            published,
            ...partOf(kind),
            cell: { depth, fact: name },
          } as const;
        }
      }
    }
  }
}
