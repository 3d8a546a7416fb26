import { mean } from '../../../base/numbers.js';
import type { AskedTest } from './suite.js';

export function metricsOf(tests: readonly AskedTest[]): Record<string, number> {
  const rounds = tests.flatMap((test) => test.rounds);
  const names = new Set(rounds.flatMap(({ metrics }) => Object.keys(metrics)));
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const own = tests.map((test) => test.rounds.flatMap(({ metrics }) => metrics[name] ?? []));
      return [name, mean(own.filter((scores) => scores.length > 0).map(mean))];
    }),
  );
}
