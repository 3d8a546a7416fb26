/** Builds the prompt of a Case again, as its model was sent it, and finds the facts in it. */

import { foreignStoredPrompt } from '../../assertions/sent-prompt.js';
import { benchmarkNamed } from '../../benchmarks/registry.js';
import { forProvider, type ProviderIdentity } from '../../contract/by-provider.js';
import { assertCase } from '../../contract/case-identity.js';
import type { Row } from '../../contract/row.js';
import { STRIPPED } from '../../contract/signs.js';
import { assertSameEdition } from '../../generators/edition.js';
import { buildPrompt } from '../../generators/prompt.js';
import { textsOfPrompt } from '../../haystack/messages/texts.js';
import { loadTokenizer } from '../../haystack/tokenizer.js';
import type { AskedText } from '../../measuring/document/drawer.js';
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

/** Pieces and marks that are further apart than this, as shares of the context, are not of one another. */
const APART_AT_MOST = 0.03;

type Place = ReturnType<typeof placesIn>[number];

function nearest(places: readonly Place[], position: number): Place | undefined {
  const distance = (one: Place) => Math.abs(one.position - position);
  const near = places.filter((one) => distance(one) <= APART_AT_MOST);
  return near.length === 0
    ? undefined
    : near.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/**
 * Build the prompt of a Case again, as its provider got it, and find what was hidden in it.
 *
 * @returns nothing where the prompt cannot be built as it was
 */
export async function askedText({
  case: stored,
  positions,
  at,
}: Row): Promise<AskedText | undefined> {
  try {
    assertCase(stored);
    const theCase = forProvider(stored, at?.provider);
    const reading = await readingOf(theCase);
    await assertSameEdition(stored);
    const { prompt, question } = await buildPrompt(theCase);
    const text = textsOfPrompt(prompt).join(APART);
    const places = placesIn(text, reading);
    const isPaired = reading.pieces.length === positions.length;
    const pieces = positions.map((position, mark) => {
      const place = isPaired
        ? places.find(({ piece }) => piece === mark)
        : nearest(places, position);
      if (!place) return undefined;
      const { start } = place;
      return { start, end: start + reading.pieces[place.piece]!.text.length };
    });
    return { question, text, pieces };
  } catch {
    // Another version of texts or words, or files that are gone: `show` says which.
    return undefined;
  }
}
