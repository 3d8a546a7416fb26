/** Reads the answer to a multiple choice. The last clear statement counts, since models think before they decide. */

import { once } from '../../base/kept.js';
import { alternatives } from '../../base/text/literal.js';
import { bothEnds, linesOf } from '../texts/final-text.js';
import { anyOf, inAnyCase, readingWords } from '../words.js';
import { namedAnswer } from './named-answer.js';

/** Emphasis, quotation marks, LaTeX and braces, which are ignored. */
const DECORATION = /\\(?:text|textbf|mathrm|mathbf)\b|[*_`"'“”‘’$#{}\\]/g;

/** Brackets, dots and dashes that may stand before a letter. */
const OPENING = String.raw`[\s:=>(\[【<•–—→|✅✓✔☑👉-]{0,8}`;

/** Decoration and brackets that may stand around a letter. */
const MARKED = '[*_`"\'(\\[$]{0,4}';

const patterns = once(() => {
  const words = readingWords();
  const option = inAnyCase(alternatives(words.option));
  const also = alternatives(words.alsoDenied);
  const not = alternatives(words.notHan);
  /** "A" at the start of a sentence, and "a" inside one, may be the article. */
  const letter =
    String.raw`(?<letter>A(?:(?<=(?:${option}) A)|(?!\s+(?!(?:${alternatives(words.behindA)})\b)\p{Ll}))|[B-D]|[a-d](?=[)\].,]*\s*$))` +
    String.raw`(?:(?=${option}|\p{Script=Hangul})|(?![\p{L}\p{N}]))(?!\s*\?)(?!\s*(?:,|\/|、|${also})\s*[A-D](?![\p{L}\p{N}]))`;
  const named = inAnyCase(alternatives([...words.answer, ...words.option, ...words.ancestor]));
  const ofWhom = inAnyCase(alternatives(words.ancestorOf));
  const therefore = inAnyCase(alternatives(words.therefore)).replaceAll('#', '\\d{1,2}');
  const denied = `(?:(?:${alternatives([...words.option, ...words.article])})\\s?){0,2}${MARKED}[A-D][*_\`"')\\]$.]{0,4}(?![\\p{L}\\p{N}])`;
  return {
    /** Finds "Answer: B", "the correct option is (B)", "it must be B", "I'd go with B", "答案是B", "故选B". */
    stated: new RegExp(
      String.raw`(?:(?:${named}|(?:${ofWhom}) [\p{L} ]{1,60}?)\s*(?:[:=>–—→-]|${anyOf(words.answerIs)})` +
        `|${inAnyCase(anyOf(words.itIs))}` +
        String.raw`|\b(?:${therefore})[,:]? (?:(?:${alternatives(words.copula)}) )?` +
        String.raw`|${inAnyCase(alternatives(words.chosen))}|(?<=^|[\s,。])(?:${alternatives(words.clauseIs)})` +
        `|(?<!${not})(?:${alternatives(words.chosenHan)}))` +
        `${OPENING}(?:(?:(?:${alternatives(words.article)}) )?(?:${option}))?${OPENING}${letter}`,
      'gmu',
    ),
    /** Finds "B is the correct answer", which counts if no other option is called so. */
    calledRight: new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?<letter>[A-D])\)?\s*(?:(?:${alternatives(words.copula)})\s*(?:(?:${alternatives(words.article)}) )?|${option})` +
        `(?:${alternatives(words.rightOption)})`,
      'gu',
    ),
    rightVerdict: new RegExp(
      String.raw`[✓✔✅√]|(?<!${not})(?:${anyOf(words.rightVerdict)}|(?:${anyOf(words.rightVerdictAtEnd)})(?=[。.\s]*$))`,
      'iu',
    ),
    wrongVerdict: new RegExp(`${anyOf(words.wrongVerdict)}|[✗✘❌×]`, 'iu'),
    /** Finds options that are denied, and the word before the right one: "not C but", "isn't B, C or D". */
    denied: new RegExp(
      `(?:(?:${anyOf(words.denial)})\\s{1,3}|(?:${anyOf(words.denialHan)})\\s?)(?:${denied})` +
        `(?:\\s?(?:,|、|${also})(?:\\s?(?:${also}))?\\s?${denied}){0,3}` +
        `(?:[,，]?\\s?(?:${anyOf(words.butRather)})\\s?)?`,
      'giu',
    ),
    clauseIs: new RegExp(`(?:${alternatives(words.clauseIs)})\\s?$`),
    /** Finds what stands before a letter that ends the line: "Option B", "Answer (B)". */
    wordBefore: new RegExp(
      String.raw`(?:${inAnyCase(alternatives([...words.answer, ...words.option]))})\s*(?=[([]?[A-D][)\].]*$)`,
    ),
    supposed: new RegExp(
      String.raw`(?:^|[.!?。\n])\s*(?:${inAnyCase(anyOf(words.if))})[^.!?。\n]*$`,
      'u',
    ),
  };
});

/** Matches a line that begins with a letter: "B", "(B)", "B. Ada Fenn", "B Ada Fenn". */
const LINE = new RegExp(
  String.raw`^${OPENING}(?<letter>[A-Da-d])(?<mark>[\s)\].:,、】>–-]{0,4})(?<rest>.*)$`,
  'u',
);

/** Matches only lines in which a mark follows the letter, or a table's. */
const MARKED_LINES = new RegExp(
  String.raw`^${OPENING}(?<letter>[A-Da-d])\s{0,3}[)\].:,、】>|–-](?<rest>.*)$`,
  'gmu',
);

/** Matches "Conclusion: B". */
const LABELLED = /: ?[([]?(?<letter>[A-D])[)\].]*$/;

/**
 * Tells which option an answer chooses. In this order: the last statement such as "Answer: B"; the only one
 * called right; the only one not called wrong if each is judged; the only one whose line calls it right; a line
 * that is the letter, alone or before its option; the option that the answer names. Denied options and the
 * question's own list are left out.
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
  const stated = [...plain.matchAll(patterns().stated)]
    .filter((match) => !isSupposed(plain, match.index))
    .at(-1);
  const kept = onlyKept(plain, options);
  // "Let us judge each option: A is …" states nothing.
  if (stated && stated.index >= (kept?.start ?? 0)) return placeOf(stated.groups!.letter, options);
  const calledRight = [...plain.matchAll(patterns().calledRight)];
  return (
    onlyOne(calledRight.map(({ groups }) => placeOf(groups!.letter, options))) ??
    kept?.place ??
    judgedLine(plain, options) ??
    letterLine(plain, options) ??
    namedAnswer(short, options, asked)
  );
}

/** Longer answers are read at both ends only, in UTF-16 units each. */
const LONGEST = 20_000;

function isSupposed(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 120), offset);
  return patterns().supposed.test(before);
}

function plainAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replaceAll('\\boxed', '\nAnswer: ')
    .replace(patterns().denied, (found) => patterns().clauseIs.exec(found)?.[0] ?? ' ')
    .replace(DECORATION, '')
    .replace(/:\s*\n\s*/g, ': ');
}

/** Drops the question's list of options, which does not tell what is chosen. */
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

function isSame(rest: string, option: string): boolean {
  const bare = (text: string) => text.replace(DECORATION, '').replace(/[\s.,;]/g, '');
  return bare(rest) === bare(option);
}

/** Finds an option at the start of a line or a sentence, to read what is said of it. */
const JUDGED = new RegExp(
  String.raw`(?<=^|[\n.:;。；]\s{0,3})${OPENING}(?:[Oo]ption )?(?<letter>[A-Da-d])(?![\p{L}\p{N}])`,
  'gu',
);

function judge(letter: string | undefined, said: string, options: readonly string[]) {
  const { wrongVerdict, rightVerdict } = patterns();
  // "Nobody is named above her, so yes": the last clause decides.
  const last = said.trim().split(/[,;]/).at(-1)!;
  const verdict = wrongVerdict.test(last) || rightVerdict.test(last) ? last : said;
  const isWrong = wrongVerdict.test(verdict);
  const isRight = rightVerdict.test(verdict) && !isWrong;
  return { place: placeOf(letter, options), isWrong, isRight };
}

/** Finds the only option not called wrong, if each is judged once, and where the last one begins. */
function onlyKept(plain: string, options: readonly string[]) {
  const starts = [...plain.matchAll(JUDGED)];
  if (starts.length !== options.length) return undefined;
  const parts = starts.map(({ index, 0: { length }, groups }, i) => {
    const said = plain.slice(index + length, starts[i + 1]?.index);
    return judge(groups!.letter, said.slice(0, 200), options);
  });
  const kept = parts.filter(({ isWrong }) => !isWrong);
  const areAll = new Set(parts.map(({ place }) => place)).size === parts.length;
  const [only, ...others] = areAll ? kept : [];
  return only && others.length === 0
    ? { place: only.place, start: starts.at(-1)!.index }
    : undefined;
}

/** Finds the only option whose line calls it right, if lines judge several. */
function judgedLine(plain: string, options: readonly string[]): number | undefined {
  const judged = [...plain.matchAll(MARKED_LINES)].map(({ groups }) =>
    judge(groups!.letter, groups!.rest!.slice(-100), options),
  );
  if (judged.length < options.length && !judged.some(({ isWrong }) => isWrong)) return undefined;
  return onlyOne(judged.filter(({ isRight }) => isRight).map(({ place }) => place));
}

/** Finds the letter that is the last line, or the only such line, or that only one line begins with. */
function letterLine(plain: string, options: readonly string[]): number | undefined {
  const lines = linesOf(plain);
  const letters = lines.map((line) => letterOf(line, options));
  const whole = letters.map((letter) => (letter?.isWhole ? letter.place : undefined));
  const last = lines.at(-1) ?? '';
  const { letter: labelled } =
    (!patterns().wrongVerdict.test(last) && LABELLED.exec(last)?.groups) || {};
  return (
    whole.at(-1) ??
    placeOf(labelled, options) ??
    onlyOne(whole) ??
    onlyOne(letters.map((letter) => letter?.place))
  );
}

/** Reads the letter at the start of a line, unless it is a word, and tells whether the line says nothing else. */
function letterOf(
  line: string,
  options: readonly string[],
): { place: number; isWhole: boolean } | undefined {
  const { letter, mark, rest } = LINE.exec(line.replace(patterns().wordBefore, ''))?.groups ?? {};
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
