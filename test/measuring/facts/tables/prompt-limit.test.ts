import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { promptLimit } from '../../../../src/measuring/facts/tables/prompt-limit.js';

const TOO_LONG = "400 This model's maximum context length is 32768 tokens.";

/** What became of a prompt, by a sign. */
const CALLS: Readonly<Record<string, Partial<Row>>> = {
  found: { score: 1 },
  half: { score: 0.5 },
  'off topic': { score: 0, reading: 'unreadable' },
  silent: { score: 0, reading: 'unreadable', diagnosis: 'empty' },
  astray: { score: 0, diagnosis: 'off-topic' },
  terse: { score: 0, diagnosis: 'wrong' },
  wrong: { score: 0, diagnosis: 'missing' },
  refused: { score: 0, reading: 'unreadable', diagnosis: 'refused' },
  window: { error: TOO_LONG },
  broken: { error: '500 Internal Server Error' },
};

/** Prompts of 4K, 8K, … tokens, with what became of those of each length. */
const prompts = (byLength: readonly string[][], counted?: (tokens: number) => number) =>
  byLength.flatMap((own, i) =>
    own.map((sign) => {
      const tokens = 4000 * 2 ** i;
      const promptTokens = counted?.(tokens);
      const call = { ...CALLS[sign], tokens, ...(promptTokens && { promptTokens }) } as Row;
      const answer = { score: call.score, marks: [call.score], positions: [] };
      return { tokens, calls: [call], ...(call.error === undefined && { answer }) };
    }),
  );

const of = (sign: string, count = 2) => new Array<string>(count).fill(sign);

describe('promptLimit', () => {
  it.each<[string, string, ReturnType<typeof prompts>]>([
    ['errors name a limit', 'window', prompts([of('found'), of('found'), of('window', 1)])],
    [
      'all that is longer is refused',
      'refused',
      prompts([of('found'), of('found', 1), of('refused')]),
    ],
    [
      'all that is longer is off topic',
      'cut',
      prompts([of('found', 4), of('found', 1), of('off topic', 12)]),
    ],
    [
      'all that is longer is about something else',
      'cut',
      prompts([of('found', 4), of('found', 1), of('astray', 12)]),
    ],
    [
      'nearly all that is longer is about something else',
      'cut',
      prompts([of('found', 4), of('found', 1), [...of('astray', 9), ...of('terse', 2), 'wrong']]),
    ],
    [
      'a server counts fewer tokens of what is answered wrong',
      'cut',
      prompts([of('found', 4), of('found'), of('terse', 12)], (tokens) => Math.min(tokens, 8000)),
    ],
    [
      'a server counts no more tokens beyond it',
      'cut',
      prompts([of('found', 4), of('found'), of('off topic', 12)], (tokens) =>
        Math.min(tokens, 8000),
      ),
    ],
    [
      'a server counts all tokens that were sent',
      'off topic',
      prompts([of('found', 4), of('found'), of('off topic', 12)], (tokens) => tokens),
    ],
  ])('is there where %s', (_, kind, cases) => {
    expect(promptLimit(cases)).toEqual({ kind, tokens: 8000, fromTokens: 16_000 });
  });

  it.each<[string, string[][]]>([
    ['errors say nothing of length', [of('found'), of('broken')]],
    ['a longer prompt was answered', [of('found'), of('window'), of('found')]],
    [
      'a shorter prompt is off topic too',
      [['found', 'off topic'], of('found'), of('off topic', 4)],
    ],
    ['shorter ones are no better than memory', [of('half', 4), of('half'), of('off topic', 4)]],
    ['shorter ones are worse than refusals explain', [of('found'), of('half'), of('refused')]],
    ['one answer is off topic', [of('found', 4), of('off topic', 1)]],
    ['chance may have it so', [of('found'), of('off topic')]],
    ['longer answers are on topic and wrong', [of('found', 4), of('wrong', 4)]],
    ['longer answers are wrong', [of('found', 4), of('terse', 4)]],
    [
      'half of longer answers are about the question',
      [of('found', 4), ['terse', 'astray', 'wrong', 'astray']],
    ],
    ['longer answers are empty', [of('found', 4), of('silent', 4)]],
    ['nothing was answered', [of('window', 4)]],
    ['all is off topic', [of('off topic', 8)]],
  ])('is not there where %s', (_, byLength) => {
    expect(promptLimit(prompts(byLength))).toBeUndefined();
  });
});
