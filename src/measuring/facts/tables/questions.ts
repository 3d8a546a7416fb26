/** Sorts questions sent at several lengths: failing always, only in long prompts, or never. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { QuestionCell, QuestionRow, ReportOptions } from './tables.js';

export const FAILING = ['always', 'long', 'some', 'never'] as const;

/** Metric that says whether the model was sent the answer: 1 or 0. */
const RETRIEVER = 'retriever';

const MOST = 400;

/** Lists each question once per model and series, failing ones first. None if each was sent at one length. */
export function questionRows(
  cases: readonly AskedCase[],
  { threshold }: ReportOptions,
): QuestionRow[] {
  const asked = cases.filter(
    ({ cluster, measure, series, answer }) =>
      cluster !== undefined && measure === undefined && !series.control && answer,
  );
  const groups = groupBy(asked, ({ model, series }) => JSON.stringify([model, series.key]));
  return [...groups.values()].flatMap((ofSeries) => {
    const lengths = ascending(ofSeries.map(({ tokens }) => tokens));
    const questions = [...groupBy(ofSeries, ({ cluster }) => cluster!).values()];
    if (lengths.length < 2 || questions.length > MOST) return [];
    const rows = questions.map((prompts) => rowOf(prompts, lengths, threshold));
    return rows.toSorted(
      (a, b) => FAILING.indexOf(a.fails) - FAILING.indexOf(b.fails) || firstLost(a) - firstLost(b),
    );
  });
}

function rowOf(
  prompts: readonly AskedCase[],
  lengths: readonly number[],
  threshold: number,
): QuestionRow {
  const cells = lengths.flatMap((tokens): QuestionCell[] => {
    const cases = prompts.filter((asked) => asked.tokens === tokens);
    if (cases.length === 0) return [];
    const lost = cases.filter(({ answer }) => answer!.score < threshold);
    const shown = (lost[0] ?? cases[0]!).shown;
    const sent = shown.measures?.[RETRIEVER];
    return [
      {
        ...{ tokens, id: shown.id, lost: lost.length, answers: cases.length },
        ...(sent !== undefined && { isSent: sent >= 0.5 }),
      },
    ];
  });
  const { model, series } = prompts[0]!;
  return {
    ...{ provider: model, series: series.id, question: commonName(prompts) },
    fails: failsOf(cells),
    cells,
  };
}

function failsOf(cells: readonly QuestionCell[]): QuestionRow['fails'] {
  if (cells.every(({ lost, answers }) => lost === answers)) return 'always';
  const lost = cells.map((cell) => cell.lost > 0);
  if (!lost.includes(true)) return 'never';
  return !lost[0] && lost.lastIndexOf(false) < lost.indexOf(true) ? 'long' : 'some';
}

function firstLost({ cells }: QuestionRow): number {
  return cells.find(({ lost }) => lost > 0)?.tokens ?? 0;
}

/** Returns what descriptions have in common, without the place: `questions.jsonl no. 4`. */
function commonName(prompts: readonly AskedCase[]): string {
  const parts = prompts.map(({ shown }) => shown.description.split(' · '));
  return parts[0]!
    .filter((part) => !part.startsWith('depth ') && parts.every((words) => words.includes(part)))
    .join(' · ');
}
