import { UserError } from '../base/user-error.js';

/** Recall at some lengths: pairs of tokens, rising, and a probability. */
type ModelCurve = readonly (readonly [tokens: number, recall: number])[];

/** Every profile with its parameters and their defaults. */
const PROFILES = {
  /** Finds everything. */
  perfect: {},
  /** Finds each piece of evidence with the probability `recall`, or what `curve` says of the length. */
  forgetful: { recall: 0.9, curve: undefined as ModelCurve | undefined },
  /**
   * Finds evidence at the ends for certain and in the middle with the probability `recall`; in between
   * the probability falls and rises in a straight line.
   */
  'lost-in-the-middle': { recall: 0.4 },
  /** Finds all up to the position `from`, and behind it each piece with the probability `recall`. */
  'lost-in-the-tail': { from: 0.7, recall: 0 },
  /** Sees only the `tokens` tokens at one `side` of the prompt. */
  window: { tokens: 32_000, side: 'last' as 'first' | 'last' },
  /** Takes the first value of what is replaced later. */
  stale: {},
  /** Knows only the last `tokens` tokens. */
  recent: { tokens: 8000 },
  /** Follows instructions that stand in what tools return. */
  obedient: {},
  /** Reads `after` pieces and no more; stars then go on in regular steps of `step`. */
  lazy: { after: 8, step: 4 },
  /** Reads `after` stars and then repeats the last one until `length` are listed; else perfect. */
  repeating: { after: 8, length: 200 },
  /** Takes the first number of a star sentence, with the probability `share`; else perfect. */
  hasty: { share: 1 },
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

const SHARES = ['recall', 'from', 'share'];
const SIDES = ['first', 'last'];

/** The parameters of all profiles. */
type Parameters = Required<Omit<ModelProfile, 'profile' | 'curve'>> & Pick<ModelProfile, 'curve'>;

/**
 * A profile's parameters, with defaults for what is not given; those of other profiles are not there.
 *
 * @throws {UserError} for a profile or parameter that does not exist, or a value out of range
 */
export function profileParameters({ profile, ...given }: ModelProfile): Parameters {
  const defaults = Object.hasOwn(PROFILES, profile ?? '') ? PROFILES[profile] : undefined;
  if (!defaults) {
    throw new UserError(
      `SimulatedReader: there is no profile ${JSON.stringify(profile)}. Use one of ` +
        `${Object.keys(PROFILES).join(', ')}, for example { profile: perfect }.`,
    );
  }
  const known = Object.keys(defaults);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name)) {
      throw new UserError(
        `SimulatedReader: the profile "${profile}" has no parameter \`${name}\`. ` +
          (known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.'),
      );
    }
    const range = rangeBroken(name, value);
    if (range) {
      throw new UserError(
        `SimulatedReader: \`${name}\` is ${JSON.stringify(value)}, but must be ${range}.`,
      );
    }
  }
  return { ...defaults, ...given } as Parameters;
}

function rangeBroken(name: string, value: unknown): string | undefined {
  if (name === 'curve') return isCurve(value) ? undefined : CURVE;
  if (name === 'side') return SIDES.includes(value as string) ? undefined : SIDES.join(' or ');
  const number = typeof value === 'number' ? value : Number.NaN;
  if (SHARES.includes(name)) {
    return number >= 0 && number <= 1 ? undefined : 'a number from 0 to 1';
  }
  return Number.isSafeInteger(number) && number >= 0 ? undefined : 'a whole number, at least 0';
}

const CURVE =
  'a list of [tokens, recall] with rising tokens, for example [[4000, 0.97], [64000, 0.8]]';

function isCurve(value: unknown): value is ModelCurve {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((point: unknown, i) => {
    if (!Array.isArray(point) || point.length !== 2) return false;
    const [tokens, recall] = point as unknown[];
    const before = i === 0 ? 0 : (value[i - 1] as number[])[0]!;
    const rises = typeof tokens === 'number' && Number.isFinite(tokens) && tokens > before;
    return rises && typeof recall === 'number' && recall >= 0 && recall <= 1;
  });
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
