/** Describes tests by what tells them apart, so that a column of the viewer has room for it: `4K · seed 1`. */
import { baseName } from '../base/references.js';
import { askOf, type Case } from '../contract/case.js';
import { haystackTitle } from '../contract/case-identity.js';
import type { SharedOptions } from '../options/general-options.js';

/** A grid, as far as it describes its tests. */
interface Described {
  benchmark: { describe(theCase: Case): string };
  options: Pick<SharedOptions, 'haystack' | 'seeds'>;
  cases: readonly Case[];
}

/** How `describe` of a benchmark says a length. */
const TOKENS = /^\d+ tokens$/;

/**
 * Describe the tests of a config: the length of each, and what they do not have in common.
 *
 * @returns describes the Case of a grid
 */
export function descriptionsOf(
  grids: readonly Described[],
): (grid: Described, theCase: Case) => string {
  const all = grids.flatMap((grid) => grid.cases.map((theCase) => partsOf(grid, theCase)));
  const counts = new Map<string, number>();
  for (const part of all.flatMap((parts) => [...new Set(parts)])) {
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const isShared = (part: string) => counts.get(part) === all.length;
  return (grid, theCase) => {
    const parts = partsOf(grid, theCase);
    const lengths = parts.filter((part) => TOKENS.test(part)).map(shortLength);
    const others = parts.filter((part) => !TOKENS.test(part) && !isShared(part));
    const alone = all.length === 1 && lengths.length > 0 ? [`seed ${theCase.seed}`] : [];
    const said = [...lengths, ...others, ...alone];
    return (said.length > 0 ? said : parts).join(' · ');
  };
}

function partsOf({ benchmark, options }: Described, theCase: Case): string[] {
  const { seed, haystack } = theCase;
  return [
    ...benchmark.describe(theCase).split(' · '),
    ...(haystack && (theCase.shuffle || (options.haystack?.length ?? 0) > 1)
      ? [haystackTitle(theCase)]
      : []),
    ...(theCase.structured ? ['structured'] : []),
    ...(theCase.container ? [`container ${theCase.container}`] : []),
    ...(theCase.compact ? [baseName(theCase.compact)] : []),
    ...(theCase.cell?.sample ? [`sample ${theCase.cell.sample}`] : []),
    ...(theCase.asks ? [`question ${askOf(theCase)} of ${theCase.asks}`] : []),
    ...(options.seeds.length > 1 ? [`seed ${seed}`] : []),
  ];
}

/** `64K` for whole hundreds of tokens; other numbers as they are, since two may be close. */
function shortLength(part: string): string {
  const tokens = Number.parseInt(part, 10);
  return tokens >= 1000 && tokens % 100 === 0 ? `${tokens / 1000}K` : part;
}
