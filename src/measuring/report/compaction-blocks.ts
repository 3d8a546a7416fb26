/** Shows what compactions of a history save and lose: a card for each, losses by age, and all figures. */

import { largest } from '../../base/extremes.js';
import { say } from '../../base/text/language.js';
import { bad, columns, left, next, table, warn, wide } from '../document/build.js';
import type { Block, Card, Cell, Decision, Next, Row, Tone } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { countText, lengthText, percentText } from '../document/words.js';
import { factKindText, failedCompactions, wayName } from '../facts/tables/compaction.js';
import type { CompactionRow, ReportData } from '../facts/tables/tables.js';
import { NOTHING, shareCell } from './cells.js';
import { answerKey } from './lost-facts.js';
import type { LostFacts } from './models.js';
import { keptSteps, type ResultsName, resultsWords } from './next-steps.js';

/** Smaller savings mean the same history, since providers count words of their own. */
const NO_TOKENS_SAVED = 0.01;

const SMALL_LOSS = 0.05;

const [MOST_CARDS, FEW_WAYS] = [6, 2];

/** One row for each compaction and model, over all benchmarks. */
export function compactionWays({ compactions = [] }: ReportData): CompactionRow[] {
  return compactions.filter(({ series }) => series === undefined);
}

function nameOf(row: CompactionRow, rows: readonly CompactionRow[]): string {
  const way = foreign(wayName(row.way, rows));
  const isSeveral = rows.some(({ provider }) => provider !== row.provider);
  return isSeveral ? say`${way}, ${foreign(row.provider)}` : way;
}

/** Says what each compaction saves and loses, the best first. */
export function compactionDecisions(data: ReportData): [Decision, ...Decision[]] {
  const rows = compactionWays(data);
  const ordered = byLoss(rows);
  const [first, ...others] = ordered.map((row) => decisionOf(row, rows));
  const { lost } = ordered[0]!;
  if (others.length === 0 || first!.tone !== 'bad' || !lost) return [first!, ...others];
  const [least, loss] = [nameOf(ordered[0]!, rows), percentText(lost.value)];
  return [
    bad(
      say`None of the ${rows.length} compactions is safe. ${least} loses least: ${loss} of the facts.`,
    ),
    ...[first!, ...others],
  ];
}

function byLoss(rows: readonly CompactionRow[]): CompactionRow[] {
  const lossOf = ({ lost }: CompactionRow) => lost?.value ?? Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => lossOf(a) - lossOf(b));
}

function decisionOf(row: CompactionRow, rows: readonly CompactionRow[]): Decision {
  const { tokensSaved, lost, failed, kept } = row;
  const way = nameOf(row, rows);
  if (failed && !Number.isFinite(kept)) {
    return { tone: 'bad', text: say`${way} failed in ${failed.count} of ${failed.of} histories.` };
  }
  if (!Number.isFinite(tokensSaved)) {
    return { tone: 'warn', text: say`${way}: unknown whether it shortened anything.` };
  }
  if (row.isProviders && tokensSaved < NO_TOKENS_SAVED) {
    return { tone: 'warn', text: say`${way} never shortened a history.` };
  }
  const saved = percentText(tokensSaved);
  if (!lost) return warn(say`${way} saves ${saved} of the tokens. What it loses is unknown.`);
  if (lost.low > 0) {
    return {
      tone: lost.value > SMALL_LOSS ? 'bad' : 'warn',
      text: say`${way} saves ${saved} of the tokens and loses ${percentText(lost.value)} of the facts.`,
    };
  }
  return lost.high <= SMALL_LOSS
    ? { tone: 'good', text: say`${way} saves ${saved} of the tokens and loses nothing.` }
    : warn(
        say`${way} saves ${saved} of the tokens. It may lose up to ${percentText(lost.high)} of the facts.`,
      );
}

export function compactionLead(data: ReportData): string {
  const [first] = byLoss(compactionWays(data));
  const longest = largest(data.series.flatMap(({ lengths }) => lengths));
  const { without, with: after } = first!;
  return say`After up to ${lengthText(longest)} tokens of history, ${foreign(first!.provider)} found ${percentText(without)} of the facts without compaction and ${percentText(after)} with ${nameOf(first!, [first!])}.`;
}

export function compactionBlocks(data: ReportData, lost: LostFacts): Block[] {
  const rows = byLoss(compactionWays(data));
  const providers = [...new Set(rows.map(({ provider }) => provider))];
  return [
    {
      kind: 'cards',
      cards: [
        // With more compactions, the sentence above says what is found without them.
        ...(rows.length > FEW_WAYS
          ? []
          : providers.map((provider) =>
              wholeCard(rows.find((row) => row.provider === provider)!, providers),
            )),
        ...rows.slice(0, MOST_CARDS).map((row) => cardOf(row, rows)),
      ],
    },
    figuresSection(rows, lost),
    ...kindSections(rows),
  ];
}

function wholeCard({ provider, without }: CompactionRow, all: readonly string[]): Card {
  const isKnown = without > 0.85;
  return {
    heading: all.length > 1 ? say`${foreign(provider)}, full history` : say`Full history`,
    pill: { tone: isKnown ? 'good' : 'warn', text: isKnown ? say`Keeps all` : say`Misses some` },
    figure: { value: percentText(without), note: say`of the facts found` },
  };
}

function cardOf(row: CompactionRow, rows: readonly CompactionRow[]): Card {
  const { tokensSaved, ages, kept } = row;
  const { tone } = decisionOf(row, rows);
  // What is kept says less than what is found, and stands in the text.
  const isFound = ages.some(({ after }) => after !== undefined);
  const bars = ages.flatMap(({ kept: left, after }, i) => {
    const share = isFound ? after : left;
    return share !== undefined && Number.isFinite(share) ? [{ name: AGES[i]!(), share }] : [];
  });
  const label = isFound ? say`Facts found after compaction, by age` : say`Facts kept, by age`;
  return {
    heading: nameOf(row, rows),
    pill: { tone, text: pillText(row, tone) },
    figure: {
      value: percentText(row.with),
      note: say`of the facts found`,
    },
    text: say`Saves ${percentText(tokensSaved)} of the tokens. ${percentText(kept)} of the facts are still in the history.`,
    ...(bars.length > 0 && { bars: { label, bars }, note: label }),
  };
}

function pillText({ lost, failed, kept }: CompactionRow, tone: Tone): string {
  if (failed && !Number.isFinite(kept)) return say`Failed`;
  if (!lost) return say`Inconclusive`;
  if (lost.low > 0) return say`Loses ${percentText(lost.value)}`;
  return tone === 'good' ? say`Loses nothing` : say`Inconclusive`;
}

const AGES = [
  () => say`oldest quarter`,
  () => say`second quarter`,
  () => say`third quarter`,
  () => say`newest quarter`,
];

/** Shows how many facts of each kind were kept, and what the model lost of them. */
function kindSections(rows: readonly CompactionRow[]): Block[] {
  const all = rows.flatMap((row) => (row.kinds ?? []).map((kind) => ({ row, kind })));
  if (all.length === 0) return [];
  return [
    {
      kind: 'section',
      ...(rows.length > 1 && { look: 'folded' }),
      heading: say`Facts kept, by kind`,
      sub: say`Kept facts are counted. Small print: 95% intervals of the loss. A fact can be of several kinds.`,
      blocks: [
        table(
          say`Facts kept, by kind`,
          [say`Kind`, say`Facts`, say`Kept`, say`Facts lost`],
          all.map(
            ({ row, kind: { kind, facts, kept, lost } }): Row => ({
              group: nameOf(row, rows),
              cells: [
                { text: foreign(factKindText(kind)) },
                { text: countText(facts), value: facts },
                shareCell({ value: kept }),
                lost ? shareCell(lost) : NOTHING,
              ],
            }),
          ),
        ),
      ],
    },
  ];
}

function figuresSection(rows: readonly CompactionRow[], lost: LostFacts): Block {
  const share = (value: number | undefined) => shareCell({ value: value ?? Number.NaN });
  const shown = columns(
    say`Compactions`,
    rows,
    [say`Compaction`, (row) => nameOf(row, rows)],
    [say`Tokens saved`, ({ tokensSaved }) => share(tokensSaved)],
    [say`Facts kept`, ({ kept }) => share(kept)],
    [wide(say`Replaced facts kept`), ({ supersededKept }) => share(supersededKept)],
    [
      say`Found`,
      (row) => {
        const to = lost.idOf(answerKey(row.provider, row.way));
        return { ...share(row.with), ...(to !== undefined && { to }) };
      },
    ],
    [say`Facts lost`, ({ lost }) => (lost ? shareCell(lost) : say`unknown`)],
    rows.some(({ spread }) => spread !== undefined) && [
      wide(say`Varies by`),
      ({ spread }) => share(spread),
    ],
    rows.some(({ spent }) => spent) && [wide(say`Own tokens`), ({ spent }) => share(spent?.tokens)],
    rows.some(({ failed }) => failed) && [left(say`Failed`), failedCell],
  );
  return {
    kind: 'section',
    heading: say`Numbers`,
    sub:
      lost.drawers.length > 0
        ? say`Small print: 95% intervals. Choose a figure to read what was missed.`
        : say`Small print: 95% intervals.`,
    blocks: [shown],
  };
}

function failedCell(row: CompactionRow): Cell {
  const { failed } = row;
  if (!failed) return NOTHING;
  const small = foreign(failedCompactions(row));
  return { text: say`${failed.count} of ${failed.of}`, small, tone: 'bad' };
}

export function compactionNext(data: ReportData, results: ResultsName): Next {
  const rows = byLoss(compactionWays(data));
  const [best] = rows;
  const oldest = best?.ages[0]?.kept;
  return next([
    ...(best?.lost && best.lost.value > SMALL_LOSS
      ? [
          {
            text:
              oldest !== undefined && oldest < 0.5
                ? say`Repeat numbers, versions and paths of old turns in your summary: ${nameOf(best, rows)} keeps ${percentText(oldest)} of the oldest facts.`
                : say`Repeat numbers, versions and paths in your summary, then run the tests again.`,
          },
        ]
      : []),
    {
      text: say`Read an answer that missed something.`,
      command: `npx promptfoo-counting-stars show 1 ${resultsWords(results)}`.trimEnd(),
      cost: say`No call, no cost.`,
    },
    ...keptSteps(data, results),
  ]);
}
