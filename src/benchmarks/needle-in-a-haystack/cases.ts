/**
 * Needle in a Haystack (Kamradt 2023, LLMTest_NeedleInAHaystack): a sentence that has nothing to do
 * with a long text is hidden in it, for every context length at every depth, and the model is asked
 * for what it says. It measures whether a model finds one fact wherever it stands.
 *
 * Tasks: `single` hides one needle; `multiple` hides several, the first at the depth and the others
 * evenly on the way from there to the end, and asks for all of them in one question.
 *
 * Every cell asks for the same needles, drawn from the seed, so that cells differ in nothing but
 * length and depth. Answers are scored by keywords and not by a judge model.
 */
import { z } from 'zod';
import { type FileReference, type LanguageReference, languageName, UserError } from '../../case.js';
import {
  count,
  lengthConflict,
  lengthOptions,
  lengthsOf,
  oneOrMore,
  pathText,
  sharedOptions,
} from '../../generators/options.js';
import type { Benchmark } from '../benchmark.js';
import { depthConflict, depthOptions, depthsOf, depthText } from '../needles/depths.js';
import { asNeedle, type NeedleCase, needlesText, needleTask } from '../needles/hidden-needles.js';
import {
  assertTellApart,
  drawNeedles,
  loadNeedles,
  type Needle,
  needleComplaint,
  ownNeedle,
  referenceNeedles,
} from '../needles/needle-sets.js';

const EVIDENCE = 'must be a whole number of at least 1, or a list of them';

export const needleInAHaystackOptions = z.strictObject({
  /** So many context lengths up to `maxTokens` (8 by default), or a list of lengths in tokens. */
  lengths: lengthOptions.lengths,
  /** So many depths (11 by default), or a list of numbers from 0 to 1. */
  depths: depthOptions.depths,
  /** How a number of depths is spread: `linear`, or `sigmoid`, closer together at both ends. */
  spacing: depthOptions.spacing,
  /** How many needles are hidden in one context and asked for at once; a list makes several grids. */
  evidence: oneOrMore(count, EVIDENCE).default([1]),
  /** How many prompts each cell has, each with needles of its own. */
  perCell: count.default(1),
  /** A file with needles of your own. */
  needles: pathText('must be the path of a file with needles').optional(),
  /** One needle of your own: `sentence`, `question`, `keywords` and, if you like, `answer`. */
  needle: ownNeedle.optional(),
  /** The longest context, in tokens. */
  maxTokens: lengthOptions.maxTokens,
  ...sharedOptions,
});

/** What a user may write as `config`. */
export type NeedleInAHaystackConfig = z.input<typeof needleInAHaystackOptions>;

type Options = z.output<typeof needleInAHaystackOptions>;

export interface NeedleInAHaystackCase extends NeedleCase {
  benchmark: 'needle-in-a-haystack';
  task: 'single' | 'multiple';
  /** What the grid is called, where the needle is the user's own. */
  version?: string;
}

const LENGTHS = 8;
const DEPTHS = 11;

/** The groups of needles that the prompts of each cell ask for. */
function groupsOf(single: readonly Needle[], size: number, seed: number, groups: number) {
  const drawn = drawNeedles(single, { groups, size, seed });
  if (!drawn) {
    throw new UserError(
      `needleInAHaystack: each cell needs ${groups} × ${size} different needles (\`perCell\` × ` +
        `\`evidence\`), but there ${single.length === 1 ? 'is' : 'are'} only ${single.length}. Use a ` +
        'smaller `perCell` or `evidence`, or a larger file of `needles`.',
    );
  }
  if (size > 1) drawn.forEach(assertTellApart);
  return drawn;
}

/** The needles to choose from. */
function choices(options: Options, language: LanguageReference, file?: FileReference): Needle[] {
  if (!options.needle) return loadNeedles(language, file).single;
  const own = asNeedle(options.needle);
  const complaint = needleComplaint(own);
  if (complaint) throw new UserError(`needleInAHaystack: in \`needle\`, ${complaint}.`);
  return [own];
}

export const needleInAHaystackBenchmark: Benchmark<NeedleInAHaystackCase, Options> = {
  name: 'needle-in-a-haystack',
  generator: 'needleInAHaystack',
  options: needleInAHaystackOptions,
  conflict(config) {
    if (config.needle !== undefined && config.needles !== undefined) {
      return 'give either `needle`, which is one needle, or `needles`, which is a file of them.';
    }
    return lengthConflict(config) ?? depthConflict(config);
  },
  *cases(options, shared) {
    const { needle: own } = options;
    const file = referenceNeedles(options.needles);
    const single = choices(options, shared.language, file.needles);
    for (const seed of options.seeds) {
      for (const evidence of options.evidence) {
        const groups = groupsOf(single, evidence, seed, options.perCell);
        for (const tokens of lengthsOf(options, LENGTHS)) {
          for (const depth of depthsOf(options, DEPTHS)) {
            for (const group of groups) {
              const names = group.map(({ name }) => name);
              yield {
                benchmark: 'needle-in-a-haystack',
                task: evidence === 1 ? 'single' : 'multiple',
                ...shared,
                tokens,
                evidence,
                seed,
                ...(own && { version: 'own needle' }),
                ...file,
                needle: own ? [own] : names,
                cell: { depth, needle: names.join(', ') },
              };
            }
          }
        }
      }
    }
  },
  task: needleTask,
  describe(theCase) {
    const { language, tokens, evidence, cell } = theCase;
    const title = evidence === 1 ? 'Needle in a Haystack' : `${evidence} needles in a haystack`;
    const place = [`${tokens} tokens`, depthText(cell.depth)];
    return [title, languageName(language), ...place, needlesText(theCase)].join(' · ');
  },
};
