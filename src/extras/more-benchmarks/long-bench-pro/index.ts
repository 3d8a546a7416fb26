/**
 * LongBench Pro (2026, arXiv:2601.02872): questions on real texts in English and Chinese, at six lengths from 8K to 256K.
 * Only as the authors' file, and 23 of its 25 tasks: summaries are scored by an embedding model.
 */
import { z } from 'zod';
import type { Answer } from '../../../answers/answer.js';
import { once } from '../../../base/kept.js';
import { languageCode } from '../../../base/languages.js';
import { type FileReference, languageName } from '../../../base/references.js';
import { say } from '../../../base/text/language.js';
import { stripped } from '../../../base/text/python-text.js';
import { benchmark } from '../../../benchmarks/benchmark.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { inForm, unreadReason } from '../../../benchmarks/unread.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import { count, pathText, someOf } from '../../../options/kinds.js';
import {
  answerItems,
  asksOne,
  beginnings,
  METRICS,
  normalisedItems,
  TASK_CODES,
  type TaskCode,
} from './metrics.js';

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
  Object.keys(summary.shape),
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
    const isWanted = (one: z.output<typeof summary>) =>
      LANGUAGES[one.language] === language &&
      (tasks as string[]).includes(codeOf(one.secondary_task)) &&
      sizes.includes(one.token_length) &&
      difficulties.includes(one.difficulty);
    const choice = { remedy: "give the authors' longbench_pro.json", most, isWanted };
    for await (const one of examples.asked(published!, choice)) {
      const { secondary_task: name, token_length, difficulty, example, base } = one;
      yield {
        ...{ task: codeOf(name) as TaskCode, ...shared, ...base },
        ...(thinking && { thinking }),
        size: `about ${1024 * Number.parseInt(token_length, 10)} tokens`,
        cell: { example, difficulty, needs: one.contextual_requirement },
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
