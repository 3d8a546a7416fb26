/**
 * How recall may fall with length, before any answer is seen. A reader falls at some pace, in logits an
 * octave; the pace is one of a few, from hardly at all to a collapse, and may change anywhere. Besides,
 * a cliff, a sudden fall of any size, may come anywhere. None of it depends on which lengths are asked.
 */

/** Paces in logits an octave. */
export const PACES = JSON.parse(process.env['PACES'] ?? '[0.02, 0.15, 0.5, 1.5, 4]') as number[];

/** What is taken for granted of the pace at the shortest length. */
export const FIRST_PACE = JSON.parse(process.env['FIRST'] ?? '[0.45,0.25,0.15,0.1,0.05]') as number[];

/** What is taken for granted of it after a change. */
const LATER_PACE = JSON.parse(process.env['LATER'] ?? '[0.2, 0.2, 0.25, 0.2, 0.15]') as number[];

/** Changes of the pace in an octave. */
const CHANGE_RATE = Number(process.env['CHANGE'] ?? 0.5);

/** Cliffs in an octave, and the size, in logits, that none exceeds. */
const CLIFF_RATE = Number(process.env['CLIFF'] ?? 0.03);
const LARGEST_CLIFF = 6;

/** Probabilities of the pace after a distance, by the pace before it. */
export function paceChanges(octaves: number): number[][] {
  const kept = Math.exp(-CHANGE_RATE * octaves);
  return PACES.map((_, before) =>
    PACES.map((_, after) => (before === after ? kept : 0) + (1 - kept) * LATER_PACE[after]!),
  );
}

/**
 * Probability of falling by 0, 1, 2 … levels over a distance (Panjer's recursion, 1981).
 *
 * @param pace - in logits an octave
 * @param step - distance of two levels in logits
 * @param levels - how many levels there are
 */
export function fallProbabilities(
  pace: number,
  octaves: number,
  step: number,
  levels: number,
): Float64Array {
  const drops = new Float64Array(levels);
  const widest = Math.min(levels - 1, Math.round(LARGEST_CLIFF / step));
  drops.fill((CLIFF_RATE * octaves) / widest, 1, widest + 1);
  drops[1]! += (pace * octaves) / step;
  const probabilities = new Float64Array(levels);
  probabilities[0] = Math.exp(-(pace / step + CLIFF_RATE) * octaves);
  for (let fall = 1; fall < levels; fall++) {
    let sum = 0;
    for (let last = 1; last <= fall; last++) {
      sum += last * drops[last]! * probabilities[fall - last]!;
    }
    probabilities[fall] = sum / fall;
  }
  return probabilities;
}
