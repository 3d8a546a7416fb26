/** Finds models that were sent the same prompts. */
import { groupBy } from '../../../base/group-by.js';
import { say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { BaselineCase } from '../../results/baseline/baseline.js';

/** A model with all cases that it answered, by id. */
export interface BoardModel {
  cases: ReadonlyMap<string, Pick<BaselineCase, 'tokens'>>;
}

/**
 * Chooses the prompts of the board: the set that most models fit, then the largest. A model fits that was sent all prompts of
 * each of its lengths. It may lack lengths, for example beyond its window, but no single prompts.
 */
export function onOneBoard<E extends BoardModel>(
  entries: readonly E[],
): { prompts: ReadonlySet<string>; fitting: E[]; leftOut: { entry: E; why: string }[] } {
  const sets = [...groupBy(entries, ({ cases }) => [...cases.keys()].sort(byCodeUnits).join('\n'))]
    .map(([, [one]]) => one!)
    .map((one) => ({ one, fitting: entries.filter((entry) => isOf(entry, one)) }))
    .sort((a, b) => b.fitting.length - a.fitting.length || b.one.cases.size - a.one.cases.size);
  const [board] = sets;
  if (!board) return { prompts: new Set(), fitting: [], leftOut: [] };
  const prompts = new Set(board.one.cases.keys());
  return {
    prompts,
    fitting: board.fitting,
    leftOut: entries
      .filter((entry) => !board.fitting.includes(entry))
      .map((entry) => ({ entry, why: whyNot(entry, prompts) })),
  };
}

function isOf({ cases }: BoardModel, { cases: all }: BoardModel): boolean {
  if (![...cases.keys()].every((id) => all.has(id))) return false;
  const lengths = new Set([...cases.values()].map(({ tokens }) => tokens));
  return [...all].every(([id, { tokens }]) => cases.has(id) || !lengths.has(tokens));
}

function whyNot({ cases }: BoardModel, prompts: ReadonlySet<string>): string {
  const shared = [...cases.keys()].filter((id) => prompts.has(id)).length;
  return shared === 0
    ? say`other prompts`
    : say`other prompts: it shares ${shared} of the board's ${prompts.size}`;
}
