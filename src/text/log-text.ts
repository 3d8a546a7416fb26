/** What we print may hold names and texts of others, and what prints it may take commands from it. */

/** Signs at the start of a line that GitHub Actions takes for a command, whatever colour is before it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours that we print.
const LINE_COMMAND = /^((?:[^\S\n]|\u001b\[[\d;]*m)*):(?=:)/gm;

/** Signs that GitHub Actions, Azure Pipelines and TeamCity take for a command anywhere in a line. */
const COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/**
 * A text for a terminal or a log in which no line is a command to the system that runs the job:
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 *
 * @param text - one or more lines
 *
 * @example
 * logText('::error::a name') // ': :error::a name'
 */
export function logText(text: string): string {
  return text.replace(LINE_COMMAND, '$1: ').replace(COMMAND, '# #');
}

/** Characters that change the direction of what follows, and control characters that JSON lets stand. */
const UNSEEN = /[\u007f-\u009f\p{Bidi_C}]/gu;

/** The same for JSON, which stays equal as data; nothing in it changes how the rest is shown. */
export function logJson(json: string): string {
  return json
    .replace(COMMAND, '\\u0023\\u0023')
    .replace(UNSEEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
