import type { Form } from '../answer.js';
import type { Role } from '../labels.js';
import type { Region } from '../texts/brackets.js';

export interface ListCandidate extends Region {
  numbers: number[];
  form: Form;
  label: string;
  /** Whether it stands under the key that was asked for. */
  keyed?: boolean;
  /** Whether nothing stands between it and the one of its kind before it. */
  adjacent?: boolean;
  /** Whether it is one number, which is a list only with others. */
  single?: boolean;
  /** Whether it is a number that nothing calls a list or part of one. */
  loose?: boolean;
  /** What is known of the numbers besides their label. */
  role?: Role | undefined;
}
