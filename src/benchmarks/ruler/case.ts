import type { FileReference } from '../../base/references.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import {
  DEFAULTS,
  NIAH,
  type NiahParameters,
  type RulerTask,
  type TaskParameters,
} from './parameters.js';

export interface RulerCase extends Case {
  task: RulerTask;
  niah?: NiahParameters;
  /** Whether the question is announced before the text, too. */
  announce?: true;
  /** Parameters that differ from the paper's. */
  parameters?: Partial<TaskParameters>;
  documents?: FileReference;
  published?: FileReference;
  /** Who made them, if not the authors. */
  maker?: 'NeMo Gym';
  cell?: RulerCell;
}

/** How a length is filled. The rest of a prompt follows from seed and length. */
type RulerCell = {
  /** cwe: words that appear as often as they should. fwe: words to share out. */
  words?: number;
  /** cwe: the word that fills the rest, and how often. */
  filler?: number;
  fillerTimes?: number;
  dots?: number;
  /** qa: how many documents, and which others fill the rest. */
  documents?: number;
  fillers?: readonly string[];
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

/** Seeds a prompt's random draws, so that lengths and tasks differ. */
export function seedOf({ seed, task, tokens = 0 }: RulerDraft, what: string): string {
  return `ruler/${what}/${task}/${seed}/${tokens}`;
}
