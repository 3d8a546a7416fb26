import type { DiagnosisRow } from '../../analysis/tables.js';
import { sum } from '../../numbers.js';
import { percentText } from '../../output/words.js';
import { diagnosisColour, orderDiagnoses, PAPER } from './chart-style.js';
import { shortNames } from './chart-text.js';
import { CONFIG, LENGTHS, lengthSteps, type VegaLiteSpec } from './spec.js';

const WIDTH = 720;

const LONGEST_WORD = 24;

/**
 * What went wrong at each length: the share of answers with each diagnosis, as stacked bars, one
 * strip for each provider.
 *
 * @param rows - of one series, not empty
 * @param names - the providers as the chart calls them, in its order
 */
export function diagnosesSpec(
  title: string,
  lengths: readonly number[],
  rows: readonly DiagnosisRow[],
  names: ReadonlyMap<string, string>,
): VegaLiteSpec {
  const words = orderDiagnoses(rows.map(({ diagnosis }) => diagnosis));
  const shown = shortNames(words, LONGEST_WORD);
  const steps = lengthSteps(lengths, WIDTH);
  const providers = [...names.keys()].filter((name) =>
    rows.some(({ provider }) => provider === name),
  );
  return {
    title,
    config: {
      ...CONFIG,
      legend: { ...CONFIG.legend, orient: 'top', offset: 12 },
      concat: { spacing: 14 },
    },
    vconcat: providers.map((provider, i) => ({
      title: { text: names.get(provider)!, fontSize: 11, fontWeight: 'normal', offset: 6 },
      width: WIDTH,
      height: 64,
      data: { values: sharesOf(rows, provider, steps.labels, shown) },
      mark: {
        type: 'bar',
        stroke: PAPER,
        strokeWidth: lengths.length > 60 ? 0 : 0.6,
      },
      encoding: {
        x: {
          ...LENGTHS,
          title: i === providers.length - 1 ? LENGTHS.title : null,
          scale: { domain: steps.names, paddingInner: lengths.length > 60 ? 0 : 0.08 },
          axis: { values: steps.shown, labelAngle: 0, grid: false },
        },
        y: {
          field: 'from',
          type: 'quantitative',
          title: null,
          axis: yAxis,
          scale: { domain: [0, 1] },
        },
        y2: { field: 'to' },
        color: {
          field: 'diagnosis',
          type: 'nominal',
          scale: { domain: [...shown.values()], range: words.map(diagnosisColour) },
          legend: { title: null, columns: 6, symbolType: 'square' },
        },
        description: { field: 'label' },
      },
    })),
  };
}

const yAxis = { values: [0, 0.5, 1], format: '.0%', grid: false };

/** Where each bar begins and ends; the first diagnosis is at the bottom. */
function sharesOf(
  rows: readonly DiagnosisRow[],
  provider: string,
  labels: ReadonlyMap<number, string>,
  words: ReadonlyMap<string, string>,
) {
  const order = [...words.keys()];
  const own = rows.filter((row) => row.provider === provider);
  return [...labels].flatMap(([tokens, length]) => {
    const here = own
      .filter((row) => row.tokens === tokens)
      .sort((a, b) => order.indexOf(a.diagnosis) - order.indexOf(b.diagnosis));
    const all = sum(here.map(({ answers }) => answers));
    let below = 0;
    return here.map(({ diagnosis, answers }) => {
      const from = below / all;
      below += answers;
      const word = words.get(diagnosis);
      return {
        length,
        diagnosis: word,
        from,
        to: below / all,
        label: `${length}: ${word}, ${answers} of ${all} (${percentText(answers / all)})`,
      };
    });
  });
}
