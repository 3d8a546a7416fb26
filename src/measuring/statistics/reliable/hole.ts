/** Places of the context that a model ignores: a stretch of it, or all that is farther than some tokens from an end. */
import { groupBy } from '../../../base/group-by.js';
import { ascending, sum } from '../../../base/numbers.js';
import { independentMarks, MOODY } from '../curve/prompt-marks.js';
import { betaCdf } from './beta.js';
import type { AnswerMarks } from './unusable.js';

/** A stretch of the context whose facts are lost. */
export interface Hole {
  /** The shortest length from which it is lost, and the longest. */
  fromTokens: number;
  toTokens: number;
  /** Where it begins and ends, as a share of the context. */
  from: number;
  to: number;
  /** Recall in it and elsewhere in the same prompts; not a number without facts there. */
  within: number;
  elsewhere: number;
  /** Where one end is ignored from a number of tokens on, however long the prompt is. */
  cut?: Cut;
}

/** How much of a prompt a model reads. */
export interface Cut {
  /** Which end of the context is read. */
  kept: 'start' | 'end';
  /** So many tokens, in the middle of what the answers allow. */
  tokens: number;
  low: number;
  high: number;
}

/** The context is told apart in so many parts. */
const PARTS = 16;

/** Fewer prompts show no hole, */
const FEWEST_PROMPTS = 3;

/** but look like one, if chance loses as much with this probability. */
const DOUBTFUL = 0.05;

/** At most this share is found in a hole, */
const LOST = 0.35;

/** and chance loses as much, of a recall as wanted, with this probability at most: less in the middle, of which there is more. */
const CHANCE = 0.01;

/** The first prompts from a length on lose as much by chance with this probability: else it begins later. */
const FIRST_CHANCE = 0.05;

/** Elsewhere so much more is found, else it is no matter of the place. */
const LEAST_CONTRAST = 0.35;

/** How many marks of a prompt are in each part of the context and before, and their sum. */
interface Profile {
  worth: number;
  counts: readonly number[];
  sums: readonly number[];
}

/** What is found in some stretch: so many marks as if they were independent, how many found, in how many prompts. */
interface Found {
  marks: number;
  found: number;
  prompts: number;
}

/** What makes a hole: of how many prompts, and how improbable by chance. */
interface Test {
  wanted: number;
  fewest: number;
  chance: number;
}

const NOTHING: Found = { marks: 0, found: 0, prompts: 0 };

/** A stretch that is lost, and how probable as much is by chance. */
interface Candidate {
  fromTokens: number;
  toTokens: number;
  chance: number;
  from: number;
  to: number;
  /** Whether a fact is in it. */
  isIn: (prompt: AnswerMarks, mark: number) => boolean;
}

/**
 * The clearest hole, and the shortest length from which any is lost: a run of sixteenths of the context at one length or
 * from one to the longest, or all that is farther than some tokens from an end.
 *
 * A mark more can only end a hole: how many marks count is fixed (`independentMarks`), so the share that is found and the
 * chance of as little rise with every mark.
 *
 * @param wanted - the recall that is to be reached
 * @param fewest - prompts that have facts in it; fewer than usual for what only looks like one
 */
export function clearestHole(
  prompts: readonly AnswerMarks[],
  wanted: number,
  fewest = FEWEST_PROMPTS,
): Hole | undefined {
  const placed = prompts.filter(({ positions }) => positions.length > 0);
  if (placed.length === 0) return undefined;
  const test = { wanted, fewest, chance: fewest < FEWEST_PROMPTS ? DOUBTFUL : CHANCE };
  const all = [...lostRuns(placed, test), ...lostEnds(placed, test)];
  if (all.length === 0) return undefined;
  const fromTokens = Math.min(...all.map((one) => one.fromTokens));
  const best = all.reduce((a, b) => (b.chance < a.chance ? b : a));
  const { within, elsewhere } = contrastOf(placed, best);
  const cut = isPlace({ within, elsewhere }) ? cutOf(placed, best, wanted) : undefined;
  // A border explains a hole only if it begins with the first length that reaches beyond it.
  const first = cut && ascending(placed.map(({ tokens }) => tokens)).find((one) => one > cut.high);
  const isWhole = cut && fromTokens > cut.low && fromTokens <= (first ?? fromTokens);
  return {
    ...{ fromTokens, toTokens: best.toTokens, from: best.from, to: best.to, within, elsewhere },
    ...(isWhole && { cut }),
  };
}

/** Whether it is the place that is ignored: elsewhere in the same prompts most is found. */
export function isPlace({ within, elsewhere }: Pick<Hole, 'within' | 'elsewhere'>): boolean {
  return elsewhere - within >= LEAST_CONTRAST;
}

function partOf(position: number): number {
  return Math.min(PARTS - 1, Math.max(0, Math.ceil(position * PARTS) - 1));
}

function profileOf({ marks, positions, worth = 1 }: AnswerMarks): Profile {
  const counts = new Array<number>(PARTS + 1).fill(0);
  const sums = new Array<number>(PARTS + 1).fill(0);
  positions.forEach((position, i) => {
    counts[partOf(position) + 1]!++;
    sums[partOf(position) + 1]! += marks[i]!;
  });
  for (let part = 1; part <= PARTS; part++) {
    counts[part]! += counts[part - 1]!;
    sums[part]! += sums[part - 1]!;
  }
  return { counts, sums, worth };
}

function foundIn(count: number, found: number, worth = 1): Found {
  if (count === 0) return NOTHING;
  const marks = worth * independentMarks(count, MOODY);
  return { marks, found: (marks * found) / count, prompts: 1 };
}

function together(one: Found, other: Found): Found {
  return {
    marks: one.marks + other.marks,
    found: one.found + other.found,
    prompts: one.prompts + other.prompts,
  };
}

function isLost({ marks, found }: Found): boolean {
  return marks > 0 && found <= LOST * marks;
}

/** How probable it is that no more is found, of a recall as wanted; 1 where too little is known. */
function chanceOf(all: Found, { wanted, fewest }: Test): number {
  if (all.prompts < fewest || !isLost(all)) return 1;
  return betaCdf(1 - wanted, all.marks - all.found, all.found + 1);
}

/** What is found in a stretch at each length, ascending, from where on it is lost: at that length, in the first few prompts, in all. */
function* lostFrom(byLength: readonly Found[], test: Test, most: number) {
  let all = NOTHING;
  for (let at = byLength.length - 1; at >= 0; at--) {
    const own = byLength[at]!;
    all = together(all, own);
    if (!isLost(own)) continue;
    let head = own;
    for (let next = at + 1; head.prompts < test.fewest && byLength[next]; next++) {
      head = together(head, byLength[next]!);
    }
    if (chanceOf(head, test) > FIRST_CHANCE) continue;
    const chance = chanceOf(all, test);
    if (chance <= most) yield { at, chance, isAlone: false };
    const alone = chanceOf(own, test);
    if (alone <= most) yield { at, chance: alone, isAlone: true };
  }
}

/** Runs of parts that are lost at one length, or from one to the longest. */
function lostRuns(prompts: readonly AnswerMarks[], test: Test): Candidate[] {
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const byLength = groupBy(prompts, ({ tokens }) => tokens);
  const profiles = lengths.map((length) => byLength.get(length)!.map(profileOf));
  const lost: Candidate[] = [];
  for (let start = 0; start < PARTS; start++) {
    for (let end = start + 1; end <= PARTS; end++) {
      if (end - start === PARTS) continue;
      const found = profiles.map((own) =>
        own
          .map(({ counts, sums, worth }) =>
            foundIn(counts[end]! - counts[start]!, sums[end]! - sums[start]!, worth),
          )
          .reduce(together, NOTHING),
      );
      const most = start === 0 || end === PARTS ? test.chance : test.chance / PARTS;
      for (const { at, chance, isAlone } of lostFrom(found, test, most)) {
        const fromTokens = lengths[at]!;
        const toTokens = isAlone ? fromTokens : lengths.at(-1)!;
        lost.push({
          ...{ fromTokens, toTokens, chance, from: start / PARTS, to: end / PARTS },
          isIn: ({ tokens, positions }, i) => {
            const part = partOf(positions[i]!);
            return tokens >= fromTokens && tokens <= toTokens && part >= start && part < end;
          },
        });
      }
    }
  }
  return lost;
}

const DISTANCE = {
  start: ({ tokens, positions }: AnswerMarks, i: number) => tokens * positions[i]!,
  end: ({ tokens, positions, needed = positions }: AnswerMarks, i: number) =>
    tokens * (1 - (needed[i] ?? positions[i]!)),
} as const;

/** All that is farther than some tokens from an end, where that is lost. */
function lostEnds(prompts: readonly AnswerMarks[], test: Test): Candidate[] {
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const longest = lengths.at(-1)!;
  const indexOf = new Map(lengths.map((tokens, i) => [tokens, i]));
  return (['start', 'end'] as const).flatMap((kept) => {
    const distanceOf = DISTANCE[kept];
    const left = prompts.map(({ marks, positions }) => ({
      count: positions.length,
      found: sum(positions.map((_, i) => marks[i]!)),
    }));
    const byLength = lengths.map(() => NOTHING);
    const put = (p: number, sign: 1 | -1) => {
      const at = indexOf.get(prompts[p]!.tokens)!;
      const own = foundIn(left[p]!.count, left[p]!.found, prompts[p]!.worth);
      byLength[at] = together(byLength[at]!, {
        marks: sign * own.marks,
        found: sign * own.found,
        prompts: sign * own.prompts,
      });
    };
    prompts.forEach((_, p) => {
      put(p, 1);
    });
    const marks = prompts
      .flatMap((prompt, p) => prompt.positions.map((_, i) => ({ p, i, at: distanceOf(prompt, i) })))
      .sort((a, b) => a.at - b.at);
    const lost: Candidate[] = [];
    for (const [k, { p, i, at: near }] of marks.slice(0, -1).entries()) {
      put(p, -1);
      left[p]!.count--;
      left[p]!.found -= prompts[p]!.marks[i]!;
      put(p, 1);
      const far = marks[k + 1]!.at;
      if (near === far) continue;
      const border = (near + far) / 2;
      const share = border / longest;
      // From the shortest length on that reaches as far.
      const first = byLength.findIndex((own) => own.prompts > 0);
      for (const { at, chance, isAlone } of lostFrom(byLength.slice(first), test, test.chance)) {
        if (at > 0 || isAlone) continue;
        lost.push({
          ...{ fromTokens: lengths[first]!, toTokens: longest, chance },
          ...(kept === 'start' ? { from: share, to: 1 } : { from: 0, to: 1 - share }),
          isIn: (prompt, mark) => distanceOf(prompt, mark) > border,
        });
      }
    }
    return lost;
  });
}

/** Recall in a stretch and elsewhere, by the prompts that have facts in it. */
function contrastOf(prompts: readonly AnswerMarks[], { isIn }: Candidate) {
  const [inside, outside]: [number[], number[]] = [[], []];
  for (const prompt of prompts) {
    const are = prompt.positions.map((_, i) => isIn(prompt, i));
    if (!are.includes(true) && prompt.positions.length > 1) continue;
    are.forEach((is, i) => {
      (is ? inside : outside).push(prompt.marks[i]!);
    });
  }
  const share = (marks: readonly number[]) => sum(marks) / marks.length;
  return { within: share(inside), elsewhere: share(outside) };
}

/** So much likelihood, in nats, may be lost by moving the border of a cut. */
const SLACK = 2;

/**
 * Where a model stops reading, by the best border in tokens between what is found and what is lost; nothing where the hole
 * does not reach an end, where one length alone shows it, or where a share of the context explains the marks better.
 */
function cutOf(
  prompts: readonly AnswerMarks[],
  { from, to }: Candidate,
  wanted: number,
): Cut | undefined {
  const kept = to === 1 && from > 0 ? 'start' : from === 0 && to < 1 ? 'end' : undefined;
  if (!kept) return undefined;
  const inTokens = likeliestBorder(prompts, DISTANCE[kept]);
  const inShare = likeliestBorder(
    prompts,
    (prompt, i) => DISTANCE[kept](prompt, i) / prompt.tokens,
  );
  if (!inTokens || !inShare || inTokens.logLikelihood < inShare.logLikelihood) return undefined;
  const { low, high, within, elsewhere } = inTokens;
  if (within > LOST || elsewhere < wanted - LOST) return undefined;
  return { kept, tokens: (low + high) / 2, low, high };
}

/** The border that explains best which marks are found, with those that explain them nearly as well. */
function likeliestBorder(
  prompts: readonly AnswerMarks[],
  distanceOf: (prompt: AnswerMarks, mark: number) => number,
) {
  const all = prompts
    .flatMap((prompt) =>
      prompt.positions.map((_, i) => ({ at: distanceOf(prompt, i), mark: prompt.marks[i]! })),
    )
    .sort((a, b) => a.at - b.at);
  const total = sum(all.map(({ mark }) => mark));
  let found = 0;
  const borders = all.slice(0, -1).flatMap(({ at, mark }, i) => {
    found += mark;
    const next = all[i + 1]!.at;
    const [before, behind] = [i + 1, all.length - i - 1];
    const [elsewhere, within] = [found / before, (total - found) / behind];
    if (next === at || within >= elsewhere) return [];
    const logLikelihood = ofShare(found, before) + ofShare(total - found, behind);
    return [{ logLikelihood, low: at, high: next, within, elsewhere }];
  });
  if (borders.length === 0) return undefined;
  const best = borders.reduce((a, b) => (b.logLikelihood > a.logLikelihood ? b : a));
  const near = borders.filter((one) => one.logLikelihood >= best.logLikelihood - SLACK);
  return { ...best, low: near[0]!.low, high: near.at(-1)!.high };
}

/** The log of the likelihood of marks with their own mean. */
function ofShare(found: number, count: number): number {
  if (found <= 0 || found >= count) return 0;
  return found * Math.log(found / count) + (count - found) * Math.log1p(-found / count);
}
