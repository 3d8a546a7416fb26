/** The part of an answer that answers: what a model says before it decides is not its answer. */
import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { anyOf, inAnyCase, readingWords } from '../words.js';
import { boxesOf } from './final-part.js';
import { withoutLatex } from './plain-writing.js';

const patterns = once(() => {
  const { answer, finalAnswer, answerIs, restart } = readingWords();
  const label = inAnyCase(alternatives([...finalAnswer, ...answer]));
  return {
    /** "Answer:", "**Final answer**:", "the answer is", "答案是". */
    stated: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${label})(?:[*_"' ]{0,4}[:：=]|\\s{1,3}(?:${anyOf(answerIs)})|(?:${alternatives(answerIs)}))[*_]{0,3}`,
      'gu',
    ),
    /** "Wait, …", "Correction: …". */
    anew: new RegExp(
      `(?<=^|[.!?。！？\\n—–-]\\s{0,3})(?:${inAnyCase(anyOf(restart))})[^\\n.!?,:，：。！？]{0,20}[,:，：.!。！…—–-]`,
      'gmu',
    ),
  };
});

/**
 * What answers: the last box; what stands behind the last "Answer:", as far as the next empty line; else what
 * follows the last "Wait, …"; else all.
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

/** A text up to its first empty line, unless nothing stands before that, or a colon that brings more. */
function firstParagraph(text: string): string {
  const start = text.length - text.trimStart().length;
  for (let end = text.indexOf('\n\n', start); end >= 0; end = text.indexOf('\n\n', end + 2)) {
    if (!/[:：]\s*$/.test(text.slice(Math.max(0, end - 5), end))) return text.slice(0, end);
  }
  return text;
}
