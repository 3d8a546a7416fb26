import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { assertFormats, writeFormats } from '../../src/commands/format-files.js';
import { temporaryFolder } from '../e2e/promptfoo.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);

afterAll(() => folder.remove());
afterEach(() => vi.restoreAllMocks());

describe('files of formats', () => {
  const contents = {
    json: () => '{}\n',
    markdown: () => '# page\n',
    html: async () => '<p>page</p>\n',
  };

  async function printed(flags: Parameters<typeof writeFormats>[0]): Promise<string> {
    const said: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(`${text}`) > 0);
    await writeFormats(flags, () => 'text\n', contents);
    return said.join('');
  }

  it('are written beside the text', async () => {
    expect(await printed({ json: at('a.json'), html: at('a.html') })).toBe('text\n');
    expect(readFileSync(at('a.json'), 'utf8')).toBe('{}\n');
    expect(readFileSync(at('a.html'), 'utf8')).toBe('<p>page</p>\n');
  });

  it('stand in place of the text with -', async () => {
    expect(await printed({ json: '-', markdown: at('b.md') })).toBe('{}\n');
    expect(readFileSync(at('b.md'), 'utf8')).toBe('# page\n');
    expect(existsSync('-')).toBe(false);
  });

  it('replace only files of their command', () => {
    writeFileSync(at('plan.json'), '{\n  "format": "ours"\n}\n');
    writeFileSync(at('other.json'), '{}\n');
    const marks = { json: ['"format": "ours"'] };
    expect(() => assertFormats({ json: at('plan.json') }, marks)).not.toThrow();
    expect(() => assertFormats({ json: at('new.json') }, marks)).not.toThrow();
    expect(() => assertFormats({ json: '-' }, marks)).not.toThrow();
    expect(() => assertFormats({ json: at('other.json') }, marks)).toThrow('is not replaced');
  });

  it('cannot share standard output', () => {
    expect(() => assertFormats({ json: '-', markdown: '-' }, {})).toThrow(
      'Only one of --markdown, --json and --junit can be -',
    );
  });
});
