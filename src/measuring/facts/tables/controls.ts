/** Checks controls of facts nobody can guess: none is known without the history, all with only the facts. */
import { sum } from '../../../base/numbers.js';
import { commas, say } from '../../../base/text/language.js';
import { type AskedCase, marksOf } from '../evaluation/asked-case.js';
import type { ControlRow, ReportData, ReportOptions } from './tables.js';

/** Share of drawn values that may be met by chance. */
const MOST_GUESSED = 0.1;

/** Returns which control a Case is. Nothing for published questions. */
function controlOf({ series, shown }: AskedCase): ControlRow['control'] | undefined {
  if (!series.control) return undefined;
  if (shown.given === 'facts') return 'facts';
  const isOwn = series.benchmark === 'own-history' || series.benchmark === 'own-documents';
  return isOwn && series.task === 'closed-book' ? 'without' : undefined;
}

export function controlRows(
  cases: readonly AskedCase[],
  models: readonly string[],
  { threshold }: Pick<ReportOptions, 'threshold'>,
): ControlRow[] {
  return models.flatMap((provider) =>
    (['without', 'facts'] as const).flatMap((control) => {
      const asked = cases.filter(
        (asked) =>
          asked.model === provider && asked.measure === undefined && controlOf(asked) === control,
      );
      const marks = asked.flatMap(({ answer }) => (answer ? marksOf(answer) : []));
      if (marks.length === 0) return [];
      const known = Math.round(sum(marks));
      const share = known / marks.length;
      const passed = control === 'without' ? share <= MOST_GUESSED : share >= threshold;
      const series = [...new Set(asked.map((asked) => asked.series.id))];
      return [{ provider, control, series, known, of: marks.length, passed }];
    }),
  );
}

/**
 * Reports that all controls passed, or which failed.
 *
 * @example
 * // 'Controls passed: 0 of 24 known without the text, 24 of 24 with only the facts.'
 */
export function controlText(
  { controls = [] }: Pick<ReportData, 'controls'>,
  written: (name: string) => string = (name) => name,
): string | undefined {
  if (controls.length === 0) return undefined;
  const failed = controls.filter(({ passed }) => !passed);
  if (failed.length === 0) {
    const parts = (['without', 'facts'] as const).flatMap((control) => {
      const rows = controls.filter((row) => row.control === control);
      if (rows.length === 0) return [];
      return WORDS[control](sum(rows.map(({ known }) => known)), sum(rows.map(({ of }) => of)));
    });
    return say`Controls passed: ${commas(parts)}.`;
  }
  const texts = failed.map(
    ({ provider, control, known, of }) => say`${written(provider)} (${WORDS[control](known, of)})`,
  );
  return say`Controls failed: ${commas(texts)}.`;
}

const WORDS: Readonly<Record<ControlRow['control'], (known: number, of: number) => string>> = {
  without: (known, of) => say`${known} of ${of} known without the text`,
  facts: (known, of) => say`${known} of ${of} with only the facts`,
};
