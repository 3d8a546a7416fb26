/** Compares a new baseline with the one it replaces. */

import { mean } from '../../base/numbers.js';
import { RECALL } from '../../contract/signs.js';
import type { Baseline, BaselineCase } from '../results/baseline/baseline.js';
import { byRank, ofMeasure } from './evaluation/measures.js';

/** What a new baseline changes of one model. */
export interface BaselineChange {
  model: string;
  /** Cases of the old baseline that the new one does not have, and the other way round. */
  removed: number;
  added: number;
  /** Cases of both, and how many of them have other marks or another score. */
  kept: number;
  changed: number;
  /** Recall first, where there is any; what is counted is of the first. */
  figures: MeanChange[];
}

export interface MeanChange {
  measure: string;
  before?: number;
  after?: number;
}

type Cases = ReadonlyMap<string, BaselineCase>;

/** Lists what changes for each model when one baseline replaces another. */
export function changesBetween(before: Baseline, after: Baseline): BaselineChange[] {
  const models = [...new Set([...before.keys(), ...after.keys()])].sort();
  const textOf = ({ score, marks }: BaselineCase) => `${score} ${marks.join()}`;
  return models.map((model) => {
    const [all, allNow] = [before.get(model), after.get(model)];
    const measures = measuresIn(all, allNow);
    const [old, now] = [ofMeasure(measures[0]!, all), ofMeasure(measures[0]!, allNow)];
    const kept = [...now].filter(([id]) => old.has(id));
    return {
      model,
      removed: old.size - kept.length,
      added: now.size - kept.length,
      kept: kept.length,
      changed: kept.filter(([id, theCase]) => textOf(old.get(id)!) !== textOf(theCase)).length,
      figures: measures.map((measure) => {
        const [was, is] = [ofMeasure(measure, all), ofMeasure(measure, allNow)];
        return {
          measure,
          ...(was.size > 0 && { before: meanScore(was) }),
          ...(is.size > 0 && { after: meanScore(is) }),
        };
      }),
    };
  });
}

function measuresIn(...all: readonly (Cases | undefined)[]): string[] {
  const found = all.flatMap((cases) => [...(cases?.values() ?? [])]);
  return byRank(found.map(({ measure = RECALL }) => measure));
}

/** Returns the Cases of the first measure: one for each prompt. */
export function mainCases(cases: Cases): Map<string, BaselineCase> {
  return ofMeasure(measuresIn(cases)[0] ?? RECALL, cases);
}

function meanScore(cases: Cases): number {
  return mean([...cases.values()].map(({ score }) => score));
}
