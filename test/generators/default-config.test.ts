/** What a newcomer does first with the config at the root: put a provider in, and ask fewer prompts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CountingStarsConfig, countingStars, score } from '../../src/index.js';
import { ROOT } from '../e2e/promptfoo.js';

const YAML = readFileSync(join(ROOT, 'promptfooconfig.yaml'), 'utf8');

/** The generator's options after one line of the file is changed. */
function optionsWith(line: RegExp, other: string): CountingStarsConfig {
  expect(YAML.match(line)).toHaveLength(1);
  return parse(YAML.replace(line, other)).tests[0].config;
}

describe('the default config', () => {
  it('asks fewer prompts when one line is changed', async () => {
    const config = optionsWith(/(?<=lengths: )\d+$/gm, '[4000, 6000]');
    expect((await countingStars(config)).map(({ metadata }) => metadata!.tokens)).toEqual([
      4000, 6000,
    ]);
    const shorter = optionsWith(/(?<=lengths: 32)$/gm, '\n      maxTokens: 64000');
    expect((await countingStars(shorter)).at(-1)!.metadata!.tokens).toBe(64_000);
  });

  it('expects something of a provider in the place of the simulated readers', async () => {
    const config = optionsWith(/(?<=lengths: )\d+$/gm, '[4000]');
    const [test] = await countingStars(config);
    const answeredBy = (id: string) =>
      score('{"little_penguin": [1]}', { vars: test!.vars!, test: test!, provider: { id } });
    expect(await answeredBy('openai:chat:gpt-4.1')).toMatchObject({ pass: false });
    expect(await answeredBy(parse(YAML).providers[0].id)).toMatchObject({ pass: true });
  });
});
