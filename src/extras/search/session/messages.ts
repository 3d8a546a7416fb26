/** What a search or `gate --run` and its promptfoo tell each other. */
import type { SearchPrompt } from '../../../contract/requests.js';

/** The variable that holds the plan of a session, as JSON. */
export const SESSION_VARIABLE = 'COUNTING_STARS_SESSION';

export interface SessionPlan {
  /** Names of the providers that may be asked. */
  providers: string[];
  /** How often each test that promptfoo read may be filled by another. */
  times: number;
  /** Calls at once. */
  lanes: number;
  /** Milliseconds between two calls. */
  delay: number;
}

/** What is sent next. */
export interface Order {
  number: number;
  /** Written into the metadata of its tests. */
  round: string;
  prompts: SearchPrompt[];
  /** Or: Cases of the config's own grids by id, with the calls that each provider is to make. */
  cases?: Record<string, Record<string, number>>;
}

export type ToHook = { wanted: Order } | { end: true };

/** What the hook tells of its tests: how many calls are open, and how many have been answered since the start. */
export interface FromHook {
  open: number;
  answered: number;
  /** The number of what was wanted last. */
  received: number;
  /** Numbers of what was wanted and is answered. */
  done: number[];
  /** No test is left of what was wanted. */
  isNothing?: true;
  /** A user's mistake that a generator found. */
  error?: string;
}
