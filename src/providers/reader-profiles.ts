import type seedrandom from 'seedrandom';
import { UserError } from '../case.js';
import type { TaskName } from '../languages.js';

/** A star that a reader came across, in order of the text. */
export interface SeenStar {
  /** Its sentence. */
  text: string;
  /** The true count, worked out from all sentences. */
  count: number;
  /** The number that its sentence says first, which may be a mistaken one. */
  said: number;
  /** Where it stands: 0 at the start of the prompt, 1 at the end of the last star. */
  position: number;
  /** Tokens between the start of the prompt and the star. */
  tokensBefore: number;
  /** Tokens between the star and the end of the prompt. */
  tokensAfter: number;
}

/** Every profile with its parameters and their defaults. */
const PROFILES = {
  /** Finds every star. */
  perfect: {},
  /** Finds each star with the probability `recall`. */
  forgetful: { recall: 0.9 },
  /**
   * Finds stars at the ends for certain and in the middle with the probability `recall`; in between
   * the probability falls and rises in a straight line.
   */
  'lost-in-the-middle': { recall: 0.4 },
  /** Finds every star up to the position `from`, and behind it each with the probability `recall`. */
  'lost-in-the-tail': { from: 0.7, recall: 0 },
  /** Sees only the `tokens` tokens at one `side` of the prompt. */
  window: { tokens: 32_000, side: 'last' as 'first' | 'last' },
  /** Reads `after` stars and then goes on in regular steps of `step` instead of reading. */
  lazy: { after: 8, step: 4 },
  /** Reads `after` stars and then repeats the last one until `length` numbers are listed. */
  repeating: { after: 8, length: 200 },
  /** Takes the first number of a sentence for the answer, with the probability `share`. */
  hasty: { share: 1 },
  /** Recites the sentences instead of answering in the form asked for. */
  reciting: {},
  /** Talks about the task without a number. */
  rambling: {},
  /** Refuses. */
  refusing: {},
  /** Answers nothing. */
  silent: {},
};

type Profiles = typeof PROFILES;

export type ProfileName = keyof Profiles;

/** A profile and, optionally, its parameters. */
export interface ReaderProfile {
  profile: ProfileName;
  /** A probability, from 0 to 1. */
  recall?: number;
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

/**
 * A profile's parameters, with defaults for what is not given.
 *
 * @throws {UserError} for a profile or parameter that does not exist, or a value out of range
 */
export function profileParameters<P extends ProfileName>({
  profile,
  ...given
}: ReaderProfile & { profile: P }): Profiles[P] {
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
  return { ...defaults, ...given };
}

/** What a parameter must be, if it is not. */
function rangeBroken(name: string, value: unknown): string | undefined {
  if (name === 'side') return SIDES.includes(value as string) ? undefined : SIDES.join(' or ');
  const number = typeof value === 'number' ? value : Number.NaN;
  if (SHARES.includes(name)) {
    return number >= 0 && number <= 1 ? undefined : 'a number from 0 to 1';
  }
  return Number.isSafeInteger(number) && number >= 0 ? undefined : 'a whole number, at least 0';
}

/** What is asked of a reader. */
export interface Asked {
  task: TaskName;
  key: string;
}

/**
 * What a reader with a profile answers, given the stars that stand in its prompt.
 *
 * @param random - the only source of chance
 */
export function answerAs(
  stars: readonly SeenStar[],
  { task, key }: Asked,
  profile: ReaderProfile,
  random: seedrandom.PRNG,
): string {
  switch (profile.profile) {
    case 'silent':
      return '';
    case 'refusing':
      return "I'm sorry, but I cannot help with that.";
    case 'rambling':
      return 'The text tells of many people and places. It was a pleasure to read.';
    case 'reciting':
      return stars.map(({ text }) => text).join('\n');
    default: {
      const listed = listedCounts(stars, profile, random);
      const total = listed.reduce((sum, count) => sum + count, 0);
      return JSON.stringify({ [key]: task === 'sum' ? total : listed });
    }
  }
}

/**
 * The counts that a reader with a profile lists.
 *
 * @param random - the only source of chance
 */
function listedCounts(
  stars: readonly SeenStar[],
  profile: ReaderProfile,
  random: seedrandom.PRNG,
): number[] {
  const counts = stars.map(({ count }) => count);
  const recalled = (probability: (star: SeenStar) => number) =>
    stars.filter((star) => random() < probability(star)).map(({ count }) => count);
  const { profile: name } = profile;
  switch (name) {
    case 'forgetful': {
      const { recall } = profileParameters({ ...profile, profile: name });
      return recalled(() => recall);
    }
    case 'lost-in-the-middle': {
      const { recall } = profileParameters({ ...profile, profile: name });
      return recalled(({ position }) => recall + (1 - recall) * Math.abs(2 * position - 1));
    }
    case 'lost-in-the-tail': {
      const { from, recall } = profileParameters({ ...profile, profile: name });
      return recalled(({ position }) => (position <= from ? 1 : recall));
    }
    case 'window': {
      const { tokens, side } = profileParameters({ ...profile, profile: name });
      return stars
        .filter((star) => (side === 'first' ? star.tokensBefore : star.tokensAfter) < tokens)
        .map(({ count }) => count);
    }
    case 'lazy': {
      const { after, step } = profileParameters({ ...profile, profile: name });
      const read = counts.slice(0, after);
      const last = read[read.length - 1] ?? 0;
      return [...read, ...counts.slice(after).map((_, i) => last + step * (i + 1))];
    }
    case 'repeating': {
      const { after, length } = profileParameters({ ...profile, profile: name });
      const read = counts.slice(0, after);
      const last = read[read.length - 1];
      if (last === undefined) return [];
      return [...read, ...new Array<number>(Math.max(0, length - read.length)).fill(last)];
    }
    case 'hasty': {
      const { share } = profileParameters({ ...profile, profile: name });
      return stars.map(({ count, said }) => (random() < share ? said : count));
    }
    default:
      return counts;
  }
}
