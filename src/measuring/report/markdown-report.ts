import { counted } from '../../base/text/texts.js';
import { RECALL } from '../../contract/measure.js';
import { incompleteTexts } from '../evaluation/completeness.js';
import { cachedText } from '../evaluation/copies.js';
import { table, text } from '../output/markdown.js';
import {
  DEFAULT_TITLE,
  differenceIntervalText,
  effectiveLengthText,
  intervalText,
  riseText,
  shareText,
  sizeAndLengthText,
  thresholdText,
  unknownText,
} from '../output/words.js';
import { COMPACTION_COLUMNS, compactionCells, compactionSentences } from '../tables/compaction.js';
import { defects } from '../tables/headline.js';
import { lossSentences } from '../tables/losses.js';
import { spentText } from '../tables/spent.js';
import type { FailureRow, ReportData, SummaryRow } from '../tables/tables.js';
import { transformTexts } from '../tables/transforms.js';
import { troubleSentences } from '../tables/troubles.js';
import { changeText, comparisonText } from './comparison-words.js';
import { neighboursText } from './published-neighbours.js';

/** At most this many failing answers are shown. */
const SHOWN_FAILURES = 10;

/** A summary for a pull request or a job summary. */
export function markdownReport(data: ReportData): string {
  const { cached, spent } = data.about;
  const parts = [`# ${DEFAULT_TITLE}`, `Paid: ${spentText(spent)}.`];
  if (cached) parts.push(`${cachedText(cached)}.`);
  for (const missing of incompleteTexts(data.missing, text)) parts.push(`**${missing}**`);
  const first = defects(data, text);
  if (first.length > 0) parts.push(first.join(' '));
  const troubles = [
    ...troubleSentences(data, text),
    ...transformTexts(data.about.transforms ?? []),
  ];
  if (troubles.length > 0) parts.push(troubles.map((one) => `- **${one}**`).join('\n'));
  if (data.since) {
    const changes = data.since.changes.map((row) => `- ${text(changeText(row))}`);
    parts.push(`## Since ${text(data.since.baseline)}`, changes.join('\n'));
  }
  if (data.series.length > 1) parts.push(benchmarks(data));
  for (const one of data.series) {
    const { id, title, lengths, sizes, measure } = one;
    const figure = measure === undefined ? RECALL : text(measure);
    const rows = data.summary.filter(({ series }) => series === id);
    parts.push(
      `## ${text(title)}`,
      table(
        [
          'provider',
          `${figure} (95 %)`,
          `effective length (95 %) at ${thresholdText(data.options)}`,
          'middle dip',
          'tail loss',
          'precision',
          'format',
          'answers',
          'errors',
        ],
        rows.map((row) => [
          text(row.provider),
          intervalText(row.recall),
          effectiveLengthText(row),
          differenceIntervalText(row.middleDip),
          differenceIntervalText(row.tailLoss),
          shareText(row.precision),
          shareText(row.format),
          String(row.answers),
          String(row.errors),
        ]),
      ),
      rows.map((row) => `- ${text(row.provider)}: ${rowText(row)}`).join('\n'),
      table(
        [figure, ...lengths.map((tokens) => sizeAndLengthText(tokens, sizes))],
        rows.map(({ provider }) => [
          text(provider),
          ...lengths.map((tokens) =>
            shareText(
              data.lengths.find(
                (row) => row.series === id && row.provider === provider && row.tokens === tokens,
              )?.recall.value,
            ),
          ),
        ]),
      ),
    );
    const compared = data.comparisons.filter(({ series }) => series === id);
    if (compared.length > 0) {
      parts.push(compared.map((row) => `- ${text(comparisonText(row))}`).join('\n'));
    }
  }
  const losses = lossSentences(data, text);
  if (losses.length > 0) parts.push(losses.map((one) => `- ${one}`).join('\n'));
  if (data.composites.length > 0) parts.push(composites(data));
  if (data.compactions) {
    const cells = data.compactions.map((row) => compactionCells(row).map(text));
    const said = compactionSentences(data, text).map((one) => `- ${one}`);
    parts.push('## Compaction', said.join('\n'), table(COMPACTION_COLUMNS, cells));
  }
  if (data.failures.length > 0) parts.push(failures(data.failures));
  if (data.errors.length > 0) {
    parts.push(
      `## ${counted(data.errors.length, 'call')} without an answer`,
      data.errors
        .slice(0, SHOWN_FAILURES)
        .map(({ provider, description, error }) =>
          text(`${provider}, ${description}: ${error}`.slice(0, 300)),
        )
        .map((line) => `- ${line}`)
        .join('\n'),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

/** What the figures of a row do not say. */
function rowText({ rise, unknown, cause }: SummaryRow): string {
  return [
    ...(unknown ? [`effective length unknown: ${unknownText(unknown)}`] : []),
    ...(cause === undefined ? [] : [text(cause)]),
    riseText(rise),
  ].join('; ');
}

function benchmarks({ benchmarks: rows, series, options }: ReportData): string {
  return [
    '## Benchmarks',
    table(
      [
        'benchmark',
        'provider',
        `${series.some(({ measure }) => measure) ? 'mean' : RECALL} (95 %)`,
        `effective length (95 %) at ${thresholdText(options)}`,
        'published neighbours',
      ],
      rows.map((row) => [
        text(row.name),
        text(row.provider),
        intervalText(row.recall),
        effectiveLengthText(row),
        text(neighboursText(row)) || '–',
      ]),
    ),
  ].join('\n\n');
}

function composites({ composites: rows }: ReportData): string {
  return [
    '## Composite scores',
    table(
      ['benchmark', 'provider', 'score (95 %)', 'parts (weight)'],
      rows.map(({ name, provider, score, allRight, parts }) => [
        text(name),
        text(provider),
        intervalText(score) + (allRight === undefined ? '' : ` (all right ${shareText(allRight)})`),
        parts
          .map(
            ({ part, weight, score: own }) => `${text(part)} ${shareText(own.value)} (${weight})`,
          )
          .join(', '),
      ]),
    ),
  ].join('\n\n');
}

function failures(rows: readonly FailureRow[]): string {
  const shown = rows.slice(0, SHOWN_FAILURES);
  return [
    `## The ${shown.length === 1 ? 'answer' : `${shown.length} answers`} with the lowest recall`,
    table(
      ['provider', 'test', 'recall', 'what was wrong'],
      shown.map(({ provider, description, score, reason }) => [
        text(provider),
        text(description),
        shareText(score),
        text(reason.slice(0, 300)),
      ]),
    ),
  ].join('\n\n');
}
