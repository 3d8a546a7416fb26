import seedrandom from 'seedrandom';
import { shuffled } from '../../base/shuffle.js';
import { UserError } from '../../base/user-error.js';
import { depthsOf } from '../depths.js';
import { drawNeedles } from '../needles/draw-needles.js';
import type { Needle, NeedleSet } from '../needles/needle-sets.js';
import type { BenchTask, NeedleBenchOptions } from './options.js';

export interface Group {
  needles?: Needle[];
  /** A chain of kinship instead: its statements, and which of that length, from 1. */
  steps?: number;
  chain?: number;
  sample: number;
}

/**
 * The groups of a task: the same for all its cells, so that cells differ in nothing but length and depth.
 *
 * @throws {UserError} when the set has too few needles, or needles that cannot be told apart
 */
export function drawGroups(
  task: BenchTask,
  options: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
): Group[] {
  const amount = options.perCell[task];
  if (task === 'M-RS') return combinedGroups(options, set, seed, amount);
  if (task === 'M-RT' && options.layout === 'depths') return orders(options, set, seed, amount);
  const size = task === 'S-RT' ? 1 : options.evidence;
  return draw(set.single, { amount, size, seed, reuse: options.reuse }, task, 'single');
}

/** Repeats one needle per depth in several orders, as OpenCompass does. */
function orders(
  options: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
  amount: number,
): Group[] {
  const size = depthsOf(options, 5).length;
  const [one] = draw(set.single, { amount: 1, size, seed, reuse: false }, 'M-RT', 'single');
  return Array.from({ length: amount }, (_, i) => ({
    needles: shuffled(one!.needles!, seedrandom(`orders/${seed}/${i}`)),
    sample: 1,
  }));
}

function combinedGroups(
  { combined: sizes, scoring, reuse }: NeedleBenchOptions,
  set: NeedleSet,
  seed: number,
  amount: number,
): Group[] {
  const bySize = sizes.map((size, i): Group[] => {
    const own = Math.ceil((amount - i) / sizes.length);
    if (own <= 0) return [];
    if (scoring === 'opencompass-2') {
      return Array.from({ length: own }, (_, j) => ({ steps: size, chain: j + 1, sample: 1 }));
    }
    const chains = set.chains.filter(({ sentences }) => sentences.length === size);
    const task = `M-RS with ${size} sentences`;
    return draw(chains, { amount: own, size: 1, seed, reuse }, task, 'chains');
  });
  return Array.from(
    { length: amount },
    (_, i) => bySize[i % sizes.length]![Math.floor(i / sizes.length)]!,
  );
}

interface Draw {
  amount: number;
  size: number;
  seed: number;
  reuse: boolean;
}

function draw(
  needles: readonly Needle[],
  { amount, size, seed, reuse }: Draw,
  task: string,
  section: string,
): Group[] {
  const most = Math.floor(needles.length / size);
  const groups = reuse ? Math.min(amount, most) : amount;
  const drawn = groups > 0 ? drawNeedles(needles, { groups, size, seed }) : undefined;
  if (drawn) {
    return Array.from({ length: amount }, (_, i) => ({
      needles: drawn[i % drawn.length]!,
      sample: 1 + Math.floor(i / drawn.length),
    }));
  }
  throw new UserError(
    `needleBench: ${task} takes ${Math.max(1, groups) * size} different needles, but the set has ` +
      `${needles.length} in \`${section}\`. Use a smaller \`perCell\`, other \`tasks\`, \`reuse: true\`, or a ` +
      'larger file of `needles`.',
  );
}
