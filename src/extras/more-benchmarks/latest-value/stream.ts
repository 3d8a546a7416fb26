/** The updates that a Case asks about: drawn by a seed, or of a file of the authors'. */

import seedrandom from 'seedrandom';
import { z } from 'zod';
import type { KnownKey } from '../../../answers/answer.js';
import { groupBy } from '../../../base/group-by.js';
import { loadLanguage, withPlaces, wordsIn } from '../../../base/languages.js';
import type { FileReference } from '../../../base/references.js';
import { shuffled } from '../../../base/shuffle.js';
import { parseJson } from '../../../base/text/from-json.js';
import type { Message } from '../../../benchmarks/benchmark.js';
import { exampleReader } from '../../../benchmarks/published/example-files.js';
import { messagesSchema } from '../../../benchmarks/published/messages.js';
import type { Case, CaseDraft } from '../../../contract/case.js';

const spaced = z.string().transform((words) => words.split(' '));

/** The words of a language. */
export const loadUpdateWords = wordsIn(
  'latest-value',
  z.strictObject({
    instruction: z.string().superRefine(withPlaces(['count', 'keys'])),
    question: z.string().superRefine(withPlaces(['count', 'keys'])),
    /** The form of an answer, behind the question. */
    form: z.string().min(1),
    /** A right answer for one key. */
    sentence: z.string().superRefine(withPlaces(['key', 'value'])),
    modifiers: spaced,
    /** The nouns of each key; a value is a modifier and a noun. */
    keys: z.record(z.string(), spaced),
  }),
);

export interface LatestValueCase extends Case {
  /** `latest`, or the experiment of a published example. */
  task: string;
  /** What is the same in a series: the number of keys, or that of updates where the keys are its lengths. */
  keys?: number;
  updates?: number;
  asked?: number;
  valueLength?: number;
  byKey?: true;
  published?: FileReference;
  cell: { keys?: number; updates?: number; example?: number };
}

type LatestValueDraft = CaseDraft<LatestValueCase>;

interface Stream {
  updates: readonly Update[];
  /** The keys asked for, in the order of the question. */
  asked: KnownKey[];
  /** Where the last update of each of them stands, from 0 to 1. */
  positions: number[];
}

type Update = readonly [key: string, value: string];

export function streamOf(draft: LatestValueDraft): Stream {
  if (draft.published) return publishedStream(draft);
  const { language, seed, valueLength = 1, cell } = draft;
  const { keys = 0, updates = 0 } = { ...draft, ...cell };
  const random = seedrandom(`latest value/${seed}/${keys}/${updates}/${valueLength}`);
  const words = loadUpdateWords(language);
  const { between } = loadLanguage(language);
  const names = shuffled(Object.keys(words.keys), random).slice(0, keys);
  const values = names.map((name) => {
    const all = words.modifiers.flatMap((one) =>
      words.keys[name]!.map((noun) => one + between + noun),
    );
    const rounds = Array.from({ length: valueLength }, () => shuffled(all, random));
    return Array.from({ length: updates }, (_, i) => written(rounds.map((round) => round[i]!)));
  });
  const order = draft.byKey
    ? names.flatMap((_, key) => Array<number>(updates).fill(key))
    : mixed(names.length, updates, random);
  const made = names.map(() => 0);
  const stream = order.map((key) => [names[key]!, values[key]![made[key]!++]!] as const);
  return withPositions(stream, names.slice(0, draft.asked));
}

/** One item as it is, several as one word: `GreyHeronRedKite`. */
function written(items: readonly string[]): string {
  const joined = items.join(' ');
  if (items.length === 1) return joined;
  return joined.replace(/(?:^| )(\S)/g, (_, first: string) => first.toUpperCase());
}

/** Keys in random order, each so often and none twice in a row: drawn update by update, anew where one is left over. */
function mixed(keys: number, updates: number, random: () => number): number[] {
  for (;;) {
    const left = Array<number>(keys).fill(updates);
    const order: number[] = [];
    for (let rest = keys * updates; rest > 0; rest--) {
      const last = order.at(-1) ?? -1;
      let at = Math.floor(random() * (rest - (left[last] ?? 0)));
      const key = left.findIndex((n, i) => {
        if (i !== last) at -= n;
        return at < 0;
      });
      if (key < 0) break;
      left[key]!--;
      order.push(key);
    }
    if (order.length === keys * updates) return order;
  }
}

function withPositions(updates: readonly Update[], keys: readonly string[]): Stream {
  const at = groupBy(updates.keys(), (i) => updates[i]![0]);
  const own = (key: string) => at.get(key) ?? [];
  return {
    updates,
    asked: keys.map((key) => ({ key, values: own(key).map((i) => updates[i]![1]) })),
    positions: keys.map((key) => (own(key).at(-1) ?? 0) / Math.max(1, updates.length - 1)),
  };
}

const json = z
  .string()
  .transform(parseJson)
  .refine((value) => value !== undefined, 'must be JSON');

const exampleSchema = z.object({
  prompt: z.union([
    json.pipe(messagesSchema),
    z.string().transform((content): Message[] => [{ role: 'user', content }]),
  ]),
  answer_formatted: json.pipe(z.record(z.string(), z.string())),
  experiment: z.string(),
  n_updates: z.number(),
});

export const publishedStreams = exampleReader(
  exampleSchema.omit({ prompt: true }),
  exampleSchema,
  'An example has `prompt`, `answer_formatted` (JSON), `experiment` and `n_updates`, as in giantfish-fly/pi-llm.',
  ['answer_formatted', 'experiment', 'n_updates'],
);

/** The updates stand in one line, `key: value; ` each; of a key whose last one is not its answer, only that is known. */
function publishedStream(draft: LatestValueDraft): Stream {
  const { prompt, answer_formatted: right } = publishedStreams.example(draft);
  const updates = prompt
    .at(-1)!
    .content.split(/;\s/)
    .flatMap((part): Update[] => {
      const [, key = '', value = ''] = /([^\n:]+): ([^\n]+)$/.exec(part) ?? [];
      return Object.hasOwn(right, key.trim()) ? [[key.trim(), value]] : [];
    });
  const stream = withPositions(updates, Object.keys(right));
  const isWhole = ({ key, values }: KnownKey) => values.at(-1) === right[key];
  const asked = stream.asked.map((one) =>
    isWhole(one) ? one : { ...one, values: [right[one.key]!] },
  );
  return { ...stream, asked };
}
