/**
 * Leads from a lost fact to its text, the question, the answer and promptfoo's row, in a drawer for each fact that a page has
 * room for.
 */
import { groupBy } from '../../base/group-by.js';
import { sum } from '../../base/numbers.js';
import { withoutKeys } from '../../base/secrets.js';
import { say } from '../../base/text/language.js';
import type { Row } from '../../contract/row.js';
import type { Section } from '../document/document.js';
import { type AskedTextOf, cut, lostDrawer } from '../document/drawer.js';
import { foreign } from '../document/foreign.js';
import { lostRuns } from '../document/render/html-strips.js';
import { percentText } from '../document/words.js';
import { marksOf } from '../facts/evaluation/asked-case.js';
import type { Evaluation } from '../facts/evaluation/evaluation.js';
import { type LostCell, lostCells } from '../facts/tables/places.js';
import type { CellRow, ReportData } from '../facts/tables/tables.js';
import {
  type Band,
  bandsOf,
  FEW_MODELS,
  type LostFacts,
  type Model,
  type View,
  viewOf,
} from './models.js';

/** A loss in one prompt, or in neighboring facts of several. */
interface Wanted {
  key: string;
  model: Model;
  heading: string;
  sub?: string;
  row: Row;
  /** Index of the mark. */
  mark: number;
}

/** Characters of all drawers. A few models show all losses, more show as many as fit. */
const ROOM = { few: 120_000, many: 90_000 };

/** Characters of a drawer: its markup, and the most and least of what it shows. */
const MARKUP = 800;
const [MOST, LEAST] = [1500, 240];

/** Rebuilding a long prompt takes up to 0.1 s. */
const MOST_PROMPTS = 300;

export const runKey = (provider: string, band: Band, first: number): string =>
  JSON.stringify([provider, band.tokens[0], first]);

export const answerKey = (provider: string, id: string): string => JSON.stringify([provider, id]);

/** Returns recall by place in a model's prompts of some lengths. */
export function stripOf(
  { data, lengths }: View,
  { provider }: Model,
  tokens: readonly number[],
): (number | undefined)[] {
  const ids = new Set(lengths.series.map(({ id }) => id));
  const all = data.cells.filter((cell) => ids.has(cell.series));
  const places = all.reduce((most, { place }) => Math.max(most, place), 0);
  const cells = all.filter((cell) => cell.provider === provider && tokens.includes(cell.tokens));
  return recallByPlace(cells, places, places);
}

/** Answers that lost something, by model and case, with the mark that lost most. */
type Lost = ReadonlyMap<string, LostAnswer>;

interface LostAnswer {
  provider: string;
  series: string;
  row: Row;
  mark: number;
}

function lostRows({ models }: Evaluation): Lost {
  return new Map(
    models.flatMap(({ name, cases }) =>
      [...cases.values()].flatMap(({ series, shown, answer }) => {
        if (!answer || answer.score >= 1) return [];
        const marks = marksOf(answer);
        const mark = marks.indexOf(Math.min(...marks));
        const lost = { provider: name, series: series.id, row: shown, mark };
        return [[answerKey(name, shown.id), lost] as const];
      }),
    ),
  );
}

export async function lostFacts(
  data: ReportData,
  evaluation: Evaluation,
  askedTextOf: AskedTextOf,
): Promise<LostFacts> {
  const cells = lostCells(evaluation);
  const rows = lostRows(evaluation);
  const view = viewOf(data);
  const { models } = view;
  const pictured = lostIn(view, cells, rows);
  const known = new Set(pictured.map(({ key }) => key));
  const all = [...pictured, ...lostAnswers(view, rows).filter(({ key }) => !known.has(key))];
  const isFew = models.length <= FEW_MODELS;
  const room = isFew ? ROOM.few : ROOM.many;
  const most = isFew ? all.length : Math.floor(room / (MARKUP + LEAST));
  const shown = inTurns(all).slice(0, Math.min(most, MOST_PROMPTS));
  const characters = Math.max(LEAST, Math.min(MOST, room / Math.max(1, shown.length) - MARKUP));
  const ids = new Map(shown.map(({ key }, i) => [key, `lost-${i + 1}`]));
  const questions = new Map<string, string>();
  const drawers = new Map<string, Section>();
  const byPrompt = groupBy(shown, ({ row }) => JSON.stringify([row.id, row.at?.provider]));
  for (const sharing of byPrompt.values()) {
    const { row } = sharing[0]!;
    const asked = await askedTextOf(row);
    if (asked) questions.set(row.id, lastLine(withoutKeys(asked.question)));
    for (const wanted of sharing) {
      const { key, heading, sub } = wanted;
      const named = { id: ids.get(key)!, heading, ...(sub !== undefined && { sub }) };
      drawers.set(key, lostDrawer(named, wanted, asked, characters));
    }
  }
  return {
    drawers: shown.map(({ key }) => drawers.get(key)!),
    idOf: (key) => ids.get(key),
    questions,
    left: all.length - shown.length,
  };
}

/** Collects what pictures link to: strips, questions, or figures of a battery. */
function lostIn(view: View, cells: readonly LostCell[], rows: Lost): Wanted[] {
  if (view.data.compactions) return lostWays(view, rows);
  const isOneLine = view.models.every(({ line }) => line);
  return [
    ...(isOneLine ? lostPlaces(view, cells) : lostBenchmarks(view, rows)),
    ...lostQuestions(view, rows),
  ];
}

/** Finds the worst answer after each compaction. */
function lostWays({ data, models }: View, rows: Lost): Wanted[] {
  const ways = data.compactions!.filter(({ series }) => series === undefined);
  return ways.flatMap(({ provider, way }): Wanted[] => {
    const model = models.find((asked) => asked.provider === provider);
    const worst = worstOf(rows, provider, ({ row }) => row.compaction?.way === way);
    return model && worst ? [{ ...wantedOf(model, worst), key: answerKey(provider, way) }] : [];
  });
}

function worstOf(rows: Lost, provider: string, isMeant: (answer: LostAnswer) => boolean) {
  const meant = [...rows.values()].filter(
    (answer) => answer.provider === provider && isMeant(answer),
  );
  return meant.toSorted((a, b) => a.row.score - b.row.score)[0];
}

/** Limits the list of failed answers. */
export const MOST_FAILURES = 20;

/** Alternates between models, so that each gets drawers. */
function inTurns(all: readonly Wanted[]): Wanted[] {
  const turns = new Map<string, number>();
  return all
    .map((wanted) => {
      const turn = turns.get(wanted.model.provider) ?? 0;
      turns.set(wanted.model.provider, turn + 1);
      return { wanted, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ wanted }) => wanted);
}

/** Finds runs of neighboring facts that lost something, the longest lengths first. */
function lostPlaces(view: View, cells: readonly LostCell[]): Wanted[] {
  const { models, lengths } = view;
  const ids = new Set(lengths.series.map(({ id }) => id));
  const byModel = groupBy(
    cells.filter((cell) => ids.has(cell.series)),
    ({ provider }) => provider,
  );
  return models.flatMap((model) =>
    bandsOf(lengths)
      .toReversed()
      .flatMap((band) => {
        const marks = stripOf(view, model, band.tokens);
        const lost = (byModel.get(model.provider) ?? []).filter(({ tokens }) =>
          band.tokens.includes(tokens),
        );
        return lostRuns(marks).flatMap(([first, last]): Wanted[] => {
          const within = lost.filter(({ place }) => place > first && place <= last + 1);
          const worst = within.toSorted((a, b) => b.lost / b.answers - a.lost / a.answers)[0];
          if (!worst) return [];
          return [
            {
              ...{ key: runKey(model.provider, band, first), model },
              heading:
                first === last
                  ? say`${model.name}, ${band.name}: fact ${first + 1}`
                  : say`${model.name}, ${band.name}: facts ${first + 1} to ${last + 1}`,
              sub: say`It stands ${percentText(worst.row.positions[worst.mark])} of the way through the prompt. Missed in ${worst.lost} of ${worst.answers} answers.`,
              ...{ row: worst.row, mark: worst.mark },
            },
          ];
        });
      }),
  );
}

/** Finds the worst answer of each benchmark. */
function lostBenchmarks({ data, models }: View, rows: Lost): Wanted[] {
  const titles = new Map(data.series.map(({ id, title }) => [id, title]));
  return models.flatMap((model) =>
    model.lines.flatMap(({ name }): Wanted[] => {
      const worst = worstOf(rows, model.provider, ({ series }) =>
        isOf(titles.get(series) ?? '', name),
      );
      return worst ? [{ ...wantedOf(model, worst), key: answerKey(model.provider, name) }] : [];
    }),
  );
}

/** Compares titles: `ruler · en · qa` is of `ruler · en`. */
function isOf(title: string, benchmark: string): boolean {
  const parts = new Set(title.split(' · '));
  return benchmark.split(' · ').every((part) => parts.has(part));
}

/** Finds answers on the list of failed ones. */
function lostAnswers(view: View, rows: Lost): Wanted[] {
  return view.data.failures
    .slice(0, MOST_FAILURES)
    .flatMap(({ provider, id }) => wantedAnswer(view, rows, provider, id));
}

function wantedAnswer({ models }: View, rows: Lost, provider: string, id: string): Wanted[] {
  const key = answerKey(provider, id);
  const lost = rows.get(key);
  const model = models.find((asked) => asked.provider === provider);
  return lost && model ? [{ ...wantedOf(model, lost), key }] : [];
}

function wantedOf(
  model: Model,
  { row, mark }: Pick<LostCell, 'row' | 'mark'>,
): Omit<Wanted, 'key'> {
  const position = row.positions[mark];
  return {
    ...{ model, row, mark },
    heading: say`${model.name}: ${foreign(cut(row.description, 120))}`,
    ...(position !== undefined && {
      sub: say`The fact stands ${percentText(position)} of the way through the prompt.`,
    }),
  };
}

/** Finds wrong answers to your questions, by length. */
function lostQuestions(view: View, rows: Lost): Wanted[] {
  return (view.data.questions ?? []).flatMap(({ provider, cells }) =>
    cells.flatMap(({ id, lost }) => (lost === 0 ? [] : wantedAnswer(view, rows, provider, id))),
  );
}

/** Extracts the question without the text before it. */
function lastLine(asked: string): string {
  return cut(asked.trimEnd().split('\n').at(-1)!, 200);
}

/**
 * Averages recall from the start of a prompt to its end.
 * @param cells - of one model
 * @param places - number of places
 * @param most - groups places into at most this many parts
 * @returns undefined for a part without a fact
 */
export function recallByPlace(
  cells: readonly CellRow[],
  places: number,
  most: number,
): (number | undefined)[] {
  const parts = Math.min(most, places);
  const byPart = groupBy(cells, ({ place }) => Math.floor(((place - 1) * parts) / places));
  return Array.from({ length: parts }, (_, part) => {
    const inPart = byPart.get(part);
    return inPart && sum(inPart.map((c) => c.recall * c.marks)) / sum(inPart.map((c) => c.marks));
  });
}
