import { describe, expect, it } from 'vitest';
import { foreignPrompt, foreignStoredPrompt } from '../../src/assertions/sent-prompt.js';
import type { Case } from '../../src/contract/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import {
  ancestralTrace,
  countingStars,
  graphWalks,
  keyValueRetrieval,
  latestValue,
  mrcr,
  multiDocumentQa,
  needleBench,
  needleInAHaystack,
  repeatedWords,
} from '../../src/index.js';

const GENERATORS = {
  ancestralTrace,
  countingStars,
  graphWalks,
  keyValueRetrieval,
  latestValue,
  mrcr,
  multiDocumentQa,
  needleBench,
  needleInAHaystack,
  repeatedWords,
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
  latestValue: [{ updates: 3, keys: 4 }],
  mrcr: [{ needles: 2, lengths: [3000] }],
  graphWalks: [{ steps: 1, lengths: [3000] }],
  repeatedWords: [{ words: 30, depths: 2 }],
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
      const { prompt, context, question, messages } = await buildPrompt(theCase);
      const apart = `Read ${JSON.stringify(context)} and answer ${JSON.stringify(question)}`;
      for (const sent of [
        prompt,
        `You are a careful reader.\n\n${context}\n\n${question}\n\nAnswer now.`,
        JSON.stringify(chat(prompt)),
        JSON.stringify(chat(prompt), null, 2),
        inAscii(JSON.stringify(chat(prompt))),
        ...(messages === undefined ? [apart] : []),
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
          /^the model was sent another prompt than that of its Case\. [A`].*npx promptfoo eval`\. It begins "/,
        );
      }
    }
  });
});

describe('what sent another prompt', () => {
  it.each([
    ['async function prompt(...args) { return textDoor(...args); }', '--resume'],
    ["({ vars }) => 'Read ' + vars.context", '--resume'],
    ['async (context) => context.vars.prompt', '--resume'],
    ['def create_prompt(context):\n    return context["vars"]["prompt"]', '--resume'],
    ['Read this text. (It is long.)', 'A filter such as `truncate`'],
    ['', 'A filter such as `truncate`'],
  ])('is named: %j', async (sent, named) => {
    const [theCase] = await casesOf('countingStars');
    const said = foreignPrompt(sent, theCase!);
    expect(said).toContain(named);
    expect(said?.includes('--resume')).toBe(named === '--resume');
  });

  it.each([
    ['truncate', (prompt: string) => `${prompt.slice(0, 1997)}...`],
    ['upper', (prompt: string) => prompt.toUpperCase()],
    ['last', (prompt: string) => prompt.slice(-500)],
  ])('is a filter that shortens or changes it: %s', async (_, filter) => {
    const [theCase] = await casesOf('countingStars');
    const { prompt } = await buildPrompt(theCase!);
    for (const check of [foreignPrompt, foreignStoredPrompt]) {
      expect(check(filter(prompt), theCase!)).toContain(
        'A filter such as `truncate` in the prompt template',
      );
    }
  });
});

describe('a prompt that is a conversation', () => {
  it('may stand as messages in JSON, however written, or as their texts together', async () => {
    const [theCase] = await casesOf('mrcr');
    const { messages = [], prompt } = await buildPrompt(theCase!);
    expect(messages.length).toBeGreaterThan(4);
    expect(JSON.parse(prompt)).toEqual(messages);
    const system = { role: 'system', content: 'Be exact.' };
    for (const sent of [
      JSON.stringify([system, ...messages], null, 2),
      inAscii(prompt),
      messages.map(({ content }) => content).join('\n\n'),
      messages.map(({ role, content }) => `${role}: ${content}`).join('\n'),
    ]) {
      expect(foreignPrompt(sent, theCase!), sent.slice(0, 80)).toBeUndefined();
    }
  });

  it('is another one without a message, or with two in each other’s place', async () => {
    const [theCase] = await casesOf('mrcr');
    const messages = [...(await buildPrompt(theCase!)).messages!];
    for (const other of [
      messages.slice(2),
      messages.slice(0, -1),
      [messages[2], messages[3], messages[0], messages[1], ...messages.slice(4)],
    ]) {
      const sent = JSON.stringify(other);
      expect(foreignStoredPrompt(sent, theCase), sent.slice(-80)).toContain('another prompt');
    }
  });
});

describe('a stored prompt', () => {
  it('of an example that is read from a file one by one is not looked up', async () => {
    const [theCase] = await casesOf('graphWalks');
    const published = { file: '/nowhere/graphs.parquet', sha256: '0'.repeat(64) };
    const ofFile = { ...theCase, published, cell: { example: 1 } };
    expect(foreignStoredPrompt('Another text', ofFile)).toBeUndefined();
    expect(foreignStoredPrompt('async function prompt(args) {}', ofFile)).toContain('--resume');
  });

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
    const [stars] = await casesOf('countingStars');
    const [values] = await casesOf('latestValue');
    const sized = { ...stars, perToken: { characters: 0.7 }, cell: { length: 1e12 } };
    for (const damaged of [
      { ...stars, evidence: 1e9 },
      { ...stars, tokens: 1e9, evidence: 1e9 },
      { ...stars, evidence: 20, asks: 20 },
      { ...values, keys: 50, cell: { updates: 50 } },
      { ...values, sent: 'vars', tokens: 1e300, keys: 1e9 },
      sized,
    ]) {
      const sent = 'A text that is much too short for it';
      expect(foreignStoredPrompt(sent, damaged), JSON.stringify(damaged)).toContain(
        'another prompt',
      );
    }
  });

  it('of a length in tokens may have fewer characters', async () => {
    const tests = await countingStars({
      language: 'zh',
      tokenizer: 'cl100k_base',
      lengths: [24_000],
      stars: 8,
      lineBreaks: 'none',
      perToken: { characters: 0.725 },
    });
    const [theCase] = tests.map(({ vars }) => vars!.case as unknown as Case);
    const { prompt } = await buildPrompt(theCase!);
    expect(theCase!.cell!.length).toBeGreaterThan(prompt.length);
    expect(foreignStoredPrompt(prompt, theCase)).toBeUndefined();
    expect(foreignStoredPrompt(prompt.replace('★', ''), theCase)).toContain('another prompt');
  });
});

describe('a short prompt', () => {
  it('is its Case’s own, whatever number its question has', async () => {
    const tests = await multiDocumentQa({ questions: 300, tasks: ['closed-book'], documents: [1] });
    const last = tests
      .map(({ vars }) => vars!.case as unknown as Case & { cell: { question: number } })
      .reduce((one, other) => (other.cell.question > one.cell.question ? other : one));
    const { prompt } = await buildPrompt(last);
    expect(last.cell.question).toBeGreaterThan(prompt.length);
    expect(foreignStoredPrompt(prompt, last)).toBeUndefined();
  });
});
