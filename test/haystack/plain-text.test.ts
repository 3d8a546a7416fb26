import { describe, expect, it } from 'vitest';
import { plainText } from '../../src/haystack/plain-text.js';

const PROSE = 'It was a quiet morning by the river.\n';

describe('plainText', () => {
  it.each([
    ['prose', `${PROSE}\tand\f\r\nmore`],
    ['Chinese', '这是一个安静的早晨。'],
    ['a byte order mark, which is not text', `\uFEFF${PROSE}`],
  ])('reads %s', (_, text) => {
    expect(plainText('a.txt', Buffer.from(text))).toBe(text.replace('\uFEFF', ''));
  });

  it.each<[string, Buffer]>([
    ['UTF-16LE', Buffer.from(`\uFEFF${PROSE}`, 'utf16le')],
    ['UTF-16BE', Buffer.from('\uFEFF这是一个安静的早晨。', 'utf16le').swap16()],
  ])('knows %s by its mark', (_, bytes) => {
    expect(() => plainText('a.txt', bytes)).toThrow(
      'haystack: "a.txt" is not UTF-8 text. Convert it, for example with: iconv -f UTF-16 -t UTF-8.',
    );
  });

  it('reads no UTF-16 without a mark', () => {
    expect(() => plainText('a.txt', Buffer.from(PROSE, 'utf16le'))).toThrow(
      'haystack: "a.txt" has the control character NUL (at character 2)',
    );
  });

  it.each([
    ['NUL', '\u0000'],
    ['ESC', '\u001b[31m'],
    ['DEL', '\u007f'],
    ['U+0007', '\u0007'],
  ])('names %s', (name, text) => {
    expect(() => plainText('a.txt', Buffer.from(PROSE + text + PROSE))).toThrow(
      `haystack: "a.txt" has the control character ${name} (at character 38), so it is not plain text. ` +
        'Remove it, for example with: tr -d',
    );
  });

  it.each([
    ['a PDF', '%PDF-1.4\n', 'pdftotext'],
    ['a Word, Excel or zip file', 'PK\x03\x04', 'pandoc'],
    ['an old Word or Excel file', '\xd0\xcf\x11\xe0', 'soffice'],
    ['a picture', '\x89PNG', 'Leave it out'],
  ])('knows %s, and how its text is had', (kind, start, remedy) => {
    const bytes = Buffer.from(`${start}\xff\xfe\x00`, 'latin1');
    expect(() => plainText('a', bytes)).toThrow(`haystack: "a" is ${kind}, not text. `);
    expect(() => plainText('a', bytes)).toThrow(remedy);
  });

  it('names what is not UTF-8, and what is empty', () => {
    expect(() => plainText('a.txt', Buffer.from([0x61, 0xe9, 0x62]))).toThrow(
      'is not UTF-8 text. Convert it, for example with: iconv -t UTF-8.',
    );
    expect(() => plainText('a.txt', Buffer.from(' \n'))).toThrow('is empty');
  });
});
