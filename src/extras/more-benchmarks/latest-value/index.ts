/**
 * Latest value (PI-LLM: Wang and Sun, Unable to Forget, arXiv:2506.08184): whether a model still knows the
 * current value of keys that are updated again and again.
 *
 * A stream of updates `key: value`; the question asks for the last value of every key, one mark each. The
 * paper's main grid has 46 keys of 2 to 400 updates, so interference and length grow together.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import type { Answer, KnownKey } from '../../../answers/answer.js';
import { groupBy } from '../../../base/group-by.js';
import { loadLanguage, withPlaces, wordsIn } from '../../../base/languages.js';
import { mean, sum } from '../../../base/numbers.js';
import { type FileReference, languageName } from '../../../base/references.js';
import { shuffled } from '../../../base/shuffle.js';
import { parseJson } from '../../../base/text/from-json.js';
import { commas, say } from '../../../base/text/language.js';
import { quoted } from '../../../base/text/texts.js';
import { benchmark, type Marked, type Message } from '../../../benchmarks/benchmark.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { messagesSchema } from '../../../benchmarks/published/messages.js';
import { emptyReason } from '../../../benchmarks/scoring.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import { count, pathText, wholeFrom, wholesFrom } from '../../../options/kinds.js';
import { publishedConflict } from '../../../options/option-groups.js';

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
    const all = words.modifiers.flatMap((modifier) =>
      words.keys[name]!.map((noun) => modifier + between + noun),
    );
    const rounds = Array.from({ length: valueLength }, () => shuffled(all, random));
    return Array.from({ length: updates }, (_, i) => oneWord(rounds.map((round) => round[i]!)));
  });
  const order = draft.byKey
    ? names.flatMap((_, key) => Array<number>(updates).fill(key))
    : mixed(names.length, updates, random);
  const made = names.map(() => 0);
  const stream = order.map((key) => [names[key]!, values[key]![made[key]!++]!] as const);
  return withPositions(stream, names.slice(0, draft.asked));
}

/** One item as it is, several as one word: `GreyHeronRedKite`. */
function oneWord(items: readonly string[]): string {
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

const publishedStreams = exampleReader(
  exampleSchema.omit({ prompt: true }),
  exampleSchema,
  'An example has `prompt`, `answer_formatted` (JSON), `experiment` and `n_updates`, as in giantfish-fly/pi-llm.',
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
  const asked = stream.asked.map((known) =>
    isWhole(known) ? known : { ...known, values: [right[known.key]!] },
  );
  return { ...stream, asked };
}

/** As many as there are words for. */
const MOST_KEYS = 46;
const MOST_UPDATES = 400;

/** Those of the paper: about √2 times the one before. */
const PAPER_UPDATES = [2, 3, 4, 6, 8, 12, 17, 24, 34, 48, 68, 97, 139, 197, 281, 400];

const DRAWN = ['updates', 'keys', 'asked', 'valueLength', 'order', 'seeds', 'language'];

/** An update as it stands in a prompt, of ours and of the authors'. */
const written = (key: string, value: string) => `${key}: ${value};`;

export const latestValue = benchmark<LatestValueCase>()({
  name: 'latest-value',
  options: {
    /** How often each key is updated; each number of a list is a length. The paper's 2 to 400 by default. */
    updates: wholesFrom(2, MOST_UPDATES).default(PAPER_UPDATES),
    /** How many keys there are; with a list, its numbers are the lengths, and each of `updates` is a series. */
    keys: wholesFrom(2, MOST_KEYS).default([MOST_KEYS]),
    /** How many of the keys the question names; all by default. */
    asked: wholeFrom(1, MOST_KEYS).optional(),
    /** How many pairs of words make a value, written together (`GreyHeronRedKite`); 1 by default, with a space. */
    valueLength: wholesFrom(1, 40).default([1]),
    /** `mixed` (the default): no key twice in a row; `by key`: all updates of one key, then those of the next. */
    order: z.enum(['mixed', 'by key'], 'must be mixed or by key').default('mixed'),
    /** One of the authors' files (Parquet or JSON) instead of our streams. */
    published: pathText().optional(),
    /** How many examples of `published` are sent, from the first; all by default. */
    examples: count.optional(),
  },
  load: publishedStreams.load,

  conflict(config) {
    const { asked, keys = MOST_KEYS } = config;
    const fewest = Math.min(...[keys].flat().map(Number));
    if (typeof asked === 'number' && asked > fewest) {
      return `\`asked\` is ${asked}, but there are only ${fewest} \`keys\`. Ask for fewer, or use more keys.`;
    }
    return publishedConflict(config, DRAWN, 'streams of our own');
  },

  async *axes({ published, examples: most, asked, order, ...options }, shared) {
    if (published !== undefined) {
      const remedy = 'leave the option out for streams of our own';
      for await (const summary of publishedStreams.asked(published, { remedy, most })) {
        const { n_updates: updates, experiment: task, example, base } = summary;
        const keys = Object.keys(summary.answer_formatted).length;
        const size = `${keys} keys × ${updates} updates`;
        yield { task, ...shared, ...base, size, cell: { keys, updates, example } };
      }
      return;
    }
    for (const seed of options.seeds) {
      for (const valueLength of options.valueLength) {
        for (const keys of options.keys) {
          for (const updates of options.updates) {
            yield {
              task: 'latest',
              ...shared,
              seed,
              ...(asked !== undefined && { asked }),
              ...(valueLength > 1 && { valueLength }),
              ...(order === 'by key' && { byKey: true as const }),
              ...(options.keys.length > 1
                ? { updates, size: `${keys} keys`, cell: { keys } }
                : { keys, size: `${updates} updates`, cell: { updates } }),
            };
          }
        }
      }
    }
  },

  make(draft) {
    const { updates, asked, positions } = streamOf(draft);
    const words = loadUpdateWords(draft.language);
    const sentence = (key: string, value: string) =>
      words.sentence.replace('{key}', () => key).replace('{value}', () => value);
    const names = asked.map(({ key }) => key).join(', ');
    const filled = (text: string) =>
      text.replace('{count}', `${asked.length}`).replace('{keys}', names);
    const common = {
      positions,
      answer: asked.map(({ key, values }) => sentence(key, values.at(-1)!)).join('\n'),
      // The last update tells a value; who lost it gives the one before.
      reading: () => ({
        pieces: asked.map(({ key, values }, i) => ({
          text: written(key, values.at(-1)!),
          position: positions[i]!,
        })),
        answer: (recalled: readonly number[], stands: (text: string) => boolean) =>
          asked
            .flatMap(({ key, values }, i) => {
              const value = values.at(recalled.includes(i) ? -1 : -2);
              return value && stands(written(key, value)) ? [sentence(key, value)] : [];
            })
            .join('\n'),
      }),
    };
    if (draft.published) {
      const messages = publishedStreams.example(draft).prompt;
      return { kind: 'chat', messages, question: messages.at(-1)!.content, ...common };
    }
    const log = updates.map(([key, value]) => written(key, value)).join(' ');
    return {
      kind: 'context',
      context: `${filled(words.instruction)}\n\n${log}`,
      question: `${filled(words.question)}\n${words.form}`,
      ...common,
    };
  },

  pieces({ valueLength = 1, cell, ...draft }) {
    const { keys = 0, updates = 0 } = { ...draft, ...cell };
    return keys * updates * valueLength;
  },

  mark: scoreLatestValue,

  describe({ cell, published, language, tokens, ...own }) {
    const { keys, updates } = { ...own, ...cell };
    const parts = ['Latest value', exampleTitle({ published, cell }), `${keys} keys`];
    return [...parts, `${updates} updates`, languageName(language), `${tokens} tokens`];
  },
});

/**
 * The score of PI-LLM (`compute_accuracy`): the share of the keys asked for whose last value was given.
 * Beside it `superseded`, the share for which an older value was.
 */
function scoreLatestValue(answer: Answer, theCase: LatestValueCase): Marked {
  const { asked, positions } = streamOf(theCase);
  const given = answer.values(asked);
  const lags = given.map((value, i) =>
    value?.index === undefined ? undefined : asked[i]!.values.length - 1 - value.index,
  );
  const marks = lags.map((lag): number => (lag === 0 ? 1 : 0));
  const late = lags.map((lag): number => (lag ? 1 : 0));
  const [right, old] = [sum(marks), sum(late)];
  const missing = given.filter((value) => value === undefined).length;
  const other = asked.length - right - old - missing;
  const readable = missing < asked.length;
  const { text } = answer;
  const diagnosis: Diagnosis = readable
    ? right === asked.length
      ? 'complete'
      : 2 * old >= asked.length - right
        ? 'superseded'
        : 'scattered'
    : answer.whyWrong(theCase.language);
  const told = commas([
    say`${right} of ${asked.length} keys`,
    supersededWords(lags),
    other > 0 ? say`${other} with a value never given` : '',
  ]);
  const said = missing > 0 ? say`${told}, ${missing} without an answer` : told;
  const unread =
    text === '' ? emptyReason() : say`no value of any key (it begins: ${quoted(text)})`;
  return {
    score: mean(marks),
    readable,
    reason: readable ? said : unread,
    namedScores: { recall: mean(marks), superseded: mean(late) },
    marks,
    positions,
    metadata: { diagnosis, lags: lags.map((lag) => lag ?? null) },
  };
}

/** How many values were replaced ones, and how often: `3 superseded (by 1 to 40)`; empty for none. */
function supersededWords(lags: readonly (number | undefined)[]): string {
  const late = lags.flatMap((lag) => lag || []);
  if (late.length === 0) return '';
  const [least, most] = [Math.min(...late), Math.max(...late)];
  if (lags.length === 1) return say`superseded by ${least}`;
  return least === most
    ? say`${late.length} superseded (by ${least})`
    : say`${late.length} superseded (by ${least} to ${most})`;
}
