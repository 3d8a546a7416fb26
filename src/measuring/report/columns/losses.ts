/** What recall is lost to. */
import { groupBy } from '../../../base/group-by.js';
import { paragraph, say } from '../../../base/text/language.js';
import { html, sayHtml } from '../../document/markup.js';
import { column, type Table } from '../../document/table.js';
import { differenceIntervalText, percentText } from '../../document/words.js';
import { kindText, wayName } from '../../facts/tables/compaction.js';
import type {
  CompactionAge,
  CompactionKind,
  CompactionRow,
  LossRow,
  ReportData,
} from '../../facts/tables/tables.js';
import type { Interval } from '../../statistics/interval.js';
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

type Said = Pick<Step, 'name' | 'what'>;

function beginningOf({ from }: LossRow): Said {
  switch (from) {
    case 'facts':
      return { name: say`Facts alone`, what: say`what holds in the end, as a list` };
    case 'changes':
      return {
        name: say`Facts that change`,
        what: say`values and what replaces them, nothing else`,
      };
    case 'flat':
      return { name: say`One text`, what: say`as long as the history, without its form` };
  }
}

function addedBy({ lostTo }: LossRow): Said {
  switch (lostTo) {
    case 'interference':
      return { name: say`Replaced values`, what: say`beside those that hold` };
    case 'length':
      return { name: say`Length`, what: say`results that have nothing to do with the question` };
    case 'form':
      return { name: say`Form`, what: say`the same text as calls and their results` };
  }
}

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
    const [first] = own as [LossRow];
    const { provider, name, before } = first;
    const of = isSeveral ? `${provider} · ${name}` : provider;
    const steps = own.map((row) => ({ of, ...addedBy(row), lost: row.loss, left: row.after }));
    return [{ of, ...beginningOf(first), left: before }, ...steps];
  });
  const whole = compactions.filter(({ series }) => series === undefined);
  const shortened = [...groupBy(whole, ({ provider }) => provider)].flatMap(([of, rows]) => {
    const left = added.findLast((step) => step.of === of)?.left;
    return rows.flatMap(({ way, without, lost, with: rest, tokensSaved }, i): Step[] => [
      ...(without === (i === 0 ? left : rows[i - 1]!.without)
        ? []
        : [{ of, name: say`History as it is`, what: say`without compaction`, left: without }]),
      {
        of,
        name: wayName(way, compactions),
        what: say`${way}, saves ${percentText(tokensSaved)} of the tokens`,
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
    title: say`What recall is lost to`,
    rows,
    ...(readers.size > 1 && { group: { of: ({ of }: Step) => of, heading: say`reader` } }),
    columns: [
      column('words', say`with`, ({ name }) => name, {
        cell: ({ name, what }) => html`${name}<br><small>${what}</small>`,
      }),
      column('picture', say`recall`, ({ left, lost }) => lossBar(left, lost), {
        in: ['page'],
        head: sayHtml`Recall,<br>0 to 1`,
      }),
      column('words', say`recall lost (95 %)`, ({ lost }) => lost && differenceIntervalText(lost), {
        set: 'number',
      }),
      column('share', say`left`, ({ left }) => left),
      column('words', say`sure?`, ({ lost }) => lost && sureText(lost)),
    ],
    note: paragraph([
      againstText(added.length > 0, shortened.length > 0),
      say`Dark: lost; pale: lost, but perhaps by chance. In brackets: 95 % intervals.`,
    ]),
  };
}

/** What the losses of the rows are against. */
function againstText(hasSteps: boolean, hasCompactions: boolean): string {
  if (!hasCompactions) {
    return say`The same facts and questions in every row, each against the row above; the losses add up to what is left.`;
  }
  return hasSteps
    ? say`The same facts and questions in every row. Down to the history as it is each is against the row above, and these losses add up; every compaction is against the history as it is.`
    : say`The same facts and questions in every row. Every compaction is against the history as it is, so the losses do not add up.`;
}

function sureText({ low, high }: Interval): string {
  if (low > 0) return say`sure`;
  return high < 0 ? say`gained` : say`not sure`;
}

/** Facts of one kind, under one compaction. */
type OfKind = Pick<CompactionRow, 'way' | 'provider'> & CompactionKind;

/** Facts by their kind: how many were kept, counted, and what a model lost of those asked for. */
export function kindsTable(compactions: readonly CompactionRow[]): Table<OfKind> {
  const rows = compactions
    .filter(({ series }) => series === undefined)
    .flatMap(({ way, provider, kinds = [] }) =>
      kinds.map((kind): OfKind => ({ way, provider, ...kind })),
    );
  const isSeveral = new Set(rows.map(({ provider }) => provider)).size > 1;
  return {
    id: 'kinds',
    title: say`Facts by kind`,
    rows,
    group: {
      of: ({ way, provider }) => (isSeveral ? `${way} · ${provider}` : way),
      heading: say`compaction`,
    },
    columns: [
      column('words', say`kind`, ({ kind }) => kindText(kind)),
      column('count', say`facts`, ({ facts }) => facts),
      column('percent', say`facts kept`, ({ kept }) => kept),
      column('words', say`recall lost (95 %)`, ({ lost }) => lost && differenceIntervalText(lost), {
        set: 'number',
      }),
    ],
    note: say`Facts kept are counted. The interval is for the model's share of the loss. A fact can be of several kinds.`,
  };
}

/** Facts of one quarter of the histories, under one compaction. */
type Aged = Pick<CompactionRow, 'way' | 'provider'> & CompactionAge & { quarter: number };

/** Facts by their age: what is still in the text, and what was known of those asked for before and after. */
export function agesTable(compactions: readonly CompactionRow[]): Table<Aged> {
  const rows = compactions
    .filter(({ series }) => series === undefined)
    .flatMap(({ way, provider, ages }) =>
      ages.map((age, quarter): Aged => ({ way, provider, ...age, quarter })),
    );
  const isSeveral = new Set(rows.map(({ provider }) => provider)).size > 1;
  const quarters = [
    say`oldest quarter`,
    say`second quarter`,
    say`third quarter`,
    say`newest quarter`,
  ];
  return {
    id: 'ages',
    title: say`Facts by age`,
    rows,
    group: {
      of: ({ way, provider }) => (isSeveral ? `${way} · ${provider}` : way),
      heading: say`compaction`,
    },
    columns: [
      column('words', say`said in`, ({ quarter }) => quarters[quarter]),
      column('share', say`still in the text`, ({ kept }) => kept),
      column('share', say`known before`, ({ before }) => before),
      column('share', say`known after`, ({ after }) => after),
      column('share', say`lost`, ({ lost }) => lost),
    ],
    note: say`Still in the text: of all facts of that age that hold at the end, those whose text stands in what was sent. Known before, known after and lost: of those that were asked for, which are fewer, so that more of them may be known than of all are in the text.`,
  };
}
