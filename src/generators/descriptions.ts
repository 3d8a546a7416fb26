/** Describes tests by what differs, so that a column of the viewer has room: `4K · seed 1`. */
import { kept } from '../base/kept.js';
import { baseName } from '../base/references.js';
import { askOf, type Case } from '../contract/case.js';
import { haystackTitle } from '../contract/case-identity.js';
import type { SharedOptions } from '../options/general-options.js';

interface Described {
  benchmark: { name: string; describe(theCase: Case): string };
  options: Pick<SharedOptions, 'haystack'>;
  cases: readonly Case[];
}

export type Describe = (grid: Described, theCase: Case) => string;

/** Matches how a benchmark's `describe` says a length. */
const TOKENS = /^\d+ tokens$/;

/** Matches a question from a file, which is named even if there is only one. */
const QUESTION = /(?: no\.|^question) \d+$/;

/** Describes the tests of a config by their length and what they do not have in common. */
export function descriptionsOf(grids: readonly Described[]): Describe {
  const seeds = new Map<string, Set<number>>();
  for (const { benchmark, cases } of grids) {
    const ofBenchmark = kept(seeds, benchmark.name, () => new Set());
    for (const { seed } of cases) ofBenchmark.add(seed);
  }
  const partsOf = (grid: Described, theCase: Case) => [
    ...ownParts(grid, theCase),
    ...(seeds.get(grid.benchmark.name)!.size > 1 ? [`seed ${theCase.seed}`] : []),
  ];
  const all = grids.flatMap((grid) => grid.cases.map((theCase) => partsOf(grid, theCase)));
  const counts = new Map<string, number>();
  for (const part of all.flatMap((parts) => [...new Set(parts)])) {
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const tells = (part: string) => counts.get(part)! < all.length || QUESTION.test(part);
  return (grid, theCase) => {
    const parts = partsOf(grid, theCase);
    const lengths = parts.filter((part) => TOKENS.test(part)).map(shortLength);
    const others = parts.filter((part) => !TOKENS.test(part) && tells(part));
    if (lengths.length + others.length === 0) return parts.join(' · ');
    const isAlone = all.length === 1 && others.length === 0;
    return [...lengths, ...(isAlone ? [`seed ${theCase.seed}`] : others)].join(' · ');
  };
}

function ownParts({ benchmark, options }: Described, theCase: Case): string[] {
  const { haystack } = theCase;
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
  ];
}

/** Writes `64K` for whole hundreds of tokens. Other numbers stay, since two may be close. */
function shortLength(part: string): string {
  const tokens = Number.parseInt(part, 10);
  return tokens >= 1000 && tokens % 100 === 0 ? `${tokens / 1000}K` : part;
}
