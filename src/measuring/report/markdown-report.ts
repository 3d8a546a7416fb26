import { clauses, paragraph, say, sayCount } from '../../base/text/language.js';
import { incompleteTexts } from '../evaluation/completeness.js';
import { cachedText } from '../evaluation/copies.js';
import type { Series } from '../evaluation/series.js';
import { answerSentence } from '../output/answer.js';
import { text } from '../output/code.js';
import { openText, saysCause } from '../output/effective-length.js';
import { list, markdownTable } from '../output/markdown.js';
import { defaultTitle, riseText, sizeText } from '../output/words.js';
import { compactionSentences } from '../tables/compaction.js';
import { lossSentences } from '../tables/losses.js';
import { spentText } from '../tables/spent.js';
import type { ErrorRow, FailureRow, ReportData, SummaryRow } from '../tables/tables.js';
import { transformTexts } from '../tables/transforms.js';
import { troubleSentences } from '../tables/trouble-sentences.js';
import { conditionTexts, reportAnswer } from './answer.js';
import { benchmarksTable } from './columns/benchmarks.js';
import { compactionDetails, compactionsTable } from './columns/compactions.js';
import { compositesTable } from './columns/composites.js';
import { failuresTable } from './columns/failures.js';
import { recallByLengthTable } from './columns/lengths.js';
import { summaryTable } from './columns/summary.js';
import { changeText, comparisonText } from './comparison-words.js';
import { reachNote } from './html/verdict.js';

/** At most this many failing answers are shown. */
const SHOWN_FAILURES = 10;

/** A summary for a pull request or a job summary. */
export function markdownReport(data: ReportData): string {
  const { since, losses, composites, compactions, failures, errors } = data;
  const parts = [
    `# ${defaultTitle()}`,
    ...first(data),
    ...(since
      ? [
          heading(say`Since ${text(since.baseline)}`),
          list(since.changes.map((row) => text(changeText(row)))),
        ]
      : []),
    ...(data.series.length > 1
      ? [heading(say`Benchmarks`), markdownTable(benchmarksTable(data))]
      : []),
    ...data.series.flatMap((one) => seriesParts(data, one)),
    ...(losses ? [list(lossSentences(data, text))] : []),
    ...(composites.length > 0
      ? [heading(say`Composite scores`), markdownTable(compositesTable(data))]
      : []),
    ...(compactions
      ? [
          heading(say`Compaction`),
          list(compactionSentences(data, text)),
          markdownTable(compactionsTable(compactions)),
          markdownTable(compactionDetails(compactions)),
        ]
      : []),
    ...(failures.length > 0 ? failureParts(failures) : []),
    ...(errors.length > 0 ? errorParts(errors) : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function heading(words: string): string {
  return `## ${words}`;
}

/** What stands above all tables: the answer, what was paid, and what is missing or odd. */
function first(data: ReportData): string[] {
  const { cached, spent, transforms = [] } = data.about;
  const answer = reportAnswer(data, text);
  const troubles = [...troubleSentences(data, text), ...transformTexts(transforms)];
  return [
    ...conditionTexts(data).map((changed) => `**${text(changed)}**`),
    answerSentence({ ...answer, answer: `**${answer.answer}**` }),
    ...(answer.explained.length > 0 ? [paragraph(answer.explained)] : []),
    say`Paid: ${spentText(spent)}.`,
    ...(cached ? [say`${cachedText(cached)}.`] : []),
    ...incompleteTexts(data.missing, text).map((missing) => `**${missing}**`),
    ...(troubles.length > 0 ? [list(troubles.map((one) => `**${one}**`))] : []),
  ];
}

function seriesParts(data: ReportData, series: Series): string[] {
  const { id, title } = series;
  const rows = data.summary.filter((row) => row.series === id);
  const compared = data.comparisons.filter((row) => row.series === id);
  return [
    heading(text(title)),
    markdownTable(summaryTable(data, series)),
    list(rows.map((row) => say`${text(row.provider)} ${rowText(row)}.`)),
    markdownTable(recallByLengthTable(data, series)),
    ...(compared.length > 0 ? [list(compared.map((row) => text(comparisonText(row))))] : []),
  ];
}

/** What the figures of a row do not say. */
function rowText(row: SummaryRow): string {
  const { rise, open, cause, dip, sizes } = row;
  return clauses([
    reachNote(row),
    ...(open ? [openText(open)] : []),
    ...(cause === undefined || saysCause(row) ? [] : [text(cause)]),
    riseText(rise),
    ...(dip
      ? [say`dip from ${sizeText(dip.fromTokens, sizes)} to ${sizeText(dip.toTokens, sizes)}`]
      : []),
  ]);
}

function failureParts(failures: readonly FailureRow[]): string[] {
  const shown = failures.slice(0, SHOWN_FAILURES);
  return [
    heading(
      shown.length === 1
        ? say`The answer with the lowest recall`
        : say`The ${shown.length} answers with the lowest recall`,
    ),
    markdownTable(failuresTable(shown)),
  ];
}

function errorParts(errors: readonly ErrorRow[]): string[] {
  const lines = errors
    .slice(0, SHOWN_FAILURES)
    .map(({ provider, description, error }) =>
      text(say`${provider}, ${description}: ${error}`.slice(0, 300)),
    );
  return [heading(say`${sayCount(errors.length, 'call')} without an answer`), list(lines)];
}
