/** What comparisons of two runs decide together. */

/** Data that do not exclude even a drop of this share of all recall are too little to pass. */
const LITTLE = 0.5;

/** A single length or series is not said to be fine while a drop of this much is not excluded. */
const LARGE = 0.2;

export interface Decision<Doubt extends string = never> {
  verdict: 'failed' | 'passed' | 'inconclusive';
  /** In the order of weight; empty where it passed. */
  reasons: ('drop' | 'margin not shown' | 'too little data' | Doubt)[];
}

/**
 * A drop that is shown fails; without one, doubts leave it open.
 *
 * @param excludes - the mean drop is at most this
 * @param margin - passing takes proof that the drop is smaller than this
 * @param doubts - others, which weigh more
 */
export function decisionOf<Doubt extends string = never>(
  hasFailed: boolean,
  excludes: number,
  margin: number | undefined,
  doubts: readonly Doubt[] = [],
): Decision<Doubt> {
  if (hasFailed) return { verdict: 'failed', reasons: ['drop'] };
  const all: Decision<Doubt>['reasons'] = [
    ...doubts,
    ...(margin !== undefined && excludes >= margin ? (['margin not shown'] as const) : []),
    ...(excludes >= LITTLE ? (['too little data'] as const) : []),
  ];
  return { verdict: all.length > 0 ? 'inconclusive' : 'passed', reasons: all };
}

/** What is said of all prompts together where no drop is shown. */
export function wholeVerdict(excludes: number): 'passed' | 'inconclusive' {
  return excludes >= LITTLE ? 'inconclusive' : 'passed';
}

/** What is said of a single length or series where no drop is shown. */
export function partVerdict(excludes: number): 'passed' | 'unknown' {
  return excludes >= LARGE ? 'unknown' : 'passed';
}
