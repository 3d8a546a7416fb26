/** Defines what measuring asks of the half that makes prompts, without importing it: commands pass it in. */
import type { Case } from './case.js';

/** A stored Case of any version, perhaps damaged. */
export type StoredCase = Partial<Case> & Pick<Case, 'tokens'>;

export interface MadeGrid {
  id: string;
  size: number;
  ids: string[];
  /** Descriptions of the first few prompts. */
  named: string[];
}

/** Facts of a Case that only the half that makes prompts knows. Most results report them. */
export interface CaseFacts {
  /**
   * What published scores must share with a Case: `{ language: 'zh', order: 'ascending' }`. Nothing for an
   * unknown benchmark.
   */
  conditionsOf(
    benchmark: string,
    theCase: StoredCase,
  ): Readonly<Record<string, string>> | undefined;
  /** What is wrong with a prompt that was sent, in a sentence. Nothing if it is the Case's own. */
  foreignPrompt(sent: unknown, theCase: unknown): string | undefined;
}

export interface AskingSide extends CaseFacts {
  isGenerator(name: string): boolean;
  /** Makes a generator's grid again, and throws as the generator does. */
  gridsOf(generator: string, config: unknown): Promise<MadeGrid>;
}

/** Loads that half, only if needed, since it takes time and memory. */
export type AskingHalf = () => Promise<AskingSide>;
