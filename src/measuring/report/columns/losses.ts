/** What recall is lost to. */
import { groupBy } from '../../../base/group-by.js';
import { html } from '../../output/markup.js';
import { column, readerColumn, type Table } from '../../output/table.js';
import type { LossRow } from '../../tables/tables.js';

/** The losses of one reader in one benchmark. */
type Losses = Pick<LossRow, 'provider' | 'name'> & { losses: readonly LossRow[] };

/** One row for each reader and benchmark whose evidence was given in several ways. */
export function lossesTable(losses: readonly LossRow[]): Table<Losses> {
  const own = groupBy(losses, ({ provider, name }) => JSON.stringify([name, provider]));
  const to = (what: LossRow['lostTo']) => (row: Losses) =>
    row.losses.find(({ lostTo }) => lostTo === what)?.loss;
  return {
    id: 'losses',
    title: 'Recall lost',
    rows: [...own.values()].map((some) => ({ ...some[0]!, losses: some })),
    columns: [
      column('label', 'benchmark', ({ name }) => name),
      readerColumn(),
      column('difference', 'to interference', to('interference')),
      column('difference', 'to length', to('length')),
      column('difference', 'to form', to('form')),
    ],
    note: html`Differences of recall on the same facts. <b>Interference</b>: values that were replaced stand beside those that
hold. <b>Length</b>: results that have nothing to do with the question stand around them. <b>Form</b>: the same text comes
as a history of calls and results. In brackets: 95 % intervals.`,
  };
}
