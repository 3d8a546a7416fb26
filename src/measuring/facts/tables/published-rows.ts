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
