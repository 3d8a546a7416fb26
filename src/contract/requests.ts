/** Defines what a command or config asks of the other half: a comparison with a baseline, or prompts of a search. */
import { z } from 'zod';

/** What the hook compares a test with. docs/gate.md */
export interface GateRequest {
  baseline: string;
  /** A mean drop of recall that is accepted. */
  maxDrop: number;
  /** Models to compare, as `old=new` or one name of both. By default all. */
  baselineProviders?: string[];
}

/** The variable that holds the request, as JSON. */
export const SEARCH_VARIABLE = 'COUNTING_STARS_SEARCH';

/** The variable that holds the plan of a session, as JSON. */
export const SESSION_VARIABLE = 'COUNTING_STARS_SESSION';

/** The symbol of what makes tests for more requests in the same process. */
export const TEST_MAKERS = Symbol.for('promptfoo-counting-stars.makers');

export const promptSchema = z.object({
  tokens: z.number().int().positive(),
  seed: z.number().int().nonnegative(),
  /** Labels (or ids of unlabelled) providers to send it to. */
  providers: z.array(z.string()).nonempty(),
});

export const requestSchema = z.object({
  /** In the metadata of its tests, by which promptfoo leaves out all others. */
  round: z.string(),
  /** Generator to search with. By default, all of the config. */
  generator: z.string().exactOptional(),
  prompts: z.array(promptSchema),
  /** Instead, all Cases of the config's own grids. */
  whole: z.literal(true).exactOptional(),
});

export type SearchPrompt = z.output<typeof promptSchema>;
export type SearchRequest = z.output<typeof requestSchema>;

/** Reads the ids in a baseline file, to check an option. Throws if it cannot be read. */
export type IdsOfBaseline = (file: string) => ReadonlySet<string>;
