/** What recall is lost to. */
import { groupBy } from '../../../base/group-by.js';
import { html } from '../../output/markup.js';
import { column, type Table } from '../../output/table.js';
import { differenceIntervalText, percentText } from '../../output/words.js';
import type { Interval } from '../../statistics/interval.js';
import { wayName } from '../../tables/compaction.js';
import type { CompactionAge, CompactionRow, LossRow, ReportData } from '../../tables/tables.js';
import { lossBar } from '../html/small-pictures.js';

/** One thing that was added to what a reader had to know, and what is left of its recall. */
interface Step {
  /** Of which reader, and in which benchmark where there are several. */
  of: string;
  name: string;
  /** What was added, in small letters. */
  what: string;
  lost?: Interval;
  left: number;
}

const BEGINNINGS = {
  facts: { name: 'Facts alone', what: 'what holds in the end, as a list' },
  changes: { name: 'Facts that change', what: 'values and what replaces them, nothing else' },
  flat: { name: 'One text', what: 'as long as the history, without its form' },
} satisfies Record<LossRow['from'], Pick<Step, 'name' | 'what'>>;

const ADDED = {
  interference: { name: 'Replaced values', what: 'beside those that hold' },
  length: { name: 'Length', what: 'results that have nothing to do with the question' },
  form: { name: 'Form', what: 'the same text as calls and their results' },
} satisfies Record<LossRow['lostTo'], Pick<Step, 'name' | 'what'>>;

const AS_IT_IS = { name: 'History as it is', what: 'without compaction' };

/** What recall is lost to, step by step: replaced values, length, form, and each compaction of what is then left. */
export function stepsTable({
  losses = [],
  compactions = [],
  providers,
}: Pick<ReportData, 'losses' | 'compactions' | 'providers'>): Table<Step> {
  const isSeveral = new Set(losses.map(({ name }) => name)).size > 1;
  const ranked = providers.flatMap((name) => losses.filter(({ provider }) => provider === name));
  const groups = groupBy(ranked, ({ provider, name }) => JSON.stringify([provider, name]));
  const added = [...groups.values()].flatMap((own): Step[] => {
    const [{ provider, name, from, before }] = own as [LossRow];
    const of = isSeveral ? `${provider} · ${name}` : provider;
    const steps = own.map(({ lostTo, loss, after }) => ({
      ...{ of, ...ADDED[lostTo] },
      ...{ lost: loss, left: after },
    }));
    return [{ of, ...BEGINNINGS[from], left: before }, ...steps];
  });
  const whole = compactions.filter(({ series }) => series === undefined);
  const shortened = [...groupBy(whole, ({ provider }) => provider)].flatMap(([of, rows]) => {
    const left = added.findLast((step) => step.of === of)?.left;
    return rows.flatMap(({ way, without, lost, with: rest, tokensSaved }, i): Step[] => [
      ...(without === (i === 0 ? left : rows[i - 1]!.without)
        ? []
        : [{ of, ...AS_IT_IS, left: without }]),
      {
        of,
        name: wayName(way, compactions),
        what: `${way}, saves ${percentText(tokensSaved)} of the tokens`,
        ...(lost && { lost }),
        left: rest,
      },
    ]);
  });
  const readers = new Set([...added, ...shortened].map(({ of }) => of));
  const rows = [...readers].flatMap((reader) =>
    [...added, ...shortened].filter(({ of }) => of === reader),
  );
  return {
    id: 'steps',
    title: 'What recall is lost to',
    rows,
    ...(readers.size > 1 && { group: { of: ({ of }: Step) => of, heading: 'reader' } }),
    columns: [
      column('words', 'with', ({ name }) => name, {
        cell: ({ name, what }) => html`${name}<br><small>${what}</small>`,
      }),
      column('picture', 'recall', ({ left, lost }) => lossBar(left, lost), {
        in: ['page'],
        head: html`Recall,<br>0 to 1`,
      }),
      column('words', 'recall lost (95 %)', ({ lost }) => lost && differenceIntervalText(lost), {
        set: 'number',
      }),
      column('share', 'left', ({ left }) => left),
      column('words', 'sure?', ({ lost }) => lost && sureText(lost)),
    ],
    note: `${againstText(added.length > 0, shortened.length > 0)} Dark: lost; pale: lost, but perhaps by chance. In brackets: 95 % intervals.`,
  };
}

/** What the losses of the rows are against. */
function againstText(hasSteps: boolean, hasCompactions: boolean): string {
  const same = 'The same facts and questions in every row';
  if (!hasCompactions) {
    return `${same}, each against the row above; the losses add up to what is left.`;
  }
  return hasSteps
    ? `${same}. Down to the history as it is each is against the row above, and these losses add up; every compaction is against the history as it is.`
    : `${same}. Every compaction is against the history as it is, so the losses do not add up.`;
}

function sureText({ low, high }: Interval): string {
  if (low > 0) return 'sure';
  return high < 0 ? 'gained' : 'not sure';
}

/** Facts of one quarter of the histories, under one compaction. */
type Aged = Pick<CompactionRow, 'way' | 'provider'> & CompactionAge & { quarter: number };

const AGES = ['oldest quarter', 'second', 'third', 'newest quarter'];

/** Facts by their age: what is still in the text, and what was known of those asked for before and after. */
export function agesTable(compactions: readonly CompactionRow[]): Table<Aged> {
  const rows = compactions
    .filter(({ series }) => series === undefined)
    .flatMap(({ way, provider, ages }) =>
      ages.map((age, quarter): Aged => ({ way, provider, ...age, quarter })),
    );
  const isSeveral = new Set(rows.map(({ provider }) => provider)).size > 1;
  return {
    id: 'ages',
    title: 'Facts by age',
    rows,
    group: {
      of: ({ way, provider }) => (isSeveral ? `${way} · ${provider}` : way),
      heading: 'compaction',
    },
    columns: [
      column('words', 'said in', ({ quarter }) => AGES[quarter]),
      column('share', 'still in the text', ({ kept }) => kept),
      column('share', 'known before', ({ before }) => before),
      column('share', 'known after', ({ after }) => after),
      column('share', 'lost', ({ lost }) => lost),
    ],
    note: 'Still in the text: of all facts of that age that hold at the end, those whose text stands in what was sent. Known before, known after and lost: of those that were asked for, which are fewer, so that more of them may be known than of all are in the text.',
  };
}
