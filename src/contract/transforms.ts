/** Defines what a test's transforms did to an answer, as `score` reports it. */

export const TRANSFORM_OWNERS = ['provider', 'test', 'assertion'] as const;
export type TransformOwner = (typeof TRANSFORM_OWNERS)[number];

/** Effects of a transform. `unknown`: promptfoo does not report the original. */
export const TRANSFORM_EFFECTS = ['removed', 'kept', 'unknown'] as const;
export type TransformEffect = (typeof TRANSFORM_EFFECTS)[number];

export interface Transform {
  by: TransformOwner;
  effect: TransformEffect;
}
