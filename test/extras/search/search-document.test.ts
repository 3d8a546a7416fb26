import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import { searchDocument } from '../../../src/extras/search/search-document.js';
import { resultJson } from '../../../src/extras/search/search-json.js';
import { progressLine } from '../../../src/extras/search/search-progress.js';
import { type ModelResult, searchVerdict } from '../../../src/extras/search/search-result.js';
import { learntCurve } from '../../../src/measuring/statistics/curve/learnt-curve.js';
import { reachedBy } from '../../measuring/document/likely.js';
import { decisionsOf, linesOf, mediaOf } from '../../measuring/document/media.js';
import { beyond, model, result } from './example-result.js';

const of = (given: Partial<ModelResult>) =>
  searchDocument({ ...result, models: [{ ...model, provider: 'gpt', ...given }] });

/** What is said next to the decisions. */
const notesOf = (given: Partial<ModelResult>) =>
  of(given).blocks.flatMap((block) =>
    block.kind === 'paragraph' && block.tone === 'warn' ? block.text : [],
  );

/** Two prompts of a length, and one of a shorter one, which says nothing of it. */
const asked = (length: number): Pick<ModelResult, 'points'> => ({
  points: [length, length, length / 2].map((tokens, seed) => ({
    round: 1,
    tokens,
    seed,
    recall: 1,
  })),
});

describe('what a search decides of a model', () => {
  it.each<[Partial<ModelResult>, string]>([
    [{}, 'warn: gpt is reliable up to 36K tokens but not at 60K.'],
    [{ ending: 'holds', ...beyond() }, 'good: gpt is reliable up to 128K tokens.'],
    [
      { ending: 'below', ...reachedBy([{ tokens: 4000, probability: 0.02 }]) },
      'bad: gpt is not reliable even at 4K tokens, the shortest length tested.',
    ],
    [
      { ending: 'reached', ...asked(32_000), atLeast: { tokens: 32_000, probability: 0.999 } },
      'good: gpt: yes, reliable at 32K (2 prompts).',
    ],
    [
      { ending: 'missed', ...asked(64_000), atLeast: { tokens: 64_000, probability: 0 } },
      'bad: gpt: no, not reliable at 64K (2 prompts).',
    ],
    [
      { ending: 'limit', ...asked(32_000), atLeast: { tokens: 32_000, probability: 0.714 } },
      'warn: gpt: inconclusive at 32K (2 prompts).',
    ],
    [{ ending: 'window', window: 4000 }, 'bad: gpt rejects prompts of 4K, the shortest is 4K.'],
  ])('%j', (given, sentence) => {
    const document = of(given);
    expect(decisionsOf(document)).toEqual([sentence]);
    // No probability of a length that is open.
    expect(mediaOf(document).terminal).not.toMatch(/likely|7\d ?%/);
  });

  it.each<[Partial<ModelResult>, string[]]>([
    [{ ending: 'limit' }, ['gpt: the search stopped at its limit.']],
    [{ ending: 'errors' }, ['gpt: the search stopped because calls failed.']],
    [
      { ...beyond(54_000), window: 64_000, lost: 1, error: 'busy\n' },
      ['gpt rejects prompts of 64K or more.', 'gpt: 1 prompt got no usable answer. busy'],
    ],
    [
      { failedWhole: { lengths: [32_000], answers: 1, of: 2, atMost: 0.5 } },
      ['gpt: 1 of 2 answers failed completely.', 'Its figures exclude them (32K).'],
    ],
    [{ failedWhole: { lengths: [], answers: 0, of: 14, atMost: 0.193 } }, []],
  ])('notes what limits it: %j', (given, notes) => {
    expect(notesOf(given).map((text) => text.replace(/[\uE000\uE001]/g, ''))).toEqual(notes);
  });

  it.each<[Partial<ModelResult>, RegExp]>([
    [{ ending: 'reached', atLeast: { tokens: 32_000, probability: 1 } }, /--at-least 64K/],
    [{ ending: 'missed', atLeast: { tokens: 32_000, probability: 0 } }, /search --resume/],
    [{ ending: 'limit' }, /--resume .*--budget 5M/],
    [{ ending: 'holds', ...beyond() }, /--from 128K --to 512K/],
    [{}, /gate search --min-length 36000/],
    [{ ending: 'below', ...reachedBy([{ tokens: 4000, probability: 0.02 }]) }, /--from 1K --to 4K/],
  ])('says what to do next: %j', (given, command) => {
    expect(linesOf(of(given)).at(-1)).toMatch(command);
  });
});

describe('verdictOf', () => {
  const verdict = (...endings: ModelResult['ending'][]) =>
    searchVerdict({
      models: endings.map((ending) => ({
        ...model,
        ending,
        atLeast: { tokens: 32_000, probability: 0.5 },
      })),
    });

  it('is yes when all readers reach the length, no when one misses it, else open', () => {
    expect(verdict('reached', 'reached')).toBe('passed');
    expect(verdict('reached', 'limit', 'missed')).toBe('failed');
    const open = verdict('reached', 'rises');
    expect(['passed', 'failed']).not.toContain(open);
    // Also where nobody answered.
    expect(searchVerdict({ models: [{ ...model, ending: 'errors' }] })).toBe(open);
  });
});

describe('the outputs of a search', () => {
  it('have the same figures, with a sign in JSON for what lies beyond', () => {
    const json = resultJson(result);
    const { models } = JSON.parse(json) as { models: object[] };
    expect(models).toMatchObject([
      {
        effectiveLength: { value: 48_000, low: 36_000, high: 60_000 },
        reliableLength: { kind: 'shorter', tokens: 36_000, notFrom: 60_000 },
        tokens: 68_000,
      },
      { effectiveLength: { low: 128_000, lowBound: 'at least' } },
    ]);
    expect(speaking(['zh'], () => resultJson(result))).toBe(json);
    const lines = linesOf(searchDocument(result));
    expect(lines).toContainEqual(
      expect.stringMatching(/^a <b>model<\/b> +36K \(not at 60K\) +88% +2 +68K +3% +\$0\.340$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^other +128K\+ /));
    expect(lines.length).toBeLessThanOrEqual(24);
  });

  it('are five media, in which names are text', () => {
    const { html, markdown, junit, csv } = mediaOf(searchDocument(result));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<b>model');
    expect(html).toContain('<bdi>a &lt;b&gt;model&lt;/b&gt;</bdi>');
    expect(html).toContain('<svg class="wide"');
    expect(markdown).toContain('`a <b>model</b>`');
    expect(junit).toContain('tests="2" failures="0"');
    expect(csv).toContain('Every prompt');
  });

  it('have no chart of one length', () => {
    const atLeast = { tokens: 64_000, probability: 1 };
    const one = { ...model, atLeast, shortest: 64_000, longest: 64_000 };
    const { html } = mediaOf(searchDocument({ ...result, models: [one] }));
    expect(html).not.toContain('<svg class="wide"');
  });

  it('are one line for every round', () => {
    const asked = [{ tokens: 4000, seed: 1, providers: ['a'] as [string] }];
    const standing = { next: [], prompts: [], tokens: 4000, lost: 0, longest: 128_000 };
    const line = progressLine({
      rounds: 3,
      asked,
      models: [
        {
          ...standing,
          provider: 'a\n\u001b[2J',
          outcomes: [],
          interval: { value: 48_000, low: 36_000, high: 60_000 },
          reliable: { ...model.reliable!, likely: [] },
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
    expect(line).toBe('Round 3: 4K · 4K tokens, $0.500 · a  [2J 36K ✓');
  });
});
