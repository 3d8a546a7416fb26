import { describe, expect, it } from 'vitest';
import { searchPage } from '../../../src/extras/search/search-page.js';
import { type ReaderResult, verdictOf } from '../../../src/extras/search/search-result.js';
import { progressLine, resultText } from '../../../src/extras/search/search-text.js';
import { foundText, resultJson } from '../../../src/extras/search/search-words.js';
import { learntCurve } from '../../../src/measuring/statistics/curve/learnt-curve.js';
import { reachedBy } from '../../measuring/document/likely.js';
import { beyond, reader, result } from './example-result.js';

describe('foundText', () => {
  it.each<[Partial<ReaderResult>, string]>([
    [{}, 'reliable length 36K (not at 60K)'],
    [{ ending: 'holds', ...beyond() }, 'reliable length 128K+'],
    [
      { ending: 'below', ...reachedBy([{ tokens: 4000, probability: 0.02 }]) },
      'reliable length below 4K',
    ],
    [{ ending: 'limit' }, 'reliable length 36K (not at 60K), when a limit was reached'],
    [
      {
        ...beyond(54_000),
        ending: 'holds',
        longest: 54_000,
        window: 64_000,
        lost: 1,
        error: 'busy\n',
      },
      'reliable length 54K+; its window ends: 64K and more was ' +
        'refused; 1 of its prompts had errors to the end, or no answer that could be read (busy)',
    ],
    [{ ending: 'rises' }, 'no reliable length, recall rises with length: 4K 1.000, 64K 0.750'],
    [
      { ending: 'reached', atLeast: { tokens: 32_000, probability: 0.999 } },
      'at least 32K tokens? over 99 % likely: yes',
    ],
    [
      { ending: 'missed', atLeast: { tokens: 64_000, probability: 0 }, window: 64_000 },
      'at least 64K tokens? under 1 % likely: no; its window ends: 64K and more was refused',
    ],
    [
      { ending: 'limit', atLeast: { tokens: 32_000, probability: 0.714 } },
      'at least 32K tokens? 71 % likely: inconclusive, when a limit was reached',
    ],
    [
      { failedWhole: { lengths: [], answers: 0, of: 14, atMost: 0.193 } },
      'reliable length 36K (not at 60K); none of 14 answers failed whole (at most 19 %)',
    ],
    [
      {
        ending: 'limit',
        atLeast: { tokens: 32_000, probability: 0.9 },
        failedWhole: { lengths: [32_000], answers: 2, of: 10, atMost: 0.507 },
      },
      'at least 32K tokens? 90 % likely: inconclusive, when a limit was reached; 2 of 10 answers failed whole ' +
        '(at most 51 %): nearly all lost, where prompts about as long lost little; all figures are without ' +
        'them (32K)',
    ],
    [
      {
        ending: 'below',
        ...reachedBy([{ tokens: 4000, probability: 0.02 }]),
        failedWhole: { lengths: [], answers: 0, of: 9, atMost: 0.283 },
      },
      'reliable length below 4K',
    ],
    [
      { failedWhole: { lengths: [], answers: 0, of: 1, atMost: 0.95 } },
      'reliable length 36K (not at 60K); none of 1 answers failed whole (at most 95 %); ' +
        'of 1 more that cannot be told, as too few prompts about as long lost little',
    ],
    [
      { tolerated: { threshold: 0.85, tolerance: 0.02, holds: 36_000, fails: 60_000 } },
      'reliable length 36K–60K (for recall 0.85 ± 0.02)',
    ],
    [
      { tolerated: { threshold: 0.85, tolerance: 0.02, holds: 64_000, fails: 64_000 } },
      'reliable length 64K (for recall 0.85 ± 0.02)',
    ],
    [
      {
        ending: 'holds',
        tolerated: { threshold: 0.6, tolerance: 0.05, holds: 128_000, fails: Infinity },
      },
      'reliable length 128K+ (for recall 0.6 ± 0.05)',
    ],
    [
      {
        ending: 'limit',
        tolerated: { threshold: 0.85, tolerance: 0.02, holds: 0, fails: 64_000 },
      },
      'reliable length below 64K (for recall 0.85 ± 0.02), when a limit was reached',
    ],
    [
      { ending: 'missed', atLeast: { tokens: 32_000, probability: 0.31, near: true } },
      'at least 32K tokens? 31 % likely, with recall close to the threshold: no',
    ],
    [{ ending: 'window', window: 4000 }, 'its window ends below the shortest, 4K: 4K was refused'],
  ])('%j', (given, text) => {
    expect(foundText({ ...reader, ...given })).toBe(text);
  });

  it('says when there was no answer', () => {
    const { effectiveLength: _, ...silent } = reader;
    expect(foundText({ ...silent, ending: 'errors' })).toBe('no answer that could be read');
    expect(foundText({ ...silent, ending: 'limit' })).toBe('no answer');
  });
});

describe('verdictOf', () => {
  const verdict = (...endings: ReaderResult['ending'][]) =>
    verdictOf({
      readers: endings.map((ending) => ({
        ...reader,
        ending,
        atLeast: { tokens: 32_000, probability: 0.5 },
      })),
    });

  it('is yes when all readers reach the length, no when one misses it, else inconclusive', () => {
    expect(verdict('reached', 'reached')).toBe('passed');
    expect(verdict('reached', 'limit', 'missed')).toBe('failed');
    expect(verdict('reached', 'rises')).toBe('inconclusive');
    // Also where nobody answered.
    expect(verdictOf({ readers: [{ ...reader, ending: 'errors' }] })).toBe('inconclusive');
  });
});

describe('the outputs of a search', () => {
  it('say what other numbers of marks would take', async () => {
    const otherMarks = [
      { marks: 48, prompts: 1.9 },
      { marks: 192, prompts: 0.6 },
    ];
    const known = { ...result, marks: 96, otherMarks };
    const line =
      'With 48 marks a prompt instead of 96, the same answer would take about 1.9 times as many prompts; ' +
      'with 192 marks, 0.6 times.';
    expect(resultText(known, { colour: false, width: 80 })).toContain(line);
    expect(searchPage(known)).toContain(line);
  });

  it('have the same figures, with a sign in JSON for what lies beyond', () => {
    const { readers } = JSON.parse(resultJson(result)) as { readers: object[] };
    expect(readers).toMatchObject([
      { effectiveLength: { value: 48_000, low: 36_000, high: 60_000 }, tokens: 68_000 },
      { effectiveLength: { low: 128_000, lowBound: 'at least' } },
    ]);
    const text = resultText(result, { colour: false, width: 80 });
    expect(text).toMatch(/^a <b>model<\/b> +36K \(not at 60K\) +2 +68,000 +3% +\$0\.340$/m);
    expect(text).toMatch(/^other +128K\+ /m);
  });

  it('are a page as a report is one, in which names are text', async () => {
    const page = searchPage(result);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<b>model');
    expect(page).toContain('<bdi>a &lt;b&gt;model&lt;/b&gt;</bdi>');
    const [about, decision] = [
      /<p class="about">.*?<\/p>/s,
      /<table id="decision">.*?<\/table>/s,
    ].map((part) =>
      part
        .exec(page)![0]
        .replace(/<[^>]*>/g, ' ')
        .replace(/[\s\u00a0]+/g, ' '),
    );
    expect(about).toBe(
      ' 2 readers counting-stars acquisition en moby-dick 4K–128K tokens threshold 0.85 4 answers in 2 rounds, 136K tokens $0.680 ',
    );
    expect(decision).toMatch(
      / reliable up to 36K not at 60K reliable length 36K \(not at 60K\).*recall 1\.00 at 4K, 0\.75 at 64K.* 2 prompts 68K tokens 3% of a grid \$0\.340 other .*reliable length 128K\+/,
    );
    expect(page).toContain('<details class="fold"><summary><h2>Every prompt</h2></summary>');
    expect(page).toMatch(/data-label="a &lt;b&gt;model&lt;\/b&gt;, 64K: recall 0.750/);
    expect(page.split('<script>')[0]).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('are one line for every round', () => {
    const asked = [{ tokens: 4000, seed: 1, providers: ['a'] as [string] }];
    const standing = { next: [], prompts: [], tokens: 4000, lost: 0, longest: 128_000 };
    const line = progressLine({
      rounds: 3,
      asked,
      readers: [
        {
          ...standing,
          provider: 'a\n\u001b[2J',
          outcomes: [],
          interval: { value: 48_000, low: 36_000, high: 60_000 },
          reliable: { ...reader.reliable!, likely: [] },
          curve: learntCurve(
            [36_000, 60_000].flatMap((tokens) =>
              Array.from({ length: 6 }, () => ({
                tokens,
                marks: new Array(16).fill(tokens < 40_000 ? 1 : 0.5),
              })),
            ),
            0.85,
          ),
          ending: 'within',
          cost: 0.5,
        },
      ],
    });
    expect(line).toBe('Round 3: 4K · 4K tokens, cost $0.500 · a  [2J 36K (not at 60K) ✓');
  });
});
