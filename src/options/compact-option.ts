/** The option `compact`: what shortens a history before the question. */
import { z } from 'zod';
import { baseName } from '../base/references.js';
import { count, oneOrMore, pathText, tokenCount } from './kinds.js';

/** A function of a file of the user's. */
const FUNCTION = /^.+\.[cm]?js:[\w$]+$/;

const FUNCTION_MESSAGE =
  'must be a function of a JavaScript file, as compaction.mjs:lastTurns, without file://';

const COMPACT =
  `${FUNCTION_MESSAGE}, or a map with one of \`function\`, \`command\`, \`url\` and \`provider\`, ` +
  'or a list of these';

const LABEL = 'must be a name of at most 80 characters without commas and line breaks';
const COMMAND = 'must list a program and its arguments, as [python3, compact.py]';
const ROLLING = 'must be { at: 16000 }, in tokens, or { every: step }';

/** How long a compaction may take, in seconds. */
const TIMEOUT = 60;

const functionOption = pathText(FUNCTION_MESSAGE).regex(FUNCTION, FUNCTION_MESSAGE);

const text = z.string(COMMAND);

const given = z
  .strictObject({
    /** What the report calls it. */
    label: z
      .string(LABEL)
      .regex(/^[^\n\r,]{1,80}$/, LABEL)
      .optional(),
    /** A function, as `file.mjs:name`. */
    function: functionOption.optional(),
    /** A program and its arguments: it reads JSON from standard input and writes JSON to standard output. */
    command: z.tuple([text.min(1, COMMAND)], text, COMMAND).optional(),
    /** A server that takes the JSON in a POST and answers with JSON. */
    url: z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with http' })
      .optional(),
    /** Whether the provider of this label shortens the history itself; it is compared with one that does not. */
    provider: z.literal(true, 'must be true, or left out').optional(),
    /** How often each history is shortened; by default 3, of a function that always keeps the same 1. */
    samples: count.max(20, 'must be at most 20').optional(),
    /** Shorten again and again as the history grows: whenever it is longer than `at` tokens, or after every step. */
    rolling: z
      .union(
        [z.strictObject({ at: tokenCount }), z.strictObject({ every: z.literal('step') })],
        ROLLING,
      )
      .optional(),
    /** Seconds that one call may take; 60 by default. */
    timeout: z.number('must be a number of seconds').positive('must be above 0').default(TIMEOUT),
    /** Changes when what it keeps may change: what was kept by another version is not taken from the cache. */
    version: z.union([z.string(), z.number()], 'must be a text or a number').optional(),
  })
  .superRefine((compaction, context) => {
    const ways = WAYS.filter((way) => compaction[way] !== undefined);
    if (ways.length !== 1) {
      context.addIssue({ code: 'custom', message: `must have exactly one of ${WAYS.join(', ')}` });
    }
    if (compaction.provider && compaction.label === undefined) {
      context.addIssue({ code: 'custom', message: 'must have the `label` of the provider' });
    }
  });

const WAYS = ['function', 'command', 'url', 'provider'] as const;

/** A compaction as the user's config has it. */
export interface GivenCompaction extends Omit<z.output<typeof given>, 'label'> {
  /** What Cases and reports call it. */
  name: string;
}

const one = z.union(
  [
    functionOption.transform((name): GivenCompaction => givenCompaction(name)),
    given.transform(named),
  ],
  COMPACT,
);

/** The option of generators whose prompts are histories of an agent. */
export const compactOption = {
  /**
   * Your function, program or server that shortens the history, or a list of several. Each history is asked whole,
   * and shortened in each way.
   */
  compact: oneOrMore(one, COMPACT)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'has two of one name: give each a `label`',
    )
    .optional(),
} as const;

/** The compaction that a function is, written as `file.mjs:name`. */
export function givenCompaction(reference: string): GivenCompaction {
  return { name: reference, function: reference, timeout: TIMEOUT };
}

function named({ label, ...own }: z.output<typeof given>): GivenCompaction {
  const { command, rolling } = own;
  const called = command
    ? command.map(baseName).join(' ')
    : (own.function ?? own.url?.replace(/\/\/[^/]*@/, '//'));
  const when = rolling && ('at' in rolling ? ` rolling at ${rolling.at}` : ' rolling');
  const name = label ?? `${called}${when ?? ''}`.replace(/[\s,]+/g, ' ').slice(0, 80);
  return { name, ...own };
}
