import { z } from 'zod';
import { TRANSCRIPT_FORMS } from '../contract/transcript-forms.js';
import { HAYSTACK_NAMES } from '../haystack/haystack.js';
import { CONTENT, orByProvider, pathText } from './kinds.js';

/**
 * A haystack: the name of one that comes with the package, the path of a text file or a pattern; or
 * files that make one text together, for all languages or for one.
 */
export type Haystack = string | { files: string | string[]; language?: string | undefined };

export const LANGUAGE = 'must be the code of a language, or the path of a language file (.yaml)';

const LINE_BREAKS = ['keep', 'spaces', 'none'] as const;

const lineBreaks = z.enum(
  LINE_BREAKS,
  `must be ${LINE_BREAKS.join(', ')}, or a map of these by language`,
);

const TRANSCRIPT = `must be one of ${TRANSCRIPT_FORMS.join(', ')}, or a map from patterns of provider ids to these`;

const ALONE =
  'has `converse` in a map. promptfoo declares tools to Bedrock only in a way that others refuse: ask Bedrock in a ' +
  'config of its own, with `transcript: converse`';

/** The option of generators whose prompts are, or can be, transcripts of an agent. */
export const transcriptOption = {
  /**
   * The form that transcripts are sent in: `openai`, `responses`, `anthropic`, `converse`, `gemini`,
   * `mistral`, `ollama` or `text`, or a map from patterns of provider ids to these; by default the provider's own.
   */
  transcript: orByProvider(z.enum(TRANSCRIPT_FORMS, TRANSCRIPT), TRANSCRIPT)
    .refine(
      (forms) => typeof forms === 'string' || !Object.values(forms).includes('converse'),
      ALONE,
    )
    .optional(),
} as const;

const FILES =
  'must be a path, or several. Write the path without `file://`, in whose place promptfoo puts the content';

const HAYSTACK = 'must be a name, a path, or { files: … }, or a list of names and { files: … }';

const path = pathText(HAYSTACK);

const files = z
  .strictObject({
    files: z.union([path, z.array(path).nonempty('must name at least one file')], FILES),
    language: z.string(LANGUAGE).optional(),
  })
  .transform((given): Haystack => given);

/** In a list each haystack is a grid, so a path, which may be one of several files of a text, says which it is. */
const listed = z.union([z.enum(HAYSTACK_NAMES), files], {
  error: (issue) =>
    typeof issue.input === 'string'
      ? `in a list, each haystack is a grid of its own: write one of ${HAYSTACK_NAMES.join(', ')}, a file as ` +
        '{ files: a.txt }, and files that make one text together as { files: [a.txt, b.txt] }'
      : HAYSTACK,
});

/** The options of generators that hide their evidence in a haystack, besides `GeneralOptions`. */
export const haystackOptions = {
  /**
   * The irrelevant text: `moby-dick`, `state-of-the-union`, `prose`, a path or a pattern. A list makes
   * a grid for each of its haystacks; in it, files of your own are written `{ files: essays.txt }`.
   */
  haystack: z
    .union(
      [
        path.meta({ examples: [...HAYSTACK_NAMES] }).transform((name): Haystack[] => [name]),
        files.transform((file) => [file]),
        z.array(listed).nonempty('must list at least one haystack'),
      ],
      { error: ({ input }) => (typeof input === 'string' && input ? CONTENT : HAYSTACK) },
    )
    .optional(),
  /** `sentences` shuffles the sentences of the haystack, by the seed. */
  shuffle: z.literal('sentences', 'must be sentences, or left out').optional(),
  /**
   * Line breaks of the haystack: `keep` (the default), `spaces` replaces them, `none` removes them; or one of these
   * for each language by its code.
   */
  lineBreaks: z.union([lineBreaks, z.record(z.string(), lineBreaks)]).default('keep'),
  /** Whether a haystack that is too short may be repeated; false by default. */
  repeat: z.boolean('must be true or false').default(false),
  /**
   * How the context is handed over: `text`, as one document; `chat`, pasted part by part into a
   * conversation; `tools`, as results of a tool that reads a file. `text` by default.
   */
  container: z.enum(['text', 'chat', 'tools'], 'must be text, chat or tools').default('text'),
  ...transcriptOption,
} as const;

export function isHaystackName(option: Haystack): option is string {
  return typeof option === 'string' && (HAYSTACK_NAMES as readonly string[]).includes(option);
}
