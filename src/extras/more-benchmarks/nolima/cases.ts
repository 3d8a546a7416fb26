/** The Cases of NoLiMa: from options to facts, and from a Case to its task. */

import seedrandom from 'seedrandom';
import { z } from 'zod';
import { referenceFile } from '../../../base/files/file-reference.js';
import { loadLanguage } from '../../../base/languages.js';
import { baseName, languageName } from '../../../base/references.js';
import { shuffled } from '../../../base/shuffle.js';
import { counted } from '../../../base/text/texts.js';
import { UserError } from '../../../base/user-error.js';
import type {
  Conditions,
  HiddenTask,
  Parts,
  SharedCaseFields,
} from '../../../benchmarks/benchmark.js';
import {
  amongDistractors,
  depthConflict,
  depthOptions,
  depthsOf,
  depthText,
  distractorOption,
} from '../../../benchmarks/depths.js';
import { keywordPattern } from '../../../benchmarks/needles/keywords.js';
import type { Reading } from '../../../benchmarks/reading.js';
import { LETTERS } from '../../../benchmarks/scoring.js';
import { textCondition } from '../../../benchmarks/text-condition.js';
import type { Evidence } from '../../../haystack/haystack.js';
import { count, type Options, pathText, someOf, tokenCount } from '../../../options/kinds.js';
import {
  equalSteps,
  lengthConflict,
  lengthOptions,
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../../options/option-groups.js';
import {
  loadNolimaWords,
  type NolimaCase,
  type NolimaDraft,
  type NolimaPair,
  PHRASINGS,
  pairOf,
  readNeedleSet,
} from './pairs.js';

const TASKS = ['one-hop', 'two-hop', 'direct'] as const;

export const nolimaOptions = {
  /** Which questions are used; `one-hop` and `two-hop` by default. `direct` is a control. */
  tasks: someOf(TASKS).default(['one-hop', 'two-hop']),
  /** Whether the character or the fact comes first; the questions take these in turn. Both by default. */
  phrasing: someOf(PHRASINGS).default([...PHRASINGS]),
  /** How many questions each length and depth has, each about another fact; 8 by default. */
  questions: count.optional(),
  /** Whether four characters are offered to choose from; false by default. */
  choice: z.boolean('must be true or false').default(false),
  /** How many of our other facts are hidden, each about another character; 0 by default. */
  distractors: distractorOption.distractors,
  /** One of the authors' needle sets instead of our facts. */
  published: pathText().optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  depths: depthOptions.depths,
  spacing: depthOptions.spacing,
  ...structuredOption,
  ...templateOption,
};

export type NolimaOptions = Options<typeof nolimaOptions>;

export function conflict(config: Record<string, unknown>): string | undefined {
  const ours = ['phrasing', 'choice', 'tasks', 'distractors'];
  const conflict = publishedConflict(config, ours, 'our facts');
  return conflict ?? lengthConflict(config) ?? depthConflict(config);
}

/** The base score's lengths, 250, 500 and 1000 tokens, and the paper's on to 32K. */
const LENGTHS = [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000];

const DEPTHS = 3;

/** A model may know of a fact at every length or at none, so facts tell more than depths. */
const QUESTIONS = 8;

/** A distractor stands at least so far from the fact, as in the original. */
const FREE_ZONE = 0.2;

export function task(draft: NolimaDraft): HiddenTask {
  const { depth } = draft.cell;
  const { ask, choose } = loadNolimaWords(draft.language);
  const { fact, question, answers, options, keywords, distractors, template, system } =
    pairOf(draft);
  const answer = draft.choice ? LETTERS[options.indexOf(answers[0]!)]! : answers[0]!;
  const asked = ask.replace('{question}', () => question);
  const lines = options.map((name, i) => `${LETTERS[i]}. ${name}`);
  return {
    kind: 'hidden',
    evidence: amongDistractors([{ text: fact, position: depth }], placesApart(draft, distractors)),
    positions: [depth],
    between: loadLanguage(draft.language).between,
    question: draft.choice ? [asked, choose, ...lines].join('\n') : asked,
    answer,
    accepted: answers,
    structured: {
      key: 'answer',
      value: { type: 'string', ...(draft.choice && { enum: LETTERS }) },
      right: answer,
    },
    forbidden: keywords.map((phrase) => ({ phrase, pattern: keywordPattern(phrase) })),
    ...(system !== undefined && { system }),
    wording: { places: { question }, ...(template !== undefined && { template }) },
  };
}

/** The fact tells the character; who lost it names another one. */
export function reading(draft: NolimaDraft): Reading {
  const { fact, answers, options } = pairOf(draft);
  const names = draft.choice ? options : loadNolimaWords(draft.language).names;
  const right = answers[0]!;
  const wrong = names.find((name) => name !== right) ?? '';
  const said = (name: string) => (draft.choice ? LETTERS[options.indexOf(name)]! : name);
  return {
    pieces: [{ text: fact, position: draft.cell.depth }],
    answer: (recalled) => said(recalled.length > 0 ? right : wrong),
  };
}

function placesApart(
  { cell: { depth, fact }, seed, tokens }: NolimaDraft,
  distractors: NolimaPair['distractors'],
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

/** The authors' books as their data set names them: no digest of them is known. */
const BOOK = /^rand_book_[1-5]\.txt$/;

function bookOf([file, ...others]: readonly string[]): string | undefined {
  const name = baseName(file!);
  return others.length === 0 && BOOK.test(name) ? `the book ${name}` : undefined;
}

export const conditions: Conditions<NolimaCase> = {
  haystack: (_, theCase) => textCondition(theCase, bookOf),
  evidence: 'harmless',
  published: (file) => ({ facts: file ? "the authors'" : 'ours' }),
  template: (template, { published }) => ({
    wording: template
      ? `a template ${template.sha256}`
      : published
        ? 'of the set, or built in'
        : 'built in',
  }),
  choice: (choice) => ({ form: choice ? 'choice' : 'open' }),
  distractors: (amount) => ({ distractors: amount ? `${amount}` : 'none' }),
};

/**
 * Which part of the score a question is; none is a control, or what a set calls otherwise. Other facts,
 * another form and distractors are other scores.
 */
function partOf(
  kind: string,
  { published, choice, distractors }: Pick<NolimaCase, 'published' | 'choice' | 'distractors'>,
): Pick<NolimaDraft, 'composite'> {
  const [, hops] = /^(one|two)-?hop$/.exec(kind) ?? [];
  if (hops === undefined) return {};
  const variant = [
    ...(published ? [baseName(published.file)] : []),
    ...(choice ? ['multiple choice'] : []),
    ...(distractors ? [counted(distractors, 'distractor')] : []),
  ].join(', ');
  return { composite: { part: `${hops}-hop`, weight: 1, ...(variant && { variant }) } };
}

export function describe(theCase: NolimaCase): Parts {
  const { published, cell, choice, language, tokens } = theCase;
  return [
    'NoLiMa',
    published && baseName(published.file),
    theCase.task,
    choice && 'multiple choice',
    languageName(language),
    `${tokens} tokens`,
    depthText(cell.depth),
    cell.phrasing ? `${cell.fact} ${cell.phrasing}` : cell.fact,
  ];
}

function lengthsOf({ lengths, maxTokens }: NolimaOptions): number[] {
  if (Array.isArray(lengths)) return [...new Set(lengths)].sort((a, b) => a - b);
  if (lengths !== undefined) return equalSteps(lengths, maxTokens ?? LENGTHS.at(-1)!);
  if (maxTokens === undefined) return LENGTHS;
  return [...new Set([...LENGTHS.filter((length) => length < maxTokens), maxTokens])];
}

export function* axes(options: NolimaOptions, shared: SharedCaseFields): Generator<NolimaDraft> {
  if (options.published) return yield* publishedCases(options.published, options, shared);
  const { facts } = loadNolimaWords(shared.language);
  const { questions = QUESTIONS, phrasing, choice, distractors } = options;
  if (questions > facts.length) {
    throw new UserError(
      `nolima: \`questions\` is ${questions}, but there are only ${facts.length} facts. Use at most ${facts.length}.`,
    );
  }
  for (const seed of options.seeds) {
    const asked = shuffled(facts, seedrandom(`nolima/facts/${seed}`)).slice(0, questions);
    for (const name of options.tasks) {
      for (const tokens of lengthsOf(options)) {
        for (const depth of depthsOf(options, DEPTHS)) {
          for (const [i, fact] of asked.entries()) {
            yield {
              task: name,
              ...shared,
              tokens,
              evidence: 1,
              seed,
              ...(choice && { choice }),
              ...(distractors > 0 && { distractors }),
              ...(name === 'direct' && { control: true }),
              ...partOf(name, { choice, distractors }),
              cluster: clusterOf(fact.name),
              cell: { depth, fact: fact.name, phrasing: phrasing[i % phrasing.length]! },
            };
          }
        }
      }
    }
  }
}

/** A fact is asked about at every length and depth. */
function clusterOf(fact: string): string {
  return `fact ${fact}`;
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
        for (const { name, kind, distractor } of asked) {
          const own = { published, ...(distractor !== undefined && { distractors: 1 }) };
          yield {
            task: kind,
            ...shared,
            tokens,
            evidence: 1,
            seed,
            ...own,
            ...partOf(kind, own),
            cluster: clusterOf(name),
            cell: { depth, fact: name },
          } as const;
        }
      }
    }
  }
}
