import { UserError } from '../base/user-error.js';

/** Characters that no prose has. Tab, line ends and form feed are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** How files that are no text begin, and how to get their text. */
const OTHER_KINDS = [
  {
    start: '%PDF-',
    kind: 'a PDF',
    remedy: 'Extract its text, for example with: pdftotext FILE.pdf FILE.txt',
  },
  {
    start: 'PK\x03\x04',
    kind: 'a Word, Excel or zip file',
    remedy: 'Save it as text, for example with: pandoc FILE.docx -t plain -o FILE.txt',
  },
  {
    start: '\xd0\xcf\x11\xe0',
    kind: 'an old Word or Excel file',
    remedy: 'Save it as text, for example with: soffice --convert-to txt FILE.doc',
  },
  { start: '\x89PNG', kind: 'a picture', remedy: 'Leave it out' },
  { start: '\xff\xd8\xff', kind: 'a picture', remedy: 'Leave it out' },
  { start: 'GIF8', kind: 'a picture', remedy: 'Leave it out' },
];

/** Tells why bytes cannot be text in any encoding, and what to do. Nothing if they may be. */
export function noTextAtAll(bytes: Buffer): string | undefined {
  if (bytes.toString('utf8').trim() === '') return 'is empty. Name a file that holds text';
  const found = OTHER_KINDS.find(({ start }) => bytes.toString('latin1', 0, 8).startsWith(start));
  return found && `is ${found.kind}, not text. ${found.remedy}`;
}

const NAMES: Record<string, string> = { '\u0000': 'NUL', '\u001b': 'ESC', '\u007f': 'DEL' };

/**
 * Decodes the text of a file.
 *
 * @param option - as the user knows it, for error messages
 * @throws {UserError} for what is not UTF-8, and for characters that would be sent to a model unseen
 */
export function plainText(path: string, bytes: Buffer, option = 'haystack'): string {
  const other = noTextAtAll(bytes);
  if (other) throw new UserError(`${option}: "${path}" ${other}.`);
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
  return text;
}
