/**
 * Needle in a Haystack (Kamradt 2023, LLMTest_NeedleInAHaystack): one fact hidden in a long text that has
 * nothing to do with it, for every length at every depth. `multiple` hides several, the first at the
 * depth and the others evenly on the way from there to the end, and asks for all of them in one question.
 *
 * With one prompt a cell, all ask for the same needles; with more, each cell draws its own, or a few easy ones
 * would decide about all. Score: the share of needles of which an answer holds a keyword; the original asks a judge.
 */
import { languageName } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import { count, counts } from '../../options/kinds.js';
import { asksConflict, asksOption, lengthOptions, lengthsOf } from '../../options/option-groups.js';
import { benchmark } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import * as hidden from '../needles/hidden-needles.js';
import { needleConflict, needleOptions } from '../needles/hidden-needles.js';
import { scoreKeywords } from '../needles/mark-keywords.js';
import { drawNeedles, loadNeedles, referenceNeedles } from '../needles/needle-files.js';
import { type Needle, ownNeedle } from '../needles/needle-sets.js';

const LENGTHS = 8;
const DEPTHS = 11;

function groupsOf(single: readonly Needle[], draw: Parameters<typeof drawNeedles>[1]) {
  const drawn = drawNeedles(single, draw);
  if (drawn) return drawn;
  throw new UserError(
    `needleInAHaystack: each cell needs ${draw.groups} × ${draw.size} different needles (\`perCell\` × ` +
      `\`evidence\` × \`asks\`), but there ${single.length === 1 ? 'is' : 'are'} only ${single.length}. Use a ` +
      'smaller `perCell` or `evidence`, or a larger file of `needles`.',
  );
}

export const needleInAHaystack = benchmark<hidden.NeedleCase>()({
  name: 'needle-in-a-haystack',
  hides: true,
  options: {
    ...needleOptions,
    /** How many needles a prompt hides and asks for. A list makes a set of prompts for each number. 1 by default. */
    evidence: counts.default([1]),
    /** How many prompts each cell has, each with its own needles, which each cell draws; 1 by default. */
    perCell: count.default(1),
    /** One needle of your own: `sentence`, `question`, `keywords` and, if you like, `answer`. */
    needle: ownNeedle.optional(),
    maxTokens: lengthOptions.maxTokens,
    ...asksOption,
  },

  conflict(config) {
    const { needle, needles } = config;
    if (needle !== undefined && needles !== undefined) {
      return 'give either `needle`, which is one needle, or `needles`, which is a file of them.';
    }
    if (Object(needle).distractors !== undefined && config.distractors === undefined) {
      return '`needle` has `distractors`, but nothing says how many are hidden. Give a number: `distractors: 1`.';
    }
    return asksConflict(config, ['needle', 'distractors']) ?? needleConflict(config);
  },

  *axes(options, shared) {
    const { needle: own, perCell } = options;
    const file = referenceNeedles(options.needles);
    const single = own ? [hidden.asNeedle(own)] : loadNeedles(shared.language, file.needles).single;
    for (const seed of options.seeds) {
      for (const evidence of options.evidence) {
        const draw = { size: evidence * options.asks, groups: perCell };
        for (const tokens of lengthsOf(options, LENGTHS)) {
          for (const depth of depthsOf(options, DEPTHS)) {
            const of = perCell === 1 ? seed : `${seed}/${tokens}/${depth}`;
            for (const group of groupsOf(single, { ...draw, seed: of })) {
              yield {
                task: evidence === 1 ? 'single' : 'multiple',
                ...shared,
                tokens,
                evidence,
                seed,
                ...(own && { version: 'own needle', ownNeedle: own }),
                ...file,
                ...(options.buffer && { buffer: options.buffer }),
                ...(options.distractors > 0 && { distractors: options.distractors }),
                cell: { depth, ...(!own && { needle: group.map(({ name }) => name) }) },
              };
            }
          }
        }
      }
    }
  },

  make: (draft) => ({ ...hidden.needleTask(draft), reading: () => hidden.needleReading(draft) }),
  mark: scoreKeywords,
  describe: (theCase) => [
    theCase.evidence === 1 ? 'Needle in a Haystack' : `${theCase.evidence} needles in a haystack`,
    languageName(theCase.language),
    `${theCase.tokens} tokens`,
    depthText(hidden.firstDepth(theCase)),
    hidden.needlesText(theCase),
  ],
});
