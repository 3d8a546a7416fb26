/**
 * Aggregation by the rules of OOLONG (Bertsch et al. 2025, arXiv:2511.02817, oolong-synth): whether a model
 * takes a whole context into account where every line of it counts a little.
 *
 * The context is records, each with a date, a user and a text whose subject is known by rule. Asked are how many
 * have a subject, the most frequent subject, and the user or the date with most records of one. Score: right or
 * wrong; 0.75^|error| for a count.
 */

import { z } from 'zod';
import type { Answer } from '../../../answers/answer.js';
import { baseName, languageName } from '../../../base/references.js';
import { say } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { UserError } from '../../../base/user-error.js';
import {
  benchmark,
  type ChatTask,
  type Marked,
  type SharedCaseFields,
} from '../../../benchmarks/benchmark.js';
import { largestFitting } from '../../../benchmarks/lengths.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import type { Reading } from '../../../benchmarks/reading.js';
import { inForm as asFormed, unreadReason } from '../../../benchmarks/scoring.js';
import type { CaseDraft } from '../../../contract/case.js';
import { count, pathText, someOf } from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  lengthsOf,
  publishedConflict,
  structuredOption,
} from '../../../options/option-groups.js';
import {
  AGGREGATION_TASKS,
  type AggregationCase,
  type AnswerKind,
  aggregate,
  countsOf,
  drawnRecords,
  GROUPS,
  loadAggregationWords,
  type RecordsCase,
} from './records.js';
import {
  COMPARISONS,
  countScore,
  dndScore,
  KEY,
  oolongScore,
  scoreAggregation,
  wholeNumber,
} from './score.js';

const LENGTHS = 8;

const DRAWN = ['tasks', 'maxTokens', 'seeds', 'structured', 'language'];

/** Tokens of a record, at first guess. */
const TOKENS_PER_RECORD = 24;

/** What stands before the answer in its last line, in every language. */
const KEYS = { count: 'Answer', most: 'Label', user: 'User', date: 'Date' };

export const aggregation = benchmark<AggregationCase>()({
  name: 'aggregation',
  options: {
    /** `count`: how many records have a subject; `most`: the most frequent; `user`, `date`: with most of one. All by default. */
    tasks: someOf(AGGREGATION_TASKS).default([...AGGREGATION_TASKS]),
    ...lengthOptions,
    /** A file of OOLONG's authors (Parquet or JSON) instead of our records. `lengths` then chooses among its lengths. */
    published: pathText().optional(),
    /** How many questions of `published` are sent, from the first; all by default. */
    examples: count.optional(),
    ...structuredOption,
  },
  load: (draft) => examples.load(draft),
  conditions: {
    published: (file) => (file ? { prompts: "the authors' file" } : {}),
  },

  conflict(config) {
    const { published, lengths } = config;
    if (published !== undefined && lengths !== undefined && !Array.isArray(lengths)) {
      return '`published` has questions of some lengths, and `lengths` is a number. Give a list of those that you want, or leave it out.';
    }
    return publishedConflict(config, DRAWN, 'records of our own') ?? lengthConflict(config);
  },

  async *axes(options, shared) {
    if (options.published !== undefined)
      return yield* publishedCases(options.published, options, shared);
    for (const seed of options.seeds) {
      for (const tokens of lengthsOf(options, LENGTHS)) {
        const cell = { records: Math.ceil(tokens / TOKENS_PER_RECORD) };
        for (const task of options.tasks) yield { task, ...shared, tokens, seed, cell };
      }
    }
  },

  make(given) {
    if (given.published) return publishedTask(given);
    const draft = given as CaseDraft<RecordsCase>;
    const { task, language } = draft;
    const words = loadAggregationWords(language);
    const { list, label } = drawnRecords(draft);
    const labels = words.labels.map(({ name }) => name).join(', ');
    const lines = list.map(({ line }) => line);
    const right = aggregate(task, { list, label })!;
    return {
      kind: 'context',
      context: `${words.instruction.replace('{labels}', labels)}\n\n${lines.join('\n')}`,
      question: words[task].replace('{label}', label),
      positions: [],
      answer: `${KEYS[task]}: ${right}`,
      structured:
        task === 'count'
          ? { key: 'answer', value: { type: 'integer' }, right: Number(right) }
          : { key: 'answer', value: { type: 'string' }, right },
      // A model aggregates the records that it recalls.
      reading: () => ({
        pieces: lines.map((text, i) => ({ text, position: i / Math.max(1, lines.length - 1) })),
        answer: (recalled) => {
          const known = { list: recalled.map((i) => list[i]!), label };
          return `${KEYS[task]}: ${aggregate(task, known) ?? '?'}`;
        },
      }),
    };
  },

  /** Fill a length with records, to within less than one of them. */
  fit(draft, tokensOf) {
    const withRecords = (records: number) => ({ ...draft, cell: { records } });
    const lengthOf = (records: number) => tokensOf(withRecords(Math.max(1, records)));
    const guess = draft.tokens / TOKENS_PER_RECORD;
    return withRecords(Math.max(1, largestFitting(draft.tokens, lengthOf, guess).amount));
  },

  mark: (answer, theCase) =>
    theCase.published
      ? scorePublished(answer, theCase)
      : scoreAggregation(answer, theCase as RecordsCase),

  describe(theCase) {
    const { task, cell, language, tokens } = theCase;
    const what = exampleTitle(theCase) ?? `${cell.records} records`;
    return ['Aggregation', task, what, languageName(language), `${tokens} tokens`];
  },
});

/**
 * Questions of OOLONG's authors: of its synthetic half, which says of each answer what it is, and of its real half, which
 * does not. Scored by their rules; beside that, by what the answer says in any form.
 */

const text = z.string();

const summary = z.object({
  task_group: z.enum(GROUPS).optional(),
  context_len: z.number().int().positive().optional(),
  context_window_id: z.union([z.number(), text]).optional(),
  /** Of the real half: the episodes that the text is made of. */
  episodes: z.union([z.array(z.unknown()), text.transform((list) => list.split(','))]).optional(),
});

const examples = exampleReader(
  summary,
  summary.extend({
    ...{ context_window_text: text, question: text, answer: text },
    answer_type: text.optional(),
  }),
  'A published file is Parquet or JSON with `context_window_text`, `question` and `answer`; of the synthetic half also with ' +
    '`answer_type`, `context_len` and `task_group`.',
);

type Draft = CaseDraft<AggregationCase>;

/** The questions that are asked, all or those of some lengths. */
async function* publishedCases(
  path: string,
  {
    examples: most,
    lengths,
  }: { examples?: number | undefined; lengths?: number | number[] | undefined },
  shared: SharedCaseFields,
): AsyncGenerator<Draft> {
  const wanted = Array.isArray(lengths) ? lengths : undefined;
  const known = new Set<number | undefined>();
  const isWanted = ({ context_len: length }: z.output<typeof summary>) => {
    known.add(length);
    return wanted?.includes(length ?? 0) ?? true;
  };
  const choice = { remedy: 'leave the option out for records of ours', most, isWanted };
  const asked = [];
  for await (const question of examples.asked(path, choice)) {
    asked.push({ ...question, part: question.task_group ?? 'real' });
  }
  const lacks = wanted?.find((length) => !known.has(length));
  if (lacks !== undefined) {
    const has = [...known].join(', ') || 'none';
    throw new UserError(
      `lengths: ${path} has no questions of ${lacks} tokens. Its lengths are ${has}; use some of these.`,
    );
  }
  const weights = countsOf(asked, 'part');
  for (const { part, context_len: length, context_window_id: window, ...one } of asked) {
    const { episodes, example, base } = one;
    yield {
      ...{ task: part, ...shared, ...base },
      ...(length && { size: `up to ${length} tokens` }),
      ...(episodes && { size: `${episodes.length} episodes` }),
      // Several questions are asked of one text.
      ...(window !== undefined && { unit: `text ${window}` }),
      // So the score of all parts is the mean of all questions, as it is the authors'.
      composite: { part, weight: weights.get(part)!, variant: baseName(path) },
      cell: { example },
    };
  }
}

const DATE = /^\[datetime\.date\((\d+), (\d+), (\d+)\)\]$/;

/** Tells what the right answer is, and in which form the question asks for it. */
function rightOf(draft: Draft): { kind: AnswerKind; right: string; form: string } {
  const { answer, answer_type: type } = examples.example(draft);
  if (type === undefined) return { kind: 'boxed', right: answer, form: `\\boxed{${answer}}` };
  const [, year, month = '', day = ''] = DATE.exec(answer) ?? [];
  const right = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : firstOf(answer);
  const kind = type.endsWith('NUMERIC') ? 'count' : type.endsWith('DATE') ? 'date' : 'text';
  return { kind, right, form: `Answer: ${right}` };
}

/** The first item of a list as Python writes it. */
function firstOf(list: string): string {
  const inside = list.replace(/^\[|\]$/g, '');
  const [, , quoted] = /^(['"])((?:\\.|(?!\1)[^\\])*)\1/.exec(inside) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? inside.split(',')[0]!.trim();
}

export function publishedTask(draft: Draft): ChatTask & { reading(): Reading } {
  const { context_window_text: context, question } = examples.example(draft);
  const { form } = rightOf(draft);
  return {
    kind: 'chat',
    // The authors send two texts in one message, which providers join in their own ways.
    messages: [
      { role: 'system', content: `You are a helpful assistant.\n\n${context}` },
      { role: 'user', content: question },
    ],
    ...{ question, positions: [], answer: form },
    // No rule can aggregate these texts: who recalls one knows the answer from the file.
    reading: () => ({
      pieces: [{ text: context, position: 0.5 }],
      answer: (recalled) => (recalled.length > 0 ? form : 'Answer: 0'),
    }),
  };
}

/** How right an answer is in whatever form, and whether it says anything of the kind. */
function anywhere(
  answer: Answer,
  { kind, right }: ReturnType<typeof rightOf>,
): { score: number; isRead: boolean } {
  if (kind === 'count' || wholeNumber(right) !== undefined) {
    const { number } = answer.number({ keys: ['answer', 'user'] });
    if (number === undefined) return { score: 0, isRead: false };
    // A user is no count: one near by is another one.
    const isNear = kind !== 'text' || number === Number(right);
    return { score: isNear ? countScore(`${number}`, right) : 0, isRead: true };
  }
  const plain = kind === 'date' ? answer.inPlainDates : answer.plain;
  const isRead = answer.text !== '';
  const [, ...stated] = plain.split(KEY);
  const part = stated.at(-1) ?? plain.split('\n').findLast((line) => line.trim() !== '') ?? '';
  const lower = answer.saying(part.toLowerCase());
  const says = (pattern: string) => {
    const wanted = new RegExp(pattern, 'gu');
    return lower.text.search(wanted) >= 0 && lower.asserts(wanted) && !lower.doubt(wanted);
  };
  const holds = (item: string) => {
    const word = literal(answer.plainly(item).toLowerCase());
    return says(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`);
  };
  const compared = COMPARISONS.find((phrase) => right.includes(phrase));
  if (compared) {
    const isOnly = !COMPARISONS.some((phrase) => phrase !== compared && holds(phrase));
    return { score: isOnly && holds(compared) ? 1 : 0, isRead };
  }
  if (kind === 'boxed' && right.includes(',')) {
    const items = right.split(',').map((item) => item.trim());
    return { score: items.filter(holds).length / items.length, isRead };
  }
  // Other labels may be spoken of: what is meant begins behind a key, or ends the last line.
  const word = literal(answer.plainly(right).toLowerCase());
  const isMeant =
    stated.length > 0
      ? `^[^\\p{L}\\d]*${word}(?![\\p{L}\\d])`
      : `(?<![\\p{L}\\d])${word}[^\\p{L}\\d]*$`;
  return { score: says(isMeant) ? 1 : 0, isRead };
}

/** The authors' score; beside it `anywhere`, what the answer is worth in any form. */
function scorePublished(answer: Answer, theCase: AggregationCase): Marked {
  const known = rightOf(theCase);
  const { kind, right } = known;
  const score = kind === 'boxed' ? dndScore(answer, right) : oolongScore(answer, right, kind);
  const { score: inForm, isRead } = anywhere(answer, known);
  const best = Math.max(score, inForm);
  const isPart = best > 0 && kind === 'boxed' && right.includes(',');
  const why = isPart ? 'scattered' : answer.whyWrong(theCase.language);
  const diagnosis = best === 1 ? 'complete' : why;
  return {
    score,
    ...(score < inForm && { inForm }),
    readable: score > 0 || (isRead && diagnosis !== 'empty' && diagnosis !== 'refused'),
    reason:
      best === 1
        ? asFormed(right, score >= inForm)
        : unreadReason(answer.text, asFormed(say`not ${right}`, score >= inForm)),
    namedScores: { recall: score, anywhere: best },
    metadata: { diagnosis },
  };
}
