/** Scores measured models by a published score's rule, and at its places. */
import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import type { AskedCase } from '../evaluation/asked-case.js';
import { placesOf } from '../evaluation/prompts.js';
import type { OwnRecall, PublishedRecall } from './published-rows.js';

/**
 * Adds what models score by published rules or at published places.
 *
 * @param byModel - the Cases of each model
 */
export function withOwn<Score extends PublishedRecall>(
  published: readonly Score[],
  byModel: ReadonlyMap<string, readonly AskedCase[]>,
): Score[] {
  return published.map((score) => {
    if (score.rule === undefined && !score.places) return score;
    const own = [...byModel].flatMap(([provider, cases]) => ownRecall(provider, cases, score));
    return own.length === 0 ? score : { ...score, own };
  });
}

function ownRecall(
  provider: string,
  cases: readonly AskedCase[],
  { rule, places }: PublishedRecall,
): OwnRecall[] {
  const scored = cases.flatMap((asked) => {
    const score = scoreBy(asked, rule);
    return score === undefined ? [] : [{ score, place: asked.answer && placesOf(asked.answer)[0] }];
  });
  if (scored.length === 0) return [];
  const recall = mean(scored.map(({ score }) => score));
  if (!places) return [{ provider, recall }];
  const byPlace = groupBy(scored, ({ place }) => place);
  const at = [...byPlace].flatMap(([place, own]) =>
    place === undefined ? [] : [{ at: place, recall: mean(own.map(({ score }) => score)) }],
  );
  return [{ provider, recall, places: at.sort((a, b) => a.at - b.at) }];
}

/** Averages all answers by a named score, or by the score itself. */
function scoreBy({ calls, answer }: AskedCase, rule: string | undefined): number | undefined {
  if (rule === undefined) return answer?.score;
  const scores = calls.flatMap(({ error, namedScores }) =>
    error === undefined ? (namedScores[rule] ?? []) : [],
  );
  return scores.length === 0 ? undefined : mean(scores);
}
