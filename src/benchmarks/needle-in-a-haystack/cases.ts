/** The Cases of Needle in a Haystack: needles for every length and depth. */

import {
  type CaseDraft,
  type FileReference,
  type LanguageReference,
  languageName,
  UserError,
} from '../../case.js';
import { lengthsOf } from '../../options/options.js';
import type { SharedCaseFields } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import { asNeedle, firstDepth, type NeedleCase, needlesText } from '../needles/hidden-needles.js';
import {
  assertTellApart,
  drawNeedles,
  loadNeedles,
  type Needle,
  needleComplaint,
  referenceNeedles,
} from '../needles/needle-sets.js';
import type { NeedleInAHaystackOptions } from './options.js';

export interface NeedleInAHaystackCase extends NeedleCase {
  task: 'single' | 'multiple';
  evidence: number;
}

const LENGTHS = 8;
const DEPTHS = 11;

function groupsOf(single: readonly Needle[], size: number, seed: number, groups: number) {
  const drawn = drawNeedles(single, { groups, size, seed });
  if (!drawn) {
    throw new UserError(
      `needleInAHaystack: each cell needs ${groups} × ${size} different needles (\`perCell\` × ` +
        `\`evidence\` × \`asks\`), but there ${single.length === 1 ? 'is' : 'are'} only ${single.length}. Use a ` +
        'smaller `perCell` or `evidence`, or a larger file of `needles`.',
    );
  }
  if (size > 1) drawn.forEach(assertTellApart);
  return drawn;
}

function choices(
  options: NeedleInAHaystackOptions,
  language: LanguageReference,
  file?: FileReference,
): Needle[] {
  if (!options.needle) return loadNeedles(language, file).single;
  const own = asNeedle(options.needle);
  const complaint = needleComplaint(own);
  if (complaint) throw new UserError(`needleInAHaystack: in \`needle\`, ${complaint}.`);
  return [own];
}

/** The lengths that options ask for, ascending; from `minTokens` on they are rounded as in the original. */
export function tokensOf(
  options: Pick<NeedleInAHaystackOptions, 'lengths' | 'minTokens' | 'maxTokens'>,
): number[] {
  const { lengths = LENGTHS, minTokens, maxTokens } = options;
  if (minTokens === undefined || Array.isArray(lengths)) return lengthsOf(options, LENGTHS);
  if (lengths === 1) return [minTokens];
  const step = (maxTokens - minTokens) / (lengths - 1);
  const all = Array.from({ length: lengths }, (_, i) => halfToEven(minTokens + i * step));
  return [...new Set(all)];
}

/** Rounds to a whole number, and from the middle between two to the even one. */
function halfToEven(number: number): number {
  const below = Math.floor(number);
  if (number - below !== 0.5) return Math.round(number);
  return below % 2 === 0 ? below : below + 1;
}

export function* axes(
  options: NeedleInAHaystackOptions,
  shared: SharedCaseFields,
): Generator<CaseDraft<NeedleInAHaystackCase>> {
  const { needle: ownNeedle } = options;
  const file = referenceNeedles(options.needles);
  const single = choices(options, shared.language, file.needles);
  for (const seed of options.seeds) {
    for (const evidence of options.evidence) {
      const groups = groupsOf(single, evidence * options.asks, seed, options.perCell);
      for (const tokens of tokensOf(options)) {
        for (const depth of depthsOf(options, DEPTHS)) {
          for (const group of groups) {
            yield {
              task: evidence === 1 ? 'single' : 'multiple',
              ...shared,
              tokens,
              evidence,
              seed,
              ...(ownNeedle && { version: 'own needle', ownNeedle }),
              ...file,
              ...(options.buffer && { buffer: options.buffer }),
              ...(options.distractors > 0 && { distractors: options.distractors }),
              cell: { depth, ...(!ownNeedle && { needle: group.map(({ name }) => name) }) },
            };
          }
        }
      }
    }
  }
}

export function describe(theCase: NeedleInAHaystackCase): string[] {
  const { language, tokens, evidence } = theCase;
  const title = evidence === 1 ? 'Needle in a Haystack' : `${evidence} needles in a haystack`;
  const place = [`${tokens} tokens`, depthText(firstDepth(theCase))];
  return [title, languageName(language), ...place, needlesText(theCase)];
}
