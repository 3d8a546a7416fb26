import { groupBy } from '../../../base/group-by.js';
import { mean, sum } from '../../../base/numbers.js';
import { independentMarks, MOODY, STEADY } from '../../statistics/curve/prompt-marks.js';
import { areShared } from '../../statistics/units.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import { type Prompt, promptsOf, withMarks } from '../evaluation/prompts.js';

/**
 * A composite score as prompts of their own, so that its curve over length is that of the score: each
 * takes one prompt of every part (where a part has more, the mean of several) and has as its only mark
 * their weighted scores. It tells as much as marks whose mean has as small a variance (Kish 1965), alike as those of a
 * steady reader's prompt. Lengths at which a part has no answer are left out.
 *
 * @param cases - of one reader, each of some part
 */
export function compositePrompts(cases: readonly AskedCase[]): Prompt[] {
  const parts = [...groupBy(cases, ({ composite }) => composite!.part).values()];
  const weights = parts.map(([first]) => first!.composite!.weight);
  const whole = sum(weights);
  const scores = parts.map(scoresByLength);
  const isShared = areShared(promptsOf(cases));
  return [...scores[0]!.keys()].flatMap((tokens) => {
    const own = scores.map((byLength) => byLength.get(tokens) ?? []);
    const fewest = Math.min(...own.map((list) => list.length));
    return Array.from({ length: fewest }, (_, i) => {
      const shares = own.map((list) => share(list, i, fewest));
      const score = sum(
        shares.map((list, part) => weights[part]! * mean(list.map((one) => one.score))),
      );
      const variance = sum(
        shares.map((list, part) => {
          const own = sum(list.map(({ marks }) => 1 / independentMarks(marks, MOODY)));
          return own * (weights[part]! / list.length) ** 2;
        }),
      );
      const key = `${tokens} tokens, no. ${i + 1}`;
      return {
        key,
        unit: isShared ? shares[0]![0]!.unit : key,
        tokens,
        marks: [Math.min(1, score / whole)],
        worth: independentMarks(whole ** 2 / variance, STEADY),
        positions: [],
      };
    });
  });
}

/** The scores of a part's prompts by length, and of how many marks they are. */
function scoresByLength(cases: readonly AskedCase[]) {
  const marked = promptsOf(cases);
  const scored = promptsOf(cases.map((asked) => withMarks(asked, () => [])));
  const prompts = scored.map(({ unit, tokens, marks }, i) => {
    return { unit, tokens, score: mean(marks), marks: marked[i]!.marks.length };
  });
  return groupBy(prompts, ({ tokens }) => tokens);
}

/** The i-th of `shares` parts of a list that are as equal as can be. */
function share<T>(list: readonly T[], i: number, shares: number): T[] {
  const from = Math.floor((i * list.length) / shares);
  return list.slice(from, Math.floor(((i + 1) * list.length) / shares));
}
