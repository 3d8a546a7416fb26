/**
 * Contexts as the authors make their files (`gen_test_data.ipynb`): a number of characters or words of a text
 * from its beginning, cut wherever that is, with each star on a line of its own behind its M-th part.
 */

import { UserError } from '../../base/user-error.js';
import { haystackName } from '../../contract/case.js';
import { type TextRequest, textFromStart } from '../../haystack/texts.js';
import type { Forbidden } from '../benchmark.js';

/** What the authors take out of a text in characters: white space, letters and punctuation of ASCII. */
const LATIN = /[^\S\n]|[!-/:-~]/g;

/** How much of a text a token of the length stands for: characters, or words behind single spaces. */
export type PerToken = { characters: number } | { words: number };

/** The size of the text of a length, for people too: `5800 characters`. */
export function sizeOf(perToken: PerToken, tokens: number): { size: number; text: string } {
  const [[unit, scale] = ['', 0]] = Object.entries(perToken);
  const size = Math.floor(tokens * scale);
  return { size, text: `${size} ${unit}` };
}

/**
 * The context with its stars. As in the original, a star is put in by its place in the text that has stars
 * already: with words, each stands two words further on than an M-th part would say.
 *
 * @throws {UserError} for a text that is too short, or could be taken for evidence
 */
export function sizedContext(
  request: TextRequest,
  { perToken, tokens }: { perToken: PerToken; tokens: number },
  sentences: readonly string[],
  forbidden: readonly Forbidden[],
): string {
  const { size, text: wanted } = sizeOf(perToken, tokens);
  const inWords = 'words' in perToken;
  const space = inWords ? ' ' : '';
  const without = inWords ? undefined : LATIN;
  const whole = textFromStart({ ...request, without }, inWords ? 12 * size : size);
  const text = inWords ? whole.split(' ').slice(0, size) : whole.slice(0, size);
  const found = forbidden.find(({ pattern }) => whole.search(pattern) >= 0);
  if (text.length < size || found) {
    throw new UserError(
      `haystack: ${haystackName(request.haystack)} ` +
        (found
          ? `says "${found.phrase}", which could be taken for evidence. Use another text.`
          : `is shorter than the ${wanted} that \`perToken\` asks of it. Use a longer text, or a smaller \`maxTokens\`.`),
    );
  }
  const step = Math.floor(size / sentences.length);
  const part = (from: number, to?: number) => [text.slice(from, to)].flat().join(space);
  let context = '';
  let from = 0;
  let added = 0;
  for (const [i, sentence] of sentences.entries()) {
    const star = `\n${sentence}\n`;
    const length = inWords ? star.split(' ').length : star.length;
    const to = Math.min(size, Math.max(from, (i + 1) * step + i * length - added));
    context += part(from, to) + star;
    from = to;
    added += inWords ? length - 2 : length;
  }
  return context + part(from);
}
