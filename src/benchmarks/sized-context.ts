/**
 * Makes contexts as Counting-Stars' authors do (`gen_test_data.ipynb`): the start of a text, sized in
 * characters or words and cut anywhere, with a sentence on its own line behind each M-th part.
 */

import { UserError } from '../base/user-error.js';
import type { CaseDraft } from '../contract/case.js';
import { haystackName } from '../contract/case-identity.js';
import { textFromStart } from '../haystack/texts.js';
import type { ContextTask, SizedTask } from './benchmark.js';

/** What the authors remove from texts in characters: white space, and ASCII letters and punctuation. */
const LATIN = /[^\S\n]|[!-/:-~]/g;

/** The text searched last, and what it lacks: a grid asks the same of one text for each of its prompts. */
let searched = { text: '', lacked: new Set<string>() };

function isIn(text: string, pattern: RegExp): boolean {
  if (searched.text !== text) searched = { text, lacked: new Set() };
  if (searched.lacked.has(String(pattern))) return false;
  const isFound = text.search(pattern) >= 0;
  if (!isFound) searched.lacked.add(String(pattern));
  return isFound;
}

/**
 * Inserts sentences one by one. As in the original, places count sentences already inserted, so with words each
 * stands two words later than an M-th part would say.
 *
 * @throws {UserError} for a text that is too short, or could be taken for evidence
 */
export function sized(
  { size, unit, haystack, sentences, forbidden, ...task }: SizedTask,
  draft: CaseDraft,
): ContextTask {
  const inWords = unit === 'words';
  const space = inWords ? ' ' : '';
  const without = inWords ? undefined : LATIN;
  const whole = textFromStart({ ...draft, haystack, without }, inWords ? 12 * size : size);
  const text = inWords ? whole.split(' ').slice(0, size) : whole.slice(0, size);
  const found = forbidden.find(({ pattern }) => isIn(whole, pattern));
  if (text.length < size || found) {
    throw new UserError(
      `haystack: ${haystackName(haystack)} ` +
        (found
          ? `says "${found.phrase}", which could be taken for evidence. Use another text.`
          : `is shorter than the ${size} ${unit} that \`perToken\` asks of it. Use a longer text, or a smaller \`maxTokens\`.`),
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
  return { ...task, kind: 'context', context: context + part(from) };
}
