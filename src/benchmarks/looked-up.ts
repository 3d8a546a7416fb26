/** Scores answers that give one thing out of a list: a pair's value, or a document's answer. */
import type { Answer } from '../answers/answer.js';
import type { LanguageReference } from '../base/references.js';
import { say, sentences } from '../base/text/language.js';
import type { Diagnosis } from '../contract/diagnosis.js';
import type { Doubt } from '../contract/reading.js';
import type { Marked } from './benchmark.js';
import { beginningOf, emptyReason } from './scoring.js';

/** What an answer gives: the thing asked for, another item's, or neither. */
export interface LookedUp {
  mark: 0 | 1;
  other?: number;
  doubt?: Doubt | undefined;
}

type Place = { index: number; among: number } | undefined;

interface AskedWords {
  it: (place: Place) => string;
  instead: (other: number, place: Place) => string;
}

const DOCUMENT: AskedWords = {
  it: (at) => (at ? say`the answer of document ${at.index + 1} of ${at.among}` : say`the answer`),
  instead: (other, at) =>
    at
      ? say`the answer of document ${other} instead of that of document ${at.index + 1} of ${at.among}`
      : say`the answer of document ${other} instead of that`,
};

const WORDS = {
  pair: {
    it: (at) => (at ? say`the value of pair ${at.index + 1} of ${at.among}` : say`the value`),
    instead: (other, at) =>
      at
        ? say`the value of pair ${other} instead of that of pair ${at.index + 1} of ${at.among}`
        : say`the value of pair ${other} instead of that`,
  },
  document: DOCUMENT,
  question: {
    it: (at) => (at ? say`the answer of question ${at.index + 1} of ${at.among}` : say`the answer`),
    instead: DOCUMENT.instead,
  },
} satisfies Record<string, AskedWords>;

interface Wanted {
  language: LanguageReference;
  absent: readonly string[];
  asked: keyof typeof WORDS;
  /** Absent if there is no list. */
  place?: { index: number; among: number; position: number };
}

/** Scores and diagnoses an answer that is right or wrong. */
export function scoreLookedUp(answer: Answer, found: LookedUp, wanted: Wanted): Marked {
  const { text } = answer;
  const { mark, other, doubt } = found;
  const diagnosis: Diagnosis =
    mark === 1
      ? 'complete'
      : other !== undefined
        ? 'another'
        : answer.whyWrong(wanted.language, wanted.absent);
  const positions = wanted.place ? [wanted.place.position] : [];
  return {
    score: mark,
    reason: reasonFor(diagnosis, text, found, wanted),
    namedScores: { recall: mark },
    marks: positions.map(() => mark),
    positions,
    metadata: { diagnosis, ...(other !== undefined && { other }) },
    ...(doubt && { doubt: { why: doubt } }),
  };
}

function reasonFor(
  diagnosis: Diagnosis,
  text: string,
  { other = 0 }: LookedUp,
  { asked, place }: Wanted,
): string {
  const { it, instead } = WORDS[asked];
  switch (diagnosis) {
    case 'complete':
      return say`Found ${it(place)}.`;
    case 'another':
      return say`Gave ${instead(other + 1, place)}.`;
    case 'missing':
      return sentences([say`Reports that ${it(place)} is not there.`, beginningOf(text)]);
    case 'empty':
      return emptyReason();
    case 'refused':
      return sentences([say`The model refused.`, beginningOf(text)]);
    default:
      return sentences([say`Did not give ${it(place)}.`, beginningOf(text)]);
  }
}
