/** Decides between passed, failed and inconclusive. */

/** While even a drop of this share of all recall is possible, data are too few to pass. */
const LITTLE = 0.5;

/** While a drop this large is possible, a single length or series is unknown. */
const LARGE = 0.2;

export interface DropDecision<Doubt extends string = never> {
  verdict: 'failed' | 'passed' | 'inconclusive';
  /** By weight. Empty if passed. */
  reasons: ('drop' | 'margin not shown' | 'too little data' | Doubt)[];
}

/**
 * Fails on a shown drop. Otherwise doubts leave it open.
 *
 * @param excludes - upper bound of the mean drop
 * @param margin - bound to prove for passing
 * @param doubts - further doubts, which weigh more
 */
export function decisionOf<Doubt extends string = never>(
  hasFailed: boolean,
  excludes: number,
  margin: number | undefined,
  doubts: readonly Doubt[] = [],
): DropDecision<Doubt> {
  if (hasFailed) return { verdict: 'failed', reasons: ['drop'] };
  const all: DropDecision<Doubt>['reasons'] = [
    ...doubts,
    ...(margin !== undefined && excludes >= margin ? (['margin not shown'] as const) : []),
    ...(excludes >= LITTLE ? (['too little data'] as const) : []),
  ];
  return { verdict: all.length > 0 ? 'inconclusive' : 'passed', reasons: all };
}

export function wholeVerdict(excludes: number): 'passed' | 'inconclusive' {
  return excludes >= LITTLE ? 'inconclusive' : 'passed';
}

export function partVerdict(excludes: number): 'passed' | 'unknown' {
  return excludes >= LARGE ? 'unknown' : 'passed';
}
