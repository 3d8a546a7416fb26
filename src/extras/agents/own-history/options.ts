import { z } from 'zod';
import { smallest } from '../../../base/extremes.js';
import { compactOption } from '../../../options/compact-option.js';
import { transcriptOption } from '../../../options/haystack-options.js';
import { type Options, oneOrMore, pathText, wholeFrom } from '../../../options/kinds.js';
import { lengthConflict, lengthOptions } from '../../../options/option-groups.js';

/** How many values a prompt wants, unless the config says otherwise. */
export const ASKED = 6;

const SESSIONS = 'must be the path of a recorded session, a pattern, or a list of them';

/** A prompt with more questions is a table to fill in, and no longer a question of an agent. */
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

/** Where a session has fewer values than 20 in 100K tokens, at about 3.6 characters each, facts are planted. */
const MOST_BETWEEN = 18_000;

/** A window has as many stretches as questions, of about this many characters a token. */
const CHARACTERS = 3;

/** How many characters have a value to ask for at least, so that the shortest window has as many as are asked for. */
export function everyFor(lengths: readonly number[], asked: number): number {
  return Math.min(MOST_BETWEEN, Math.floor((CHARACTERS * smallest(lengths)) / asked));
}
