import { z } from 'zod';
import { referenceFile } from '../../base/files/file-reference.js';
import { statAt } from '../../base/files/files.js';
import { baseName, languageName } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import type { CaseDraft } from '../../contract/case.js';
import { count, type Options, pathText, someOf, tokenCount } from '../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import type { Conditions, Fit, Parts, SharedCaseFields, Task } from '../benchmark.js';
import { gymPrompt } from '../published/messages.js';
import { recordReader } from '../published/published-records.js';
import type { Reading } from '../reading.js';
import {
  DEFAULTS,
  loadRulerWords,
  niahOf,
  niahSchema,
  RULER_TASKS,
  type RulerCase,
  type RulerDraft,
  type RulerTask,
  structuredAnswer,
  TASKS,
  type TaskParameters,
  USED,
} from './case.js';
import { chainsOf, niahData, niahTask, variablesTask } from './niah.js';
import { acceptedAnswers, fitQuestions, questionsReading, questionsTask } from './questions.js';
import {
  commonWordsOf,
  commonWordsTask,
  fitCommonWords,
  fitFrequentWords,
  frequentWordsOf,
  frequentWordsTask,
} from './word-lists.js';

const ALPHA = 'must be a number above 1, at most 10';

export const rulerOptions = {
  /** Which tasks are run; the thirteen of the paper by default. */
  tasks: someOf(TASKS).default([...RULER_TASKS]),
  /** The parameters of the task `niah`. */
  niah: niahSchema.optional(),
  /** vt: how many chains of variables are hidden, the first of which is asked for; 1 by default. */
  chains: count.default(DEFAULTS.chains),
  /** vt: how many variables of a chain are set to another one; 4 by default. */
  hops: count.default(DEFAULTS.hops),
  /** fwe: the exponent of the Zeta distribution; 2 by default. */
  alpha: z.number(ALPHA).gt(1, ALPHA).max(10, ALPHA).default(DEFAULTS.alpha),
  /** vt and cwe: whether a worked example comes with the question; true by default. */
  example: z.boolean('must be true or false').default(DEFAULTS.example),
  /** Whether the prompt says before the text what will be asked, as the authors do; false by default. */
  announce: z.boolean('must be true or false').default(false),
  /** qa_1: a SQuAD file of yours instead of our documents. */
  squad: pathText().optional(),
  /** qa_2: a HotpotQA file of yours instead of our documents. */
  hotpotqa: pathText().optional(),
  /** Prompts that the authors' code made: a file of the one task in `tasks`, or the folder of all tasks; or NeMo Gym's file. */
  published: pathText().optional(),
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...structuredOption,
  ...templateOption,
};

export type RulerOptions = Options<typeof rulerOptions>;

const DRAWN = [
  'lengths',
  'maxTokens',
  'seeds',
  'haystack',
  'shuffle',
  'niah',
  'squad',
  'hotpotqa',
  'structured',
];

export function conflict(config: Record<string, unknown>): string | undefined {
  const { tasks, niah, published } = config;
  const asked = tasks === undefined ? [] : [tasks].flat();
  if (published !== undefined) return publishedConflict(config, DRAWN, 'prompts of ours');
  if (asked.includes('niah') !== (niah !== undefined)) {
    return 'the task `niah` and the option `niah`, with its parameters, belong together. Give both.';
  }
  return lengthConflict(config);
}

const SHORTEST = 4096;
const LONGEST = 131_072;

/** For each task with data: what it asks, how it fills a length, and what a right answer holds. */
const DATA = {
  cwe: { task: commonWordsTask, fit: fitCommonWords, references: commonWordsOf },
  fwe: { task: frequentWordsTask, fit: fitFrequentWords, references: frequentWordsOf },
  qa_1: { task: questionsTask, fit: fitQuestions, references: acceptedAnswers },
  qa_2: { task: questionsTask, fit: fitQuestions, references: acceptedAnswers },
} as const;

function dataOf(name: RulerTask) {
  return Object.hasOwn(DATA, name) ? DATA[name as keyof typeof DATA] : undefined;
}

export function task(draft: RulerDraft): Task {
  if (draft.published) return publishedTask(draft);
  const asked = niahOf(draft)
    ? niahTask(draft)
    : (dataOf(draft.task)?.task(draft) ?? variablesTask(draft));
  return { ...asked, structured: structuredAnswer(draft.task, rulerReferences(draft)) };
}

/** Returns what a right answer holds. For questions, any of these. */
export function rulerReferences(draft: RulerDraft): readonly string[] {
  if (draft.published) return publishedPrompt(draft).outputs;
  if (niahOf(draft)) return niahData(draft).wanted.map(({ value }) => value);
  return dataOf(draft.task)?.references(draft) ?? chainsOf(draft)[0]!.names;
}

/** Finds what says each reference: its sentence, itself, or the answering documents. */
export function reading(draft: RulerDraft): Reading {
  if (draft.task.startsWith('qa_') && !draft.published) return questionsReading(draft);
  const references = rulerReferences(draft);
  const { absent } = loadRulerWords(draft.language);
  const asked = task(draft);
  const pieces =
    asked.kind === 'hidden'
      ? asked.positions.map((place) => asked.evidence.find(({ position }) => position === place)!)
      : references.map((text) => ({ text }));
  return {
    pieces,
    answer: (recalled) => recalled.map((i) => references[i]!).join(', ') || absent[0]!,
  };
}

export const fit: Fit<RulerCase> = (draft, tokensOf, count) => {
  return dataOf(draft.task)?.fit(draft, tokensOf, count) ?? draft;
};

function publishedPrompt({ published, cell }: RulerDraft) {
  const record = readPrompts(published!)[(cell?.example ?? 1) - 1];
  if (record) return record;
  throw new UserError(`published: ${published!.file} has no prompt ${cell?.example}.`);
}

function publishedTask(draft: RulerDraft): Task {
  const { input, answer_prefix: prefix, outputs } = publishedPrompt(draft);
  const question = input.slice(input.trimEnd().lastIndexOf('\n') + 1);
  return {
    ...{ kind: 'prompt', prompt: input + prefix, question: question + prefix, positions: [] },
    ...{ answer: outputs.join(', '), accepted: outputs },
  };
}

export const conditions: Conditions<RulerCase> = {
  announce: 'harmless',
  // They depend on the tokenizer they were made for, so no digest identifies them.
  published: (file, { maker }) =>
    file ? { prompts: maker ? `made for ${maker}` : "made by the authors' code" } : {},
  maker: 'harmless',
  parameters: (own) => ({ parameters: own ? 'own' : 'paper' }),
  // The authors repeat their essays, too.
  repeat: 'harmless',
  documents(file, { task: name }) {
    // In a file of results it may be missing.
    if (!name?.startsWith('qa_')) return {};
    return { documents: file ? (name === 'qa_1' ? 'SQuAD' : 'HotpotQA') : 'ours' };
  },
};

export function describe({ task: name, published, cell, language, tokens }: RulerCase): Parts {
  const file = published && `${baseName(published.file)} no. ${cell?.example}`;
  return ['RULER', name, file, languageName(language), `${tokens} tokens`];
}

/**
 * Returns octaves up to the longest length, ascending.
 *
 * @example
 * octaves(3, 16_384) // [4096, 8192, 16384]
 */
export function octaves(amount: number, longest: number): number[] {
  return Array.from({ length: amount }, (_, i) => Math.floor(longest / 2 ** (amount - 1 - i)));
}

function lengthsOf({ lengths, maxTokens = LONGEST }: RulerOptions): number[] {
  if (Array.isArray(lengths)) return [...new Set(lengths)].sort((a, b) => a - b);
  const fromShortest = Math.max(0, Math.floor(Math.log2(maxTokens / SHORTEST))) + 1;
  return octaves(lengths ?? fromShortest, maxTokens).filter((length) => length > 0);
}

function ownParameters(
  name: RulerTask,
  options: RulerOptions,
): Partial<TaskParameters> | undefined {
  const own = (USED[name] ?? []).filter((key) => options[key] !== DEFAULTS[key]);
  return own.length === 0 ? undefined : Object.fromEntries(own.map((key) => [key, options[key]]));
}

function documentsFor(name: RulerTask, { squad, hotpotqa }: RulerOptions) {
  const [option, file] = name === 'qa_1' ? ['squad', squad] : ['hotpotqa', hotpotqa];
  if (!name.startsWith('qa_') || file === undefined) return undefined;
  return referenceFile(option!, file, 'leave the option out for our own documents');
}

function common(name: RulerTask, options: RulerOptions, shared: SharedCaseFields) {
  const { haystack, shuffle, lineBreaks, repeat, ...rest } = shared;
  const niah = name === 'niah' ? options.niah : undefined;
  const parameters = ownParameters(name, options);
  const documents = documentsFor(name, options);
  const isInText = niahOf({ task: name, ...(niah && { niah }) })?.haystack === 'text';
  return {
    task: name,
    ...(isInText ? shared : rest),
    ...(niah && { niah }),
    ...(options.announce && !dataOf(name) && { announce: true as const }),
    ...(parameters && { parameters }),
    ...(documents && { documents }),
    composite: { part: name, weight: 1 },
  } as const;
}

export function* axes(
  options: RulerOptions,
  shared: SharedCaseFields,
): Generator<CaseDraft<RulerCase>> {
  if (options.published) {
    const { published, tasks } = options;
    const variant = baseName(published);
    const files = tasks
      .map((name) => ({ tasks: [name], path: `${published}/${name}/validation.jsonl` }))
      .filter(({ path }) => statAt(path)?.isFile());
    for (const file of files.length > 0 ? files : [{ tasks, path: published }]) {
      yield* publishedCases(file, variant, shared);
    }
    return;
  }
  const tasks = options.tasks.map((name) => common(name, options, shared));
  for (const seed of options.seeds) {
    for (const fields of tasks) {
      for (const tokens of lengthsOf(options)) yield { ...fields, tokens, seed };
    }
  }
}

/** Picks prompts of some tasks from a file: all, if the file does not name tasks. */
function* publishedCases(
  { path, tasks }: { path: string; tasks: readonly RulerTask[] },
  variant: string,
  { benchmark, language, tokenizer, tokenizers }: SharedCaseFields,
) {
  const published = referenceFile('published', path, 'leave the option out for prompts of ours');
  const given = { benchmark, language, tokenizer, ...(tokenizers && { tokenizers }), published };
  for (const [index, { length, subset, maker }] of readPrompts(published).entries()) {
    const name = subset ?? tasks[0]!;
    if (subset === undefined && tasks.length > 1) {
      throw new UserError(
        'ruler: the prompts of `published` do not say which task they are of. Name it: `tasks: vt`.',
      );
    }
    if (!tasks.includes(name)) continue;
    yield {
      ...{ task: name, ...given, seed: 0 },
      ...(maker && { maker }),
      ...(length && { size: `up to ${2 ** Math.ceil(Math.log2(length))} tokens` }),
      composite: { part: name, weight: 1, variant },
      cell: { example: index + 1 },
    } as const;
  }
}

const promptSchema = z.object({
  input: z.string().min(1, 'must not be empty'),
  outputs: z.array(z.string()).min(1, 'must have an answer'),
  /** How the authors begin the answer, sent behind the input. */
  answer_prefix: z.string().default(''),
  length: z.number().int().positive().optional(),
  /** The task, and who made the file, if it says so. */
  subset: z.enum(TASKS, `must be one of ${TASKS.join(', ')}`).optional(),
  maker: z.literal('NeMo Gym').optional(),
});

/** NeMo Gym's rows have the message sent, and no beginning of the answer outside it. */
const recordSchema = z.preprocess((row) => {
  const input = gymPrompt(row);
  return input === undefined ? row : { ...(row as object), input, maker: 'NeMo Gym' };
}, promptSchema);

const readPrompts = recordReader(
  recordSchema,
  "A published file has one JSON object on each line, with `input` and `outputs`; or it is NeMo Gym's JSONL.",
);
