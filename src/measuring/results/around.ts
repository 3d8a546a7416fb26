/** What stands around the results of an evaluation. */
export interface Around {
  evalId?: unknown;
  /** promptfoo's list of prompts, each with a provider. */
  prompts?: unknown;
  config?: unknown;
  /** promptfoo's own: its version. */
  metadata?: unknown;
}
