/** Whether bytes are a text that a prompt can be made of. */
import { UserError } from '../base/user-error.js';

/** Characters that no prose has, by what they are called. Tab, line ends and form feed are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

const NAMES: Record<string, string> = { '\u0000': 'NUL', '\u001b': 'ESC', '\u007f': 'DEL' };

/**
 * The text of a file.
 *
 * @param option - as the user knows it, for error messages
 * @throws {UserError} for what is not UTF-8, and for characters that would be sent to a model unseen
 */
export function plainText(path: string, bytes: Buffer, option = 'haystack'): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const mark = bytes.toString('latin1', 0, 2);
    const from = mark === '\xff\xfe' || mark === '\xfe\xff' ? '-f UTF-16 ' : '';
    throw new UserError(
      `${option}: "${path}" is not UTF-8 text. Convert it, for example with: iconv ${from}-t UTF-8.`,
    );
  }
  const control = CONTROL.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const name = NAMES[control[0]] ?? `U+${code}`;
    throw new UserError(
      `${option}: "${path}" has the control character ${name} (at character ${control.index + 1}), so ` +
        "it is not plain text. Remove it, for example with: tr -d '\\000-\\010\\013\\016-\\037\\177'.",
    );
  }
  if (text.trim() === '') {
    throw new UserError(`${option}: "${path}" is empty. Name a file that holds text.`);
  }
  return text;
}
