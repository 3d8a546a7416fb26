import { groupBy } from '../../../base/group-by.js';
import { capital } from '../../../base/text/texts.js';
import { differenceIntervalText } from '../../output/words.js';
import { COMPACTION_COLUMNS, compactionCells } from '../../tables/compaction.js';
import type { CompactionRow, LossRow } from '../../tables/tables.js';
import { html, type Markup } from './markup.js';
import { table, text } from './table.js';

/** One row for each compaction and reader, and for each series. */
export function compactionTable(compactions: readonly CompactionRow[]): Markup {
  const columns = COMPACTION_COLUMNS.map((name, i) =>
    i < 2 ? text(capital(name)) : capital(name),
  );
  const rows = compactions.map((row) =>
    compactionCells(row).map((cell, i) => (i === 1 ? html`<bdi>${cell}</bdi>` : cell)),
  );
  return html`${table({ name: 'Compaction', id: 'compactions', columns, rows })}
<p class="note"><b>Facts kept</b>: of those that hold at the end, the share whose text still stands in what was sent;
<b>superseded kept</b>: of those that later ones replaced. <b>Recall lost</b>: the mean difference on the same prompts,
and its interval.</p>`;
}

const LOST_TO = ['interference', 'length', 'form'] as const;

/** One row for each reader and benchmark whose evidence was given in several ways. */
export function lossTable(losses: readonly LossRow[]): Markup {
  const rows = groupBy(losses, ({ provider, name }) => JSON.stringify([name, provider]));
  return html`${table({
    name: 'Recall lost',
    id: 'losses',
    columns: [text('Benchmark'), text('Reader'), ...LOST_TO.map((what) => `To ${what}`)],
    rows: [...rows.values()].map((own) => [
      own[0]!.name,
      html`<bdi>${own[0]!.provider}</bdi>`,
      ...LOST_TO.map((what) =>
        differenceIntervalText(own.find(({ lostTo }) => lostTo === what)?.loss),
      ),
    ]),
  })}
<p class="note">Differences of recall on the same facts. <b>Interference</b>: values that were replaced stand beside those that
hold. <b>Length</b>: results that have nothing to do with the question stand around them. <b>Form</b>: the same text comes
as a history of calls and results. In brackets: 95 % intervals.</p>`;
}
