/** Finds places of the context that a model ignores: a stretch, or all beyond some tokens from an end. */
import { groupBy } from '../../../base/group-by.js';
import { ascending, sum } from '../../../base/numbers.js';
import { independentMarks, MOODY, meanOrNaN } from '../curve/prompt-marks.js';
import { betaCdf } from '../probabilities.js';
import type { AnswerMarks } from './unusable.js';

type Placed = AnswerMarks & Required<Pick<AnswerMarks, 'positions'>>;

/** What is lost from a length on. */
export interface Hole {
  /** The shortest length from which any stretch of the context is lost. */
  fromTokens: number;
  /** The clearest stretch, where it is one place that is lost and not recall in general. */
  place?: ContextPart;
  /** Where an end is ignored from a number of tokens on, however long the prompt is. */
  cut?: Cut;
}

/** A stretch of the context, as shares of it, from a length on. */
export interface ContextPart {
  fromTokens: number;
  from: number;
  to: number;
  /** Whether what is elsewhere is found as wanted, so that the place is all that is wrong. */
  isOnly?: boolean;
  /** Recall of facts in it, and of all others. */
  found?: number;
  elsewhere?: number;
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

/** Parts into which the context is divided. */
const PARTS = 16;

/** Fewer prompts show no hole, */
const FEWEST_PROMPTS = 3;

/** but look like one, if chance loses as much with this probability. */
const DOUBTFUL = 0.05;

/** Largest share found in a hole. */
const LOST = 0.35;

/** Largest chance of losing as much, at the wanted recall. Smaller for the middle, as there is more of it. */
const CHANCE = 0.01;

/** Largest chance for the first prompts of a hole. Otherwise it begins later. */
const FIRST_CHANCE = 0.05;

/** To be named, a place needs this much more found elsewhere, and at most these chances. */
const CONTRAST = 0.35;
const NAMED = { end: 1e-3, middle: 1e-4 };

/** Smaller chances are not told apart: then the stretch that lost most is the clearest. */
const EXACT = 1e-12;

/** Largest probability of low recall elsewhere if the place is all that is wrong. */
const UNSURE = 0.2;

/** Less than this is found in a hole, with this probability. */
const SURE = 0.9;
const HARD = 0.5;

interface Test {
  wanted: number;
  fewest: number;
  chance: number;
}

/** Marks in a stretch as if independent, how many were found, and in how many prompts. */
interface Found {
  marks: number;
  found: number;
  prompts: number;
}

const NOTHING: Found = { marks: 0, found: 0, prompts: 0 };

/** A stretch lost from a length on, and the chance of losing as much. */
interface Lost extends ContextPart {
  all: Found;
  chance: number;
  /** The end that is kept, if all beyond some tokens from it is lost. */
  kept?: Cut['kept'];
}

/**
 * Finds the shortest length from which some stretch of the context is lost, and the clearest such stretch.
 * Marks count by a fixed worth (`independentMarks`), so one more found mark can only end a hole.
 *
 * @param wanted - recall to be reached
 * @param fewest - prompts with facts in it. Fewer for what only looks like a hole
 */
export function clearestHole(
  prompts: readonly AnswerMarks[],
  wanted: number,
  fewest = FEWEST_PROMPTS,
): Hole | undefined {
  const placed = prompts.filter((prompt): prompt is Placed => (prompt.positions?.length ?? 0) > 0);
  if (placed.length === 0) return undefined;
  const test = { wanted, fewest, chance: fewest < FEWEST_PROMPTS ? DOUBTFUL : CHANCE };
  const [runs, ends] = [lostRuns(placed, test), lostEnds(placed, test)];
  if (runs.length + ends.length === 0) return undefined;
  const fromTokens = Math.min(...[...runs, ...ends].map((stretch) => stretch.fromTokens));
  const cut = ends.length > 0 ? cutOf(placed, clearest(ends), wanted) : undefined;
  // Shorter prompts that lose something are not cut there. The place they lose says more.
  const isCut = cut !== undefined && fromTokens > cut.low;
  const place = isCut || runs.length === 0 ? undefined : placeOf(placed, runs, wanted);
  return { fromTokens, ...(place ? { place } : cut && { cut }) };
}

function clearest(lost: readonly Lost[]): Lost {
  const most = ({ all }: Lost) => all.marks - 2 * all.found;
  return lost.reduce((a, b) => {
    const isClear = Math.max(a.chance, b.chance) < EXACT;
    return (isClear ? most(b) > most(a) : b.chance < a.chance) ? b : a;
  });
}

function foundIn(count: number, found: number, worth = 1): Found {
  if (count === 0) return NOTHING;
  const marks = worth * independentMarks(count, MOODY);
  return { marks, found: (marks * found) / count, prompts: 1 };
}

function together(found: Found, other: Found, sign = 1): Found {
  return {
    marks: found.marks + sign * other.marks,
    found: found.found + sign * other.found,
    prompts: found.prompts + sign * other.prompts,
  };
}

function isLost({ marks, found }: Found): boolean {
  return marks > 0 && found <= LOST * marks;
}

/** Tells whether surely no more than a share is found, so that it is lost, and not just hard to find. */
function isAtMost(share: number, { marks, found }: Found): boolean {
  return betaCdf(share, 1 + found, 1 + marks - found) >= SURE;
}

/** Returns the chance of finding no more at this recall, or 1 if it is not lost or too little is known. */
function chanceOf(all: Found, recall: number, fewest: number): number {
  if (all.prompts < fewest || !isLost(all)) return 1;
  if (fewest >= FEWEST_PROMPTS && !isAtMost(HARD, all)) return 1;
  return betaCdf(1 - recall, all.marks - all.found, all.found + 1);
}

/** Yields lengths from which a stretch is lost, given what is found in it at each length. */
function* lostFrom(byLength: readonly Found[], { wanted, fewest }: Test, most: number) {
  let after = NOTHING;
  for (let at = byLength.length - 1; at >= 0; at--) {
    const found = byLength[at]!;
    after = together(after, found);
    if (!isLost(found)) continue;
    let head = found;
    for (let next = at + 1; head.prompts < fewest && byLength[next]; next++) {
      head = together(head, byLength[next]!);
    }
    if (chanceOf(head, wanted, fewest) > FIRST_CHANCE) continue;
    for (const all of [after, found]) {
      const chance = chanceOf(all, wanted, fewest);
      if (chance <= most) yield { at, all, chance };
    }
  }
}

/** Finds runs of parts that are lost at one length, or from one to the longest. */
function lostRuns(prompts: readonly Placed[], test: Test): Lost[] {
  const byLength = groupBy(prompts, ({ tokens }) => tokens);
  const lengths = ascending(byLength.keys());
  const profiles = lengths.map((length) => byLength.get(length)!.map(profileOf));
  const lost: Lost[] = [];
  for (let start = 0; start < PARTS; start++) {
    for (let end = start + 1; end <= PARTS; end++) {
      if (end - start === PARTS) continue;
      const found = profiles.map((own) =>
        own
          .map(({ counts, sums, worth }) =>
            foundIn(counts[end]! - counts[start]!, sums[end]! - sums[start]!, worth),
          )
          .reduce((all, one) => together(all, one), NOTHING),
      );
      const most = start === 0 || end === PARTS ? test.chance : test.chance / PARTS;
      for (const { at, all, chance } of lostFrom(found, test, most)) {
        const [from, to] = [start / PARTS, end / PARTS];
        lost.push({ fromTokens: lengths[at]!, from, to, all, chance });
      }
    }
  }
  return lost;
}

function partOf(position: number): number {
  return Math.min(PARTS - 1, Math.max(0, Math.ceil(position * PARTS) - 1));
}

/** Sums marks before each part of the context, and counts them. */
function profileOf({ marks, positions, worth = 1 }: Placed) {
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
  return { worth, counts, sums };
}

/** Distance of a fact from the end that is kept, in tokens. */
const DISTANCE = {
  start: ({ tokens, positions }: Placed, i: number) => tokens * positions[i]!,
  end: ({ tokens, positions, needed = positions }: Placed, i: number) =>
    tokens * (1 - (needed[i] ?? positions[i]!)),
} as const;

function byDistance(prompts: readonly Placed[], kept: Cut['kept']) {
  return prompts
    .flatMap((prompt, p) =>
      prompt.positions.map((_, i) => ({
        ...{ p, tokens: prompt.tokens, mark: prompt.marks[i]! },
        at: DISTANCE[kept](prompt, i),
      })),
    )
    .sort((a, b) => a.at - b.at);
}

/** Finds ends beyond some tokens that are lost at every length that reaches as far. */
function lostEnds(prompts: readonly Placed[], test: Test): Lost[] {
  const lengths = ascending(prompts.map(({ tokens }) => tokens));
  const indexOf = new Map(lengths.map((tokens, i) => [tokens, i]));
  return (['start', 'end'] as const).flatMap((kept) => {
    const marks = byDistance(prompts, kept);
    const left = prompts.map(() => ({ count: 0, found: 0 }));
    const byLength = lengths.map(() => NOTHING);
    /** Counts a mark among those beyond the border. */
    const put = ({ p, tokens, mark }: (typeof marks)[number]) => {
      const [own, at] = [left[p]!, indexOf.get(tokens)!];
      const before = foundIn(own.count, own.found, prompts[p]!.worth);
      own.count++;
      own.found += mark;
      const now = foundIn(own.count, own.found, prompts[p]!.worth);
      byLength[at] = together(together(byLength[at]!, before, -1), now);
    };
    const lost: Lost[] = [];
    for (let k = marks.length - 1; k > 0; k--) {
      put(marks[k]!);
      const [near, far] = [marks[k - 1]!.at, marks[k]!.at];
      if (near === far) continue;
      const first = byLength.findIndex(({ prompts: own }) => own > 0);
      for (const { at, all, chance } of lostFrom(byLength.slice(first), test, test.chance)) {
        if (at === 0) lost.push({ fromTokens: lengths[first]!, from: 0, to: 1, all, chance, kept });
      }
    }
    return lost;
  });
}

/**
 * Names the clearest run, up to an end of the context if what lies between is lost too. Nothing if elsewhere
 * little more is found.
 */
function placeOf(
  prompts: readonly Placed[],
  runs: readonly Lost[],
  wanted: number,
): ContextPart | undefined {
  const best = clearest(runs);
  const { fromTokens } = best;
  const members = prompts.filter(({ tokens }) => tokens >= fromTokens);
  const marksIn = (isIn: (part: number) => boolean) =>
    members.flatMap((prompt) =>
      prompt.positions.flatMap((position, i) =>
        isIn(partOf(position) / PARTS) ? prompt.marks[i]! : [],
      ),
    );
  const recallIn = (isIn: (part: number) => boolean) => recallOf(marksIn(isIn));
  const from = recallIn((part) => part < best.from) <= LOST ? 0 : best.from;
  const to = recallIn((part) => part >= best.to) <= LOST ? 1 : best.to;
  const within = recallIn((part) => part >= from && part < to);
  const outsideOf = (start: number, end: number) => marksIn((part) => part < start || part >= end);
  const elsewhere = recallOf(outsideOf(from, to));
  const most = from === 0 || to === 1 ? NAMED.end : NAMED.middle;
  if (!isContrast(best, { within, elsewhere, wanted }, most)) return undefined;
  const toldOf = (place: Pick<ContextPart, 'from' | 'to'>, isOnly: boolean): ContextPart => {
    const inside = marksIn((one) => one >= place.from && one < place.to);
    const outside = outsideOf(place.from, place.to);
    const recalls = { found: meanOrNaN(inside), elsewhere: meanOrNaN(outside) };
    return { fromTokens, ...place, isOnly, ...recalls };
  };
  if (isFound(outsideOf(from, to), wanted)) return toldOf({ from, to }, true);
  const wide = widened({ from, to }, (part) => {
    const isEnd = part === 0 || part === 1 - 1 / PARTS;
    return recallIn((one) => one === part) < (isEnd ? LOST : wanted);
  });
  const isOnly = isFound(outsideOf(wide.from, wide.to), wanted);
  return toldOf(isOnly ? wide : { from, to }, isOnly);
}

/** Widens a place over neighbours that are found too seldom: a loss that fades has no sharp border. */
function widened(place: Pick<ContextPart, 'from' | 'to'>, isLow: (part: number) => boolean) {
  let [from, to] = [place.from, place.to];
  while (from > 0 && isLow(from - 1 / PARTS)) from -= 1 / PARTS;
  while (to < 1 && isLow(to)) to += 1 / PARTS;
  return { from, to };
}

/** Tells whether the wanted recall is likely for some marks. */
function isFound(marks: readonly number[], wanted: number): boolean {
  const found = sum(marks);
  return betaCdf(wanted, 1 + found, 1 + marks.length - found) <= UNSURE;
}

/** Averages marks as if two more were lost, so that few say little. */
function recallOf(marks: readonly number[]): number {
  return sum(marks) / (marks.length + 2);
}

function isContrast(
  { all }: Lost,
  { within, elsewhere, wanted }: { within: number; elsewhere: number; wanted: number },
  most: number,
): boolean {
  const isShown = chanceOf(all, Math.min(wanted, elsewhere), 1) <= most;
  return isShown && elsewhere - within >= CONTRAST;
}

/** Likelihood, in nats, that moving a border may lose. */
const SLACK = 2;

/**
 * Finds where a model stops reading. Nothing if only one length shows it, or if a share of the context explains
 * the marks better than a number of tokens.
 */
function cutOf(prompts: readonly Placed[], best: Lost, wanted: number): Cut | undefined {
  const { kept = 'start', fromTokens } = best;
  const marks = byDistance(prompts, kept);
  const lengths = ascending(marks.map(({ tokens }) => tokens));
  const inTokens = likeliestBorder(marks);
  const inShare = likeliestBorder(
    marks
      .map((one) => ({ ...one, at: one.tokens < fromTokens ? 0 : one.at / one.tokens }))
      .sort((a, b) => a.at - b.at),
  );
  if (!inTokens || inTokens.low === 0 || lengths.length < 2) return undefined;
  if (inShare && inTokens.fit < inShare.fit) return undefined;
  const { low, high } = inTokens;
  const own = marks.filter(({ tokens }) => tokens >= fromTokens);
  const recallIn = (isIn: (at: number) => boolean) =>
    recallOf(own.flatMap(({ at, mark }) => (isIn(at) ? mark : [])));
  const within = recallIn((at) => at > high);
  const elsewhere = recallIn((at) => at <= low);
  const beyond = groupBy(
    own.filter(({ at }) => at > high),
    ({ p }) => p,
  );
  const all = [...beyond.values()].map((one) =>
    foundIn(one.length, sum(one.map(({ mark }) => mark))),
  );
  if (!isAtMost(LOST, all.reduce(together, NOTHING))) return undefined;
  if (!isContrast(best, { within, elsewhere, wanted }, NAMED.end)) return undefined;
  // If the model forgets near facts too, no border is all that is wrong.
  if (
    !isFound(
      own.flatMap(({ at, mark }) => (at <= low ? mark : [])),
      wanted,
    )
  )
    return undefined;
  // All prompts that reach beyond it lose what lies there.
  const first = lengths.find((tokens) => tokens > high) ?? fromTokens;
  const isWhole = fromTokens > low && fromTokens <= first;
  return isWhole ? { kept, tokens: (low + high) / 2, low, high } : undefined;
}

/** Finds the border that best explains which marks are found, and how far it may move. */
function likeliestBorder(marks: readonly { at: number; mark: number }[]) {
  const total = sum(marks.map(({ mark }) => mark));
  let found = 0;
  const borders = marks.slice(0, -1).flatMap(({ at, mark }, i) => {
    found += mark;
    const next = marks[i + 1]!.at;
    const [before, behind] = [i + 1, marks.length - i - 1];
    const [elsewhere, within] = [found / before, (total - found) / behind];
    if (next === at || within >= elsewhere) return [];
    const fit = likelihood(found, before) + likelihood(total - found, behind);
    return [{ fit, low: at, high: next }];
  });
  if (borders.length === 0) return undefined;
  const best = borders.reduce((a, b) => (b.fit > a.fit ? b : a));
  const near = borders.filter(({ fit }) => fit >= best.fit - SLACK);
  return { ...best, low: near[0]!.low, high: near.at(-1)!.high };
}

/** Returns the log likelihood of marks with their own mean. */
function likelihood(found: number, count: number): number {
  if (found <= 0 || found >= count) return 0;
  return found * Math.log(found / count) + (count - found) * Math.log1p(-found / count);
}
