/** Makes the document of a board: which models are reliable at the longest length, and which of these is cheapest. */

import { say, sayCount } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { packageVersion } from '../../../base/version.js';
import { type Column, columns, folded, left, list, next, wide } from '../../document/build.js';
import type { Block, Cell, Decision, Document } from '../../document/document.js';
import { foreign } from '../../document/foreign.js';
import { costText, firstFew, latencyText, percentText, sizeText } from '../../document/words.js';
import { sinceTexts } from '../../facts/evaluation/changes.js';
import { lengthPill, reachCell } from '../../facts/length-pills.js';
import { saidToHold } from '../../facts/length-verdict.js';
import { NOTHING, shareCell } from '../cells.js';
import type { Board, BoardRow, BoardTable, Took } from './board.js';

const NAMED = 4;

export function boardDocument(board: Board): Document {
  const { tables, threshold, leftOut, unlike } = board;
  const isOne = tables.length === 1;
  const said = tables.map((table) => decisionOf(table, isOne ? '' : table.title));
  const [first, ...others] = said as [Decision, ...Decision[]];
  const unlikeTexts = unlike ? sinceTexts(unlike.models, say`Unlike ${unlike.first}`) : [];
  return {
    kind: 'report',
    title: isOne ? foreign(tables[0]!.title) : say`${tables.length} benchmarks`,
    about: aboutTexts(board),
    decisions: [first, ...others],
    lead: say`Reliable means at least ${percentText(threshold)} of the facts found (95% confidence). All models got the same prompts.`,
    blocks: [
      ...[
        ...unlikeTexts.map(foreign),
        ...leftOut.map(({ name, why }) => say`Left out ${foreign(name)}: ${why}.`),
      ].map((text): Block => ({ kind: 'paragraph', tone: 'warn', text })),
      ...tables.map((table) => tableSection(table, threshold)),
      next([
        {
          text: say`To add a model, run the same config with it.`,
          command: 'npx promptfoo eval -o new.json',
        },
        {
          text: say`Save its results next to the others.`,
          command: 'npx promptfoo-counting-stars baseline new.json -o baselines/new.json',
        },
      ]),
      folded(
        say`How this was measured`,
        list([
          say`Models are sorted by reliable length, then by how likely the next length is.`,
          say`Cost and latency are left out where answers came from a cache or have no price.`,
          say`A model may lack lengths, for example beyond its context window. It then has no mean.`,
        ]),
      ),
    ],
    foot: [`promptfoo-counting-stars ${packageVersion()}`],
    share: {
      label: say`Facts found at the longest length`,
      bars: (tables[0]?.rows ?? []).flatMap((row) => {
        const share = row.byLength.get(tables[0]!.lengths.at(-1)!);
        return share === undefined ? [] : [{ name: foreign(row.name), share }];
      }),
    },
  };
}

/** Names models that are reliable at the longest length that any reaches, and the cheapest of them. */
function decisionOf(table: BoardTable, benchmark: string): Decision {
  const { rows, lengths, sizes } = table;
  const reach = lengths.findLast((tokens) => rows.some((row) => saidToHold(row) >= tokens));
  const decision = (tone: Decision['tone'], text: string): Decision => ({
    tone,
    text: benchmark === '' ? text : say`${foreign(benchmark)}: ${text}`,
  });
  if (reach === undefined) {
    return decision(
      'bad',
      say`None of ${sayCount(rows.length, 'model')} is reliable at any length tested.`,
    );
  }
  const best = rows.filter((row) => saidToHold(row) >= reach);
  const at = sizeText(reach, sizes);
  const tone = reach === lengths.at(-1) ? 'good' : 'warn';
  if (rows.length === 1) {
    return decision(tone, say`${foreign(rows[0]!.name)} is reliable up to ${at}.`);
  }
  const cheapest = cheapestOf(best);
  if (cheapest) {
    return decision(
      tone,
      say`${foreign(cheapest.name)} is the cheapest of ${best.length} models that are reliable at ${at}: ${costText(cheapest.took.cost)} per run.`,
    );
  }
  const [only, ...others] = best as [BoardRow, ...BoardRow[]];
  if (others.length === 0) {
    return decision(
      tone,
      say`Only ${foreign(only.name)} of ${rows.length} models is reliable at ${at}.`,
    );
  }
  const names = best.map(({ name }) => foreign(name));
  return decision(
    tone,
    say`${best.length} of ${rows.length} models are reliable at ${at}: ${firstFew(names, NAMED)}.`,
  );
}

/** Returns the cheapest row. Undefined if a cost is unknown, or the lowest two are equal. */
function cheapestOf(rows: readonly BoardRow[]): BoardRow | undefined {
  const costs = rows.map((row) => comparable(row).cost);
  if (rows.length < 2 || costs.includes(undefined)) return undefined;
  const ordered = rows.toSorted((a, b) => a.took.cost! - b.took.cost!);
  return ordered[0]!.took.cost === ordered[1]!.took.cost ? undefined : ordered[0];
}

/** Returns cost and time if they can be compared: not of fewer prompts, or with cached answers. */
export function comparable({ isWhole, took }: Pick<BoardRow, 'isWhole' | 'took'>): {
  cost?: number;
  time?: number;
} {
  if (!isWhole || took.cached > 0) return {};
  return {
    ...(took.cost !== undefined && !took.isLeast && { cost: took.cost }),
    ...(took.latencyMs !== undefined && { time: took.latencyMs }),
  };
}

function tableSection(table: BoardTable, threshold: number): Block {
  const { title, rows, lengths, sizes } = table;
  const cheapest = cheapestOf(rows.filter((row) => saidToHold(row) >= lengths.at(-1)!));
  const isOneFile = new Set(rows.map(({ file }) => file)).size === 1;
  const share = (value: number | undefined, isTinted: boolean) =>
    shareCell(value === undefined ? undefined : { value }, threshold, isTinted);
  const shown = columns(
    say`Models`,
    rows,
    [say`Model`, (one) => nameCell(one, isOneFile)],
    [left(say`Verdict`), verdictCell],
    ...lengths.map(
      (tokens): Column<BoardRow> => [
        wide(sizeText(tokens, sizes)),
        ({ byLength }) => share(byLength.get(tokens), true),
      ],
    ),
    [say`Mean`, ({ mean }) => share(mean, false)],
    [wide(say`Latency`), ({ took }) => timeCell(took)],
    [say`Cost per run`, ({ took }) => costCell(took)],
    [wide(say`Date`), ({ took }) => took.date ?? NOTHING],
  );
  return {
    kind: 'section',
    heading: foreign(title),
    sub: say`Choose a heading to sort. Green: ${percentText(threshold)} of the facts or more.`,
    blocks: [
      {
        ...shown,
        isSorted: true,
        rows: shown.rows.map((one, i) =>
          rows[i] === cheapest ? { ...one, isBest: true as const } : one,
        ),
      },
    ],
  };
}

/** Names the file if there are several. */
function nameCell({ model, file, runs }: BoardRow, isOneFile: boolean): Cell {
  const text = foreign(model);
  if (isOneFile) return runs > 1 ? { text, small: sayCount(runs, 'run') } : { text };
  return { text, small: runs > 1 ? say`${foreign(file)}, ${runs} runs` : foreign(file) };
}

function verdictCell(row: BoardRow): Cell {
  const { tone, text } = lengthPill(row);
  const { below: small } = reachCell(row);
  return { text, tone, value: saidToHold(row), ...(small !== '' && tone === 'warn' && { small }) };
}

function timeCell({ latencyMs }: Took): Cell {
  return latencyMs === undefined ? NOTHING : { text: latencyText(latencyMs), value: latencyMs };
}

function costCell({ cost, isLeast }: Took): Cell {
  if (cost === undefined) return NOTHING;
  return { text: isLeast ? say`at least ${costText(cost)}` : costText(cost), value: cost };
}

function aboutTexts({ models, prompts, tables }: Board): string[] {
  const rows = tables.flatMap((table) => table.rows);
  const dates = rows.flatMap(({ took }) => took.date ?? []).sort(byCodeUnits);
  const [first, last] = [dates[0], dates.at(-1)];
  return [
    say`${sayCount(models, 'model')} × ${sayCount(prompts, 'prompt')}`,
    ...(first === undefined ? [] : [first === last ? first : say`${first} to ${last!}`]),
  ];
}
