/** What a command or a config asks of the other half: a comparison with a baseline, or prompts of a search. */
import { z } from 'zod';

/** What a test says in its metadata that the hook compares it with. docs/gate.md */
export interface GateRequest {
  baseline: string;
  /** A mean drop of recall that is accepted. */
  maxDrop: number;
  /** Readers to compare, as `old=new` or one name of both; without any, all that either side has. */
  baselineProviders?: string[];
}

/** The variable that holds the request, as JSON, and the symbol of what makes tests for more requests in the same process. */
export const SEARCH_VARIABLE = 'COUNTING_STARS_SEARCH';
export const TEST_MAKERS = Symbol.for('promptfoo-counting-stars.makers');

/** What a search asks of one length. */
export const promptSchema = z.object({
  /** Length in tokens. */
  tokens: z.number().int().positive(),
  seed: z.number().int().nonnegative(),
  /** Labels, or ids of those without, of the providers that are asked it. */
  providers: z.array(z.string()).nonempty(),
});

export const requestSchema = z.object({
  /** Written into the metadata of its tests, by which promptfoo leaves out all others. */
  round: z.string(),
  /** The generator that is searched with; without it, all of the config. */
  generator: z.string().exactOptional(),
  prompts: z.array(promptSchema),
  /** Instead, all Cases of the config's own grids. */
  whole: z.literal(true).exactOptional(),
});

export type SearchPrompt = z.output<typeof promptSchema>;
export type SearchRequest = z.output<typeof requestSchema>;

/** The ids of all cases of a baseline file, by which generators check the option; throws where it cannot be read. */
export type IdsOfBaseline = (file: string) => ReadonlySet<string>;
