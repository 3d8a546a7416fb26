/**
 * Writes records of Every Eval Ever, version 0.3.0 (github.com/evaleval/every_eval_ever): for each model its recall, recall by
 * length, and reliable length by benchmark.
 */
import { jsonText } from '../../base/safe-output.js';
import { inEnglish } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import { RECALL } from '../../contract/signs.js';
import { sizeText } from '../document/words.js';
import { effectiveLengthFigures, effectiveLengthText } from '../facts/effective-length.js';
import type { LengthRow, ReportData, SummaryRow } from '../facts/tables/tables.js';
import type { Interval } from '../statistics/interval.js';

const SCHEMA_VERSION = '0.3.0';

/** For what promptfoo doesn't report. */
const UNKNOWN = 'unknown';

interface Figure {
  name: string;
  metric: string;
  unit: string;
  most: number;
  score: number;
  interval: Pick<Interval, 'low' | 'high'>;
  answers: number;
  details?: Record<string, string>;
}

/**
 * Returns records by name of file. Times are those of promptfoo's evaluation. Names are English, since collections
 * compare them.
 */
export function eeeRecords(data: ReportData): Map<string, string> {
  const files = new Map<string, string>();
  for (const provider of data.providers) {
    const record = inEnglish(() => recordOf(data, provider));
    if (record.evaluation_results.length === 0) continue;
    const slug = `eee-${provider.replace(/[^\w.-]+/g, '-')}`;
    const name = files.has(`${slug}.json`) ? `${slug}-${files.size + 1}.json` : `${slug}.json`;
    files.set(name, jsonText(record));
  }
  return files;
}

function recordOf(data: ReportData, provider: string) {
  const { evalId = UNKNOWN, began } = data.about;
  const time =
    began === undefined ? UNKNOWN : String(Date.parse(`${began.replace(' ', 'T')}Z`) / 1000);
  const id = modelIdOf(provider);
  const figures = data.summary
    .filter((row) => row.provider === provider && Number.isFinite(row.recall.value))
    .map((row) => resultsOf(data, row));
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: `${evalId}/${id}/${time}`,
    ...(began !== undefined && { evaluation_timestamp: time }),
    retrieved_timestamp: time,
    source_metadata: {
      source_name: 'promptfoo',
      source_type: 'evaluation_run',
      source_organization_name: UNKNOWN,
      evaluator_relationship: 'other',
    },
    eval_library: { name: 'promptfoo-counting-stars', version: packageVersion() },
    model_info: {
      name: provider,
      id,
      additional_details: { deployment_type: UNKNOWN, model_availability: UNKNOWN },
    },
    evaluation_results: figures.flat(),
  };
}

/** Reads `openai/gpt-5.6-terra` from `openai:chat:gpt-5.6-terra`. A label is its own id. */
function modelIdOf(provider: string): string {
  const [, vendor, model] = /^([a-z][\w.-]*):(?:[a-z]+:)?([^:\s]+)$/i.exec(provider) ?? [];
  return vendor === undefined ? provider : `${vendor}/${model}`;
}

function resultsOf(data: ReportData, row: SummaryRow) {
  const { threshold, confidence } = data.options;
  const { title, measure = RECALL, sizes } = data.series.find(({ id }) => id === row.series)!;
  const lengths = data.lengths.filter(
    (one) => one.provider === row.provider && one.series === row.series,
  );
  const share = (name: string, { recall, answers }: SummaryRow | LengthRow): Figure => ({
    name,
    metric: measure,
    unit: 'proportion',
    most: 1,
    score: recall.value,
    interval: recall,
    answers,
  });
  const reach = effectiveLengthFigures(row);
  const figures: Figure[] = [
    share(title, row),
    ...lengths
      .filter(({ recall }) => Number.isFinite(recall.value))
      .map((one) => share(`${title} at ${sizeText(one.tokens, sizes)}`, one)),
    ...(reach && reach.value !== null
      ? [
          {
            name: title,
            metric: 'effective length',
            unit: 'tokens',
            most: row.longest,
            score: reach.value,
            interval: reach,
            answers: row.answers,
            details: {
              said: effectiveLengthText(row),
              threshold: String(threshold),
              ...boundsOf(reach),
            },
          },
        ]
      : []),
  ];
  return figures.map((figure, i) => ({
    evaluation_result_id: `${row.series}/${i}`,
    evaluation_name: figure.name,
    source_data: { dataset_name: title, source_type: 'other' },
    metric_config: {
      metric_id: `promptfoo-counting-stars.${figure.metric.replaceAll(' ', '-')}`,
      metric_name: figure.metric,
      metric_unit: figure.unit,
      lower_is_better: false,
      score_type: 'continuous',
      min_score: 0,
      max_score: figure.most,
    },
    score_details: {
      score: figure.score,
      ...(figure.details && { details: figure.details }),
      uncertainty: {
        confidence_interval: {
          lower: figure.interval.low,
          upper: figure.interval.high,
          confidence_level: confidence,
        },
        num_samples: figure.answers,
      },
    },
  }));
}

/** Marks a length beyond those tested: `at least`, `below`. */
function boundsOf(figures: { bound?: string; lowBound?: string; highBound?: string }) {
  const { bound, lowBound, highBound } = figures;
  return {
    ...(bound && { bound }),
    ...(lowBound && { low_bound: lowBound }),
    ...(highBound && { high_bound: highBound }),
  };
}
