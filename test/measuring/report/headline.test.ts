/** What somebody does who reads no more than the first lines. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { plain } from '../../../src/measuring/document/foreign.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { reportDocument } from '../../../src/measuring/report/report-document.js';
import { imagine } from '../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const MARKS = 16;

const rows = (share: (tokens: number, position: number) => number, seeds = 4) =>
  imagine('model', share, { lengths: LENGTHS, seeds, stars: MARKS });
const lost = { score: 0, marks: new Array<number>(MARKS).fill(0), passed: false };

/** The headline and what stands below it, of one model or more. */
const firstLines = (own: readonly Row[]) => {
  const { decisions, lead = '' } = reportDocument(analyse(evaluationOf(own)));
  const text = Array.isArray(lead) ? lead.join(' ') : lead;
  return { headline: plain(decisions[0].text), tone: decisions[0].tone, lead: plain(text) };
};

describe('the first lines of one model', () => {
  it('take unreadable answers for a matter of format, and quote one', () => {
    const answer = 'The penguin saw many stars.';
    const own = rows(() => 1).map(
      (row): Row => ({ ...row, ...lost, answer, reading: 'unreadable', diagnosis: 'unreadable' }),
    );
    const { headline, tone, lead } = firstLines(own);
    expect(headline).toBe('model gave unreadable answers to 20 of 20 prompts.');
    expect(tone).toBe('warn');
    expect(lead).toContain('`structured: true`');
    expect(lead).toContain(`“${answer}”`);
  });

  it('quote a refusal', () => {
    const answer = "I can't help with that.";
    const own = rows(() => 1).map(
      (row): Row => ({ ...row, ...lost, answer, reading: 'unreadable', diagnosis: 'refused' }),
    );
    const { headline, tone, lead } = firstLines(own);
    expect(headline).toBe('model refuses to answer 20 of 20 prompts.');
    expect(tone).toBe('bad');
    expect(lead).toContain(`“${answer}”`);
    expect(lead).not.toContain('structured');
  });

  it('say what is wrong with unusable answers', () => {
    const failed = rows(() => 1, 8).map(
      (row): Row => (row.seed % 2 === 0 ? { ...row, ...lost } : row),
    );
    expect(firstLines(failed).lead).toContain('20 answers had at most 20% of the facts.');
    const cut = failed.map(
      (row): Row => (row.score === 0 ? { ...row, unfinished: 'cut-off' } : row),
    );
    const { headline, lead } = firstLines(cut);
    expect(headline).toBe('model gives unusable answers to 20 of 40 prompts.');
    expect(lead).toContain('20 answers refused, were cut off or could not be read.');
  });

  it('name failed calls before anything that holds without them', () => {
    const own = rows(() => 1).map((row, i): Row => (i % 4 === 0 ? { ...row, error: '503' } : row));
    expect(firstLines(own).headline).toMatch(/^5 of 20 calls failed\. In the others: model is /);
  });

  it('name the longest length that is reliable for sure below a cut', () => {
    const own = rows((tokens, position) => Number(position * tokens <= 27_000));
    const { headline, lead } = firstLines(own);
    expect(headline).toMatch(/^model ignores everything after the first 2\d(?:\.\d)?K tokens\.$/);
    expect(lead).toMatch(
      /^Keep prompts below 2\d(?:\.\d)?K\. Of the lengths tested, 16K is the longest/,
    );
  });

  it('say how much is found in the middle and elsewhere', () => {
    const own = rows((_, position) => (position > 0.3 && position < 0.7 ? 0.1 : 1), 6);
    const { headline, lead } = firstLines(own);
    expect(headline).toMatch(/^model misses the middle \(/);
    expect(lead).toMatch(
      /^Put what matters at the start or end of the prompt\. It found 100% of the facts there, and \d+% of/,
    );
  });

  it('leave out what was found beyond a limit of a server', () => {
    const own = rows(() => 1).map(
      (row): Row =>
        row.tokens > 16_000
          ? { ...row, ...lost, reading: 'unreadable', promptTokens: 16_000 }
          : row,
    );
    const { lead } = firstLines(own);
    expect(lead).toMatch(/^model is reliable up to 16K\./);
    expect(lead).not.toContain('At 64K');
  });
});
