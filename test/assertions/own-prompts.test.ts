/**
 * What our own generators make is never taken for another prompt, whatever its words, form or options. Presets are
 * tried in test/generators/presets.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { foreignStoredPrompt } from '../../src/assertions/sent-prompt.js';
import type { Case } from '../../src/contract/case.js';
import { TRANSCRIPT_FORMS } from '../../src/contract/transcript-forms.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { transcriptIn } from '../../src/haystack/messages/forms.js';
import * as generators from '../../src/index.js';
import { CONFIGS } from '../benchmarks/digest.mjs';

type Generator = (config: object) => Promise<{ vars?: object }[]>;

async function casesOf(name: string, config: object): Promise<Case[]> {
  const tests = await (generators as unknown as Record<string, Generator>)[name]!(config);
  return tests.map(({ vars }) => (vars as { case: Case }).case);
}

/** As it is, as a message of the user's, and in every form of a transcript. */
async function waysToSend(theCase: Case): Promise<string[]> {
  const { prompt, turns } = await buildPrompt(theCase);
  const chat = JSON.stringify([{ role: 'user', content: prompt }], null, 2);
  return [
    prompt,
    chat,
    ...(turns ? TRANSCRIPT_FORMS.map((form) => transcriptIn(form, turns)) : []),
  ];
}

async function expectOwn(cases: readonly Case[]): Promise<void> {
  expect(cases.length).toBeGreaterThan(0);
  for (const theCase of cases) {
    for (const sent of await waysToSend(theCase)) {
      expect(foreignStoredPrompt(sent, theCase), JSON.stringify(theCase)).toBeUndefined();
    }
  }
}

const IN_MESSAGES = [
  { stars: 4, lengths: [3000], container: 'chat' },
  { stars: 4, lengths: [3000], container: 'tools', language: 'zh' },
  { stars: 4, lengths: [3000], asks: 2 },
];

const ASKED = [
  ...Object.entries(CONFIGS),
  ['countingStars', IN_MESSAGES] as const,
  ['latestValue', [{ keys: [4, 8], updates: 3, valueLength: [1, 4] }]] as const,
].flatMap(([name, configs]) => configs.map((config: object) => [name, config] as const));

describe('a prompt', () => {
  it.each(ASKED)('of %s is its Case’s own: %j', async (name, config) => {
    await expectOwn(await casesOf(name, config));
  });
});
