/**
 * Judges questions that are asked at several lengths or depths. All answers to one question move together, and so do all
 * metrics of them. docs/gate.md
 */

import { CONFIDENCE } from '../../../base/defaults.js';
import { groupBy } from '../../../base/group-by.js';
import { ascending, mean, sum } from '../../../base/numbers.js';
import { weightedSum } from '../../statistics/interval.js';
import { decisionOf, partVerdict, wholeVerdict } from '../../statistics/regression/decision.js';
import { passingTail, tailAtLook, worthOf } from '../../statistics/regression/looks.js';
import {
  type DropComparison,
  nothingCompared,
  type RegressionResult,
} from '../../statistics/regression/regression.js';
import {
  judgeRounds,
  type RoundsFinding,
  type RoundsJudgement,
} from '../../statistics/rounds/judge-rounds.js';
import type { Round, Unit, UnitCell } from '../../statistics/rounds/units.js';
import { type ComparedModel, type Limits, regressionOf } from './regressions.js';
import { readOf, type SharedCase, scoresOf } from './shared-cases.js';

type Shared = ReadonlyMap<string, readonly SharedCase[]>;

/**
 * Judges a model by each metric: independent prompts as `regressionOf` does, questions that are asked several times by what
 * happened to each. If there are both, each gets half of the error rate.
 * @param shared - by metric
 */
export function regressionsOf(shared: Shared, limits: Limits): Map<string, ComparedModel> {
  const all = [...shared.values()].flat();
  const isClustered = (one: SharedCase) => one.cluster !== undefined;
  const plain = (members: readonly SharedCase[], alpha: number) =>
    regressionOf(members, { ...limits, alpha });
  if (!all.some(isClustered)) {
    return new Map([...shared].map(([name, members]) => [name, plain(members, limits.alpha)]));
  }
  const alpha = all.every(isClustered) ? limits.alpha : limits.alpha / 2;
  const clusters = new Map(
    [...shared].map(([name, members]) => [name, members.filter(isClustered)]),
  );
  const judged = judgeClusters(clusters, { ...limits, alpha });
  return new Map(
    [...shared].map(([measure, members]) => {
      const { regression, unread, power } = judged.get(measure)!;
      const alone = members.filter((one) => !isClustered(one));
      const others = alone.length > 0 ? plain(alone, alpha) : undefined;
      return [
        measure,
        {
          regression: others?.regression ? together(others.regression, regression) : regression,
          unread: unread || others?.unread === true,
          ...(power && { power }),
        },
      ];
    }),
  );
}

type Judged = Pick<ComparedModel, 'unread' | 'power'> & { regression: RegressionResult };

function judgeClusters(shared: Shared, limits: Limits): Map<string, Judged> {
  const read = new Map([...shared].map(([name, members]) => [name, members.map(readOf)]));
  const isAllRead = [...shared].every(([name, members]) =>
    members.every((one, i) => one === read.get(name)![i]),
  );
  // Tests twice where answers could not be read: without them, and with all.
  const questions = isAllRead ? 1 : 2;
  const share = shared.size / limits.measures;
  const alpha = (limits.alpha * share) / questions;
  const found = judgedBy(read, { ...limits, alpha }, questions / share);
  const whole = isAllRead ? found : judgedBy(shared, { ...limits, alpha }, questions / share);
  return new Map(
    [...found].map(([name, { regression, power }]) => {
      const fell = whole.get(name)!.regression.verdict === 'failed';
      return [
        name,
        { regression, ...(power && { power }), unread: fell && regression.verdict !== 'failed' },
      ];
    }),
  );
}

/** @param questions - multiplies p-values for all tests together */
function judgedBy(shared: Shared, limits: Limits, questions: number) {
  const names = [...shared.keys()];
  const series = [...new Set([...shared.values()].flat().map(({ cluster }) => cluster!.place))];
  const { units, cells } = unitsOf(shared, series);
  const { alpha, maxDrop, margin, detect, isTerse, look, powers } = limits;
  const ids = new Set([...shared.values()].flat().map(({ id }) => id));
  const asked = look ? Math.min(1, ids.size / look.planned.size) : 1;
  const asFar = look?.isLast ? 1 : asked;
  const judgement = judgeRounds(units, cells, {
    ...{ alpha: tailAtLook(alpha, asFar), maxDrop, halved: true },
    confidence: look ? 1 - passingTail(1 - CONFIDENCE, asked) : CONFIDENCE,
    ...(margin !== undefined && { margin }),
  });
  return new Map(
    names.map((name, measure) => {
      const regression = resultOf(judgement, measure, {
        cases: compared(shared.get(name)!),
        series,
        questions,
        margin,
        asFar,
      });
      const power =
        look || isTerse || detect === undefined || !powers || regression.prompts === 0
          ? undefined
          : powers.ofClusters(units, cells, measure, { alpha, maxDrop, detect }, regression);
      return [name, { regression, power }] as const;
    }),
  );
}

type Answered = SharedCase & Required<Pick<SharedCase, 'after'>>;

/** Keeps cases that both sides answered. */
function compared(shared: readonly SharedCase[]): Answered[] {
  return shared.filter(
    (member): member is Answered =>
      member.after !== undefined && member.before.some((run) => run !== undefined),
  );
}

/** Groups answers by question. A round has a score for each metric, series and length, the mean of what is asked there. */
function unitsOf(shared: Shared, series: readonly string[]) {
  const cells: (UnitCell & { key: string })[] = [];
  const indexOf = (cell: UnitCell, at: string) => {
    const key = JSON.stringify([cell.measure, at, cell.length]);
    const known = cells.findIndex((other) => other.key === key);
    return known >= 0 ? known : cells.push({ ...cell, key }) - 1;
  };
  const answers = [...shared.values()].flatMap((members, measure) =>
    compared(members).map((asked) => {
      const { place } = asked.cluster!;
      const group = series.length > 1 && { group: series.indexOf(place) };
      return { asked, cell: indexOf({ measure, length: asked.after.tokens, ...group }, place) };
    }),
  );
  const units = [...groupBy(answers, ({ asked }) => asked.cluster!.id)].map(
    ([id, members]): Unit => {
      const runs = Math.max(...members.map(({ asked }) => asked.before.length));
      const has = (run: number) => members.some(({ asked }) => asked.before[run] !== undefined);
      const kept = members.filter(({ asked }) =>
        asked.before.every((found, run) => found || !has(run)),
      );
      const scored = kept.map(({ asked, cell }) => ({
        cell,
        baseline: asked.before.map(scoresOf),
        now: scoresOf(asked.after),
      }));
      return {
        id,
        baseline: Array.from({ length: runs }, (_, run) =>
          roundsOf(scored.map(({ cell, baseline }) => ({ cell, scores: baseline[run]! }))),
        ),
        now: roundsOf(scored.map(({ cell, now }) => ({ cell, scores: now }))),
      };
    },
  );
  const filled = (rounds: readonly Round[]) => rounds.map((round) => cells.map((_, i) => round[i]));
  return {
    cells,
    units: units.map((unit) => ({
      ...unit,
      baseline: unit.baseline.map(filled),
      now: filled(unit.now),
    })),
  };
}

/** Returns as many rounds as the case with the fewest answers has. */
function roundsOf(scored: readonly { cell: number; scores: readonly number[] }[]): Round[] {
  const given = scored.filter(({ scores }) => scores.length > 0);
  if (given.length === 0) return [];
  const fewest = Math.min(...given.map(({ scores }) => scores.length));
  return Array.from({ length: fewest }, (_, round) => {
    const own: (number | undefined)[] = [];
    for (const [cell, all] of groupBy(given, (one) => one.cell)) {
      const at = (scores: readonly number[]) =>
        Math.floor(((round + 0.5) * scores.length) / fewest);
      own[cell] = mean(all.map(({ scores }) => scores[at(scores)]!));
    }
    return own;
  });
}

interface Around {
  cases: readonly Answered[];
  series: readonly string[];
  questions: number;
  margin: number | undefined;
  /** Share of the planned prompts that were sent. */
  asFar: number;
}

/** Translates the result of one metric into that of every gate. */
function resultOf(
  { findings, measures }: RoundsJudgement,
  measure: number,
  { cases, series, questions, margin, asFar }: Around,
): RegressionResult {
  const members = findings.filter((finding) => finding.measure === measure);
  const whole = measures[measure];
  if (!whole || whole.units === 0 || members.length === 0) {
    return nothingCompared({ runs: 0, from: 'prior', deviation: 0 });
  }
  const lengths = ascending(cases.map(({ after }) => after.tokens));
  const [from, to] = [lengths[0]!, lengths.at(-1)!];
  const comparisonOf = (finding: RoundsFinding, few?: RoundsFinding): DropComparison => {
    const place = finding.group === undefined ? undefined : series[finding.group];
    const named = cases.find((asked) => asked.cluster!.place === place)?.series;
    const [fromTokens, toTokens] = [finding.fromLength ?? from, finding.toLength ?? to];
    const isOne = finding.fromLength !== undefined && fromTokens === toTokens;
    const failed = finding.failed || few?.failed === true;
    const isWhole = finding.fromLength === undefined && finding.group === undefined;
    const open = (isWhole ? wholeVerdict : partVerdict)(finding.excludes);
    return {
      ...(named !== undefined && { series: named }),
      scope:
        finding.fromLength === undefined ? 'all lengths' : isOne ? 'one length' : 'longer half',
      fromTokens,
      toTokens,
      prompts: cases.filter(
        (asked) =>
          asked.after.tokens >= fromTokens &&
          asked.after.tokens <= toTokens &&
          (place === undefined || asked.cluster!.place === place),
      ).length,
      before: finding.before,
      now: finding.now,
      drop: finding.bounds,
      excludes: finding.excludes,
      p: Math.min(finding.p, few?.p ?? 1),
      adjusted: Math.min(
        1,
        questions * worthOf(Math.min(finding.adjusted, few?.adjusted ?? 1), asFar),
      ),
      toNothing: false,
      verdict: failed ? 'failed' : open,
    };
  };
  const fewOf = ({ group }: RoundsFinding) =>
    members.find(
      (finding) =>
        finding.kind === 'few' && finding.group === group && finding.fromLength === undefined,
    );
  const all = members
    .filter(({ kind }) => kind === 'mean')
    .map((finding) =>
      comparisonOf(finding, finding.fromLength === undefined ? fewOf(finding) : undefined),
    );
  const failed = all.some((tested) => tested.verdict === 'failed');
  const longest = all.find(({ scope, toTokens }) => scope === 'one length' && toTokens === to);
  return {
    ...decisionOf(failed, whole.excludes, margin),
    prompts: cases.length,
    units: whole.units,
    before: whole.before,
    now: whole.now,
    drop: whole.drop,
    excludes: whole.excludes,
    ...(longest && { longest }),
    comparisons: all.filter(
      ({ scope, verdict: own }) => scope !== 'one length' || own === 'failed',
    ),
    drift: whole.drift,
  };
}

/** Merges results on different prompts. */
function together(result: RegressionResult, other: RegressionResult): RegressionResult {
  const [first, second] = [result, other].filter(({ prompts }) => prompts > 0);
  if (!first || !second) return first ?? result;
  const both = [first, second];
  const prompts = sum(both.map((own) => own.prompts));
  const weighed = (
    figure: (own: RegressionResult) => { value: number; low: number; high: number },
  ) => weightedSum(both.map((own) => ({ figure: figure(own), weight: own.prompts / prompts })));
  const drop = weighed((own) => own.drop);
  const excludes = weighed(({ drop: { value }, excludes: high }) => ({ value, low: value, high }));
  const [longest] = both
    .flatMap((own) => own.longest ?? [])
    .sort((a, b) => b.toTokens - a.toTokens);
  const verdicts = both.map(({ verdict }) => verdict);
  const wholes = both.map(({ comparisons }) => comparisons[0]!);
  const verdict = (['failed', 'inconclusive', 'passed'] as const).find((own) =>
    verdicts.includes(own),
  )!;
  const level = (figure: 'before' | 'now') =>
    sum(both.map((own) => (own[figure] * own.prompts) / prompts));
  const whole: DropComparison = {
    scope: 'all lengths',
    fromTokens: Math.min(...wholes.map(({ fromTokens }) => fromTokens)),
    toTokens: Math.max(...wholes.map(({ toTokens }) => toTokens)),
    prompts,
    before: level('before'),
    now: level('now'),
    drop,
    excludes: excludes.high,
    p: Math.min(1, 2 * Math.min(...wholes.map(({ p }) => p))),
    adjusted: Math.min(1, 2 * Math.min(...wholes.map(({ adjusted }) => adjusted))),
    toNothing: wholes.some(({ toNothing }) => toNothing),
    verdict: wholes.some((tested) => tested.verdict === 'failed')
      ? 'failed'
      : wholeVerdict(excludes.high),
  };
  return {
    verdict,
    reasons: [...new Set(both.flatMap(({ reasons }) => reasons))],
    prompts,
    before: whole.before,
    now: whole.now,
    drop,
    excludes: excludes.high,
    ...(longest && { longest }),
    comparisons: [whole, ...both.flatMap(({ comparisons }) => comparisons)],
    drift: first.drift,
  };
}
