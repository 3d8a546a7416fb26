/** Reads haystacks: named ones, files, and generated prose. */
import type { Stats } from 'node:fs';
import { resolve } from 'node:path';
import { readBounded } from '../base/files/file-reference.js';
import { digestOf, statAt } from '../base/files/files.js';
import { filesMatching, isPattern } from '../base/files/patterns.js';
import { kept } from '../base/kept.js';
import { loadLanguage } from '../base/languages.js';
import { Latest } from '../base/latest.js';
import { bytesText, LARGEST_TEXT } from '../base/limits.js';
import { type LanguageReference, languageName } from '../base/references.js';
import { UserError } from '../base/user-error.js';
import type { HaystackReference } from '../contract/case.js';
import { haystackName } from '../contract/case-identity.js';
import { HAYSTACK_NAMES, type LineBreaks } from './haystack.js';
import { NAMED_TEXTS } from './named-texts.js';
import { plainText } from './plain-text.js';
import { Prose } from './prose.js';

export function withLineBreaks(text: string, lineBreaks: LineBreaks | undefined): string {
  if (lineBreaks === undefined) return text;
  return lineBreaks === 'none'
    ? text.replace(/[^\S\n]*\n\s*/g, '')
    : text.replace(/\r\n?|\n/g, ' ');
}

interface ProseRequest {
  language: LanguageReference;
  seed: number;
}

export function haystackProse({ language, seed }: ProseRequest): Prose {
  const { prose: bank, between } = loadLanguage(language);
  return new Prose(bank, between, `prose/${languageName(language)}/${seed}`);
}

/** A text from its start, perhaps without characters that a pattern finds. */
interface TextRequest extends ProseRequest {
  haystack: HaystackReference;
  lineBreaks?: LineBreaks;
  without?: RegExp | undefined;
}

const fromStart = new Latest<string>(4);

/**
 * Returns a text from its start, with line breaks and characters treated as asked.
 *
 * @param length - only `prose` is made as long as that, in UTF-16 units; every other text is whole
 */
export function textFromStart(request: TextRequest, length: number): string {
  const { haystack, language, seed, lineBreaks, without } = request;
  const made = haystack === 'prose' && [language, seed, length];
  return kept(fromStart, JSON.stringify([haystack, lineBreaks, without?.source, made]), () => {
    const text = made ? haystackProse(request).atLeast(2 * length) : textWithoutGaps(haystack);
    const joined = withLineBreaks(text.trim(), lineBreaks);
    return without ? joined.replace(without, '') : joined;
  });
}

/** Joins files without a gap, as the authors of Counting-Stars do. */
function textWithoutGaps(haystack: HaystackReference): string {
  const text = haystackText(haystack);
  return typeof haystack === 'string' ? text : partsOf(haystack.files).join('');
}

/**
 * The text read last, of which a digest and then a corpus is made. Reading a hundred files, or decoding a novel, takes
 * as long as making a grid.
 */
const readLast = new Latest<string>(1);

/**
 * Reads the text of a named dataset or of files.
 *
 * @throws {UserError} when it cannot be had
 */
export function haystackText(haystack: HaystackReference): string {
  if (typeof haystack !== 'string') {
    const text = readTexts(haystack.files);
    if (filesDigest(haystack.files) !== haystack.sha256) {
      throw new UserError(
        `haystack: ${haystackName(haystack)} has changed since this test case was made, so its ` +
          'prompt cannot be built again. Restore the file, or generate the test cases again.',
      );
    }
    return text;
  }
  const read = Object.hasOwn(NAMED_TEXTS, haystack) ? NAMED_TEXTS[haystack] : undefined;
  if (!read) {
    throw new UserError(
      `haystack: there is no haystack "${haystack}". Use one of ${HAYSTACK_NAMES.join(', ')}, or ` +
        'the path of a text file.',
    );
  }
  return kept(readLast, haystack, read);
}

const digests = new Map<string, string>();

/**
 * Makes a digest of a haystack's text, or of the words of `prose`, once per process. Files are known by the
 * digest in their reference.
 *
 * @throws {UserError} when it cannot be had
 */
export function haystackDigest(haystack: HaystackReference, language: LanguageReference): string {
  if (typeof haystack !== 'string') return haystack.sha256;
  const key = JSON.stringify(haystack === 'prose' ? [haystack, language] : [haystack]);
  return kept(digests, key, () =>
    digestOf(haystack === 'prose' ? proseWords(language) : haystackText(haystack)),
  );
}

function proseWords(language: LanguageReference): string {
  const { prose: bank, between } = loadLanguage(language);
  return JSON.stringify([bank, between]);
}

/**
 * Resolves paths and glob patterns to files with a digest.
 *
 * @param paths - one path or pattern, or several, relative to the working folder
 * @throws {UserError} for a path that matches nothing, is a folder, is empty or is not UTF-8
 */
export async function resolveFiles(paths: readonly string[]): Promise<HaystackReference> {
  const lists = paths.map(async (path) => {
    if (!isPattern(path)) return [path];
    const found = await filesMatching(path);
    if (found.length > 0) return found;
    throw new UserError(
      `haystack: the pattern "${path}" matches no file in ${process.cwd()}. Patterns are relative to the folder ` +
        'promptfoo is started in.',
    );
  });
  const files = (await Promise.all(lists)).flat();
  return { files, sha256: filesDigest(files) };
}

/** Digests of files that have not changed since, by `stampOf`. */
const fileDigests = new Map<string, string>();

function filesDigest(files: readonly string[]): string {
  return kept(fileDigests, stampOf(files), () => digestOf(readTexts(files)));
}

function readTexts(files: readonly string[]): string {
  const size = files.reduce((sum, path) => sum + statOf(path).size, 0);
  if (size > LARGEST_TEXT) {
    throw new UserError(
      `haystack: the ${files.length} files have ${bytesText(size)} together, and at most ${bytesText(LARGEST_TEXT)} ` +
        'are read. Use a part of them.',
    );
  }
  return kept(readLast, stampOf(files), () => partsOf(files).join('\n\n'));
}

function partsOf(files: readonly string[]): string[] {
  return files.map((path) => plainText(path, readBounded('haystack', path)));
}

function stampOf(files: readonly string[]): string {
  return JSON.stringify(
    files.map((path) => {
      const { size, mtimeMs, ctimeMs } = statOf(path);
      return [resolve(path), size, mtimeMs, ctimeMs];
    }),
  );
}

function statOf(path: string): Stats {
  const found = statAt(path);
  if (found?.isFile()) return found;
  if (!found) {
    throw new UserError(
      `haystack: there is no file "${path}" in ${process.cwd()}, and no haystack of that name. ` +
        `Use one of ${HAYSTACK_NAMES.join(', ')}, or a path relative to the folder promptfoo is ` +
        'started in.',
    );
  }
  throw new UserError(
    `haystack: "${path}" is ` +
      (found.isDirectory()
        ? `a folder. Name its files with a pattern, for example "${path.replace(/[\\/]+$/, '')}/*.txt".`
        : 'a device or a pipe. Name a text file.'),
  );
}
