import type { Answer } from '../../../answers/answer.js';
import { mean } from '../../../base/numbers.js';
import type { LanguageReference } from '../../../base/references.js';
import { editDistance } from '../../../base/text/edit-distance.js';
import { say, sentences } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { pythonWords } from '../../../base/text/python-text.js';
import type { Marked } from '../../../benchmarks/benchmark.js';
import { LETTERS } from '../../../benchmarks/letters.js';
import { beginningOf, inForm, letterReason, unreadReason } from '../../../benchmarks/unread.js';

/** What an answer is scored by. */
export interface WantedAnswer {
  match: 'all' | 'last' | 'part' | 'letter';
  references: readonly string[];
  /** Of a question with choices: these, where they are known. */
  choices?: readonly string[] | undefined;
  positions: readonly number[];
  /** Of texts to copy: those with the same label that are not asked for, where they are known. */
  others?: readonly string[];
  absent: readonly string[];
}

/** 1 less the word error rate, below 0 where more words are wrong than there are. */
function wordLikeness(answer: string, reference: string): number {
  const words = pythonWords(reference);
  if (words.length === 0) return Number.NEGATIVE_INFINITY;
  return 1 - editDistance(pythonWords(answer), words).edits / words.length;
}

/**
 * How well an answer says a reference, whatever its capital letters: 1 where it stands there, else 1 less the word error
 * rate, at least 0.
 *
 * @example
 * likeness('copy this line', 'copy that line') // 0.667
 */
export function likeness(answer: string, reference: string): number {
  const [given, right] = [answer.toLowerCase(), reference.toLowerCase()];
  return given.includes(right) ? 1 : Math.max(0, wordLikeness(given, right));
}

/** What the authors look at: what stands behind the last `Answer:`; of some tasks the last paragraph, or no documents. */
export function judgedPart(answer: string, match: WantedAnswer['match']): string {
  const said = answer.split('Answer:').at(-1)!;
  if (match === 'last') return said.split('\n\n').at(-1)!;
  return match === 'part' ? withoutDocuments(said) : said;
}

/** A text without documents that are copied: from each header up to the next empty line. */
function withoutDocuments(text: string): string {
  const header = /Document \p{Nd}+:/gu;
  let kept = '';
  let at = 0;
  for (let found = header.exec(text); found; found = header.exec(text)) {
    const end = text.indexOf('\n\n', header.lastIndex);
    if (end < 0) break;
    kept += text.slice(at, found.index);
    at = end + 2;
    header.lastIndex = at;
  }
  return kept + text.slice(at);
}

/** The letter that the authors' code reads: in the last box, else behind the last `Answer:`. */
export function boxedLetter(answer: string): string | undefined {
  const boxed = lastBox(answer);
  if (boxed === undefined) {
    const stated = /[*_]{0,2}Answer[*_]{0,2}\s*:[\s*_]{0,2}\s*([A-Z])(?![a-zA-Z0-9])/gi;
    return [...answer.matchAll(stated)].at(-1)?.[1];
  }
  if ([...boxed].length === 1) return boxed;
  return [...boxed.matchAll(/(?<![\p{L}\p{N}_])[A-J](?![\p{L}\p{N}_])/gu)].at(-1)?.[0] ?? boxed;
}

/** What stands in the last `\boxed{…}`, up to the brace that closes it; nothing where none does. */
function lastBox(text: string): string | undefined {
  const start = text.lastIndexOf('\\boxed');
  if (start < 0) return undefined;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] !== '}' || --depth !== 0) continue;
    return text.startsWith('\\boxed{', start) ? text.slice(start + 7, at) : undefined;
  }
  return undefined;
}

/** 1 for the right letter in the form asked for; beside it `anywhere`, in any wording. */
function scoreLetter(
  answer: Answer,
  { references, choices, absent }: WantedAnswer,
  language: LanguageReference,
): Marked {
  const [right] = references;
  const stated = boxedLetter(answer.verbatim);
  const score = stated === right ? 1 : 0;
  const read = answer.choice(choices ?? LETTERS);
  const chosen = stated ?? (read === undefined ? undefined : LETTERS[read]);
  const isRight = chosen === right;
  const why = chosen ? 'another' : answer.whyWrong(language, absent);
  return {
    score,
    ...(isRight && { inForm: 1 }),
    readable: chosen !== undefined || why === 'missing',
    reason: chosen
      ? inForm(letterReason(chosen, right!), score === 1 || !isRight)
      : unreadReason(answer.text, say`no letter`),
    namedScores: { recall: score, anywhere: isRight ? 1 : 0 },
    metadata: { diagnosis: isRight ? 'complete' : why },
  };
}

/** Why it is doubtful that an answer says a reference; a copy asks and denies nothing itself, but is one of others. */
function doubtOf(answer: Answer, reference: string, others?: readonly string[]) {
  if (!others) return answer.doubt(new RegExp(literal(reference), 'gu'));
  const isAmong = others.some((other) => answer.text.includes(other.toLowerCase()));
  return isAmong ? ('one of two' as const) : undefined;
}

/**
 * The scoring rules of RULER v2 (NVIDIA-NeMo/Skills, `eval_ruler2` and `eval_mcq`); beside them `exact`, the share of the
 * references that stand there, since a text like the right one is worth a part of it.
 */
export function scoreRulerV2(
  answer: Answer,
  wanted: WantedAnswer,
  language: LanguageReference,
): Marked {
  const { match, references, positions, others, absent } = wanted;
  if (match === 'letter') return scoreLetter(answer, wanted, language);
  const part = judgedPart(answer.verbatim, match);
  const marks = references.map((reference) => likeness(part, reference));
  const exact = references.map((reference) => {
    return part.toLowerCase().includes(reference.toLowerCase()) ? 1 : 0;
  });
  const together = match === 'part' ? (list: number[]) => Math.max(...list) : mean;
  const score = together(marks);
  const doubts = references.map((reference, i) =>
    exact[i]
      ? doubtOf(answer.saying(part.toLowerCase()), reference.toLowerCase(), others)
      : undefined,
  );
  const low = together(marks.map((mark, i) => (doubts[i] ? 0 : mark)));
  const why = low < score ? doubts.find((one) => one !== undefined) : undefined;
  const right = exact.filter((one) => one === 1).length;
  const share = say`Found ${right} of ${references.length} facts.`;
  const diagnosis =
    score === 1 ? 'complete' : right > 0 ? 'scattered' : answer.whyWrong(language, absent);
  return {
    score,
    reason: sentences([share, score < 1 ? beginningOf(answer.text) : '']),
    namedScores: { recall: score, exact: together(exact) },
    ...(positions.length === references.length && { marks, positions }),
    metadata: { diagnosis },
    ...(why && { doubt: { why, low, high: score } }),
  };
}
