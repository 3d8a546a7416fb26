/** A gate of questions that are each asked at several lengths. */
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { historyOf } from '../../../../src/extras/history/history.js';
import { baselineOf } from '../../../../src/measuring/facts/baseline-of.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../../src/measuring/facts/tables/analyse.js';
import { gate } from '../../../../src/measuring/verdicts/gate/gate.js';
import type {
  GateOptions,
  GateResult,
} from '../../../../src/measuring/verdicts/gate/gate-result.js';
import { POWERS } from '../../../../src/measuring/verdicts/gate/powers.js';
import { imagine } from '../../results/rows-for-tests.js';
import { verdictLine } from './said.js';

const LENGTHS = [1000, 2000, 4000, 8000, 16_000];

const OPTIONS: GateOptions = {
  alpha: 0.05,
  maxDrop: 0.02,
  // What is accepted is never found, which is quickly worked out.
  detect: 0.02,
  threshold: 0.85,
  floors: [],
  floorsBy: 'low',
  allow: { errors: false, missing: false, extra: false, cached: false, changed: false, new: false },
  providers: [],
};

type Mark = (question: number, length: number) => number;

/** Questions that are each asked at all lengths; with a second measure, where it has one. */
function asked(mark: Mark, cites?: Mark, more: Partial<Row> = {}): Row[] {
  return Array.from({ length: 17 }, (_, question) =>
    LENGTHS.map((tokens, i): Row => {
      const score = mark(question, i);
      return {
        id: `${more.variant ?? ''}${question}/${tokens}`,
        cluster: `question ${question}`,
        benchmark: 'own',
        task: 'documents',
        language: 'en',
        haystack: '',
        variant: '',
        provider: 'pipeline',
        prompt: 'own',
        tokens,
        seed: 1,
        description: `question ${question}, ${tokens} tokens`,
        score,
        marks: [score],
        positions: [],
        passed: score === 1,
        reason: '',
        namedScores: {},
        answer: '',
        reserve: 0,
        ...(cites && {
          measures: { cites: cites(question, i) },
          follow: ['recall', 'cites'],
        }),
        ...more,
      };
    }),
  ).flat();
}

const judged = (now: readonly Row[], ...before: (readonly Row[])[]) =>
  judgedWith(OPTIONS, now, ...before);

const judgedWith = (
  options: GateOptions,
  now: readonly Row[],
  ...before: (readonly Row[])[]
): GateResult =>
  gate(
    evaluationOf(now),
    baselineOf(
      before.map((rows) => evaluationOf(rows)),
      false,
    ),
    options,
    { powers: POWERS },
  );

const right: Mark = () => 1;

describe('a gate of questions that are asked at several lengths', () => {
  it('fails where ten of seventeen are lost at one length, by both measures', () => {
    const lost: Mark = (question, i) => Number(!(i === 4 && question < 10));
    const result = judged(asked(lost, lost), asked(right, right));
    expect(result.verdict).toBe('failed');
    expect(result.providers.map(({ provider, verdict }) => [provider, verdict])).toEqual([
      ['pipeline', 'failed'],
      ['pipeline · cites', 'failed'],
    ]);
    const { regression } = result.providers[0]!;
    expect(regression).toMatchObject({ prompts: 85, units: 17, before: 1 });
    expect(regression!.drop.value).toBeCloseTo(10 / 85);
    const longest = regression!.comparisons.find(({ scope }) => scope === 'one length')!;
    expect(longest).toMatchObject({ fromTokens: 16_000, prompts: 17, verdict: 'failed' });
    expect(longest.drop.value).toBeCloseTo(10 / 17);
    expect(verdictLine(result)).toMatch(/^Failed: pipeline's recall at 16K fell 59 points/);
  });

  it('passes where two equally good ones lose other questions at all lengths', () => {
    const loses =
      (...lost: number[]): Mark =>
      (question) =>
        Number(!lost.includes(question));
    const result = judged(asked(loses(1, 5, 9)), asked(loses(2, 5, 16)));
    expect(result.verdict).toBe('passed');
    // As prompts of their own they would count as ten losses and ten gains.
    const worse = judged(asked(loses(1, 5, 9, 12)), asked(loses(2, 5, 16)));
    expect(worse.verdict).toBe('passed');
  });

  it('calls nothing passed of two questions, which say nothing of how large a drop may be', () => {
    const two = (rows: readonly Row[]) =>
      rows.filter(({ cluster }) => ['question 1', 'question 2'].includes(cluster!));
    const result = judged(two(asked(right)), two(asked(right)));
    expect(result.verdict).toBe('inconclusive');
    const [whole, ...parts] = result.providers[0]!.regression!.comparisons;
    expect(whole).toMatchObject({ verdict: 'inconclusive' });
    expect(whole!.excludes).toBeGreaterThan(0.5);
    expect(parts.map(({ verdict }) => verdict)).not.toContain('passed');
    expect(verdictLine(result)).toContain('could lose half its recall unnoticed');
    expect(verdictLine(result)).not.toContain('passed');
  });

  it('hardly ever fails where nothing changed', () => {
    const random = seedrandom('unchanged');
    let failed = 0;
    for (let run = 0; run < 40; run++) {
      const model: Mark = () => Number(random() > 0.15);
      failed += Number(judged(asked(model), asked(model)).verdict === 'failed');
    }
    expect(failed).toBeLessThanOrEqual(4);
  });

  it('finds three lost questions against three baseline runs that never moved', () => {
    const lost: Mark = (question) => Number(question > 2);
    expect(judged(asked(lost), asked(right)).verdict).toBe('passed');
    const repeated = judged(asked(lost), asked(right), asked(right), asked(right));
    expect(repeated.verdict).toBe('failed');
    expect(repeated.providers[0]!.regression!.drift).toMatchObject({ runs: 3 });
  });

  it('says which drop it finds, and does not promise the power of prompts', () => {
    const options = { ...OPTIONS, detect: 0.05 };
    const { power } = judgedWith(options, asked(right), asked(right)).providers[0]!;
    expect(power!.probability).toBeGreaterThan(0);
    expect(power!.probability).toBeLessThan(0.9);
  });

  it('judges other prompts beside them by their own rule, each with half of the error rate', () => {
    const stars = (recall: number) =>
      imagine('pipeline', () => recall, { seeds: 8 }).map((row) => ({ ...row, prompt: 'own' }));
    const both = (recall: number, mark: Mark) => [...stars(recall), ...asked(mark)];
    const lost: Mark = (question, i) => Number(!(i === 4 && question < 10));
    expect(judged(both(1, right), both(1, right)).verdict).toBe('passed');
    const fell = judged(both(1, lost), both(1, right)).providers[0]!.regression!;
    expect(fell.verdict).toBe('failed');
    expect(fell.prompts).toBe(85 + 32);
    expect(judged(both(0.5, right), both(1, right)).verdict).toBe('failed');
  });

  it('takes one question in two series for one', () => {
    const lost: Mark = (question, i) => Number(!(i === 4 && question < 6));
    const series = (mark: Mark) => [
      ...asked(mark),
      ...asked(mark, undefined, { variant: 'distractors similar' }),
    ];
    const { regression } = judged(series(lost), series(right)).providers[0]!;
    expect(regression).toMatchObject({ units: 17, prompts: 170, verdict: 'failed' });
    expect(regression!.comparisons.flatMap((one) => one.series ?? [])).toHaveLength(2);
  });

  it('leaves answers out that could not be read, and decides nothing where only they fell', () => {
    const lost: Mark = (question) => Number(question > 9);
    const unread = asked(lost).map((row) =>
      row.score === 1 ? row : { ...row, reading: 'unreadable' as const },
    );
    const { verdict, completeness, regression } = judged(unread, asked(right)).providers[0]!;
    expect(regression).toMatchObject({ verdict: 'passed', units: 7 });
    expect(verdict).toBe('inconclusive');
    expect(completeness).toMatchObject([{ kind: 'problems', verdict: 'inconclusive' }]);
  });

  it('compares the last run of a history by questions, too', () => {
    const lost: Mark = (question, i) => Number(!(i === 4 && question < 10));
    const runs = [right, right, lost].map((mark) => evaluationOf(asked(mark)));
    const { models } = historyOf(runs, { alpha: 0.05, maxDrop: 0.02, threshold: 0.85 });
    expect(models[0]!.last).toMatchObject({ verdict: 'failed', prompts: 85 });
  });
});

describe('a report of questions that are asked at several lengths', () => {
  it('has the mean and the effective length of 17 draws, and not of 85', () => {
    const mark: Mark = (question) => Number(question > 2);
    const [own] = analyse(evaluationOf(asked(mark))).summary;
    const alone = asked(mark).map(({ cluster, ...row }) => row);
    const [other] = analyse(evaluationOf(alone)).summary;
    expect(own!.recall.value).toBeCloseTo(other!.recall.value);
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(own!.recall)).toBeGreaterThan(1.8 * width(other!.recall));
    expect(own!.effectiveLength!.low).toBe(0);
    expect(own!.effectiveLength!.high).toBe(Number.POSITIVE_INFINITY);
  });

  it('is the same as ever where every prompt is a draw', () => {
    const rows = imagine('reader', () => 0.9, { seeds: 3 });
    const each = rows.map((row) => ({ ...row, cluster: row.id }));
    const { summary, lengths } = analyse(evaluationOf(rows));
    // What would tell differs: no seed asks another question.
    const figures = summary.map(({ open: _, ...one }) => one);
    expect(analyse(evaluationOf(each))).toMatchObject({ summary: figures, lengths });
  });
});
