/** What measuring asks of the half that makes prompts. It imports nothing of that half: the commands hand it in. */
import type { Case } from './case.js';

/** A Case as results have it: of this version or another, and perhaps damaged. */
export type StoredCase = Partial<Case> & Pick<Case, 'tokens'>;

/** The grid of one entry of `tests`. */
export interface MadeGrid {
  /** Digest of all ids. */
  id: string;
  size: number;
  /** Of its Cases. */
  ids: string[];
  /** Descriptions of the first few prompts. */
  named: string[];
}

/** What a row says of a Case that only the half that makes prompts knows. Most results say it themselves. */
export interface CaseFacts {
  /**
   * What published scores must have in common with a Case, by name: `{ language: 'zh', order: 'ascending' }`.
   * Nothing for a benchmark that this version does not have.
   */
  conditionsOf(
    benchmark: string,
    theCase: StoredCase,
  ): Readonly<Record<string, string>> | undefined;
  /** What is wrong with a prompt that was sent, in a sentence; nothing when it is the Case's own. */
  foreignPrompt(sent: unknown, theCase: unknown): string | undefined;
}

/** The half that makes prompts, as measuring sees it. */
export interface AskingSide extends CaseFacts {
  isGenerator(name: string): boolean;
  /** Makes the grid of a generator's config again, and throws as the generator does. */
  gridsOf(generator: string, config: unknown): Promise<MadeGrid>;
}

/** Loads that half, which takes time and memory: asked for only what results do not say themselves. */
export type AskingHalf = () => Promise<AskingSide>;
