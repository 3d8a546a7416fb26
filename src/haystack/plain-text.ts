/** Whether bytes are a text that a prompt can be made of. */
import { UserError } from '../case.js';

/** Characters that no prose has, by what they are called. Tab, line ends and form feed are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

const NAMES: Record<string, string> = { '\u0000': 'NUL', '\u001b': 'ESC', '\u007f': 'DEL' };

/** So many bytes tell whether a text is UTF-16. */
const SAMPLE = 4096;

/** Of two bytes for a character, so many have a zero at the same side, in scripts of Europe. */
const ZEROS = 0.3;

/**
 * The text of a haystack file.
 *
 * @throws {UserError} for what is not UTF-8, and for characters that would be sent to a model unseen
 */
export function plainText(path: string, bytes: Buffer): string {
  const kind = utf16Kind(bytes);
  if (kind !== undefined) {
    throw new UserError(
      `haystack: "${path}" is ${kind}, and not UTF-8 text. Convert it, for example with: iconv -f ` +
        `${kind} -t UTF-8.`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(
      `haystack: "${path}" is not UTF-8 text. Convert it, for example with: iconv -t UTF-8.`,
    );
  }
  const control = CONTROL.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    const name = NAMES[control[0]] ?? `U+${code}`;
    throw new UserError(
      `haystack: "${path}" has the control character ${name} (at character ${control.index + 1}), so ` +
        "it is not plain text. Remove it, for example with: tr -d '\\000-\\010\\013\\016-\\037\\177'.",
    );
  }
  if (text.trim() === '') {
    throw new UserError(`haystack: "${path}" is empty. Name a file that holds text.`);
  }
  return text;
}

/**
 * Which UTF-16 bytes are, by their byte order mark, or by the zero bytes that every second byte is in
 * it.
 */
function utf16Kind(bytes: Buffer): 'UTF-16LE' | 'UTF-16BE' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE';
  const sample = bytes.subarray(0, SAMPLE);
  const pairs = Math.floor(sample.length / 2);
  if (pairs < 2) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]!++;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > ZEROS * pairs && even < odd / 4) return 'UTF-16LE';
  if (even > ZEROS * pairs && odd < even / 4) return 'UTF-16BE';
  return undefined;
}
