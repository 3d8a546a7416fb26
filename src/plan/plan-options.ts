import type { BaselineFile } from '../baseline/baseline.js';
import type { GivenPrice } from './prices.js';

export interface PlanOptions {
  prices: readonly GivenPrice[];
  /** The even drop of recall whose probability of being found is stated. */
  drop: number;
  /** Recall to expect of the model, and how much the marks of one prompt hang together, 0 to 1. */
  recall: number;
  icc: number;
  /** Or what a baseline shows of its readers. */
  baseline?: Pick<BaselineFile, 'runs'>;
  /** The gate's own settings: error rate, and the drop it accepts. */
  alpha: number;
  maxDrop: number;
}
