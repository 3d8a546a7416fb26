/** The records of a Case, drawn by its seed: one subject leads them, and one user and one date lead those of the subject asked about. */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { kept } from '../../../base/kept.js';
import { withPlaces, wordsIn } from '../../../base/languages.js';
import { Latest } from '../../../base/latest.js';
import type { FileReference } from '../../../base/references.js';
import { oneOf, shuffled } from '../../../base/shuffle.js';
import type { Case, CaseDraft } from '../../../contract/case.js';

export const AGGREGATION_TASKS = ['count', 'most', 'user', 'date'] as const;

export type AggregationTask = (typeof AGGREGATION_TASKS)[number];

/** Groups of the questions of OOLONG's synthetic half. */
export const GROUPS = ['counting', 'user', 'timeline'] as const;

/** What an answer of OOLONG's is; in its real half it stands in a box. */
export type AnswerKind = 'count' | 'date' | 'text' | 'boxed';

export interface AggregationCase extends Case {
  published?: FileReference;
  cell: { records?: number; example?: number };
}

/** A Case whose records are ours. */
export interface RecordsCase extends Case {
  task: AggregationTask;
  cell: { records: number };
}

const filled = z.string().min(1);
const aboutLabel = filled.superRefine(withPlaces(['label']));

const wordsSchema = z.strictObject({
  instruction: filled.superRefine(withPlaces(['labels'])),
  record: filled.superRefine(withPlaces(['date', 'user', 'text'])),
  count: aboutLabel,
  most: filled,
  user: aboutLabel,
  date: aboutLabel,
  labels: z.array(z.strictObject({ name: filled, things: z.array(filled).min(1) })).min(2),
  texts: z.array(filled.superRefine(withPlaces(['thing']))).min(1),
});

type AggregationWords = z.output<typeof wordsSchema>;

/** One file of `datasets/aggregation/` for each language. */
export const loadAggregationWords = wordsIn('aggregation', wordsSchema);

type Field = 'label' | 'user' | 'date';

type Fields = Record<Field, string>;

interface Records {
  /** Each with its line of the prompt. */
  list: (Fields & { line: string })[];
  /** The subject that is asked about. */
  label: string;
}

const USERS = 10;
const DAYS = 28;

/** What is most frequent leads by more than 2% of the records, as in OOLONG's questions. */
const LEAD = 0.02;

const latest = new Latest<Records>(4);

export function drawnRecords({ language, seed, cell }: CaseDraft<RecordsCase>): Records {
  const words = loadAggregationWords(language);
  const key = JSON.stringify([words.instruction, seed, cell.records]);
  return kept(latest, key, () => makeRecords(words, seed, cell.records));
}

function makeRecords(words: AggregationWords, seed: number, amount: number): Records {
  const random = seedrandom(`aggregation/${seed}`);
  const number = (least: number, most: number) => least + Math.floor((most - least) * random());
  const users = Array.from({ length: USERS }, (_, i) => `${10_000 + 9000 * i + number(0, 9000)}`);
  const month = `${number(2021, 2024)}-${twoDigits(number(1, 13))}`;
  const dates = Array.from({ length: DAYS }, (_, i) => `${month}-${twoDigits(i + 1)}`);
  const labels = words.labels.map(({ name }) => name);
  const drawn = Array.from({ length: amount }, () => ({
    date: oneOf(dates, random),
    user: oneOf(users, random),
    label: oneOf(labels, random),
    text: oneOf(words.texts, random),
    thing: random(),
  }));
  const chance = seedrandom(`aggregation/${seed}/lead`);
  letLead(drawn, 'label', oneOf(labels, chance), chance);
  const asked = drawn[0]!.label;
  const about = drawn.filter(({ label }) => label === asked);
  letLead(about, 'user', oneOf(users, chance), chance);
  letLead(about, 'date', oneOf(dates, chance), chance);
  const list = drawn.map(({ text, thing, ...one }) => {
    const { things } = words.labels[labels.indexOf(one.label)]!;
    const written = text.replace('{thing}', things[Math.floor(thing * things.length)]!);
    const places = { '{date}': one.date, '{user}': one.user, '{text}': written };
    return { ...one, line: words.record.replace(/\{\w+\}/g, (place) => places[place as '{text}']) };
  });
  return { list, label: asked };
}

const twoDigits = (number: number) => `${number}`.padStart(2, '0');

/** Changes records at random until one value of a field is the most frequent, so that the question has one answer. */
function letLead(
  list: readonly Fields[],
  field: Field,
  winner: string,
  random: () => number,
): void {
  const counts = countsOf(list, field);
  const countOf = (value: string) => counts.get(value) ?? 0;
  for (const record of shuffled(list, random)) {
    const others = [...counts.keys()].filter((value) => value !== winner).map(countOf);
    if (countOf(winner) - Math.max(0, ...others) > LEAD * list.length) return;
    counts.set(record[field], countOf(record[field]) - 1);
    counts.set(winner, countOf(winner) + 1);
    record[field] = winner;
  }
}

/** How many of a list have each value of a field. */
export function countsOf<F extends string>(
  list: readonly Readonly<Record<F, string>>[],
  field: F,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { [field]: value } of list) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The right answer from records, or from those of them that are known; nothing from none. */
export function aggregate(task: AggregationTask, { list, label }: Records): string | undefined {
  const about = task === 'most' ? list : list.filter((record) => record.label === label);
  if (task === 'count') return `${about.length}`;
  const counts = [...countsOf(about, task === 'most' ? 'label' : task)];
  return counts.sort(([, a], [, b]) => b - a)[0]?.[0];
}
