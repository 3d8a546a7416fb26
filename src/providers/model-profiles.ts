import { z } from 'zod';
import { UserError } from '../base/user-error.js';
import { share, wholeFrom } from '../options/kinds.js';
import { parseOptions } from '../options/parse-options.js';

/** Recall at some lengths: pairs of tokens, rising, and a probability. */
type ModelCurve = readonly (readonly [tokens: number, recall: number])[];

const CURVE =
  'must be a list of [tokens, recall] with rising tokens, for example [[4000, 0.97], [64000, 0.8]]';

const curve = z
  .array(z.tuple([z.number(CURVE).positive(CURVE), share], CURVE), CURVE)
  .nonempty(CURVE)
  .refine((points) => points.every(([at], i) => i === 0 || at > points[i - 1]![0]), CURVE);

const amount = wholeFrom(0);

/** Every profile with its parameters and their defaults. */
const PROFILES = {
  /** Finds everything. */
  perfect: {},
  /** Finds each piece of evidence with the probability `recall`, or what `curve` says of the length. */
  forgetful: { recall: share.default(0.9), curve: curve.optional() },
  /**
   * Finds evidence at the ends for certain and in the middle with the probability `recall`; in between
   * the probability falls and rises in a straight line.
   */
  'lost-in-the-middle': { recall: share.default(0.4) },
  /** Finds all up to the position `from`, and behind it each piece with the probability `recall`. */
  'lost-in-the-tail': { from: share.default(0.7), recall: share.default(0) },
  /** Sees only the `tokens` tokens at one `side` of the prompt. */
  window: {
    tokens: amount.default(32_000),
    side: z.enum(['first', 'last'], 'must be first or last').default('last'),
  },
  /** Takes the first value of what is replaced later. */
  stale: {},
  /** Knows only the last `tokens` tokens. */
  recent: { tokens: amount.default(8000) },
  /** Follows instructions that stand in what tools return. */
  obedient: {},
  /** Reads `after` pieces and no more; stars then go on in regular steps of `step`. */
  lazy: { after: amount.default(8), step: amount.default(4) },
  /** Reads `after` stars and then repeats the last one until `length` are listed; else perfect. */
  repeating: { after: amount.default(8), length: amount.default(200) },
  /** Takes the first number of a star sentence, with the probability `share`; else perfect. */
  hasty: { share: share.default(1) },
  /** Recites the evidence instead of answering in the form asked for. */
  reciting: {},
  /** Talks about the task without a number. */
  rambling: {},
  /** Refuses. */
  refusing: {},
  /** Answers nothing. */
  silent: {},
};

export interface ModelProfile {
  profile: keyof typeof PROFILES;
  /** A probability, from 0 to 1. */
  recall?: number;
  /** Instead of `recall`: recall by length of the prompt in tokens, for example `[[4000, 0.97], [64000, 0.8]]`. */
  curve?: ModelCurve;
  /** A position, from 0 to 1. */
  from?: number;
  /** A probability, from 0 to 1. */
  share?: number;
  tokens?: number;
  side?: 'first' | 'last';
  /** A number of stars. */
  after?: number;
  step?: number;
  /** A number of numbers. */
  length?: number;
}

/** The parameters of all profiles. */
type Parameters = Required<Omit<ModelProfile, 'profile' | 'curve'>> & Pick<ModelProfile, 'curve'>;

/**
 * A profile's parameters, with defaults for what is not given; those of other profiles are not there.
 *
 * @throws {UserError} for a profile or parameter that does not exist, or a value out of range
 */
export function profileParameters({ profile, ...given }: ModelProfile): Parameters {
  if (!Object.hasOwn(PROFILES, profile ?? '')) {
    throw new UserError(
      `SimulatedReader: there is no profile ${JSON.stringify(profile)}. Use one of ` +
        `${Object.keys(PROFILES).join(', ')}, for example { profile: perfect }.`,
    );
  }
  const own: z.ZodObject = z.strictObject(PROFILES[profile]);
  return parseOptions(`SimulatedReader, profile ${profile}`, own, given) as Parameters;
}

/** Recall at a length: in a straight line over the logarithm of the length, and level beyond the ends. */
export function curveRecall(curve: ModelCurve, tokens: number): number {
  const after = curve.findIndex(([length]) => length >= tokens);
  if (after < 0) return curve[curve.length - 1]![1];
  const [length, recall] = curve[after]!;
  const [before, first] = curve[after - 1] ?? [length, recall];
  if (before === length) return recall;
  return first + (recall - first) * (Math.log(tokens / before) / Math.log(length / before));
}
