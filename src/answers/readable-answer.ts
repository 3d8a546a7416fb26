import { once } from '../base/kept.js';
import { acceptedAnswer } from './accepted-answers.js';
import type { Answer } from './answer.js';
import { readChoice } from './choices/choice.js';
import { namedAnswer } from './choices/named-answer.js';
import { givenValues } from './given-values.js';
import { withPlainDates } from './numbers/dates.js';
import { readGenerations } from './numbers/generations.js';
import { withDigits } from './numbers/worded-numbers.js';
import { readList, readNumber } from './read-answer.js';
import { saysUnknown } from './refusals.js';
import { doubtOf, isAsserted } from './standing.js';
import { boxedName } from './texts/boxed-name.js';
import { plainWriting } from './texts/plain-writing.js';
import { withoutRepeated } from './texts/repeated.js';
import { diagnoseWrong, finalText, withoutReasoning } from './texts/text-answer.js';

/**
 * Prepares an answer for a benchmark's rule.
 *
 * @param output - text, or a value that the provider has parsed
 * @param said - what it says in the end, where only this is read of it
 *
 * @example
 * readableAnswer('It could be A, but… Answer: **B**').choice(['Ann', 'Bo', 'Cy', 'Di']) // 1
 */
export function readableAnswer(output: unknown, said?: string): Answer {
  const text = once(() => said ?? finalText(output));
  const saying = (part: string) => readableAnswer(part, part);
  return {
    get text() {
      return text();
    },
    get verbatim() {
      return withoutReasoning(output);
    },
    get plain() {
      return plainWriting(text());
    },
    get inDigits() {
      return withDigits(text());
    },
    get inPlainDates() {
      return withPlainDates(text());
    },
    list: (hints) => readList(output, hints),
    number: (hints) => readNumber(output, hints),
    generations: () => readGenerations(text()),
    choice: (options, asked) => readChoice(text(), options, asked),
    name: (names, asked) => namedAnswer(text(), names, asked),
    values: (keys) => givenValues(text(), keys),
    accepted: (values, style) => acceptedAnswer(text(), values, style),
    asserts: (wanted) => isAsserted(text(), wanted),
    doubt: (wanted, isRight) => doubtOf(text(), wanted, isRight),
    whyWrong: (language, absent) => diagnoseWrong(text(), language, absent),
    saysUnknown: () => saysUnknown(text()),
    withoutRepeated: (prompt, documents) => saying(withoutRepeated(text(), prompt, documents)),
    plainly: plainWriting,
    boxedName: () => boxedName(text()),
    saying,
  };
}
