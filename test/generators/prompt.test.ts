import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import nunjucks from 'nunjucks';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import { protectFromTemplating } from '../../src/generators/prompt-doors.js';
import { chat, context, countingStars, prompt, question } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'prompt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const engine = nunjucks.configure({ autoescape: false });

describe('protectFromTemplating', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('brings every text unchanged through the template engine', () => {
    const fragments = fc.constantFrom(
      '{%',
      '%}',
      '{{',
      '}}',
      '{#',
      '#}',
      'raw',
      'endraw',
      ' ',
      '-',
      '{',
      '%',
      '\n',
      'x',
      '{% raw %}',
      '{% endraw %}',
      '{%- endraw -%}',
      '{% verbatim %}',
      '{% endverbatim %}',
      '\\',
      '$&',
      '★',
      '"',
    );
    const text = fc.array(fc.oneof(fragments, fc.string({ unit: 'grapheme' })), { maxLength: 30 });
    fc.assert(
      fc.property(
        text.map((parts) => parts.join('')),
        (raw) => {
          expect(engine.renderString(protectFromTemplating(raw), { x: 1 })).toBe(raw);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('leaves the text alone where promptfoo renders nothing', () => {
    vi.stubEnv('PROMPTFOO_DISABLE_TEMPLATING', 'true');
    expect(protectFromTemplating('{{x}}')).toBe('{{x}}');
  });
});

describe('prompt, chat and context', () => {
  it('give the same text, for a program and as vars', async () => {
    const [test] = await countingStars({ stars: 8, lengths: [2000], form: 'parts' });
    const vars = test!.vars as Record<string, unknown>;
    const built = await buildPrompt(vars.case as never);
    const messages = [{ role: 'user', content: built.prompt }];
    expect(await prompt({ vars })).toBe(built.prompt);
    expect(await chat({ vars })).toEqual(messages);
    const given = await Promise.all([
      prompt('prompt', '{{prompt}}', vars),
      chat('prompt', '{{prompt}}', vars),
      context('context', '', vars),
      question('question', '', vars),
    ]);
    // promptfoo renders and trims primitive strings only.
    expect(given.map(({ output }) => typeof output)).toEqual(Array(4).fill('object'));
    const [text, chatText, ...parts] = given.map(({ output }) => String(output));
    expect(text).toBe(built.prompt);
    expect(JSON.parse(chatText!)).toEqual(messages);
    expect(parts.join('\n\n')).toBe(built.prompt);
  });

  it('protect the text when promptfoo calls, of a file or of a program', async () => {
    const path = join(folder, 'templates.txt');
    writeFileSync(path, 'A line with {{ vars }} and {% if x %}. And one without. '.repeat(300));
    const [test] = await countingStars({ stars: 2, lengths: [1000], haystack: path });
    const vars = test!.vars as Record<string, unknown>;
    const provider = { id: 'openai:gpt', label: 'gpt' };
    const plain = await prompt({ vars, provider });
    expect(plain).toContain('{% if x %}');
    const calls = [
      { vars, provider, config: {} },
      { vars, provider: { ...provider, callApi: () => {} } },
    ];
    for (const call of calls) {
      const text = await prompt(call);
      expect(text).toMatch(/^\{% raw %\}/);
      expect(engine.renderString(text, { vars: 'wrong' })).toBe(plain);
    }
  });

  it('ends with the last star and then the question', async () => {
    const [test] = await countingStars({ stars: 8, lengths: [2000] });
    const built = await buildPrompt(test!.vars!.case as never);
    expect(built.context).toMatch(/The little penguin counted \d+ ★\.$/);
    expect(built.prompt.endsWith(`\n\n${built.question}`)).toBe(true);
    expect(built.positions.at(-1)).toBe(1);
  });

  it('reject a test without a Case', async () => {
    await expect(prompt({ vars: { topic: 'boats' } })).rejects.toThrow('needs a generated test');
    await expect(context('context', '', {})).rejects.toThrow('needs a generated test');
  });

  it('reject a benchmark of another version', async () => {
    const [test] = await countingStars({ stars: 8, lengths: [2000] });
    const other = { ...(test!.vars!.case as object), benchmark: 'counting-sheep' };
    await expect(prompt({ vars: { case: other } })).rejects.toThrow(
      'There is no benchmark "counting-sheep" in this version',
    );
  });
});
