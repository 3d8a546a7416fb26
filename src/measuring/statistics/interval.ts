/** An estimate with the bounds of its interval; what is not known is not a number, and `null` in JSON. */
export interface Interval {
  /** @nullable */
  value: number;
  /** @nullable */
  low: number;
  /** @nullable */
  high: number;
}

/** Spans all intervals, around the first one's value. */
export function hull(intervals: readonly Interval[]): Interval {
  return {
    value: intervals[0]!.value,
    low: Math.min(...intervals.map(({ low }) => low)),
    high: Math.max(...intervals.map(({ high }) => high)),
  };
}

export function checkConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`confidence must be above 0 and below 1, not ${confidence}`);
  }
}
