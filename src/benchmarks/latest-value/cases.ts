/** The Cases of latest value: from options to streams, and from a Case to its prompt. */
import { baseName, languageName } from '../../case.js';
import { referenceFile } from '../../files/files.js';
import type { SharedCaseFields, Task } from '../benchmark.js';
import type { Reading } from '../reading.js';
import type { LatestValueOptions } from './options.js';
import {
  type LatestValueCase,
  type LatestValueDraft,
  publishedMessages,
  publishedStreams,
  streamOf,
} from './stream.js';
import { loadUpdateWords } from './words.js';

export async function load({ published, cell }: LatestValueDraft): Promise<void> {
  if (published) await publishedStreams.load(published, cell.example!);
}

export function task(draft: LatestValueDraft): Task {
  const { updates, asked, positions } = streamOf(draft);
  const words = loadUpdateWords(draft.language);
  const answer = asked.map(({ key, history }) => sentence(draft, key, history.at(-1)!)).join('\n');
  if (draft.published) {
    const messages = publishedMessages(draft);
    return { kind: 'chat', messages, question: messages.at(-1)!.content, positions, answer };
  }
  const names = asked.map(({ key }) => key).join(', ');
  const filled = (text: string) =>
    text.replace('{count}', `${asked.length}`).replace('{keys}', names);
  const log = updates.map(([key, value]) => written(key, value)).join(' ');
  return {
    kind: 'context',
    context: `${filled(words.instruction)}\n\n${log}`,
    question: `${filled(words.question)}\n${words.form}`,
    positions,
    answer,
  };
}

/** An update as it stands in a prompt, of ours and of the authors'. */
const written = (key: string, value: string) => `${key}: ${value};`;

function sentence({ language }: LatestValueDraft, key: string, value: string): string {
  const { sentence: form } = loadUpdateWords(language);
  return form.replace('{key}', () => key).replace('{value}', () => value);
}

/** The last update tells a value; who lost it gives the one before. */
export function reading(draft: LatestValueDraft): Reading {
  const { asked, positions } = streamOf(draft);
  return {
    pieces: positions.map((position, i) => ({
      text: written(asked[i]!.key, asked[i]!.history.at(-1)!),
      position,
    })),
    answer: (recalled, stands) =>
      asked
        .flatMap(({ key, history }, i) => {
          const value = history.at(recalled.includes(i) ? -1 : -2);
          return value && stands(written(key, value)) ? [sentence(draft, key, value)] : [];
        })
        .join('\n'),
  };
}

export function pieces({ valueLength = 1, cell, ...draft }: LatestValueDraft): number {
  const { keys = 0, updates = 0 } = { ...draft, ...cell };
  return keys * updates * valueLength;
}

export function describe({ cell, published, language, tokens, ...own }: LatestValueCase): string {
  const { keys, updates } = { ...own, ...cell };
  return [
    'Latest value',
    ...(published ? [`${baseName(published.file)} no. ${cell.example}`] : []),
    `${keys} keys`,
    `${updates} updates`,
    languageName(language),
    `${tokens} tokens`,
  ].join(' · ');
}

export async function* cases(
  options: LatestValueOptions,
  shared: SharedCaseFields,
): AsyncGenerator<LatestValueDraft> {
  const base = { benchmark: 'latest-value', task: 'latest', ...shared } as const;
  if (options.published !== undefined) {
    const remedy = 'leave the option out for streams of our own';
    const published = referenceFile('published', options.published, remedy);
    const summaries = await publishedStreams.summaries(published);
    for (const [i, one] of summaries.slice(0, options.examples).entries()) {
      const keys = Object.keys(one.answer_formatted).length;
      const cell = { keys, updates: one.n_updates, example: i + 1 };
      const size = `${keys} keys × ${one.n_updates} updates`;
      yield { ...base, task: one.experiment, published, seed: 0, size, cell };
    }
    return;
  }
  for (const seed of options.seeds) {
    for (const valueLength of options.valueLength) {
      for (const keys of options.keys) {
        for (const updates of options.updates) {
          yield {
            ...base,
            seed,
            ...(options.asked !== undefined && { asked: options.asked }),
            ...(valueLength > 1 && { valueLength }),
            ...(options.order === 'by key' && { byKey: true as const }),
            ...(options.keys.length > 1
              ? { updates, size: `${keys} keys`, cell: { keys } }
              : { keys, size: `${updates} updates`, cell: { updates } }),
          };
        }
      }
    }
  }
}
