/** A document that has every kind of block, with hostile texts from outside. */
import type { Document } from '../../../src/measuring/document/document.js';
import { foreign } from '../../../src/measuring/document/foreign.js';

export const HOSTILE =
  '<img src=x onerror=alert(1)> | `a` [x](http://x) @team ::error::y \u202Eabc\u001b[31m';

const marks = Array.from({ length: 32 }, (_, i) => (i < 14 ? 1 : i === 20 ? 0.5 : 0));

export function sample(name = 'model B'): Document {
  return {
    kind: 'gate',
    title: 'Gate of long prompts',
    about: [foreign(name), '24 Nov 2026 against 17 Nov', 'the same 40 prompts'],
    decisions: [
      { tone: 'good', text: `${foreign('model A')} is reliable up to 64K tokens.` },
      {
        tone: 'bad',
        text: `${foreign(name)} ignores everything after the first 27.5K tokens. Keep prompts below that.`,
      },
      { tone: 'warn', text: `${foreign('model C')} is inconclusive.` },
    ],
    lead: 'Facts found at 64K: 100% → 42%.',
    share: { label: 'Facts found at 64K', bars: [{ name: foreign(name), share: 0.42 }] },
    blocks: [
      {
        kind: 'cards',
        cards: [
          {
            heading: foreign(name),
            pill: { tone: 'bad', text: 'Stops at 27.5K' },
            figure: { value: '86%', note: '78–91%' },
            text: 'Misses the end from 32K.',
            bars: {
              label: 'Facts found',
              bars: [
                { name: '4K', share: 1 },
                { name: '64K', share: 0.42 },
              ],
            },
            note: 'Small print: 95% intervals',
          },
        ],
      },
      {
        kind: 'paragraph',
        text: 'Controls passed: 0 of 24 known without the history.',
        tone: 'good',
      },
      {
        kind: 'section',
        heading: 'What fell',
        sub: 'From start to end of the prompt.',
        blocks: [
          {
            kind: 'strips',
            label: 'Each prompt from start to end',
            strips: [
              { name: '4K', marks: marks.map(() => 1), text: '100%' },
              { name: '64K', marks, text: '42%', to: (first) => `fell-${first}` },
            ],
          },
          {
            kind: 'section',
            look: 'drawer',
            id: 'fell-14',
            heading: 'Facts 15 to 20',
            blocks: [{ kind: 'verbatim', text: HOSTILE }],
          },
        ],
      },
      {
        kind: 'chart',
        label: 'Facts found by length',
        ticks: ['4K', '64K'],
        target: 0.85,
        series: [
          { name: foreign('model A'), points: [{ value: 1, low: 0.9, high: 1 }, { value: 0.98 }] },
          { name: foreign(name), points: [{ value: 1 }, { value: 0.42, low: 0.3, high: 0.55 }] },
          { name: 'no answer', points: [undefined, undefined] },
        ],
      },
      {
        kind: 'table',
        title: 'Facts found',
        isSorted: true,
        heads: [
          { text: 'Length' },
          { text: 'Before' },
          { text: 'Now' },
          { text: 'What', align: 'left', notInTerminal: true },
        ],
        rows: [
          {
            cells: [
              { text: '4K' },
              { text: '100%', value: 1 },
              { text: '100%', value: 1 },
              { text: '' },
            ],
          },
          {
            cells: [
              { text: '64K' },
              { text: '100%', value: 1 },
              { text: '42%', small: '30–55%', value: 0.42, low: 0.3, high: 0.55, tone: 'bad' },
              { text: foreign(name) },
            ],
          },
        ],
      },
      {
        kind: 'items',
        items: [
          {
            heading: foreign('warranty'),
            tone: 'bad',
            pill: '3/3 → 0/3',
            facts: [
              { term: 'Before', text: foreign('2 years'), change: 'before' },
              { term: 'Now', text: foreign(HOSTILE), change: 'now' },
            ],
          },
        ],
      },
      { kind: 'list', items: ['One thing', 'Another'] },
      {
        kind: 'next',
        steps: [
          {
            text: 'Look for a cut prompt.',
            command: 'npx promptfoo-counting-stars show 4',
            cost: 'No call, no cost.',
          },
        ],
      },
      {
        kind: 'section',
        look: 'folded',
        heading: 'Statistics',
        blocks: [{ kind: 'paragraph', text: 'p 0.0004' }],
      },
    ],
    foot: ['promptfoo-counting-stars 0.1.0'],
  };
}
