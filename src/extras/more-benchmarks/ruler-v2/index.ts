/**
 * RULER v2 (NVIDIA 2025, github.com/NVIDIA/RULER, branch rulerv2-ns): twelve tasks in three families, from easy to hard, over
 * lists of items. Needles with keys; questions of MMLU to copy and to answer; documents of HotpotQA to find and to answer from.
 *
 * All words are ours; the parameters, and the rules that score, are the authors'. MMLU and HotpotQA are the user's files.
 */

import { z } from 'zod';
import type { Answer } from '../../../answers/answer.js';
import { referenceFile } from '../../../base/files/file-reference.js';
import { mean } from '../../../base/numbers.js';
import { baseName, type LanguageReference } from '../../../base/references.js';
import { editDistance } from '../../../base/text/edit-distance.js';
import { say, sentences } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { pythonWords } from '../../../base/text/python-text.js';
import { UserError } from '../../../base/user-error.js';
import { benchmark, type Marked, type SharedCaseFields } from '../../../benchmarks/benchmark.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { gymPrompt } from '../../../benchmarks/published/messages.js';
import {
  beginningOf,
  inForm,
  LETTERS,
  letterReason,
  unreadReason,
} from '../../../benchmarks/scoring.js';
import { count, pathText, someOf } from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  lengthsOf,
  publishedConflict,
  templateOption,
} from '../../../options/option-groups.js';
import * as prompts from './prompts.js';
import * as files from './tasks.js';
import {
  fileOf,
  type RulerV2Case,
  type RulerV2Draft,
  type RulerV2Task,
  TASK_NAMES,
  taskParameters,
} from './tasks.js';

const LENGTHS = 4;

const DRAWN = ['mmlu', 'hotpotqa', 'lengths', 'maxTokens', 'seeds', 'language'];

const summary = z.object({
  task: z.enum(TASK_NAMES, `must be one of ${TASK_NAMES.join(', ')}`).optional(),
  length: z.number().int().positive().optional(),
});

/** A row of NeMo Gym's may have a message instead of `question`. */
const examples = exampleReader(
  summary,
  z.preprocess(
    (row) => ({ question: gymPrompt(row), ...(row as object) }),
    z.object({
      question: z.string().min(1, 'must not be empty'),
      expected_answer: z.union([
        z.string().transform((answer) => [answer]),
        z.array(z.string()).nonempty('must have an answer'),
      ]),
    }),
  ),
  "A published file has one JSON object on each line, with `question` and `expected_answer`; or it is NeMo Gym's JSONL.",
);

/** What is right, and how that is scored: of a file, or drawn. */
function wantedOf(draft: RulerV2Draft): WantedAnswer {
  const { items, match } = taskParameters(draft.task);
  const isCopied = items === 'questions';
  const common = { match, absent: prompts.absentPhrases(draft), ...(isCopied && { others: [] }) };
  if (draft.published) {
    const { expected_answer: references } = examples.example(draft);
    return { ...common, references, positions: [] };
  }
  const { positions } = prompts.task(draft);
  return {
    ...{ ...common, references: prompts.referencesOf(draft), positions },
    ...(isCopied && { others: prompts.othersOf(draft), choices: prompts.choicesOf(draft) }),
  };
}

async function* publishedCases(
  path: string,
  tasks: readonly RulerV2Task[],
  most: number | undefined,
  shared: SharedCaseFields,
): AsyncGenerator<RulerV2Draft> {
  const isWanted = ({ task }: z.output<typeof summary>) => !task || tasks.includes(task);
  const choice = { remedy: 'leave the option out for prompts of ours', most, isWanted };
  for await (const { task: named, length, example, base } of examples.asked(path, choice)) {
    if (!named && tasks.length > 1) {
      throw new UserError(
        'rulerV2: the prompts of `published` do not say which task they are of. Name it: `tasks: qa_hard`.',
      );
    }
    const task = named ?? tasks[0]!;
    yield {
      ...{ task, ...shared, ...base },
      ...(length && { size: `up to ${2 ** Math.ceil(Math.log2(length))} tokens` }),
      composite: { part: task, weight: 1, variant: baseName(path) },
      cell: { example },
    };
  }
}

/** The file that a task needs and that is not given. */
function missingFile(task: RulerV2Task, given: Record<string, unknown>) {
  const file = fileOf(task);
  return file !== undefined && given[file] === undefined ? file : undefined;
}

export const rulerV2 = benchmark<RulerV2Case>()({
  name: 'ruler-v2',
  options: {
    /** Which tasks are run; by default all for which there is a file. */
    tasks: someOf(TASK_NAMES).optional(),
    /** MMLU (Parquet or JSON), whose questions six of the tasks have copied or answered. */
    mmlu: pathText().optional(),
    /** HotpotQA in the distractor setting (JSON or Parquet), whose documents four of the tasks ask about. */
    hotpotqa: pathText().optional(),
    ...lengthOptions,
    /** Prompts that the authors' code made: NeMo Gym's file, or that of the one task in `tasks`. */
    published: pathText().optional(),
    /** How many prompts of `published` are sent, from the first; all by default. */
    examples: count.optional(),
    ...templateOption,
  },

  conflict(config) {
    const { tasks = [] } = config;
    const conflict = publishedConflict(config, DRAWN, 'prompts of ours');
    if (conflict ?? config.published) return conflict;
    const named = [tasks]
      .flat()
      .filter((name) => TASK_NAMES.includes(name as RulerV2Task)) as RulerV2Task[];
    const lacks = named.find((name) => missingFile(name, config));
    if (lacks === undefined) return lengthConflict(config);
    return `the task ${lacks} needs \`${fileOf(lacks)}\`, which is missing. Give the path of that file, or leave the task out.`;
  },

  async load(draft) {
    if (draft.published) await examples.load(draft);
    if (draft.mmlu) await files.mmlu.load(draft.mmlu);
    if (draft.hotpotqa) await files.hotpotqa.load(draft.hotpotqa);
  },

  async *axes(options, shared) {
    const { published, tasks, examples: most, seeds } = options;
    if (published !== undefined)
      return yield* publishedCases(published, tasks ?? TASK_NAMES, most, shared);
    const references = Object.fromEntries(
      (['mmlu', 'hotpotqa'] as const).flatMap((name) => {
        const path = options[name];
        return path ? [[name, referenceFile(name, path, 'leave its tasks out')]] : [];
      }),
    );
    const possible = TASK_NAMES.filter((task) => !missingFile(task, references));
    for (const seed of seeds) {
      for (const task of tasks ?? possible) {
        const file = fileOf(task);
        const given = { task, ...shared, ...(file && { [file]: references[file] }) };
        for (const tokens of lengthsOf(options, LENGTHS)) {
          yield { ...given, tokens, seed, composite: { part: task, weight: 1 }, cell: {} };
        }
      }
    }
  },

  make(draft) {
    if (!draft.published) return { ...prompts.task(draft), reading: () => prompts.reading(draft) };
    const { question: prompt } = examples.example(draft);
    const { match, references, absent } = wantedOf(draft);
    const answer =
      match === 'letter'
        ? `\\boxed{${references[0]}}`
        : references.slice(0, match === 'part' ? 1 : undefined).join('\n');
    return {
      ...{
        kind: 'prompt',
        prompt,
        question: prompt.slice(prompt.lastIndexOf('\n') + 1),
        positions: [],
      },
      ...{ answer, accepted: match === 'part' ? references : [] },
      // What answers is not known: who recalls the prompt knows the answer from the file.
      reading: () => ({
        pieces: [{ text: prompt, position: 0.5 }],
        answer: (recalled) => (recalled.length > 0 ? answer : absent[0]!),
      }),
    };
  },
  fit: prompts.fit,
  repeats: true,

  mark: (answer, theCase) => scoreRulerV2(answer, wantedOf(theCase), theCase.language),

  describe: (theCase) => [
    'RULER v2',
    theCase.task,
    exampleTitle(theCase),
    `${theCase.tokens} tokens`,
  ],
});

/** What an answer is scored by. */
export interface WantedAnswer {
  match: 'all' | 'last' | 'part' | 'letter';
  references: readonly string[];
  /** Of a question with choices: these, where they are known. */
  choices?: readonly string[] | undefined;
  positions: readonly number[];
  /** Of texts to copy: those with the same label that are not asked for, where they are known. */
  others?: readonly string[];
  absent: readonly string[];
}

/** 1 less the word error rate, below 0 where more words are wrong than there are. */
function wordLikeness(answer: string, reference: string): number {
  const words = pythonWords(reference);
  if (words.length === 0) return Number.NEGATIVE_INFINITY;
  return 1 - editDistance(pythonWords(answer), words).edits / words.length;
}

/**
 * How well an answer says a reference, whatever its capital letters: 1 where it stands there, else 1 less the word error
 * rate, at least 0.
 *
 * @example
 * likeness('copy this line', 'copy that line') // 0.667
 */
export function likeness(answer: string, reference: string): number {
  const [given, right] = [answer.toLowerCase(), reference.toLowerCase()];
  return given.includes(right) ? 1 : Math.max(0, wordLikeness(given, right));
}

/** What the authors look at: what stands behind the last `Answer:`; of some tasks the last paragraph, or no documents. */
export function judgedPart(answer: string, match: WantedAnswer['match']): string {
  const said = answer.split('Answer:').at(-1)!;
  if (match === 'last') return said.split('\n\n').at(-1)!;
  return match === 'part' ? withoutDocuments(said) : said;
}

/** A text without documents that are copied: from each header up to the next empty line. */
function withoutDocuments(text: string): string {
  const header = /Document \p{Nd}+:/gu;
  let kept = '';
  let at = 0;
  for (let found = header.exec(text); found; found = header.exec(text)) {
    const end = text.indexOf('\n\n', header.lastIndex);
    if (end < 0) break;
    kept += text.slice(at, found.index);
    at = end + 2;
    header.lastIndex = at;
  }
  return kept + text.slice(at);
}

/** The letter that the authors' code reads: in the last box, else behind the last `Answer:`. */
export function boxedLetter(answer: string): string | undefined {
  const boxed = lastBox(answer);
  if (boxed === undefined) {
    const stated = /[*_]{0,2}Answer[*_]{0,2}\s*:[\s*_]{0,2}\s*([A-Z])(?![a-zA-Z0-9])/gi;
    return [...answer.matchAll(stated)].at(-1)?.[1];
  }
  if ([...boxed].length === 1) return boxed;
  return [...boxed.matchAll(/(?<![\p{L}\p{N}_])[A-J](?![\p{L}\p{N}_])/gu)].at(-1)?.[0] ?? boxed;
}

/** What stands in the last `\boxed{…}`, up to the brace that closes it; nothing where none does. */
function lastBox(text: string): string | undefined {
  const start = text.lastIndexOf('\\boxed');
  if (start < 0) return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] !== '}' || --depth !== 0) continue;
    return text.startsWith('\\boxed{', start) ? text.slice(start + 7, at) : undefined;
  }
  return undefined;
}

/** 1 for the right letter in the form asked for; beside it `anywhere`, in any wording. */
function scoreLetter(
  answer: Answer,
  { references, choices, absent }: WantedAnswer,
  language: LanguageReference,
): Marked {
  const [right] = references;
  const stated = boxedLetter(answer.verbatim);
  const score = stated === right ? 1 : 0;
  const read = answer.choice(choices ?? LETTERS);
  const chosen = stated ?? (read === undefined ? undefined : LETTERS[read]);
  const isRight = chosen === right;
  const why = chosen ? 'another' : answer.whyWrong(language, absent);
  return {
    score,
    ...(isRight && { inForm: 1 }),
    readable: chosen !== undefined || why === 'missing',
    reason: chosen
      ? inForm(letterReason(chosen, right!), score === 1 || !isRight)
      : unreadReason(answer.text, say`no letter`),
    namedScores: { recall: score, anywhere: isRight ? 1 : 0 },
    metadata: { diagnosis: isRight ? 'complete' : why },
  };
}

/** Why it is doubtful that an answer says a reference; a copy asks and denies nothing itself, but is one of others. */
function doubtOf(answer: Answer, reference: string, others?: readonly string[]) {
  if (!others) return answer.doubt(new RegExp(literal(reference), 'gu'));
  const isAmong = others.some((other) => answer.text.includes(other.toLowerCase()));
  return isAmong ? ('one of two' as const) : undefined;
}

/**
 * The scoring rules of RULER v2 (NVIDIA-NeMo/Skills, `eval_ruler2` and `eval_mcq`); beside them `exact`, the share of the
 * references that stand there, since a text like the right one is worth a part of it.
 */
export function scoreRulerV2(
  answer: Answer,
  wanted: WantedAnswer,
  language: LanguageReference,
): Marked {
  const { match, references, positions, others, absent } = wanted;
  if (match === 'letter') return scoreLetter(answer, wanted, language);
  const part = judgedPart(answer.verbatim, match);
  const marks = references.map((reference) => likeness(part, reference));
  const exact = references.map((reference) => {
    return part.toLowerCase().includes(reference.toLowerCase()) ? 1 : 0;
  });
  const together = match === 'part' ? (list: number[]) => Math.max(...list) : mean;
  const score = together(marks);
  const doubts = references.map((reference, i) =>
    exact[i]
      ? doubtOf(answer.saying(part.toLowerCase()), reference.toLowerCase(), others)
      : undefined,
  );
  const low = together(marks.map((mark, i) => (doubts[i] ? 0 : mark)));
  const why = low < score ? doubts.find((doubt) => doubt !== undefined) : undefined;
  const right = exact.filter((mark) => mark === 1).length;
  const share = say`Found ${right} of ${references.length} facts.`;
  const diagnosis =
    score === 1 ? 'complete' : right > 0 ? 'scattered' : answer.whyWrong(language, absent);
  return {
    score,
    reason: sentences([share, score < 1 ? beginningOf(answer.text) : '']),
    namedScores: { recall: score, exact: together(exact) },
    ...(positions.length === references.length && { marks, positions }),
    metadata: { diagnosis },
    ...(why && { doubt: { why, low, high: score } }),
  };
}
