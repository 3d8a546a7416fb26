import type { EvaluateResult } from 'promptfoo';

/** One answered test of ours, as far as the summary needs it. */
interface Row {
  provider: string;
  tokens: number;
  marks: number[];
}

/** Results are summed up in so many bands of length, and of position. */
const BANDS = 4;

/**
 * A summary of an evaluation for the terminal: recall by length and by position for each provider.
 *
 * @param results - all results of the evaluation; those of other tests are left alone
 * @returns plain text, or nothing when no result is of this package's making
 */
export function summarize(results: readonly EvaluateResult[]): string | undefined {
  const ours = results.filter((result) => typeof result.metadata?.benchmark === 'string');
  if (ours.length === 0) return undefined;
  const rows = ours.flatMap(toRow);
  const providers = [...new Set(ours.map(providerName))];
  const lengths = [...new Set(rows.map(({ tokens }) => tokens))].sort((a, b) => a - b);
  const bands = Array.from({ length: Math.min(BANDS, lengths.length) }, (_, band) =>
    lengths.filter((_, i) => Math.floor((i * BANDS) / Math.max(BANDS, lengths.length)) === band),
  );
  const byLength = providers.map((provider) => {
    const own = rows.filter((row) => row.provider === provider);
    const cells = bands.map((band) => recall(own.filter(({ tokens }) => band.includes(tokens))));
    return [provider, ...cells, recall(own)];
  });
  const byPosition = providers.map((provider) => {
    const own = rows.filter((row) => row.provider === provider);
    return [provider, ...quarters(own)];
  });
  const errors = ours.length - rows.length;
  return [
    table(['Recall by prompt length, in tokens', ...bands.map(bandName), 'all'], byLength),
    table(
      ['Recall by position in the context', 'first ¼', 'second ¼', 'third ¼', 'last ¼'],
      byPosition,
    ),
    ...(errors > 0
      ? [`${errors} of ${ours.length} prompts were not answered and are left out.`]
      : []),
  ].join('\n\n');
}

function providerName({ provider }: EvaluateResult): string {
  return provider.label || provider.id || 'provider';
}

function toRow(result: EvaluateResult): Row[] {
  const parts = result.gradingResult?.componentResults ?? [];
  const marks = parts.map((part) => part.metadata?.marks).find(Array.isArray);
  if (!marks || result.failureReason === 2) return [];
  return [{ provider: providerName(result), tokens: Number(result.metadata?.tokens), marks }];
}

function recall(rows: readonly Row[]): string {
  return mean(rows.flatMap(({ marks }) => marks));
}

function quarters(rows: readonly Row[]): string[] {
  return Array.from({ length: BANDS }, (_, band) =>
    mean(
      rows.flatMap(({ marks }) =>
        marks.filter((_, i) => Math.floor((i * BANDS) / marks.length) === band),
      ),
    ),
  );
}

function mean(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
}

function bandName(lengths: readonly number[]): string {
  const first = short(lengths[0]!);
  const last = short(lengths[lengths.length - 1]!);
  return first === last ? first : `${first}–${last}`;
}

/** 64000 as `64K`. */
function short(tokens: number): string {
  return tokens >= 1000 ? `${Math.round(tokens / 100) / 10}K` : String(tokens);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]!.length)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join('  '),
    )
    .join('\n');
}
