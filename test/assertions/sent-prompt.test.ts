import { describe, expect, it } from 'vitest';
import { foreignPrompt, foreignStoredPrompt } from '../../src/assertions/sent-prompt.js';
import type { Case } from '../../src/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import {
  ancestralTrace,
  countingStars,
  keyValueRetrieval,
  multiDocumentQa,
  needleBench,
  needleInAHaystack,
} from '../../src/index.js';

const GENERATORS = {
  ancestralTrace,
  countingStars,
  keyValueRetrieval,
  multiDocumentQa,
  needleBench,
  needleInAHaystack,
};

const ASKED = {
  countingStars: [
    { stars: 8, lengths: [2000], tasks: ['acquisition', 'reasoning', 'corrections', 'sum'] },
    { stars: 4, lengths: [2000], language: 'zh', distractors: 3 },
  ],
  needleInAHaystack: [{ lengths: [2000], depths: 2, evidence: 2 }],
  needleBench: [{ lengths: [4000], depths: 1, language: 'zh' }],
  keyValueRetrieval: [{ pairs: [20], queryAware: true }],
  multiDocumentQa: [
    { documents: [3], questions: 1, tasks: ['documents', 'closed-book', 'oracle'] },
  ],
  ancestralTrace: [{ steps: [3], chains: 1 }],
} as const;

async function casesOf(generator: keyof typeof ASKED): Promise<Case[]> {
  const cases: Case[] = [];
  for (const config of ASKED[generator]) {
    const tests = await GENERATORS[generator](config as never);
    cases.push(...tests.map(({ vars }) => vars!.case as unknown as Case));
  }
  return cases;
}

const chat = (content: string) => [
  { role: 'system', content: 'Be exact.' },
  { role: 'user', content },
];

/** As other programs write it: every character beyond ASCII as an escape. */
function inAscii(text: string): string {
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[^\p{ASCII}]/gu, (character) => character.split('').map(escaped).join(''));
}

describe.each(Object.keys(ASKED) as (keyof typeof ASKED)[])('a prompt of %s', (generator) => {
  it('is its Case’s own in every form', async () => {
    for (const theCase of await casesOf(generator)) {
      const { prompt, context, question } = await buildPrompt(theCase);
      for (const sent of [
        prompt,
        `You are a careful reader.\n\n${context}\n\n${question}\n\nAnswer now.`,
        JSON.stringify(chat(prompt)),
        JSON.stringify(chat(prompt), null, 2),
        inAscii(JSON.stringify(chat(prompt))),
        `Read ${JSON.stringify(context)} and answer ${JSON.stringify(question)}`,
        '[prompt stripped]',
        undefined,
      ]) {
        expect(foreignPrompt(sent, theCase), sent?.slice(0, 80)).toBeUndefined();
      }
    }
  });

  it('is another one without its question or its context, and as source text', async () => {
    for (const theCase of await casesOf(generator)) {
      const { prompt, context, question } = await buildPrompt(theCase);
      const given = prompt !== `${context}\n\n${question}`;
      for (const sent of [
        'async function prompt(...args) { return textDoor(...args); }',
        '{{prompt}}',
        '',
        ...(given || context.includes(question) ? [] : [context]),
        ...(context === '' ? [] : [question]),
      ]) {
        if (sent.includes(prompt)) continue;
        expect(foreignPrompt(sent, theCase), sent.slice(0, 80)).toMatch(
          /^the model was sent another prompt than that of its Case \(it begins ".*npx promptfoo eval`$/,
        );
      }
    }
  });
});

describe('a stored prompt', () => {
  it('of evidence in another order is another one', async () => {
    const [theCase] = await casesOf('countingStars');
    const { prompt } = await buildPrompt(theCase!);
    const stars = prompt.match(/The little penguin counted \d+ ★\./g)!;
    const swapped = prompt
      .replace(stars[0]!, '@')
      .replace(stars[1]!, stars[0]!)
      .replace('@', stars[1]!);
    expect(foreignStoredPrompt(prompt, theCase)).toBeUndefined();
    expect(foreignStoredPrompt(swapped, theCase)).toContain('another prompt');
  });

  it('of a Case that cannot be read is judged by what a source text looks like', () => {
    for (const theCase of [undefined, {}, { benchmark: 'of another version', tokens: 1000 }]) {
      expect(foreignStoredPrompt('A long text', theCase)).toBeUndefined();
      expect(foreignStoredPrompt('async function prompt(args) {}', theCase)).toContain('--resume');
    }
  });

  it('makes nothing of a Case that asks for more than can stand in it', async () => {
    const [theCase] = await casesOf('countingStars');
    const start = performance.now();
    expect(foreignStoredPrompt('A text', { ...theCase, evidence: 1e9 })).toContain(
      'another prompt',
    );
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
