import { mean, sum } from '../../../base/numbers.js';
import { paragraph, say, sayCount } from '../../../base/text/language.js';
import { percentText } from '../../document/words.js';
import type { AskedModel, AskedSuite } from '../../facts/tests/suite.js';

/**
 * @example
 * // gpt: 40 tests × 3, 94% passed.
 */
export function runLines(runs: readonly AskedSuite[]): string[] {
  return runs.flatMap((run, i) =>
    run.map(modelLine).map((line) => (runs.length > 1 ? say`Run ${i + 1}, ${line}` : line)),
  );
}

function modelLine({ name, tests }: AskedModel): string {
  const all = [...tests.values()];
  const answered = all.filter(({ rounds }) => rounds.length > 0);
  const cached = sum(all.map((test) => test.cached));
  const counts = answered.map(({ rounds }) => rounds.length);
  const times =
    new Set(counts).size === 1
      ? `${counts[0]}`
      : say`${Math.min(...counts)} to ${Math.max(...counts)}`;
  const rate = mean(answered.map(({ rounds }) => mean(rounds.map(({ pass }) => Number(pass)))));
  const failed = all.length - answered.length;
  return paragraph([
    answered.length === 0
      ? say`${name}: no answers.`
      : say`${name}: ${sayCount(answered.length, 'test')} × ${times}, ${percentText(rate)} passed.`,
    ...(failed > 0 ? [say`${sayCount(failed, 'test')} without an answer left out.`] : []),
    ...(cached > 0 ? [say`${sayCount(cached, 'answer')} from promptfoo's cache.`] : []),
  ]);
}
