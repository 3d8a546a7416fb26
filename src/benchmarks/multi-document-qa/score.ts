import { withDigits } from '../../answers/numbers/worded-numbers.js';
import { isAsserted } from '../../answers/texts/asserted.js';
import { plainWriting } from '../../answers/texts/plain-writing.js';
import { setAsideReasoning } from '../../answers/texts/reasoning-blocks.js';
import { answerText, finalText } from '../../answers/texts/text-answer.js';
import type { Case } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Scored } from '../benchmark.js';
import { type LookedUp, scoreLookedUp } from '../looked-up.js';
import {
  type DocumentCase,
  documentsOf,
  goldOf,
  type PromptDocument,
  questionOf,
} from './documents.js';
import { type AnswerStyle, comparableAnswer, normaliseAnswer } from './normalise.js';
import { documentWords } from './words.js';

/**
 * Look for an accepted answer, both normalised (arXiv:2307.03172, §2.2), whichever quotation marks
 * and hyphens they have; else for the answer of another document.
 *
 * @example
 * findAnswer('It was Wilhelm Röntgen.', ['Wilhelm Röntgen'], documents, english) // { mark: 1 }
 */
export function findAnswer(
  text: string,
  accepted: readonly string[],
  documents: readonly PromptDocument[],
  style: AnswerStyle,
): LookedUp {
  const plain = plainWriting(text);
  // Numbers may be written in words; where they are not, both texts are the same.
  const comparable = [...new Set([plain, withDigits(plain)])].map((one) =>
    comparableAnswer(one, style),
  );
  const holds = (answers: readonly string[]) =>
    answers.some(
      (answer) => holdsWhole(comparable, answer, style) && isAsserted(plain, rawPattern(answer)),
    );
  if (holds(accepted)) return { mark: 1 };
  const other = documents.findIndex(({ answers = [] }) => holds(answers));
  return { mark: 0, ...(other >= 0 && { other }) };
}

/**
 * Whether one of two texts holds an answer, and not as a part of a longer number. An answer of which
 * nothing is left stands nowhere.
 */
function holdsWhole(comparable: readonly string[], answer: string, style: AnswerStyle): boolean {
  const normal = comparableAnswer(plainWriting(answer), style);
  if (normal === '') return false;
  const whole = new RegExp(`(?:(?<!\\d)|(?!\\d))${literal(normal)}(?:(?!\\d)|(?<!\\d))`, 'u');
  // What holds it not at all is told so sooner.
  return comparable.some((text) => text.includes(normal) && whole.test(text));
}

/** Finds an accepted answer in a text that is not normalised; it may miss one that is spelt otherwise. */
function rawPattern(answer: string): RegExp {
  return new RegExp(literal(plainWriting(answer)).replaceAll(' ', '\\s+'), 'giu');
}

/**
 * Mark an answer just as the authors' code does: by its first line as it stands, so that nobody
 * scores by copying the documents, and with nothing but SQuAD's normalisation. As there, an answer that
 * begins with an empty line has nothing in it, and an accepted answer of which nothing is left stands in
 * every line. Only what follows a block of reasoning begins with its first word.
 */
export function markFirstLine(
  output: unknown,
  accepted: readonly string[],
  style: AnswerStyle,
): 0 | 1 {
  const whole = answerText(output);
  const final = setAsideReasoning(whole);
  const text = final === whole ? whole : final.trim();
  const line = normaliseAnswer(text.slice(0, LONGEST_LINE).split('\n', 1)[0]!, style);
  return accepted.some((answer) => line.includes(normaliseAnswer(answer, style))) ? 1 : 0;
}

/** A first line is read only so far, which is further than any model writes. */
const LONGEST_LINE = 50_000;

export function scoreMultiDocumentQa(output: unknown, theCase: Case): Scored {
  const documentCase = theCase as DocumentCase;
  const { absent, normalise } = documentWords(theCase.language);
  const { answers } = questionOf(documentCase);
  const text = finalText(output);
  const found = findAnswer(text, answers, documentsOf(documentCase), normalise);
  const place = goldOf(documentCase);
  const scored = scoreLookedUp(text, found, {
    language: theCase.language,
    absent,
    words: { thing: 'the answer', item: 'document' },
    ...(place && { place }),
  });
  const firstLine = markFirstLine(output, answers, normalise);
  return { ...scored, namedScores: { ...scored.namedScores, 'first line': firstLine } };
}
