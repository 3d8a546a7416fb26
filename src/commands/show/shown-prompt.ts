/** The prompt of a Case as its model was sent it, and where its evidence stands in it. */
import { foreignStoredPrompt } from '../../assertions/sent-prompt.js';
import { benchmarkNamed } from '../../benchmarks/registry.js';
import { forProvider, type ProviderIdentity } from '../../contract/by-provider.js';
import { assertCase } from '../../contract/case-identity.js';
import { STRIPPED } from '../../contract/signs.js';
import { assertSameEdition } from '../../generators/edition.js';
import { buildPrompt } from '../../generators/prompt.js';
import { textsOfPrompt } from '../../haystack/messages/texts.js';
import { loadTokenizer } from '../../haystack/tokenizer.js';
import { APART, placesIn, readingOf } from '../../providers/read-prompt.js';

/** A Case with one of its models, and what promptfoo says that it was sent. */
interface Asked {
  case: unknown;
  provider: ProviderIdentity;
  result?: { prompt?: { raw?: unknown } | null | undefined };
}

/**
 * The prompt as it was sent; built anew where that was not kept, or was not that of the Case.
 *
 * @throws {UserError} when it cannot be built as it was
 */
export async function promptOf({ case: value, provider, result }: Asked) {
  assertCase(value);
  const theCase = forProvider(value, provider);
  await benchmarkNamed(theCase.benchmark)?.load?.(theCase);
  const sent = result?.prompt?.raw;
  if (typeof sent === 'string' && sent !== STRIPPED && !foreignStoredPrompt(sent, theCase)) {
    return { theCase, prompt: sent, isSent: true };
  }
  await assertSameEdition(value);
  return { theCase, prompt: (await buildPrompt(theCase)).prompt, isSent: false };
}

/** The same as one text, with its evidence in the order in which it stands there. Throws as `promptOf` does. */
export async function shownPrompt(found: Asked) {
  const { theCase, prompt, isSent } = await promptOf(found);
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  const reading = await readingOf(theCase);
  const text = textsOfPrompt(prompt).join(APART);
  return {
    text,
    isSent,
    isCompacted: Boolean(theCase.compact),
    /** How many tokens a text has by the tokenizer of the Case. */
    count: (part: string) => tokenizer.count(part),
    pieces: reading.pieces.length,
    places: placesIn(text, reading).map((place) => ({
      ...place,
      sought: reading.pieces[place.piece]!.text,
    })),
  };
}
