/**
 * Aggregation by the rules of OOLONG (Bertsch et al. 2025, arXiv:2511.02817, oolong-synth): whether a model
 * takes a whole context into account where every line of it counts a little.
 *
 * The context is records, each with a date, a user and a text whose subject is known by rule. Asked are how many
 * have a subject, the most frequent subject, and the user or the date with most records of one. Score: right or
 * wrong; 0.75^|error| for a count.
 */
import { languageName } from '../../../base/references.js';
import { benchmark } from '../../../benchmarks/benchmark.js';
import { largestFitting } from '../../../benchmarks/lengths/fill.js';
import { exampleTitle } from '../../../benchmarks/published/example-files.js';
import type { CaseDraft } from '../../../contract/case.js';
import { count, pathText, someOf } from '../../../options/kinds.js';
import {
  lengthConflict,
  lengthOptions,
  lengthsOf,
  publishedConflict,
  structuredOption,
} from '../../../options/option-groups.js';
import * as published from './published.js';
import {
  AGGREGATION_TASKS,
  type AggregationCase,
  aggregate,
  drawnRecords,
  loadAggregationWords,
  type RecordsCase,
} from './records.js';
import { scoreAggregation } from './score.js';

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
  load: published.load,
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
    if (options.published !== undefined) {
      yield* published.publishedCases(options.published, options, shared);
      return;
    }
    for (const seed of options.seeds) {
      for (const tokens of lengthsOf(options, LENGTHS)) {
        const cell = { records: Math.ceil(tokens / TOKENS_PER_RECORD) };
        for (const task of options.tasks) yield { task, ...shared, tokens, seed, cell };
      }
    }
  },

  make(given) {
    if (given.published) return published.publishedTask(given);
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
      ? published.scorePublished(answer, theCase)
      : scoreAggregation(answer, theCase as RecordsCase),

  describe(theCase) {
    const { task, cell, language, tokens } = theCase;
    const what = exampleTitle(theCase) ?? `${cell.records} records`;
    return ['Aggregation', task, what, languageName(language), `${tokens} tokens`];
  },
});
