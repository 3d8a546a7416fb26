import type { FileReference } from '../../base/references.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import {
  DEFAULTS,
  NIAH,
  type NiahParameters,
  type TaskName,
  type TaskParameters,
} from './parameters.js';

export interface RulerCase extends Case {
  task: TaskName;
  niah?: NiahParameters;
  /** Whether what is asked is announced before the text, too. */
  announce?: true;
  /** Parameters of the other tasks that are not the paper's. */
  parameters?: Partial<TaskParameters>;
  /** SQuAD or HotpotQA, for the tasks qa_1 and qa_2. */
  documents?: FileReference;
  /** Prompts of the authors' code. */
  published?: FileReference;
  /** Who made them, where it was not the authors. */
  maker?: 'NeMo Gym';
  cell?: RulerCell;
}

/** How a length is filled; what stands in a prompt besides follows from the seed and the length. */
type RulerCell = {
  /** cwe: how many words stand in the list as often as they should; fwe: words to share out. */
  words?: number;
  /** cwe: which word fills the rest, and how often it stands there. */
  filler?: number;
  fillerTimes?: number;
  /** fwe: dots that fill the rest. */
  dots?: number;
  /** qa: how many documents there are, and which of the others fill the rest. */
  documents?: number;
  fillers?: readonly string[];
  /** Which example of a published file, from 1. */
  example?: number;
};

export type RulerDraft = CaseDraft<RulerCase>;

export function parametersOf({ parameters }: Pick<RulerCase, 'parameters'>): TaskParameters {
  return { ...DEFAULTS, ...parameters };
}

export function niahOf({
  task,
  niah,
}: Pick<RulerCase, 'task' | 'niah'>): NiahParameters | undefined {
  return niah ?? NIAH[task as keyof typeof NIAH];
}

/** What chance in a prompt is seeded with, so that lengths and tasks are drawn apart. */
export function seedOf({ seed, task, tokens = 0 }: RulerDraft, what: string): string {
  return `ruler/${what}/${task}/${seed}/${tokens}`;
}
