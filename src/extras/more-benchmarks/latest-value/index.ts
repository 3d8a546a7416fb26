/**
 * Latest value (PI-LLM: Wang and Sun, Unable to Forget, arXiv:2506.08184): whether a model still knows the
 * current value of keys that are updated again and again.
 *
 * A stream of updates `key: value`; the question asks for the last value of every key, one mark each. The
 * paper's main grid has 46 keys of 2 to 400 updates, so interference and length grow together.
 */
import { z } from 'zod';
import { languageName } from '../../../base/references.js';
import { benchmark } from '../../../benchmarks/benchmark.js';
import { exampleTitle } from '../../../benchmarks/published/example-files.js';
import { count, pathText, wholeFrom, wholesFrom } from '../../../options/kinds.js';
import { publishedConflict } from '../../../options/option-groups.js';
import { scoreLatestValue } from './score.js';
import { type LatestValueCase, loadUpdateWords, publishedStreams, streamOf } from './stream.js';

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
      for await (const one of publishedStreams.asked(published, { remedy, most })) {
        const { n_updates: updates, experiment: task, example, base } = one;
        const keys = Object.keys(one.answer_formatted).length;
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
