import type { Case, CaseDraft, FileReference } from '../../case.js';
import type { Phrasing } from './options.js';

export interface NolimaCase extends Case {
  benchmark: 'nolima';
  /** `one-hop`, `two-hop` or `direct`; of a published set, the kind of question it names. */
  task: string;
  /** Whether four characters are offered. */
  choice?: boolean;
  /** How many other facts are hidden: ours are about other characters, one of a published set is its own. */
  distractors?: number;
  published?: FileReference;
  cell: {
    depth: number;
    /** Name of the fact, or of the test of a published set. */
    fact: string;
    phrasing?: Phrasing;
  };
}

export type NolimaDraft = CaseDraft<NolimaCase>;
