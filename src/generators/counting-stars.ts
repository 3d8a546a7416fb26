/**
 * Counting-Stars: a multi-evidence test of long-context models (arXiv:2403.11802).
 *
 * M sentences of the form "the little penguin counted 3 ★" are scattered evenly over a long text,
 * and the model is asked to list all the numbers (§2.1). Counting-Stars-(M-N) has M stars and N
 * context lengths, k/N of the longest for k = 1…N. So one prompt tests M positions at once.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { type Case, UserError } from '../case.js';
import type { Evidence } from '../haystack/context.js';
import { type Language, loadLanguage } from '../languages.js';
import type { Benchmark, Task } from './benchmark.js';
import { count, oneOrMore, sharedOptions, tokenCount } from './options.js';

/** The versions of the paper's Table 1. */
export const PAPER_VERSIONS = ['32-16', '16-32', '32-32', '64-32'] as const;

const VERSION = /^([1-9]\d{0,3})-([1-9]\d{0,3})$/;

const VERSION_FORM =
  `must have the form M-N (M stars, N lengths, both at least 1), like the paper's ` +
  `${PAPER_VERSIONS.join(', ')}`;

const LENGTHS = 'must be a whole number of at least 1, or a list of lengths in tokens';

const version = z.string(VERSION_FORM).regex(VERSION, VERSION_FORM);

export const countingStarsOptions = z.strictObject({
  /** Counting-Stars-(M-N), each one grid. Default: the standard version 32-32. */
  versions: oneOrMore(version, VERSION_FORM).optional(),
  /** Instead of `versions`: how many stars, one number or a list. */
  stars: oneOrMore(count, 'must be a whole number of at least 1, or a list of them').optional(),
  /** Instead of `versions`: N lengths up to `maxTokens`, or a list of lengths in tokens. */
  lengths: z.union([count, z.array(tokenCount).nonempty(LENGTHS)], LENGTHS).optional(),
  /** Whether the counts come in ascending order, as in the paper, or shuffled, which is harder. */
  order: z.enum(['shuffled', 'ascending'], 'must be shuffled or ascending').default('shuffled'),
  ...sharedOptions,
});

/** What a user may write as `config`. */
export type CountingStarsConfig = z.input<typeof countingStarsOptions>;

export interface CountingStarsCase extends Case {
  benchmark: 'counting-stars';
  task: 'acquisition';
  /** `M-N` where the grid has N lengths in equal steps, else absent. */
  version?: string;
  order: 'shuffled' | 'ascending';
}

/**
 * Draw the true counts: `4i + u` with u from 1, 2, 3, the first never 1 (§2.1, Figure 1). They are
 * irregular because "LLMs easily slack off if a sequence of numbers is continuous or regular".
 *
 * @returns one count for each star, in order of position, all different
 */
export function starCounts(theCase: CountingStarsCase): number[] {
  const { evidence, order, seed, tokens } = theCase;
  const random = seedrandom(`counting-stars/${seed}/${evidence}/${tokens}`);
  const counts = Array.from({ length: evidence }, (_, i) =>
    i === 0 ? 2 + Math.floor(random() * 2) : 4 * i + 1 + Math.floor(random() * 3),
  );
  if (order === 'ascending') return counts;
  for (let last = counts.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [counts[last], counts[other]] = [counts[other]!, counts[last]!];
  }
  return counts;
}

/** Put a language's words and values into a sentence of it; `{Subject}` begins with a capital. */
export function fillSentence(
  template: string,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  const { subject, symbol, key } = language;
  const words: Record<string, string | number> = {
    subject,
    Subject: subject.charAt(0).toUpperCase() + subject.slice(1),
    symbol,
    key,
    ...values,
  };
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(words[name] ?? place));
}

function task(theCase: CountingStarsCase): Task {
  const language = loadLanguage(theCase.language);
  const wording = language.tasks[theCase.task];
  if (!wording) {
    throw new UserError(`task: there is no task "${theCase.task}" in ${language.name}.`);
  }
  const reference = starCounts(theCase);
  const evidence: Evidence[] = reference.map((stars, i) => ({
    text: fillSentence(wording.star, language, { count: stars }),
    position: (i + 1) / reference.length,
  }));
  return {
    evidence,
    between: language.between,
    question: fillSentence(wording.question, language),
    reference,
    answer: JSON.stringify({ [language.key]: reference }),
    forbidden: [language.symbol, fillSentence(wording.star.split('{count}')[0]!, language).trim()],
  };
}

function describe(theCase: CountingStarsCase): string {
  const { version, evidence, task: name, language, tokens } = theCase;
  const title = version ? `(${version})` : `with ${evidence} stars`;
  return `Counting-Stars-${title} · ${name} · ${language} · ${tokens} tokens`.replace(
    '-with',
    ' with',
  );
}

/** One grid of the config: how many stars at which lengths. */
interface Grid {
  stars: number;
  lengths: number[];
  version?: string;
}

function equalSteps(steps: number, maxTokens: number): number[] {
  return Array.from({ length: steps }, (_, k) => Math.round(((k + 1) * maxTokens) / steps));
}

function grids(options: z.output<typeof countingStarsOptions>): Grid[] {
  const { versions, stars, lengths, maxTokens } = options;
  if (versions && (stars || lengths)) {
    throw new UserError(
      'countingStars: `versions` already says how many stars and lengths there are. Give either ' +
        '`versions`, or `stars` and `lengths`.',
    );
  }
  if (stars || lengths) {
    const steps = lengths ?? 32;
    return (stars ?? [32]).map((m) =>
      typeof steps === 'number'
        ? { stars: m, lengths: equalSteps(steps, maxTokens), version: `${m}-${steps}` }
        : { stars: m, lengths: [...new Set(steps)].sort((a, b) => a - b) },
    );
  }
  return (versions ?? ['32-32']).map((name) => {
    const [, m, n] = VERSION.exec(name)!;
    return { stars: Number(m), lengths: equalSteps(Number(n), maxTokens), version: name };
  });
}

export const countingStarsBenchmark: Benchmark<
  CountingStarsCase,
  z.output<typeof countingStarsOptions>
> = {
  name: 'counting-stars',
  generator: 'countingStars',
  options: countingStarsOptions,
  *cases(options, shared) {
    for (const seed of options.seeds) {
      for (const grid of grids(options)) {
        for (const tokens of grid.lengths) {
          yield {
            benchmark: 'counting-stars',
            task: 'acquisition',
            ...shared,
            tokens,
            evidence: grid.stars,
            seed,
            order: options.order,
            ...(grid.version && { version: grid.version }),
          };
        }
      }
    }
  },
  task,
  describe,
};
