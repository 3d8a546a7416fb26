/** Filters of a page by reader, benchmark and length: what they hide, and the controls that the script shows. */
import { ascending } from '../../../base/numbers.js';
import { say } from '../../../base/text/language.js';
import { type Content, html, type Markup } from '../../document/markup.js';
import { lengthText } from '../../document/words.js';
import type { Series } from '../../facts/evaluation/series.js';
import type { ReportData } from '../../facts/tables/tables.js';

/** What an element is of, as far as filters look at it. */
interface Of {
  provider?: string;
  /** Its id. */
  series?: string;
  tokens?: number;
}

/** The benchmarks of some series, in their order. */
function benchmarksOf(series: readonly Series[]): string[] {
  return [...new Set(series.map(({ benchmark }) => benchmark))];
}

/** Attributes by which the script hides an element: numbers of its reader and its benchmark, and its length. */
export function filteredBy(
  { providers, series }: Pick<ReportData, 'providers' | 'series'>,
  { provider, series: id, tokens }: Of,
): Content {
  const reader = provider === undefined ? -1 : providers.indexOf(provider);
  const own = id === undefined ? undefined : series.find((one) => one.id === id);
  const benchmark = own && benchmarksOf(series).indexOf(own.benchmark);
  return html`${reader >= 0 && html` data-by="${reader}"`}${
    benchmark !== undefined && html` data-in="${benchmark}"`
  }${tokens !== undefined && html` data-at="${tokens}"`}`;
}

/** The controls; hidden until the script can obey them, and absent where there is nothing to choose. */
export function filters({ providers, series }: ReportData): Content {
  const benchmarks = benchmarksOf(series);
  const lengths = ascending(series.flatMap((one) => one.lengths));
  if (providers.length < 2 && benchmarks.length < 2 && lengths.length < 3) return undefined;
  const readers = providers.map(
    (name, i) =>
      html`<label><input type="checkbox" name="reader" value="${i}" checked><bdi>${name}</bdi></label> `,
  );
  return html`<div id="filters" role="group" aria-label="${say`Filters`}" hidden>${
    providers.length > 1 &&
    (providers.length <= MOST_BOXES
      ? html`<fieldset><legend>${say`Readers`}</legend>${readers}</fieldset>`
      : choice(say`Reader`, 'only', providers))
  }${
    benchmarks.length > 1 && choice(say`Benchmark`, 'benchmark', benchmarks)
  }${lengths.length > 1 && html`${lengthChoice('from', lengths, 0)}${lengthChoice('to', lengths, lengths.length - 1)}`}<output data-words="${say`${'{0}'} lost cells, ${'{1}'} of the ${'{2}'} failing answers listed below`}" data-none="${say`No reader is chosen`}"></output></div>`;
}

/** More readers than these have a list, of which one is chosen. */
const MOST_BOXES = 6;

/** One of some names, or all. */
function choice(label: string, name: string, names: readonly string[]): Markup {
  const options = names.map((one, i) => html`<option value="${i}">${one}</option>`);
  return html`<label>${label} <select name="${name}"><option value="">${say`all`}</option>${options}</select></label>`;
}

function lengthChoice(name: 'from' | 'to', lengths: readonly number[], chosen: number): Markup {
  return html`<label>${name === 'from' ? say`Lengths from` : say`to`} <select name="${name}">${lengths.map(
    (tokens, i) =>
      html`<option value="${tokens}"${i === chosen && html` selected`}>${lengthText(tokens)}</option>`,
  )}</select></label>`;
}
