/** Reads what the user's assertions say of an answer, by promptfoo's metrics. docs/your-documents.md */
import { mean } from '../../base/numbers.js';
import { RECALL } from '../../contract/signs.js';
import type { Result } from './result.js';

interface Component {
  score?: unknown;
  assertion?: { type?: unknown; threshold?: unknown; metric?: unknown; weight?: unknown } | null;
  namedScores?: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns every metric of a test's other assertions, as promptfoo combines them. promptfoo gives 0 for
 * assertions without weight, so theirs is their mean. Latency and cost have a budget: 1 within it, else the
 * budget's share of what was spent.
 *
 * @param own - index of `score` among the assertions' results, whose named scores are not the user's
 */
export function measuresOf(
  {
    namedScores,
    gradingResult,
    latencyMs,
    cost,
  }: Pick<Result, 'namedScores' | 'gradingResult' | 'latencyMs' | 'cost'>,
  own: number | undefined,
): Record<string, number> {
  const components = (gradingResult?.componentResults ?? []) as (Component | null)[];
  const said = own === undefined ? undefined : components[own]?.namedScores;
  const ours = typeof said === 'object' && said !== null ? said : {};
  const weights = gradingResult?.namedScoreWeights ?? {};
  const isOurs = (name: string) => own !== undefined && (name === RECALL || name in ours);
  const measures = new Map<string, number>();
  for (const [name, value] of Object.entries(namedScores ?? {}).filter(([one]) => !isOurs(one))) {
    const said = weights[name] === 0 ? saidOf(name, components) : [value];
    if (said.length > 0) measures.set(name, mean(said));
  }
  const spent: Readonly<Record<string, number | null | undefined>> = { latency: latencyMs, cost };
  for (const one of components) {
    const { type, threshold: budget } = one?.assertion ?? {};
    if ((type !== 'latency' && type !== 'cost') || typeof budget !== 'number') continue;
    const used = spent[type];
    if (typeof used === 'number' && !measures.has(type)) {
      measures.set(type, used <= budget ? 1 : budget / used);
    }
  }
  return Object.fromEntries(measures);
}

function saidOf(name: string, components: readonly (Component | null)[]): number[] {
  return components.flatMap((one) => {
    const value = one?.assertion?.metric === name ? one.score : one?.namedScores?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : [];
  });
}
