/** Finds the part that answers: models think aloud before they decide. */
import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { anyOf, inAnyCase, readingWords } from '../words.js';
import { boxesOf } from './boxes.js';
import { withoutLatex } from './plain-writing.js';

const patterns = once(() => {
  const { answer, finalAnswer, answerIs, restart } = readingWords();
  const label = inAnyCase(alternatives([...finalAnswer, ...answer]));
  return {
    stated: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${label})(?:[*_"' ]{0,4}[:：=]|\\s{1,3}(?:${anyOf(answerIs)})|(?:${alternatives(answerIs)}))[*_]{0,3}`,
      'gu',
    ),
    anew: new RegExp(
      `(?<=^|[.!?。！？\\n—–-]\\s{0,3})(?:${inAnyCase(anyOf(restart))})[^\\n.!?,:，：。！？]{0,20}[,:，：.!。！…—–-]`,
      'gmu',
    ),
  };
});

/**
 * Returns what answers: the last box; what follows the last "Answer:" up to an empty line; what follows the
 * last "Wait, …"; else all.
 *
 * @example
 * answeringPart('Six weeks? Wait, no.\nAnswer: eight weeks') // 'eight weeks'
 */
export function answeringPart(text: string): string {
  const box = boxesOf(text).at(-1);
  if (box !== undefined && hasWord(box)) return withoutLatex(box);
  const { stated, anew } = patterns();
  return behindLast(text, stated, firstParagraph) ?? behindLast(text, anew) ?? text;
}

function behindLast(
  text: string,
  pattern: RegExp,
  part: (behind: string) => string = (behind) => behind,
): string | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  const behind = last && part(text.slice(last.index + last[0].length));
  return behind !== undefined && hasWord(behind) ? behind : undefined;
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Returns the first paragraph, unless it is empty or ends with a colon. */
function firstParagraph(text: string): string {
  const start = text.length - text.trimStart().length;
  for (let end = text.indexOf('\n\n', start); end >= 0; end = text.indexOf('\n\n', end + 2)) {
    if (!/[:：]\s*$/.test(text.slice(Math.max(0, end - 5), end))) return text.slice(0, end);
  }
  return text;
}
