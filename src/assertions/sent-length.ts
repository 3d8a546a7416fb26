/**
 * How long the prompt is that was sent, where the user has put more around it than its Case has room for: a template, a
 * system prompt, `prefix` and `suffix`. promptfoo hands over the rendered prompt here, and nowhere else cheaply.
 */

import { sum } from '../base/numbers.js';
import { forProvider, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { STRIPPED } from '../contract/signs.js';
import { builtSize } from '../generators/prompt-doors.js';
import { isTranscript } from '../generators/transcript-form.js';
import { textsOfPrompt } from '../haystack/messages/texts.js';
import { loadTokenizer } from '../haystack/tokenizer.js';

/** Text of so few characters, in UTF-16 units, is not counted. */
const LEAST_TEXT = 40;

/** What was sent is longer than a Case where it is by more than this, in tokens or as a share, whichever is more. */
const TOLERATED = { tokens: 40, share: 0.02 };

/**
 * Count the tokens of a prompt that was sent, by the tokenizer of its Case.
 *
 * @param sent - as promptfoo rendered it: text, or chat messages as JSON, whose texts count
 * @returns nothing where the Case says its length, and where it is not known what was sent
 */
export async function longerSent(
  sent: unknown,
  theCase: Case,
  provider: ProviderIdentity | undefined,
): Promise<number | undefined> {
  if (typeof sent !== 'string' || sent === STRIPPED) return undefined;
  // Where documents are in the vars, the pipeline makes another prompt; a compaction is there to shorten it.
  if (theCase.sent === 'vars' || theCase.compact) return undefined;
  const own = forProvider(theCase, provider);
  const texts = textsOfPrompt(sent);
  const built = builtSize(own);
  const characters = sum(texts.map(({ length }) => length));
  if (built !== undefined && characters <= built + LEAST_TEXT) return undefined;
  // Labels of a transcript's turns belong to its form: without the size that it was built to, they are not told apart.
  if (built === undefined && isTranscript(theCase)) return undefined;
  const tokenizer = await loadTokenizer(own.tokenizer);
  const tokens = sum(texts.map((text) => tokenizer.count(text)));
  const most = theCase.tokens + Math.max(TOLERATED.tokens, TOLERATED.share * theCase.tokens);
  return tokens > most ? tokens : undefined;
}
