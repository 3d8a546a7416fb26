import { z } from 'zod';
import { smallest } from '../../../base/extremes.js';
import { compactOption } from '../../../options/compact-option.js';
import { transcriptOption } from '../../../options/haystack-options.js';
import { type Options, oneOrMore, pathText, wholeFrom } from '../../../options/kinds.js';
import { lengthConflict, lengthOptions } from '../../../options/option-groups.js';

/** Default number of values to ask for. */
export const ASKED = 6;

const SESSIONS = 'must be the path of a recorded session, a pattern, or a list of them';

/** More questions make a table to fill in, which no agent is asked. */
const MOST_ASKED = 20;

export const ownHistoryOptions = {
  /**
   * The paths of your recorded sessions, or patterns: of Claude Code, Codex, SWE-agent or pi, or messages in the form of
   * OpenAI or Anthropic. Several are laid end to end. Required.
   */
  sessions: oneOrMore(pathText(SESSIONS), SESSIONS),
  /** The path of questions of your own, JSONL with `question` and `answers`; asked next to the values. */
  questions: pathText('must be the path of a file of questions').optional(),
  /** How many values a prompt wants, 1 to 20; 6 by default. */
  asked: wholeFrom(1, MOST_ASKED).default(ASKED),
  /**
   * Of a session that was compacted: `whole`, all of its turns, or `sent`, what the model was sent in the end. `whole` by
   * default.
   */
  recorded: z.enum(['whole', 'sent'], 'must be whole or sent').default('whole'),
  ...compactOption,
  ...transcriptOption,
  lengths: lengthOptions.lengths,
  maxTokens: lengthOptions.maxTokens,
};

export type OwnHistoryOptions = Options<typeof ownHistoryOptions>;

export const conflict = lengthConflict;

/** Characters without a value before a fact is planted: 20 values in 100K tokens of 3.6 characters each. */
const MOST_BETWEEN = 18_000;

/** Characters of a token, at least about. */
const CHARACTERS = 3;

/** Returns after how many characters a value is needed, so that the shortest window has all that are asked for. */
export function everyFor(lengths: readonly number[], asked: number): number {
  return Math.min(MOST_BETWEEN, Math.floor((CHARACTERS * smallest(lengths)) / asked));
}
