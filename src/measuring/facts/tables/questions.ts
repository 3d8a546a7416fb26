/** Questions that were asked in prompts of several lengths: which fail always, which only in long ones, which never. */
import { groupBy } from '../../../base/group-by.js';
import { ascending } from '../../../base/numbers.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import type { QuestionCell, QuestionRow, ReportOptions } from './tables.js';

/** What a question needs to fail; the order is that of the report. */
export const FAILING = ['always', 'long', 'some', 'never'] as const;

/** The metric that says whether what was sent to the model had the answer in it: 1 or 0. */
const RETRIEVER = 'retriever';

/** More questions of one reader and series than these have no rows. */
const MOST = 400;

/** One row for each question, reader and series, those that fail first; none where each is asked at one length. */
export function questionRows(
  cases: readonly AskedCase[],
  { threshold }: ReportOptions,
): QuestionRow[] {
  const asked = cases.filter(
    ({ cluster, measure, series, answer }) =>
      cluster !== undefined && measure === undefined && !series.control && answer,
  );
  const groups = groupBy(asked, ({ reader, series }) => JSON.stringify([reader, series.key]));
  return [...groups.values()].flatMap((own) => {
    const lengths = ascending(own.map(({ tokens }) => tokens));
    const questions = [...groupBy(own, ({ cluster }) => cluster!).values()];
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
    const own = prompts.filter((one) => one.tokens === tokens);
    if (own.length === 0) return [];
    const lost = own.filter(({ answer }) => answer!.score < threshold);
    const shown = (lost[0] ?? own[0]!).shown;
    const sent = shown.measures?.[RETRIEVER];
    return [
      {
        ...{ tokens, id: shown.id, lost: lost.length, answers: own.length },
        ...(sent !== undefined && { isSent: sent >= 0.5 }),
      },
    ];
  });
  const { reader, series } = prompts[0]!;
  return {
    ...{ provider: reader, series: series.id, question: commonName(prompts) },
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

/** What the descriptions of its prompts have in common, but for its place: `questions.jsonl no. 4`. */
function commonName(prompts: readonly AskedCase[]): string {
  const parts = prompts.map(({ shown }) => shown.description.split(' · '));
  return parts[0]!
    .filter((part) => !part.startsWith('depth ') && parts.every((own) => own.includes(part)))
    .join(' · ');
}
