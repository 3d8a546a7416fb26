import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { frameOf, ownTokens } from '../../../../src/extras/stretch/asking/frames.js';
import {
  type AssertedTest,
  type LookedFor,
  lookedFor,
} from '../../../../src/extras/stretch/asking/looked-for.js';
import { Padding } from '../../../../src/extras/stretch/asking/padding.js';
import { loadTokenizer } from '../../../../src/haystack/tokenizer.js';

const LONGEST = 8000;
const tokenizer = await loadTokenizer('o200k_base');
const padding = Padding.of(tokenizer, LONGEST, [], 1);

const providers = {
  'a chat provider': { id: () => 'openai:chat:gpt-4.1' },
  'Anthropic’s': { id: () => 'anthropic:messages:claude-x' },
  'Gemini’s': { id: () => 'google:gemini-x' },
  'an HTTP provider': { id: () => 'https://127.0.0.1/answer' },
};

const system = { role: 'system', content: 'Be brief.' };
const prompts = {
  text: 'Say hello to Bob.\n\nIn one word!',
  chat: JSON.stringify([system, { role: 'user', content: 'Say hello.' }]),
  'chat of several turns': JSON.stringify([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
  ]),
  YAML: '- role: system\n  content: Be brief.\n- role: user\n  content: "Hi: there"\n',
  Gemini: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }),
  messages: JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'Hi' }] }),
};

const WAYS = ['conversation', 'before', 'tools'] as const;

const cells = Object.keys(providers).flatMap((provider) =>
  Object.keys(prompts).flatMap((prompt) => WAYS.map((as) => ({ provider, prompt, as }))),
);

function padded(
  { provider, prompt, as }: { provider: string; prompt: string; as: (typeof WAYS)[number] },
  length: number,
  from: Padding = padding,
) {
  const asked = providers[provider as keyof typeof providers] as never;
  const text = prompts[prompt as keyof typeof prompts] ?? prompt;
  const frame = frameOf(text, as, asked, from);
  const sections = from.filling(length, frame);
  return sections && { ...frame.write(sections), tokens: frame.tokensWith(sections), own: text };
}

const paddingIn = ({
  text,
  padding: { from, to },
}: {
  text: string;
  padding: { from: number; to: number };
}) => text.slice(from, to);

const isRefused = ({ provider, prompt, as }: (typeof cells)[number]) =>
  as === 'tools' && prompt !== 'Gemini' && provider === 'an HTTP provider';

describe('a padded prompt', () => {
  it.each(cells.filter((cell) => !isRefused(cell)))(
    'has its length in tokens: $provider, $prompt, $as',
    (cell) => {
      for (const length of [200, 1000, 1013, 4000, LONGEST]) {
        const { text, padding: place, tokens } = padded(cell, length)!;
        expect(ownTokens(text, (one) => tokenizer.count(one))).toBe(tokens);
        expect(tokens).toBeLessThanOrEqual(length);
        expect(tokens).toBeGreaterThanOrEqual(length - 5);
        expect(place.to - place.from).toBeGreaterThan(100);
        expect(place.from).toBeGreaterThanOrEqual(0);
      }
    },
  );

  it('keeps instructions first and what is asked last, as it was', () => {
    for (const provider of Object.keys(providers)) {
      const { text } = padded({ provider, prompt: 'chat', as: 'conversation' }, 1000)!;
      const messages = JSON.parse(text) as { role: string }[];
      expect(messages[0]).toEqual(system);
      expect(messages.at(-1)).toEqual({ role: 'user', content: 'Say hello.' });
      expect(messages.slice(1).map(({ role }) => role === 'user')).toEqual(
        messages.slice(1).map((_, i) => i % 2 === 0),
      );
    }
  });

  it('stays a text for providers that are not known to take messages', () => {
    const cell = { provider: 'an HTTP provider', prompt: 'text' };
    const before = padded({ ...cell, as: 'before' }, 500)!;
    expect(before.text.slice(before.padding.to)).toBe(`\n\n${prompts.text}`);
    const turns = padded({ ...cell, as: 'conversation' }, 2500)!;
    expect(turns.text.slice(turns.padding.to)).toBe(`\n\nUser: ${prompts.text}`);
    expect(turns.text.match(/^(User|Assistant): /gm)!.length).toBeGreaterThan(4);
  });

  it('has results of a tool in the form of the provider', () => {
    const roles = (provider: string) =>
      (
        JSON.parse(padded({ provider, prompt: 'text', as: 'tools' }, 2500)!.text) as {
          role: string;
        }[]
      ).map(({ role }) => role);
    expect(roles('a chat provider').slice(0, 4)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(roles('Gemini’s').slice(0, 4)).toEqual(['user', 'model', 'user', 'model']);
  });

  it('refuses results of a tool where nobody knows their form', () => {
    expect(() =>
      padded({ provider: 'an HTTP provider', prompt: 'text', as: 'tools' }, 500),
    ).toThrow(
      /--as tools: the provider "https:\/\/127.0.0.1\/answer" is not known to take results of a tool/,
    );
  });

  it('has no room where the prompt itself is as long', () => {
    const prompt = 'word '.repeat(300);
    for (const as of ['conversation', 'before'] as const) {
      for (const provider of Object.keys(providers)) {
        expect(padded({ provider, prompt, as }, 300)).toBeUndefined();
      }
    }
  });

  it('has its length in other tokenizers too', async () => {
    for (const name of ['cl100k_base', 'characters', 'qwen3']) {
      const other = Padding.of(await loadTokenizer(name), 3000, [], 1);
      for (const as of ['conversation', 'before'] as const) {
        for (const provider of ['a chat provider', 'an HTTP provider']) {
          const { tokens } = padded({ provider, prompt: 'text', as }, 3000, other)!;
          expect(tokens).toBeLessThanOrEqual(3000);
          expect(tokens).toBeGreaterThanOrEqual(2995);
        }
      }
    }
  });
});

describe('the text around prompts', () => {
  it('has one start for all prompts and lengths', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zA-Z .\n]{0,300}$/),
        fc.stringMatching(/^[a-zA-Z .\n]{0,300}$/),
        fc.constantFrom(...WAYS),
        (one, two, as) => {
          const cell = { provider: 'a chat provider', as };
          const [first, second] = [one, two].map((own) =>
            paddingIn(padded({ ...cell, prompt: `${own}?` }, LONGEST)!),
          );
          let same = 0;
          while (same < first!.length && first![same] === second![same]) same++;
          expect(same).toBeGreaterThan(0.98 * Math.min(first!.length, second!.length));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is another one with another seed, and the same with the same', () => {
    const start = (seed: number) => Padding.of(tokenizer, 500, [], seed).corpus.text.slice(0, 500);
    expect(start(1)).toBe(start(1));
    expect(start(1)).not.toBe(start(2));
  });

  const free = (looked: LookedFor[]) => Padding.of(tokenizer, LONGEST, looked, 1);
  const looked = (...assert: object[]) => lookedFor([{ assert, vars: {} }]);

  it('has nothing that assertions look for, in turns and across sentences', () => {
    const assertions = [
      { type: 'icontains-any', value: ['marta', 'bread', 'story', 'quay', 'again. The'] },
      { type: 'regex', value: '[Tt]he (ferryman|baker)\\b' },
      { type: 'contains', value: 'of ' },
    ];
    const { corpus, words, unavoidable } = free(looked(...assertions));
    expect(unavoidable).toEqual([]);
    expect(corpus.tokens).toBeGreaterThan(LONGEST);
    for (const one of looked(...assertions)) {
      expect(one.isIn(words.ask)).toBe(false);
      expect(one.isIn(words.request)).toBe(false);
      // A regular expression is looked for in each sentence, as in an answer.
      expect(corpus.text.split('\n\n').some((paragraph) => one.isIn(paragraph))).toBe(false);
    }
  });

  it.each(['stretch', 'own-tests'])('has nothing that examples/%s looks for', (example) => {
    const file = fileURLToPath(
      new URL(`../../../../examples/${example}/promptfooconfig.yaml`, import.meta.url),
    );
    const { tests } = parse(readFileSync(file, 'utf8')) as { tests: AssertedTest[] };
    const all = lookedFor(tests);
    const { unavoidable, corpus } = free(all);
    expect(all.length).toBeGreaterThan(9);
    expect(unavoidable).toEqual([]);
    expect(all.filter((one) => one.isIn(corpus.text)).map(({ name }) => name)).toEqual([]);
  });

  it('names what no prose can do without', () => {
    const { unavoidable, corpus } = free(
      looked(
        { type: 'contains', value: 'e' },
        { type: 'regex', value: '\\w+' },
        { type: 'contains', value: 'baker' },
      ),
    );
    expect(unavoidable.map(({ name }) => name)).toEqual(['e', '/\\w+/']);
    expect(corpus.text).not.toMatch(/baker/i);
  });
});
