/** Published scores as a report has them. */

/** What a source reports of a model. */
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
