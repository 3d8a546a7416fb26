/**
 * LongBench Pro (2026, arXiv:2601.02872): questions on real texts in English and Chinese, at six lengths from 8K to 256K.
 * Only as the authors' file, and 23 of its 25 tasks: summaries are scored by an embedding model.
 */
import { z } from 'zod';
import type { Answer } from '../../../answers/answer.js';
import { readDataset } from '../../../base/datasets.js';
import { once } from '../../../base/kept.js';
import { languageCode } from '../../../base/languages.js';
import { sum } from '../../../base/numbers.js';
import { type FileReference, languageName } from '../../../base/references.js';
import { say } from '../../../base/text/language.js';
import { pythonWords, stripped } from '../../../base/text/python-text.js';
import { benchmark } from '../../../benchmarks/benchmark.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { inForm, unreadReason } from '../../../benchmarks/scoring.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import { count, pathText, someOf } from '../../../options/kinds.js';

/**
 * The metrics of LongBench Pro that need no model (caskcsg/longcontext, `LongBench-Pro/modules/utils.py`), to the letter of
 * its code: of the items of an answer, a line each, and those of the reference.
 */

/** @returns from 0 to 1 */
type Metric = (reference: readonly string[], given: readonly string[]) => number;

/** In small letters, with one space where there is white space. */
function normalised(text: string): string {
  return pythonWords(text.toLowerCase()).join(' ');
}

export function normalisedItems(items: readonly string[]): string[] {
  return items.map(normalised);
}

/** The marks and words that answers begin with: `datasets/long-bench/pro.yaml`. */
const beginnings = once(() => {
  const words = z.array(z.string());
  const schema = z.strictObject({
    marks: z.strictObject({ en: z.string(), zh: z.string() }),
    answer: words,
    is: words,
  });
  return readDataset('long-bench/pro.yaml', schema);
});

/** The items of an answer: the lines behind its last mark, the English one if there is one, else all. */
export function answerItems(answer: string): string[] {
  const mark = Object.values(beginnings().marks).find((words) => answer.includes(words));
  const area = mark === undefined ? answer : answer.slice(answer.lastIndexOf(mark) + mark.length);
  return normalisedItems(stripped(area).split('\n'));
}

const firstLine: Metric = ([right], [first]) => (right !== undefined && right === first ? 1 : 0);

const f1: Metric = (reference, given) => {
  const [wanted, said] = [new Set(reference), new Set(given)];
  const common = [...wanted].filter((item) => said.has(item)).length;
  if (common === 0) return 0;
  const [precision, recall] = [common / said.size, common / wanted.size];
  return (2 * precision * recall) / (precision + recall);
};

const found: Metric = (reference, given) => {
  const said = new Set(given);
  return reference.filter((item) => said.has(item)).length / Math.max(1, reference.length);
};

/** Pairs in the right order, of all pairs of the answer. */
const pairs: Metric = (reference, given) => {
  if (reference.length < 2 || given.length < 2) return 0;
  const places = lastPlaces(given);
  const inOrder = reference.map((item, i) => {
    const place = places.get(item) ?? Number.POSITIVE_INFINITY;
    return reference.slice(i + 1).filter((later) => place < (places.get(later) ?? -1)).length;
  });
  return sum(inOrder) / ((given.length * (given.length - 1)) / 2);
};

/** Discounted gain of the first items, as many as the reference has, to that of the best order. */
const ndcg: Metric = (reference, given) => {
  const cut = reference.length;
  const gains = new Map(reference.map((item, i) => [item, cut - i]));
  const ranked = [...lastPlaces(given)].sort(([, a], [, b]) => a - b);
  const gained = (list: readonly number[]) =>
    sum(list.slice(0, cut).map((gain, i) => gain / Math.log2(i + 2)));
  const best = gained([...gains.values()].sort((a, b) => b - a));
  return best === 0 ? 0 : gained(ranked.map(([item]) => gains.get(item) ?? 0)) / best;
};

/** Where each item stands; of one that stands there twice, the last place. */
function lastPlaces(items: readonly string[]): Map<string, number> {
  return new Map(items.map((item, i) => [item, i]));
}

/** The tasks by the beginning of their names; those of summaries take a model to score, and are not here. */
export const METRICS = {
  'T1.1': ndcg,
  'T1.2': ndcg,
  'T2.1': pairs,
  'T2.2': pairs,
  'T3.1': firstLine,
  'T3.2': firstLine,
  'T5.1': f1,
  'T5.2': f1,
  'T6.1': found,
  'T6.2': f1,
  'T6.3': pairs,
  'T7.1': f1,
  'T7.2': f1,
  'T7.3': f1,
  'T8.1': found,
  'T8.2': found,
  'T8.3': found,
  'T9.1': f1,
  'T9.2': f1,
  'T10.1': found,
  'T10.2': found,
  'T11.1': firstLine,
  'T11.2': firstLine,
} as const satisfies Record<string, Metric>;

type TaskCode = keyof typeof METRICS;

export const TASK_CODES = Object.keys(METRICS) as TaskCode[];

/** Whether what counts is a single item. */
function asksOne(task: TaskCode): boolean {
  return METRICS[task] === firstLine;
}

interface LongBenchProCase extends Case {
  task: TaskCode;
  published: FileReference;
  /** Whether the question asks to think step by step first. */
  thinking?: true;
  cell: { example: number; difficulty: string; needs: string };
}

const SIZES = ['8k', '16k', '32k', '64k', '128k', '256k'] as const;
const DIFFICULTIES = ['easy', 'moderate', 'hard', 'extreme'] as const;
const LANGUAGES = { Chinese: 'zh', English: 'en' } as const;

const text = z.string();
const lower = text.transform((name) => name.toLowerCase());
const summary = z.object({
  secondary_task: text,
  language: z.enum(['Chinese', 'English'], 'must be Chinese or English'),
  token_length: lower.pipe(z.enum(SIZES, `must be one of ${SIZES.join(', ')}`)),
  difficulty: lower.pipe(z.enum(DIFFICULTIES, `must be one of ${DIFFICULTIES.join(', ')}`)),
  contextual_requirement: lower.pipe(z.enum(['full', 'partial'], 'must be Full or Partial')),
});
const examples = exampleReader(
  summary,
  summary.extend({
    ...{ context: text, question_thinking: text, question_nonthinking: text },
    answer: z.array(text).nonempty('must have an item'),
  }),
  'A published file is JSON or Parquet with `context`, `question_thinking`, `question_nonthinking`, `answer` (a list), ' +
    '`secondary_task`, `language`, `token_length`, `difficulty` and `contextual_requirement`.',
);

/** `T1.1` of `T1.1 Global Cohesive Retrieval`. */
const codeOf = (name: string) => name.split(' ')[0]!;

/** What the authors put between text and question. */
const GAP = '\n\n\n\n';

function promptOf(draft: CaseDraft<LongBenchProCase>) {
  const { context, question_thinking, question_nonthinking, answer } = examples.example(draft);
  const question = draft.thinking ? question_thinking : question_nonthinking;
  const mark = beginnings().marks[draft.language === 'zh' ? 'zh' : 'en'];
  return { context, question, answer, mark };
}

/** What is no part of an item: marks around it and what ends it, and its bullet or number. */
const AROUND = /[\s*_`"“”「」.。;；,，]/;
const BULLET = /^(?:[-•·]\s+|\(?\d{1,3}[.)）]\s+|\d{1,3}、)/;

/** Where an answer begins, however that is written: `**Answer:**`, `答案是：`, `【答案】`. */
const markPattern = once(() => {
  const { answer, is } = beginnings();
  return new RegExp(
    `[[【]?[*_]{0,2}(?:${answer.join('|')})[*_]{0,2}(?:${is.join('|')})?(?:[\\]】][:：]?|[:：])[*_]{0,2}`,
    'gi',
  );
});

/** The items of an answer in whatever form: the lines behind its last mark, or the parts of a single line. */
function itemsAnywhere(answer: Answer, isOne: boolean): string[] {
  const area = answer.plain.split(markPattern()).at(-1)!;
  const lines = area.split('\n').filter((line) => line.trim() !== '');
  return cleaned(lines.length === 1 && !isOne ? lines[0]!.split(/[,，、;；→]|\s[-–]?>\s/) : lines);
}

function cleaned(items: readonly string[]): string[] {
  return normalisedItems(
    items.map((item) => stripped(stripped(item, AROUND).replace(BULLET, ''), AROUND)),
  );
}

export const longBenchPro = benchmark<LongBenchProCase>()({
  name: 'long-bench-pro',
  options: {
    /** The authors' file, longbench_pro.json (or Parquet). Required. */
    published: pathText().optional(),
    /** Which tasks are run, by the beginning of their names; all but T4.1 and T4.2, which are summaries. */
    tasks: someOf(TASK_CODES).default([...TASK_CODES]),
    /** Questions on texts of these lengths: the file's own `token_length`; all by default. */
    sizes: someOf(SIZES).default([...SIZES]),
    /** Questions of these difficulties; all by default. */
    difficulties: someOf(DIFFICULTIES).default([...DIFFICULTIES]),
    /** Whether the question asks to think step by step first, in the authors' words; false by default. */
    thinking: z.boolean('must be true or false').default(false),
    /** How many of these questions are sent in each language, from the first; all by default. */
    examples: count.optional(),
  },
  load: examples.load,
  given: true,
  conditions: {
    published: (_, { thinking }) => ({
      prompts: `the authors' file, ${thinking ? 'asked to think' : 'plain questions'}`,
    }),
    thinking: 'harmless',
  },

  conflict({ published }) {
    if (published !== undefined) return undefined;
    return "`published` is missing, and this benchmark has no questions of its own. Give the path of the authors' file, for example `published: longbench_pro.json`.";
  },

  async *axes({ published, tasks, sizes, difficulties, thinking, examples: most }, shared) {
    const language = languageCode(shared.language);
    const isWanted = (question: z.output<typeof summary>) =>
      LANGUAGES[question.language] === language &&
      (tasks as string[]).includes(codeOf(question.secondary_task)) &&
      sizes.includes(question.token_length) &&
      difficulties.includes(question.difficulty);
    const choice = { remedy: "give the authors' longbench_pro.json", most, isWanted };
    for await (const question of examples.asked(published!, choice)) {
      const { secondary_task: name, token_length, difficulty, example, base } = question;
      yield {
        ...{ task: codeOf(name) as TaskCode, ...shared, ...base },
        ...(thinking && { thinking }),
        size: `about ${1024 * Number.parseInt(token_length, 10)} tokens`,
        cell: { example, difficulty, needs: question.contextual_requirement },
      };
    }
  },

  make(draft) {
    const { context, question, answer, mark } = promptOf(draft);
    const right = [mark, ...answer].join('\n');
    return {
      ...{ kind: 'prompt', prompt: `${context}${GAP}${question}`, question, positions: [] },
      answer: right,
      // No rule can answer these questions: who recalls the text knows the answer from the file.
      reading: () => ({
        pieces: [{ text: context, position: 0.5 }],
        answer: (recalled) => (recalled.length > 0 ? right : `${mark}\n?`),
      }),
    };
  },

  /** The authors' metric of the task; beside it `anywhere`, the same for items in any form. */
  mark(given, theCase) {
    const { task, language } = theCase;
    const { answer } = promptOf(theCase);
    const metric = METRICS[task];
    const said = stripped(given.verbatim);
    const score = said === '' ? 0 : metric(normalisedItems(answer), answerItems(said));
    const loose = metric(cleaned(answer), itemsAnywhere(given, asksOne(task)));
    const best = Math.max(score, loose);
    const why = best > 0 ? 'scattered' : given.whyWrong(language);
    return {
      score,
      ...(score < best && { inForm: best }),
      // Without a mark, what is no right item may be anything.
      readable:
        best > 0 ||
        why === 'missing' ||
        (why === 'wrong' && given.plain.search(markPattern()) >= 0),
      reason:
        best === 1
          ? inForm(say`all of it`, score === best)
          : unreadReason(given.text, inForm(say`${best.toFixed(2)} of it`, score === best)),
      namedScores: { recall: score, anywhere: best },
      metadata: { diagnosis: best === 1 ? 'complete' : why },
    };
  },

  describe: ({ task, cell, language, tokens, published }) => [
    'LongBench Pro',
    exampleTitle({ published, cell }),
    task,
    cell.difficulty,
    languageName(language),
    `${tokens} tokens`,
  ],
});
