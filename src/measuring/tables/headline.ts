/** What a report of several readers says first: who is ahead, who got worse, of whom nothing is known. */
import { PHRASES } from '../../contract/diagnosis.js';
import { effectiveLengthEstimate } from '../output/words.js';
import type { Ranked, ReportData } from './tables.js';
import { LAST_TOKENS } from './troubles.js';

/** Defects that say more of a reader than where it loses. */
const DEFECTS = [PHRASES.superseded, PHRASES.obeyed, LAST_TOKENS];

/** A sentence for each reader of whom it is known what is wrong with it, in any benchmark. */
export function defects(
  { benchmarks }: Pick<ReportData, 'benchmarks'>,
  written: (name: string) => string = (name) => name,
): string[] {
  const said = benchmarks.flatMap(({ provider, cause = '' }) => {
    const isNamed = DEFECTS.some((defect) => cause.startsWith(defect));
    return isNamed ? `${written(provider)} ${cause}.` : [];
  });
  return [...new Set(said)].slice(0, NAMED);
}

/** At most this many readers are named of each kind. */
const NAMED = 4;

/**
 * Sentences for those who read no further; of one reader only what is wrong with it.
 *
 * @param written - how a reader's name is written
 *
 * @example
 * // ['gpt-4.1 is ahead (effective length at least 128K).', 'Worse than main.json: qwen3.']
 */
export function headline(
  data: ReportData,
  written: (name: string) => string = (name) => name,
): string[] {
  const { ranking, series, summary, since } = data;
  const wrong = defects(data, written);
  if (ranking.length < 2) return wrong;
  const named = (names: readonly string[]) => {
    const shown = names.slice(0, NAMED).map(written);
    const more = names.length - shown.length;
    return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
  };
  const ahead = ranking.flatMap(({ provider, rank }) => (rank === 1 ? provider : []));
  const row = series.length === 1 && summary.find(({ provider }) => provider === ahead[0]);
  const reach =
    row && ahead.length === 1 ? ` (effective length ${effectiveLengthEstimate(row)})` : '';
  const worse = (since?.changes ?? []).filter(({ verdict }) => verdict === 'worse');
  const without = (why: Ranked['unranked']) =>
    ranking.flatMap(({ provider, unranked }) => (unranked === why ? provider : []));
  const [unread, failed] = [without('unread'), without('failed')];
  return [
    ...wrong,
    ...(ahead.length === 1 ? [`${named(ahead)} is ahead${reach}.`] : []),
    ...(ahead.length > 1
      ? [
          `${ahead.length} readers are ahead, none shown to be better than the others: ${named(ahead)}.`,
        ]
      : []),
    ...(worse.length > 0
      ? [`Worse than ${written(since!.baseline)}: ${named(worse.map(({ provider }) => provider))}.`]
      : []),
    ...(unread.length > 0 ? [`Too few answers could be read: ${named(unread)}.`] : []),
    ...(failed.length > 0
      ? [`Not ranked, since most of their calls failed: ${named(failed)}.`]
      : []),
  ];
}
