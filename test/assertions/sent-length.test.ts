import { describe, expect, it } from 'vitest';
import { longerSent, scoreAnswer } from '../../src/assertions/score.js';
import type { Case } from '../../src/contract/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import { builtSize, textDoor } from '../../src/generators/prompt-doors.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import { countingStars } from '../../src/index.js';

const [test] = await countingStars({ stars: 8, lengths: [2000] });
const theCase = test!.vars!.case as unknown as Case;
const { prompt, promptTokens } = await buildPrompt(theCase);
const { count } = await loadTokenizer('o200k_base');
const BRIEF = 'Please be brief. ';

describe('how long a prompt is that was sent', () => {
  const longer = (sent: unknown, one = theCase) => longerSent(sent, one, undefined);

  it('is what its Case says, with little around it, or where it is not kept', async () => {
    for (const sent of [prompt, `${prompt}\n${BRIEF}`, '[prompt stripped]', undefined]) {
      expect(await longer(sent)).toBeUndefined();
    }
    // As much as the reserve and the tolerance leave room for.
    const room = theCase.tokens - promptTokens;
    expect(await longer(prompt + BRIEF.repeat(Math.floor(room / 4)))).toBeUndefined();
  });

  it('is counted where there is more: a suffix, or a system prompt', async () => {
    const added = BRIEF.repeat(500);
    const sent = prompt + added;
    expect(await longer(sent)).toBe(count(sent));
    const chat = [
      { role: 'system', content: added },
      { role: 'user', content: prompt },
    ];
    expect(await longer(JSON.stringify(chat))).toBe(count(added) + promptTokens);
  });

  it('is not known of a prompt that a pipeline writes', async () => {
    expect(await longer(prompt + BRIEF.repeat(500), { ...theCase, sent: 'vars' })).toBeUndefined();
  });

  it('is told by the characters that a door built, without counting', async () => {
    expect(builtSize(theCase)).toBeUndefined();
    await textDoor('prompt', '{{prompt}}', test!.vars as Record<string, unknown>);
    expect(builtSize(theCase)).toBe(prompt.length);
  });

  it('stands in what score says, where it is longer', async () => {
    const vars = test!.vars as Record<string, unknown>;
    const sent = BRIEF.repeat(500) + prompt;
    const scored = async (text: string) =>
      (await scoreAnswer('[1]', { vars, prompt: text })).metadata;
    expect(await scored(sent)).toMatchObject({ sentTokens: count(sent) });
    expect(await scored(prompt)).not.toHaveProperty('sentTokens');
  });
});
