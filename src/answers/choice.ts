/**
 * Reading the answer to a multiple choice. What a model writes before it decides is not its answer,
 * so the last clear statement counts; what it writes to explain its answer is none.
 */

/** What makes no difference to an answer: emphasis, quotation marks, LaTeX and braces. */
const DECORATION = /\\(?:text|textbf|mathrm|mathbf)\b|[*_`"'“”‘’$#{}\\]/g;

/** Brackets, dots and dashes that may stand before a letter. */
const OPENING = String.raw`[\s:=>(\[【<•–—→-]{0,8}`;

/** The letter of an option. An "A" that begins a sentence, and an "a" in one, are words. */
const LETTER =
  String.raw`(?<letter>A(?!\s+(?!(?:because|since|as|is)\b)\p{Ll})|[B-D]|[a-d](?=[)\].,]*\s*$))` +
  String.raw`(?![\p{L}\p{N}])(?!\s*(?:,|\/|or|and|或|和|、)\s*[A-D](?![\p{L}\p{N}]))`;

/** "Answer: B", "the correct option is (B)", "I choose B", "答案是B", "故选B". */
const STATED = new RegExp(
  String.raw`(?:(?:[Aa]nswer|ANSWER|[Oo]ption|[Cc]hoice|答案|选项)\s*` +
    String.raw`(?:[:=>–—→-]|(?:is|would be|must be|should be)(?![\p{L}\p{N}])|是|为|应为|应该?是)` +
    `|[Cc]hoose|[Pp]ick|[Ss]elect|(?<!不)选择?)` +
    `${OPENING}(?:(?:the )?(?:[Oo]ption|[Cc]hoice|[Ll]etter)|选项?)?${OPENING}${LETTER}`,
  'gmu',
);

/** "B is the correct answer": clear where no other option is called so. */
const CALLED_RIGHT =
  /(?<![\p{L}\p{N}])(?<letter>[A-D])\)?\s*(?:is|是)\s*(?:the\s*)?(?:correct|right|正确)/gu;

/** A line that begins with a letter: "B", "(B)", "B. Ada Fenn", "B Ada Fenn". */
const LINE = new RegExp(
  String.raw`^${OPENING}(?<letter>[A-Da-d])(?<mark>[\s)\].:,、】>–-]{0,4})(?<rest>.*)$`,
  'u',
);

/** What may stand before a letter that is all else of a line: "Option B", "Answer (B)". */
const WORD_BEFORE = /^\s*(?:[Aa]nswer|[Oo]ption|[Cc]hoice|选项)\s*(?=[([]?[A-D][)\].]*\s*$)/u;

/**
 * Which option an answer chooses. In this order: the last statement such as "Answer: B"; a line that
 * is the letter, alone or before its option, if it is the last one or the only one; the only option
 * that the line with the answer names, or the last line with any; the only one called the right one.
 *
 * @param text - the answer without its reasoning
 * @param options - texts of the options A, B, C and D
 * @returns the number of the option, from 0; nothing when the answer does not say
 *
 * @example
 * readChoice('It could be A, but… Answer: **B**', ['Ann', 'Bo', 'Cy', 'Di']) // 1
 */
export function readChoice(text: string, options: readonly string[]): number | undefined {
  const plain = plainAnswer(text);
  const stated = [...plain.matchAll(STATED)].at(-1);
  if (stated) return placeOf(stated.groups!.letter!, options);
  const calledRight = [...plain.matchAll(CALLED_RIGHT)].map(({ groups }) => groups!.letter!);
  return (
    letterLine(plain, options) ??
    namedAnswer(text, options) ??
    placeOf(onlyOne(calledRight), options)
  );
}

/**
 * Which of several names an answer gives: the only one that the line with the answer has, or else the
 * last line with any of them.
 *
 * @returns its number, from 0; nothing when the line has two of them, or no line has any
 */
export function namedAnswer(text: string, names: readonly string[]): number | undefined {
  const plain = plainAnswer(text).toLowerCase();
  const lines = plain.split('\n');
  const stated = lines.filter((line) => /(?:answer|答案)\s*(?:[:=>]|is\b|是|为)/.test(line));
  const wanted = names.map((name) => name.toLowerCase());
  return onlyNamed(stated.join('\n'), wanted) ?? onlyNamed(plain, wanted);
}

/** An answer in which spellings that mean the same are the same, with each colon's text behind it. */
function plainAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\\boxed', '\nAnswer: ')
    .replace(DECORATION, '')
    .replace(/:\s*\n\s*/g, ': ');
}

function letterLine(plain: string, options: readonly string[]): number | undefined {
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  const letters = lines.map((line) => letterOf(line, options));
  const letter = letters.at(-1) ?? onlyOne(letters.filter((one) => one !== undefined));
  return placeOf(letter, options);
}

/** The letter that a line begins with, unless it is a word. */
function letterOf(line: string, options: readonly string[]): string | undefined {
  const { letter, mark, rest } = LINE.exec(line.replace(WORD_BEFORE, ''))?.groups ?? {};
  if (letter === undefined) return undefined;
  if (rest!.trim() === '') return letter.toUpperCase();
  const isMarked = /\S/.test(mark!) && letter === letter.toUpperCase();
  const option = options[placeOf(letter, options) ?? -1];
  const isBefore = mark !== '' && option !== undefined && rest!.startsWith(option);
  return isMarked || isBefore ? letter.toUpperCase() : undefined;
}

function onlyOne(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

function placeOf(letter: string | undefined, options: readonly string[]): number | undefined {
  if (letter === undefined) return undefined;
  const place = letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
  return place < options.length ? place : undefined;
}

/** The only name in the last line of a text that has any. */
function onlyNamed(text: string, names: readonly string[]): number | undefined {
  const last = Math.max(...names.map((name) => text.lastIndexOf(name)));
  if (last < 0) return undefined;
  const end = text.indexOf('\n', last);
  const line = text.slice(text.lastIndexOf('\n', last) + 1, end < 0 ? undefined : end);
  const found = names.flatMap((name, i) => (line.includes(name) ? [i] : []));
  return found.length === 1 ? found[0] : undefined;
}
