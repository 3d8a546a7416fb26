/** White space of LaTeX: a tie, and `\,` `\;` `\:` `\!` `\ ` `\quad`. */
const LATEX_SPACE = /~|\\(?:[,;:! ]|q?quad\b)/g;

/** Two words with a line break between them. */
const BROKEN =
  /(?<![\p{L}\p{M}])([\p{L}\p{M}'-]{1,40})[ \t]{0,8}\r?\n[ \t]{0,8}([\p{L}\p{M}'-]{1,40})/gu;

/**
 * An answer in which every name is written as it stands in the statements, with one space: not with a
 * space of LaTeX, two spaces or a line break.
 *
 * @example
 * wholeNames('\\boxed{Osbert~Flintlock}', ['Osbert Flintlock']) // '\\boxed{Osbert Flintlock}'
 */
export function wholeNames(answer: string, names: readonly string[]): string {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return answer
    .replace(LATEX_SPACE, ' ')
    .replace(/(?<=\S)[^\S\n]+(?=\S)/g, ' ')
    .replace(BROKEN, (text, given: string, surname: string) =>
      known.has(`${given} ${surname}`.toLowerCase()) ? `${given} ${surname}` : text,
    );
}
