/**
 * RULER v2 (NVIDIA 2025, github.com/NVIDIA/RULER, branch rulerv2-ns): twelve tasks in three families, from easy to hard, over
 * lists of items. Needles with keys; questions of MMLU to copy and to answer; documents of HotpotQA to find and to answer from.
 *
 * All words are ours; the parameters, and the rules that score, are the authors'. MMLU and HotpotQA are the user's files.
 */
import { z } from 'zod';
import { referenceFile } from '../../../base/files/file-reference.js';
import { baseName } from '../../../base/references.js';
import { UserError } from '../../../base/user-error.js';
import { benchmark, type SharedCaseFields } from '../../../benchmarks/benchmark.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { gymPrompt } from '../../../benchmarks/published/messages.js';
import { count, pathText, someOf } from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  lengthsOf,
  publishedConflict,
  templateOption,
} from '../../../options/option-groups.js';
import * as files from './files.js';
import * as prompts from './prompts.js';
import { scoreRulerV2, type WantedAnswer } from './score.js';
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
        z.string().transform((one) => [one]),
        z.array(z.string()).nonempty('must have an answer'),
      ]),
    }),
  ),
  "A published file has one JSON object on each line, with `question` and `expected_answer`; or it is NeMo Gym's JSONL.",
  Object.keys(summary.shape),
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
      .filter((one) => TASK_NAMES.includes(one as RulerV2Task)) as RulerV2Task[];
    const lacks = named.find((one) => missingFile(one, config));
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
    if (published !== undefined) {
      yield* publishedCases(published, tasks ?? TASK_NAMES, most, shared);
      return;
    }
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
