import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { outsOf, writeDocument } from '../../src/commands/document-files.js';
import { temporaryFolder } from '../e2e/promptfoo.js';
import { sample } from '../measuring/document/sample.js';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);

const WRITTEN = { kind: 'gate', titles: [() => 'Gate of long prompts'], json: '"format": "ours"' };
const JSON_TEXT = '{\n  "format": "ours"\n}\n';

/** What is printed while a document is written. */
async function printed(files: readonly string[], isJson = false): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    text += part;
    return true;
  });
  await writeDocument(sample(), () => JSON_TEXT, { files, isJson });
  write.mockRestore();
  return text;
}

afterAll(() => folder.remove());

describe('the files of a document', () => {
  const files = ['a.html', 'a.md', 'a.json', 'a.xml', 'a.CSV', 'a.png'].map(at);

  it('are in the format of their extension, and may be replaced by later ones', async () => {
    const { files: outs } = outsOf({ out: files }, WRITTEN);
    expect(await printed(outs)).toContain('✓ model A is reliable up to 64K tokens.');
    const starts = files.map((file) => readFileSync(file, 'utf8').slice(0, 5));
    expect(starts).toEqual(['<!doc', '### ✅', '{\n  "', '<?xml', 'table', '\ufffdPNG\r']);
    expect(outsOf({ out: files }, WRITTEN).files).toEqual(files);
  });

  it('are not written over files of somebody else', () => {
    for (const file of files) {
      writeFileSync(file, 'mine');
      expect(() => outsOf({ out: [file] }, WRITTEN)).toThrow('is not replaced');
    }
  });

  it('leave standard output to JSON where that is asked for', async () => {
    expect(await printed([], true)).toBe(JSON_TEXT);
    expect(existsSync(at('none'))).toBe(false);
  });

  it('stand next to one folder, of a command that has one', () => {
    expect(outsOf({ out: ['out', 'b.md'] }, WRITTEN, 'usual')).toEqual({
      ...{ folder: 'out', files: ['b.md'] },
    });
    expect(outsOf({}, WRITTEN, 'usual')).toEqual({ folder: 'usual', files: [] });
    expect(() => outsOf({ out: ['one', 'two'] }, WRITTEN, 'usual')).toThrow(
      '--out names two folders, one and two.',
    );
    expect(() => outsOf({ out: ['page.txt'] }, WRITTEN)).toThrow(
      '--out page.txt has none of the extensions .html, .md, .xml, .csv, .png, .json.',
    );
  });
});
