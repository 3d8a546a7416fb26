/** Compares facts found before and now: by length, by place in the prompt, and in the prompts that fell. */
import { groupBy } from '../../../base/group-by.js';
import { ascending, mean } from '../../../base/numbers.js';
import type { LengthChange, WorstCell } from './gate-result.js';
import { readOf, type SharedCase, scoresOf } from './shared-cases.js';

/** Places of a Counting-Stars prompt. More are grouped. */
const MOST_PLACES = 32;

/** Fewer facts show no pattern. */
const FEWEST_PLACES = 3;

/** Number of fallen prompts that are named. */
const WORST = 5;

/** Compares prompts that both sides answered, the shortest first. */
export function lengthChanges(shared: readonly SharedCase[]): LengthChange[] {
  const both = shared
    .map(readOf)
    .filter(({ before, after }) => after && before.some((run) => run !== undefined));
  const lengths = [...groupBy(both, ({ after }) => after!.tokens)].sort(([a], [b]) => a - b);
  return lengths.map(([tokens, members]): LengthChange => {
    const places = placesOf(members);
    return {
      ...{ tokens, prompts: new Set(members.map(({ unit }) => unit)).size },
      before: mean(members.map(({ before }) => mean(before.flatMap(scoresOf)))),
      now: mean(members.map(({ after }) => mean(scoresOf(after)))),
      ...(places && { places }),
    };
  });
}

interface Placed {
  position: number;
  before: number;
  now: number;
}

function placesOf(cases: readonly SharedCase[]): LengthChange['places'] | undefined {
  const facts = cases.flatMap(factsOf);
  const positions = ascending(facts.map(({ position }) => position));
  if (positions.length < FEWEST_PLACES) return undefined;
  const count = Math.min(MOST_PLACES, positions.length);
  const placeOf = ({ position }: Placed) =>
    positions.length <= MOST_PLACES
      ? positions.indexOf(position)
      : Math.min(count - 1, Math.floor(position * count));
  const byPlace = groupBy(facts, placeOf);
  const shares = (side: 'before' | 'now') =>
    Array.from({ length: count }, (_, i) => {
      const prompts = byPlace.get(i);
      return prompts ? mean(prompts.map((fact) => fact[side])) : null;
    });
  return { before: shares('before'), now: shares('now') };
}

/** Returns each fact with its place. Empty if places are unknown. */
function factsOf({ before, after, positions }: SharedCase): Placed[] {
  const marks = after && (after.marks.length > 0 ? after.marks : [after.score]);
  if (!marks || positions.length !== marks.length) return [];
  return marks.flatMap((now, i) => {
    const was = before.flatMap((run) => (run ? (run.marks[i] ?? run.score) : []));
    return was.length === 0 ? [] : { position: positions[i]!, before: mean(was), now };
  });
}

export function worstOf(shared: readonly SharedCase[]): WorstCell[] {
  return shared
    .flatMap(({ id, before, after, shown: row }) => {
      if (!after) return [];
      const baseline = mean(before.flatMap((run) => run?.score ?? []));
      const { score: now, tokens, seed, description, diagnosis } = after;
      const { reason, answer } = row;
      const falls = after.marks.map(
        (mark, i) => mean(before.map((run) => run?.marks[i] ?? 0)) - mark,
      );
      return {
        ...{ id, description, tokens, seed, baseline, now, reason, answer, row },
        ...(diagnosis !== undefined && { diagnosis }),
        mark: falls.indexOf(Math.max(...falls)),
      };
    })
    .filter(({ baseline, now }) => baseline > now)
    .sort((a, b) => b.baseline - b.now - (a.baseline - a.now))
    .slice(0, WORST);
}
