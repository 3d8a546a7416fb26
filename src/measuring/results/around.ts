/** Fields of an evaluation besides its results. */
export interface Around {
  evalId?: unknown;
  /** promptfoo's list of prompts, each with a provider. */
  prompts?: unknown;
  config?: unknown;
  metadata?: unknown;
}
