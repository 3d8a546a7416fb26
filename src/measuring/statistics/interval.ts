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

/** Sums independent figures by weight, with an interval from theirs (MOVER: Zou & Donner 2008). */
export function weightedSum(parts: readonly { figure: Interval; weight: number }[]): Interval {
  let [value, below, above] = [0, 0, 0];
  for (const { figure, weight } of parts) {
    const ends = [weight * (figure.value - figure.low), weight * (figure.high - figure.value)];
    const [down, up] = weight < 0 ? [ends[1]!, ends[0]!] : [ends[0]!, ends[1]!];
    value += weight * figure.value;
    below += down ** 2;
    above += up ** 2;
  }
  return { value, low: value - Math.sqrt(below), high: value + Math.sqrt(above) };
}
