/** The Cases of aggregation: from options to records, and from a Case to its lines and its question. */

import { kept } from '../../base/kept.js';
import { Latest } from '../../base/latest.js';
import { languageName } from '../../base/references.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import { lengthsOf } from '../../options/option-groups.js';
import type { Fitting, Parts, SharedCaseFields, Task } from '../benchmark.js';
import { largestFitting } from '../fill.js';
import type { Reading } from '../reading.js';
import type { AggregationOptions, AggregationTask } from './options.js';
import { aggregate, makeRecords, type Records } from './records.js';
import { loadAggregationWords } from './words.js';

export interface AggregationCase extends Case {
  task: AggregationTask;
  cell: { records: number };
}

type AggregationDraft = CaseDraft<AggregationCase>;

const LENGTHS = 8;

/** Tokens of a record, at first guess. */
const TOKENS_PER_RECORD = 24;

/** What stands before the answer in its last line, in every language. */
const KEYS = { count: 'Answer', most: 'Label', user: 'User', date: 'Date' };

const latest = new Latest<Records>(4);

export function recordsOf({ language, seed, cell }: AggregationDraft): Records {
  const words = loadAggregationWords(language);
  const key = JSON.stringify([words.instruction, seed, cell.records]);
  return kept(latest, key, () => makeRecords(words, seed, cell.records));
}

export function task(draft: AggregationDraft): Task {
  const words = loadAggregationWords(draft.language);
  const records = recordsOf(draft);
  const labels = words.labels.map(({ name }) => name).join(', ');
  const right = aggregate(draft.task, records)!;
  const isCount = draft.task === 'count';
  const lines = records.list.map(({ line }) => line).join('\n');
  return {
    kind: 'context',
    context: `${words.instruction.replace('{labels}', labels)}\n\n${lines}`,
    question: words[draft.task].replace('{label}', records.label),
    positions: [],
    answer: `${KEYS[draft.task]}: ${right}`,
    structured: isCount
      ? { key: 'answer', value: { type: 'integer' }, right: Number(right) }
      : { key: 'answer', value: { type: 'string' }, right },
  };
}

/** A reader aggregates the records that it recalls. */
export function reading(draft: AggregationDraft): Reading {
  const { list, label } = recordsOf(draft);
  return {
    pieces: list.map(({ line: text }, i) => ({ text, position: i / Math.max(1, list.length - 1) })),
    answer: (recalled) => {
      const known = { list: recalled.map((i) => list[i]!), label };
      return `${KEYS[draft.task]}: ${aggregate(draft.task, known) ?? '?'}`;
    },
  };
}

/** Fill a length with records, to within less than one of them. */
export function fit(
  draft: Fitting<AggregationCase>,
  tokensOf: (draft: Fitting<AggregationCase>) => number,
): Fitting<AggregationCase> {
  const withRecords = (records: number) => ({ ...draft, cell: { records } });
  const lengthOf = (records: number) => tokensOf(withRecords(Math.max(1, records)));
  const guess = draft.tokens / TOKENS_PER_RECORD;
  return withRecords(Math.max(1, largestFitting(draft.tokens, lengthOf, guess).amount));
}

export function describe({ task: name, cell, language, tokens }: AggregationCase): Parts {
  const parts = ['Aggregation', name, `${cell.records} records`];
  return [...parts, languageName(language), `${tokens} tokens`];
}

export function* axes(
  options: AggregationOptions,
  shared: SharedCaseFields,
): Generator<AggregationDraft> {
  for (const seed of options.seeds) {
    for (const tokens of lengthsOf(options, LENGTHS)) {
      for (const name of options.tasks) {
        const cell = { records: Math.ceil(tokens / TOKENS_PER_RECORD) };
        yield { task: name, ...shared, tokens, seed, cell };
      }
    }
  }
}
