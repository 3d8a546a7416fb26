import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { ofOurPrompts } from '../../../src/measuring/results/own-results.js';
import { imagine } from './rows-for-tests.js';

const ours = imagine('reader', () => 0.5);
const stray = ours.map(
  (row): Row => ({
    ...row,
    prompt: 'Say {{word}}',
    error: 'UserError: The prompt "Say {{word}}" asks something else than this test: …',
  }),
);

describe('ofOurPrompts', () => {
  it('leaves out a prompt that asks something else, and names it', () => {
    const { rows, warning } = ofOurPrompts([...ours, ...stray]);
    expect(rows).toEqual(ours);
    expect(warning).toBe(
      `${stray.length} results left out, with prompts that ask something else ("Say {{word}}"). Give ` +
        'the prompt of these tests a label, and the tests `prompts: [that label]` in their config.',
    );
  });

  it('keeps all errors where no prompt is ours, and errors of other kinds', () => {
    expect(ofOurPrompts(stray)).toEqual({ rows: stray });
    const failed = stray.map((row) => ({ ...row, error: 'HTTP 500' }));
    expect(ofOurPrompts([...ours, ...failed])).toEqual({ rows: [...ours, ...failed] });
  });
});
