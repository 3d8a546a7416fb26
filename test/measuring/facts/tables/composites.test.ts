import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse, DEFAULT_OPTIONS } from '../../../../src/measuring/facts/tables/analyse.js';
import { compositeRows } from '../../../../src/measuring/facts/tables/composites.js';
import { recallModel } from '../../../../src/measuring/facts/tables/recall-model.js';
import { csvTables } from '../../../../src/measuring/report/report-files.js';
import { htmlReport, markdownReport, visibleText } from '../../report/outputs.js';
import { imagine } from '../../results/rows-for-tests.js';

/** Rows of one part: its answers, of which the first `right` are right. */
function part(name: string, weight: number, right: number, answers: number): Row[] {
  const [row] = imagine('reader', () => 1, { lengths: [4000], stars: 1 });
  return Array.from({ length: answers }, (_, i) => ({
    ...row!,
    id: `${name}/${i}`,
    task: name,
    score: i < right ? 1 : 0,
    marks: [i < right ? 1 : 0],
    composite: { part: name, weight },
  }));
}

function composites(own: readonly Row[]) {
  // As in real results, what is of another series is of another Case.
  const distinct = own.map((row) => {
    const { id, benchmark, haystack, version, language, composite } = row;
    return {
      ...row,
      id: JSON.stringify([id, benchmark, haystack, version, language, composite?.variant]),
    };
  });
  const cases = evaluationOf(distinct).models.flatMap((model) => [...model.cases.values()]);
  return compositeRows(cases, () => recallModel(cases, DEFAULT_OPTIONS), 0.95);
}

const rows = [...part('S-RT', 0.4, 3, 4), ...part('M-RT', 0.3, 1, 2), ...part('M-RS', 0.3, 0, 5)];

/** Three chains in four rotations: one always right, one three times, one once. */
const turns = part('5 steps', 5, 0, 12).map((row, i) => ({
  ...row,
  score: i < 4 || (i > 4 && i < 8) || i === 11 ? 1 : 0,
  unit: `5 steps, chain ${1 + Math.floor(i / 4)}`,
}));

describe('compositeRows', () => {
  it('has the mean over languages too, with an interval, as the authors of Counting-Stars average', () => {
    // Of the leaderboard, GPT-4 Turbo (0125) has about these in acquisition and reasoning.
    const language = (code: string, haystack: string, first: number, second: number): Row[] =>
      [...part('acquisition', 1, first, 10), ...part('reasoning', 1, second, 10)].map((row) => ({
        ...row,
        language: code,
        haystack,
      }));
    const zh = language('zh', 'novel', 7, 4);
    const found = composites([...zh, ...language('en', 'essays', 7, 6)]);
    expect(found.map(({ name }) => name)).toEqual([
      'counting-things · en · essays',
      'counting-things · zh · novel',
      'counting-things · all languages',
    ]);
    const { score, parts } = found[2]!;
    expect(score.value).toBeCloseTo(0.6, 9);
    expect(parts.map(({ part: name, answers }) => [name, answers])).toEqual([
      ['en', 20],
      ['zh', 20],
    ]);
    const widths = parts.map(({ score: own }) => own.high - own.low);
    expect(score.high - score.low).toBeLessThan(Math.max(...widths));
    expect(composites(zh)).toHaveLength(1);
  });

  it('weighs the means of the parts, however many answers each has', () => {
    const [composite] = composites(rows);
    expect(composite).toMatchObject({
      provider: 'reader',
      name: 'counting-things · en · moby-dick',
      parts: [
        { part: 'M-RS', weight: 0.3, score: { value: 0 }, answers: 5 },
        { part: 'M-RT', weight: 0.3, score: { value: 0.5 }, answers: 2 },
        { part: 'S-RT', weight: 0.4, score: { value: 0.75 }, answers: 4 },
      ],
    });
    expect(composite!.score.value).toBeCloseTo(0.4 * 0.75 + 0.3 * 0.5, 12);
  });

  it('divides by the weights, as the Ancestral Trace Challenge does with its steps', () => {
    const [composite] = composites([...part('2 steps', 2, 10, 10), ...part('3 steps', 3, 5, 10)]);
    expect(composite!.score.value).toBeCloseTo((2 * 1 + 3 * 0.5) / 5, 12);
  });

  it('joins parts that have no haystack to those of each haystack', () => {
    const inText = part('niah', 1, 4, 4);
    const inProse = part('niah', 1, 2, 4).map((row) => ({ ...row, haystack: 'prose' }));
    const alone = part('cwe', 1, 0, 4).map((row) => ({ ...row, haystack: '' }));
    const found = composites([...alone, ...inText, ...inProse]);
    expect(found.map(({ name, score }) => [name, score.value])).toEqual([
      ['counting-things · en · moby-dick', 0.5],
      ['counting-things · en · prose', 0.25],
    ]);
    const [only] = composites(alone);
    expect(only).toMatchObject({ name: 'counting-things · en', score: { value: 0 } });
  });

  it('has no score while a part has no answer', () => {
    const failed = part('M-RS', 0.3, 0, 1).map((row) => ({ ...row, error: 'timeout' }));
    const [composite] = composites([...part('S-RT', 0.4, 3, 4), ...failed]);
    expect(composite!.score.value).toBeNaN();
    expect(composite!.parts[0]).toMatchObject({ part: 'M-RS', answers: 0 });
  });

  it('keeps providers, versions, languages and variants apart, and leaves other benchmarks out', () => {
    const others = [
      ...part('S-RT', 1, 1, 1).map((row) => ({ ...row, provider: 'other' })),
      ...part('S-RT', 1, 1, 1).map((row) => ({ ...row, version: '32k' })),
      ...part('S-RT', 1, 1, 1).map((row) => ({ ...row, language: 'zh' })),
      ...part('S-RT', 1, 1, 1).map((row) => ({
        ...row,
        composite: { part: 'S-RT', weight: 1, variant: 'scoring 2' },
      })),
    ];
    expect(composites([...rows, ...others, ...imagine('plain', () => 1)])).toHaveLength(5);
  });

  it('has the share of draws that are right in every rotation beside the mean', () => {
    const [composite] = composites(turns);
    expect(composite!.score.value).toBeCloseTo(8 / 12, 12);
    expect(composite!.allRight).toBeCloseTo(1 / 3, 12);
    expect(composite!.parts[0]!.allRight).toBeCloseTo(1 / 3, 12);
    expect(composites(rows)[0]).not.toHaveProperty('allRight');
    expect(markdownReport(analyse(evaluationOf(turns)))).toMatch(/All right[\s\S]*\| 33% \|/);
  });
});

describe('a report with a composite score', () => {
  const data = analyse(evaluationOf(rows));

  it('shows it in every format', () => {
    const markdown = markdownReport(data);
    expect(markdown).toMatch(/`counting-things · en · moby-dick` \| `reader` \| (?:\*\*)?45% \(/);
    expect(markdown).toContain('`M-RS 0% (0.3), M-RT 50% (0.3), S-RT 75% (0.4)`');
    expect(visibleText(htmlReport(data))).toContain('M-RT 50% (0.3)');
    expect(csvTables(data)['composites.csv']).toContain('S-RT,0.4,0.75,0.');
  });
});

describe('a report without one', () => {
  it('does not mention it', () => {
    const data = analyse(evaluationOf(imagine('reader', () => 1)));
    expect(markdownReport(data)).not.toContain('Composite');
  });
});
