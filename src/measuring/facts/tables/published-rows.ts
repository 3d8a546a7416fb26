import { groupBy } from '../../../base/group-by.js';
import { mean } from '../../../base/numbers.js';
import { type AskedCase, placesOf } from '../evaluation/asked-case.js';

export interface PublishedRecall {
  model: string;
  recall: number;
  source: string;
  date: string;
  /** Who measured what the source lists. */
  by: string;
  metric: string;
  note: string;
  /** Who reported it, where the source only repeats it. */
  reportedBy?: string;
  /** What was not the same, a line each: such a score is named, and not drawn as a neighbour. */
  differs?: readonly string[];
  /** Where it is drawn: `Figure 3`. */
  figure?: string;
  /** Every star at every length, the shortest first and a line each: 1 where it was listed. */
  map?: readonly string[];
  /** By place, from 0 (first) to 1 (last). */
  places?: readonly PlaceRecall[];
  /** The named score that has the authors' rule, where the score itself accepts more. */
  rule?: string;
  /** What the answers that were measured score by that rule. */
  own?: readonly OwnRecall[];
}

export interface PlaceRecall {
  at: number;
  recall: number;
}

export interface OwnRecall {
  provider: string;
  recall: number;
  places?: readonly PlaceRecall[];
}

/** What a source reports of a model at several lengths. */
export interface PublishedTotal extends Omit<PublishedRecall, 'recall'> {
  byLength: { tokens: number; recall: number }[];
  /** Mean over the lengths that were asked and printed; absent where one of them was not measured. */
  recall?: number;
  /** The authors' effective length, as they write it: `>128K`. */
  effective?: string;
  /** That it is of answers by chance, which every score is to be seen beside. */
  chance?: true;
}

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
    const measured = [...byModel].flatMap(([provider, cases]) => ownRecall(provider, cases, score));
    return measured.length === 0 ? score : { ...score, own: measured };
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
  const at = [...byPlace].flatMap(([place, ofPlace]) =>
    place === undefined ? [] : [{ at: place, recall: mean(ofPlace.map(({ score }) => score)) }],
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
