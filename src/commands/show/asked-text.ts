/** What the report shows of a prompt in which something was lost: the question, and the text around each piece. */
import { forProvider } from '../../contract/by-provider.js';
import { assertCase } from '../../contract/case-identity.js';
import type { Row } from '../../contract/row.js';
import { assertSameEdition } from '../../generators/edition.js';
import { buildPrompt } from '../../generators/prompt.js';
import { textsOfPrompt } from '../../haystack/messages/texts.js';
import type { AskedText } from '../../measuring/document/drawer.js';
import { APART, placesIn, readingOf } from '../../providers/read-prompt.js';

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
