/**
 * Reading the answer to a multiple choice. What a model writes before it decides is not its answer,
 * so the last clear statement counts; what it writes to explain its answer is none.
 */

import { bothEnds, linesOf } from '../texts/ends.js';
import { anyOf, once, readingWords } from '../words.js';
import { namedAnswer } from './named-answer.js';

/** What makes no difference to an answer: emphasis, quotation marks, LaTeX and braces. */
const DECORATION = /\\(?:text|textbf|mathrm|mathbf)\b|[*_`"'“”‘’$#{}\\]/g;

/** Brackets, dots and dashes that may stand before a letter. */
const OPENING = String.raw`[\s:=>(\[【<•–—→|✅✓✔☑👉-]{0,8}`;

/** The letter of an option. An "A" that begins a sentence, and an "a" in one, are words. */
const LETTER =
  String.raw`(?<letter>A(?:(?<=(?:[Oo]ption|[Cc]hoice|[Ll]etter) A)|(?!\s+(?!(?:because|since|as|is)\b)\p{Ll}))|[B-D]|[a-d](?=[)\].,]*\s*$))` +
  String.raw`(?:(?=项|選項|选项)|(?![\p{L}\p{N}]))(?!\s*\?)(?!\s*(?:,|\/|or|and|或|和|、)\s*[A-D](?![\p{L}\p{N}]))`;

/** "Answer: B", "the correct option is (B)", "it must be B", "I'd go with B", "答案是B", "故选B". */
const STATED = new RegExp(
  String.raw`(?:(?:[Aa]nswer|ANSWER|[Oo]ption|[Cc]hoice|[Ll]etter|[Oo]твет|Ответ|ответ|答案|选项|祖先|정답|답|[Aa]ncestor(?: of [\p{L} ]{1,60}?)?)\s*` +
    String.raw`(?:[:=>–—→-]|(?:is|would be|must be|should be|has to be)(?![\p{L}\p{N}])|是|为|应为|应该?是|应当是|就是|은|는)` +
    String.raw`|\b(?:[Ii]t|[Tt]his|[Tt]hat) (?:is|must be|has to be|should be|can only be)(?= )` +
    String.raw`|\b(?:[Ss]o|[Tt]hus|[Tt]herefore|[Hh]ence|[Oo]nly|[Ss]tep \d{1,2})[,:]? (?:is )?` +
    `|[Cc]hoose|[Pp]ick|[Ss]elect|[Gg]o(?:ing)? (?:with|for)|[Oo]pt for|[Ss]ettle on|[Ll]eav(?:es|ing)|\\b[Ii]t'?s(?= )|(?<=^|[\\s,。])(?:应该?|就)?是|(?<!不)选择?)` +
    `${OPENING}(?:(?:the )?(?:[Oo]ption|[Cc]hoice|[Ll]etter)|选项?)?${OPENING}${LETTER}`,
  'gmu',
);

/** "B is the correct answer": clear where no other option is called so. */
const CALLED_RIGHT =
  /(?<![\p{L}\p{N}])(?<letter>[A-D])\)?\s*(?:(?:is|是)\s*(?:the )?|选项|项)(?:correct|right|正确|对)/gu;

/** What a line says of the option that it begins with. */
const RIGHT_VERDICT =
  /(?:(?<!\p{L})(?:correct|right|yes|true)(?!\p{L})|[✓✔✅√]|(?<!不)正确|(?<!不)对(?=[。.\s]*$)|верно|(?<!\p{L})да(?=[.\s]*$))/iu;
const WRONG_VERDICT =
  /(?:(?<!\p{L})(?:incorrect|not|no|wrong|false)(?!\p{L})|[✗✘❌×]|不|错|неверно|нет)/iu;

/** Decoration and brackets that may stand around a letter. */
const MARKED = '[*_`"\'(\\[$]{0,4}';

/** Options that an answer denies, and the word that brings the other one: "not C but", "isn't B, C or D". */
const denied = once(() => {
  const { denial, denialHan } = readingWords();
  const letter = `(?:(?:option|choice|选项|the)\\s){0,2}${MARKED}[A-D][*_\`"')\\]$.]{0,4}(?![\\p{L}\\p{N}])`;
  return new RegExp(
    `(?:(?:${anyOf(denial)})\\s{1,3}|(?:${anyOf(denialHan)})\\s?)(?:${letter})` +
      `(?:\\s?(?:,|、|or|nor|and|或|和|и|или)(?:\\s?(?:or|nor|and))?\\s?${letter}){0,3}` +
      '(?:[,，]?\\s?(?:(?:but|rather)(?!\\p{L})|而是|а\\s)\\s?)?',
    'giu',
  );
});

/** A line that begins with a letter: "B", "(B)", "B. Ada Fenn", "B Ada Fenn". */
const LINE = new RegExp(
  String.raw`^${OPENING}(?<letter>[A-Da-d])(?<mark>[\s)\].:,、】>–-]{0,4})(?<rest>.*)$`,
  'u',
);

/** The same where a mark sets the letter apart, or the line of a table. */
const MARKED_LINES = new RegExp(
  String.raw`^${OPENING}(?<letter>[A-Da-d])\s{0,3}[)\].:,、】>|–-](?<rest>.*)$`,
  'gmu',
);

/** What may stand before a letter that is all else of a line: "Option B", "Answer (B)". */
const WORD_BEFORE = /(?:[Aa]nswer|[Oo]ption|[Cc]hoice|选项)\s*(?=[([]?[A-D][)\].]*$)/;

/** A letter that is all that a line says behind a colon: "Conclusion: B". */
const LABELLED = /: ?[([]?(?<letter>[A-D])[)\].]*$/;

/**
 * Which option an answer chooses. In this order: the last statement such as "Answer: B"; the
 * only option whose line calls it right, where lines judge several; a line that is the letter, alone or
 * before its option, if it is the last one or the only one; the option that the answer names; the only
 * one called the right one. Options that it denies, and the question's list of options, are left out.
 *
 * @param text - the answer without its reasoning
 * @param options - texts of the options A, B, C and D
 * @param asked - whom the question asks about
 * @returns the number of the option, from 0; nothing when the answer does not say
 *
 * @example
 * readChoice('It could be A, but… Answer: **B**', ['Ann', 'Bo', 'Cy', 'Di']) // 1
 */
export function readChoice(
  text: string,
  options: readonly string[],
  asked?: string,
): number | undefined {
  const short = withoutOptions(bothEnds(text, LONGEST), options);
  const plain = plainAnswer(short);
  const stated = [...plain.matchAll(STATED)]
    .filter((match) => !isSupposed(plain, match.index))
    .at(-1);
  if (stated) return placeOf(stated.groups!.letter, options);
  return (
    judgedLine(plain, options) ??
    letterLine(plain, options) ??
    namedAnswer(short, options, asked) ??
    onlyOne([...plain.matchAll(CALLED_RIGHT)].map(({ groups }) => placeOf(groups!.letter, options)))
  );
}

/** An answer is read only so far from its beginning and its end. */
const LONGEST = 20_000;

/** Whether the sentence before an offset begins with "if". */
function isSupposed(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 120), offset);
  return /(?:^|[.!?。\n])\s*(?:[Ii]f|如果|假如|若)(?![a-z])[^.!?。\n]*$/.test(before);
}

/** An answer in which spellings that mean the same are the same, with each colon's text behind it. */
function plainAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replaceAll('\\boxed', '\nAnswer: ')
    .replace(denied(), (found) => (found.trimEnd().endsWith('而是') ? '是' : ' '))
    .replace(DECORATION, '')
    .replace(/:\s*\n\s*/g, ': ');
}

/** A text without the options as the question has them, which say nothing of what is chosen. */
function withoutOptions(text: string, options: readonly string[]): string {
  const lines = linesOf(text);
  const isOption = (option: string, line = '') => {
    const { rest = '' } = LINE.exec(line.replace(DECORATION, ''))?.groups ?? {};
    return isSame(rest, option);
  };
  const start = lines.findIndex((_, i) =>
    options.every((option, place) => isOption(option, lines[i + place])),
  );
  return start < 0 ? text : lines.toSpliced(start, options.length).join('\n');
}

/** Whether a line says the text of an option and no more. */
function isSame(rest: string, option: string): boolean {
  const bare = (text: string) => text.replace(DECORATION, '').replace(/[\s.,;]/g, '');
  return bare(rest) === bare(option);
}

/** The only option whose line calls it right, where lines judge several, or all. */
function judgedLine(plain: string, options: readonly string[]): number | undefined {
  const judged = [...plain.matchAll(MARKED_LINES)].map(({ groups }) => {
    const verdict = groups!.rest!.slice(-100);
    const isWrong = WRONG_VERDICT.test(verdict);
    const place = placeOf(groups!.letter, options);
    return { place, isWrong, isRight: RIGHT_VERDICT.test(verdict) && !isWrong };
  });
  if (judged.length < options.length && !judged.some(({ isWrong }) => isWrong)) return undefined;
  return onlyOne(judged.filter(({ isRight }) => isRight).map(({ place }) => place));
}

/**
 * The letter that the last line is, or the only one that is a line; else the only one that a line
 * begins with, since what lines say of several of them explains.
 */
function letterLine(plain: string, options: readonly string[]): number | undefined {
  const lines = linesOf(plain);
  const letters = lines.map((line) => letterOf(line, options));
  const whole = letters.map((letter) => (letter?.isWhole ? letter.place : undefined));
  const last = lines.at(-1) ?? '';
  const { letter: labelled } = (!WRONG_VERDICT.test(last) && LABELLED.exec(last)?.groups) || {};
  return (
    whole.at(-1) ??
    placeOf(labelled, options) ??
    onlyOne(whole) ??
    onlyOne(letters.map((letter) => letter?.place))
  );
}

/** The letter that a line begins with, unless it is a word, and whether it or its option is the line. */
function letterOf(
  line: string,
  options: readonly string[],
): { place: number; isWhole: boolean } | undefined {
  const { letter, mark, rest } = LINE.exec(line.replace(WORD_BEFORE, ''))?.groups ?? {};
  const place = placeOf(letter, options);
  if (place === undefined || /^[A-D](?!\p{L})/u.test(rest!)) return undefined;
  const isWhole = rest === '' || isSame(rest!, options[place]!);
  const isMarked = /\S/.test(mark!) && letter === letter!.toUpperCase();
  return isWhole || isMarked ? { place, isWhole } : undefined;
}

function onlyOne(places: readonly (number | undefined)[]): number | undefined {
  const different = new Set(places.filter((place) => place !== undefined));
  return different.size === 1 ? [...different][0] : undefined;
}

function placeOf(letter: string | undefined, options: readonly string[]): number | undefined {
  const place = 'ABCD'.indexOf(letter?.toUpperCase() ?? '?');
  return place >= 0 && place < options.length ? place : undefined;
}
