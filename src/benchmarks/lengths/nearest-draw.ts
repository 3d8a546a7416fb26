import { CLOSE_ENOUGH } from './fill.js';

/** A try, and how many tokens it leaves. Below 0 if it is too long. */
interface Tried<T> {
  made: T;
  left: number;
}

/**
 * Try draw after draw until one comes close enough to a length.
 *
 * @param first - what there is without any of them
 * @returns what leaves the least free
 */
export function nearestDraw<T>(
  draws: number,
  first: Tried<T>,
  tryDraw: (draw: number) => Tried<T>,
): T {
  let best = first;
  for (let draw = 0; draw < draws && best.left > CLOSE_ENOUGH; draw++) {
    const tried = tryDraw(draw);
    if (tried.left >= 0 && tried.left < best.left) best = tried;
  }
  return best.made;
}
