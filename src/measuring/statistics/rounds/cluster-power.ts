/** Estimates the power of a gate whose questions are each asked several times. */
import seedrandom from 'seedrandom';
import { mean } from '../../../base/numbers.js';
import type { PowerEstimate } from '../regression/regression-power.js';
import { driftNodes } from '../regression/run-drift.js';
import { testExchanged } from './exchange.js';
import { likelyRate } from './likely-rate.js';
import { comparedUnits, type Round } from './units.js';

export interface KnownUnit {
  right: number;
  asked: number;
}

export interface ClusterDesign {
  cells: number;
  runs: number;
  rounds: number;
  drop: number;
  alpha: number;
  maxDrop: number;
}

/** Enough for a share to within about 0.04. */
const EVALUATIONS = 150;
const DRAWS = 300;

/** Fewer evaluations are imagined of many questions, so that it takes no longer. */
const MOST_ROUNDS = 60_000;

/** Estimates the probability of finding an even drop, with the prior's drift. */
export function clusterPower(units: readonly KnownUnit[], design: ClusterDesign): PowerEstimate {
  const { cells, runs, rounds, drop, alpha, maxDrop } = design;
  if (units.length === 0 || drop <= maxDrop) return { probability: 0, evaluations: 0 };
  const all = mean(units.map(({ right, asked }) => right / asked));
  const rates = units.map(({ right, asked }) => likelyRate({ sum: right, count: asked }, all));
  const kept = Math.max(0, 1 - drop / Math.max(all, drop));
  const random = seedrandom(JSON.stringify([units.length, design]));
  const answered = (rate: number): Round[] =>
    Array.from({ length: rounds }, () =>
      Array.from({ length: cells }, () => Number(random.quick() < rate)),
    );
  const places = Array.from({ length: cells }, () => ({ measure: 0 }));
  const own = places.map((_, i) => i);
  const statistics = (['mean', 'few'] as const).map((kind) => ({ kind, measure: 0, cells: own }));
  const nodes = driftNodes([]);
  const size = units.length * rounds * (runs + 1);
  const evaluations = Math.max(30, Math.min(EVALUATIONS, Math.floor(MOST_ROUNDS / size)));
  let found = 0;
  for (let i = 0; i < evaluations; i++) {
    const imagined = rates.map((rate, unit) => ({
      id: String(unit).padStart(6, '0'),
      baseline: Array.from({ length: runs }, () => answered(rate)),
      now: answered(rate * kept),
    }));
    const tested = testExchanged(comparedUnits(imagined, places), statistics, [nodes], {
      draws: DRAWS,
      halved: true,
    });
    if (tested.some(({ adjusted }) => adjusted <= alpha)) found++;
  }
  return { probability: found / evaluations, evaluations };
}
