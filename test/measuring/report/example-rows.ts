/** Made-up results of what has a page of its own: agents' histories, questions about documents. */
import type { Row } from '../../../src/contract/row.js';
import { imagine } from '../results/rows-for-tests.js';

/** An agent's history in all ways that facts are given, and two compactions of it. */
export function histories(): Row[] {
  const whole = imagine('agent', () => 0.9, { lengths: [8000, 16_000], seeds: 4 });
  const given = ['facts', 'changes', 'flat'].flatMap((way) =>
    imagine('agent', () => (way === 'facts' ? 1 : 0.95), {
      lengths: way === 'flat' ? [8000, 16_000] : [500],
      seeds: 4,
    }).map((row) => ({
      ...{ ...row, id: `${way} ${row.id}`, control: true, given: way },
      variant: `evidence 6, given ${way}`,
    })),
  );
  const shortened = ['last', 'half'].flatMap((way, i) =>
    whole.map((row): Row => {
      const isKept = (position: number) => (i === 0 ? position > 0.5 : position > 0.25);
      const marks = row.marks.map((mark, at) => (isKept(row.positions[at]!) ? mark : 0));
      return {
        ...row,
        id: `${row.id}/${way}`,
        variant: `evidence 6, compact compact.mjs:${way}`,
        marks,
        score: marks.reduce((sum, mark) => sum + mark, 0) / marks.length,
        compaction: {
          way: `compact.mjs:${way}`,
          of: row.id,
          before: row.tokens,
          after: row.tokens / 2,
          current: [0, 1, 2, 3].map((quarter) => [isKept((quarter + 1) / 4) ? 2 : 0, 2]),
          superseded: [],
        },
      };
    }),
  );
  return [...whole.map((row) => ({ ...row, variant: 'evidence 6' })), ...given, ...shortened];
}

/** Questions in prompts of 4, 8 and 16 documents. */
export function questions(): Row[] {
  return [4, 8, 16].flatMap((documents) =>
    ['good', 'middle'].flatMap((provider) =>
      Array.from({ length: 12 }, (_, question): Row => {
        const isLost = provider === 'middle' && (question === 0 || documents > 4 + question);
        const [row] = imagine(provider, () => Number(!isLost), {
          lengths: [documents * 110 + question],
          stars: 1,
          seeds: 1,
        });
        return {
          ...row!,
          id: `${documents} ${question}`,
          size: `${documents} documents`,
          cluster: `question ${question}`,
          description: `questions.jsonl no. ${question + 1} · ${documents} documents`,
        };
      }),
    ),
  );
}
