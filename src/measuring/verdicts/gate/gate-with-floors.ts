/** Adds minimums and reliable lengths to the gate. */

import { once } from '../../../base/kept.js';
import { RECALL } from '../../../contract/signs.js';
import type { Evaluation } from '../../facts/evaluation/evaluation.js';
import { isOf } from '../../facts/evaluation/measures.js';
import { DEFAULT_OPTIONS, openFloor, reachedFigures } from '../../facts/tables/reached-figures.js';
import { recallModel } from '../../facts/tables/recall-model.js';
import type { BaselineFile } from '../../results/baseline/baseline.js';
import { checkFloors, type Searched, withSearched } from './floors.js';
import { DEFAULT_GATE, type Floors, gate } from './gate.js';
import type { GateOptions, GateResult } from './gate-result.js';
import { newAnswersOf } from './new-answers.js';
import { POWERS } from './powers.js';
import { withReach } from './reach.js';

/**
 * @param searched - lengths that a search found, by model. Otherwise they are estimated from the answers.
 * @throws {UserError} as `gate` does
 */
export function gateWithFloors(
  evaluation: Evaluation,
  baseline: BaselineFile | undefined,
  options: GateOptions = DEFAULT_GATE,
  searched?: ReadonlyMap<string, Searched>,
): GateResult {
  const result = gate(evaluation, baseline, options, {
    floors: floorsOf(evaluation, options, searched),
    powers: POWERS,
  });
  // A search has its own reliable lengths.
  return baseline && !searched ? withReach(result, evaluation, baseline) : result;
}

function floorsOf(
  evaluation: Evaluation,
  { allow, floors, floorsBy, threshold }: GateOptions,
  searched: ReadonlyMap<string, Searched> | undefined,
): Floors {
  const options = { ...DEFAULT_OPTIONS, threshold };
  const dataOf = once(() => {
    const counted = allow.cached ? evaluation : newAnswersOf(evaluation);
    return withSearched(reachedFigures(counted, options), searched);
  });
  return {
    isSearched: (model) => searched?.has(model) === true,
    checked(model, measure, cases, withSearched) {
      if (floors.length === 0) return [];
      const data = dataOf();
      const wouldTell = (series: string, tokens: number) => {
        const own = [...cases.values()].filter((asked) => asked.series.id === series);
        return openFloor(recallModel(own, options), options, own, tokens);
      };
      return checkFloors(
        { ...data, series: data.series.filter(isOf(measure)) },
        model,
        floors.filter(({ kind }) => (kind === 'recall' ? measure === RECALL : withSearched)),
        floorsBy,
        searched ? undefined : wouldTell,
      );
    },
  };
}
