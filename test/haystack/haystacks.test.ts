import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/user-error.js';
import type { FilesHaystack } from '../../src/contract/case.js';
import { loadCorpus } from '../../src/haystack/haystacks.js';
import { haystackText, resolveFiles } from '../../src/haystack/texts.js';
import { referenceCount, tiktoken } from './reference-tokens.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haystacks-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Write a file into the test's folder. */
function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function resolve(...paths: string[]): Promise<FilesHaystack> {
  return (await resolveFiles(paths)) as FilesHaystack;
}

const request = { tokenizer: 'o200k_base', language: 'en', seed: 1 };

describe('named haystacks', () => {
  it('moby-dick is the novel from its first chapter to its epilogue', () => {
    const text = haystackText('moby-dick');
    expect(text.length).toBeGreaterThan(1_100_000);
    expect(text.slice(0, 300)).toContain('Call me Ishmael.');
    expect(text.slice(-300)).toContain('only found another orphan');
  });

  it('state-of-the-union is all the speeches', () => {
    expect(haystackText('state-of-the-union').length).toBeGreaterThan(10_000_000);
  });

  // In this order, since only the text that was read last is kept.
  it.each(['state-of-the-union', 'moby-dick'])('%s holds nothing like evidence', (name) => {
    expect(haystackText(name)).not.toMatch(/★|little penguin counted/i);
  });

  it('are encoded once', async () => {
    const corpus = await loadCorpus({ ...request, haystack: 'moby-dick' }, 100);
    expect(await loadCorpus({ ...request, haystack: 'moby-dick', seed: 2 }, 200_000)).toBe(corpus);
    expect(corpus.tokens).toBe(referenceCount(await tiktoken('o200k_base'), corpus.text));
  });

  it('prose is as long as needed and depends on seed and language', async () => {
    const short = await loadCorpus({ ...request, haystack: 'prose' }, 1000);
    const long = await loadCorpus({ ...request, haystack: 'prose' }, 60_000);
    expect(long.tokens).toBeGreaterThanOrEqual(60_000);
    expect(long.text.startsWith(short.text)).toBe(true);
    const other = await loadCorpus({ ...request, haystack: 'prose', seed: 2 }, 1000);
    expect(other.text.slice(0, 500)).not.toBe(long.text.slice(0, 500));
    const chinese = await loadCorpus({ ...request, haystack: 'prose', language: 'zh' }, 1000);
    expect(chinese.text).toMatch(/^[\p{Script=Han}\p{P}\s]+$/u);
  });

  it('an unknown name is an error that lists the known ones', () => {
    expect(() => haystackText('moby')).toThrow(
      new UserError(
        'haystack: there is no haystack "moby". Use one of moby-dick, state-of-the-union, prose, ' +
          'or the path of a text file.',
      ),
    );
  });
});

describe('files as a haystack', () => {
  it('one file', async () => {
    const path = write('one.txt', 'One. Two. 三。\r\n');
    const haystack = await resolve(path);
    expect(haystack.files).toEqual([path]);
    expect(haystack.sha256).toMatch(/^[0-9a-f]{16}$/);
    expect(haystackText(haystack)).toBe('One. Two. 三。\r\n');
  });

  it('a list, in the order given, with a blank line between', async () => {
    const [b, a] = [write('b.txt', 'Second.'), write('a.txt', 'First.')];
    expect(haystackText(await resolve(b, a))).toBe('Second.\n\nFirst.');
  });

  it('a pattern, in the order of names', async () => {
    for (const name of ['b', 'a', 'c']) write(`${name}.txt`, `Text ${name}.`);
    write('d.md', 'Not this.');
    const haystack = await resolve(join(folder, '*.txt'));
    expect(haystack.files.map((file) => file.slice(-5))).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(haystackText(haystack)).toBe('Text a.\n\nText b.\n\nText c.');
  });

  it('a pattern in subfolders, and patterns among paths', async () => {
    mkdirSync(join(folder, 'deep/er'), { recursive: true });
    write('deep/er/x.txt', 'Deep.');
    const top = write('top.txt', 'Top.');
    expect(haystackText(await resolve(top, join(folder, 'deep/**/*.txt')))).toBe('Top.\n\nDeep.');
  });

  it('a file whose name looks like a pattern', async () => {
    const path = write('notes [1].txt', 'Brackets.');
    expect(haystackText(await resolve(path))).toBe('Brackets.');
  });

  it('a byte order mark is no text', async () => {
    const path = write('bom.txt', '\ufeffText.');
    expect(haystackText(await resolve(path))).toBe('Text.');
  });

  it('the same text has the same digest wherever it stands', async () => {
    const [one, two] = [write('1.txt', 'Same.'), write('2.txt', 'Same.')];
    expect((await resolve(one)).sha256).toBe((await resolve(two)).sha256);
    expect((await resolve(write('3.txt', 'Same!'))).sha256).not.toBe((await resolve(one)).sha256);
  });

  it('is encoded in one piece as a text that can follow itself', async () => {
    const haystack = await resolve(write('ring.txt', '\n One. Two.\n\nThree. \n'));
    const corpus = await loadCorpus({ ...request, haystack }, 1);
    expect(corpus.text).toBe('\n\nOne. Two.\n\nThree.');
    expect(corpus.sentences).toBe(3);
  });
});

describe('what is wrong with a haystack is told in one sentence', () => {
  it('a file that has changed since the Case was made', async () => {
    const path = write('book.txt', 'Before.');
    const haystack = await resolve(path);
    write('book.txt', 'After.');
    expect(() => haystackText(haystack)).toThrow(
      new UserError(
        'haystack: book.txt has changed since this test case was made, so its prompt cannot be ' +
          'built again. Restore the file, or generate the test cases again.',
      ),
    );
  });

  it('a file that is gone', async () => {
    const path = write('gone.txt', 'Here.');
    const haystack = await resolve(path);
    rmSync(path);
    expect(() => haystackText(haystack)).toThrow(`haystack: there is no file "${path}"`);
  });

  it('a file that does not exist', async () => {
    await expect(resolveFiles(['no/such.txt'])).rejects.toThrow(
      new UserError(
        `haystack: there is no file "no/such.txt" in ${process.cwd()}, and no haystack of that ` +
          'name. Use one of moby-dick, state-of-the-union, prose, or a path relative to the ' +
          'folder promptfoo is started in.',
      ),
    );
  });

  it.each(['', '/'])('a folder%s', async (slash) => {
    await expect(resolveFiles([folder + slash])).rejects.toThrow(
      new UserError(
        `haystack: "${folder}${slash}" is a folder. Name its files with a pattern, for example ` +
          `"${folder}/*.txt".`,
      ),
    );
  });

  it.each<[string, Uint8Array]>([
    ['Latin-1', Buffer.from('na\xefve', 'latin1')],
    ['GB 18030', Uint8Array.of(0xd0, 0xa1, 0xc6, 0xf3, 0xb6, 0xec)],
    ['cut in the middle of a character', Buffer.from('企鹅').subarray(0, 5)],
  ])('a file that is not UTF-8: %s', async (_, bytes) => {
    const path = write('legacy.txt', bytes);
    await expect(resolveFiles([path])).rejects.toThrow(
      new UserError(
        `haystack: "${path}" is not UTF-8 text. Convert it, for example with: iconv -t UTF-8.`,
      ),
    );
  });

  it.each(['', ' \n\t\n', '\ufeff'])('an empty file: %j', async (content) => {
    const path = write('empty.txt', content);
    await expect(resolveFiles([path])).rejects.toThrow(
      new UserError(`haystack: "${path}" is empty. Name a file that holds text.`),
    );
  });

  it('one bad file among good ones', async () => {
    const [good, bad] = [write('good.txt', 'Good.'), write('bad.txt', '')];
    await expect(resolveFiles([good, bad])).rejects.toThrow(`"${bad}" is empty`);
  });

  it('a pattern that matches nothing', async () => {
    await expect(resolveFiles(['no/such/*.txt'])).rejects.toThrow(
      new UserError(
        `haystack: the pattern "no/such/*.txt" matches no file in ${process.cwd()}. Patterns are ` +
          'relative to the folder promptfoo is started in.',
      ),
    );
  });
});
