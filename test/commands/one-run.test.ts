/** Each command that asks and keeps what it asked in a folder: two at once are refused there. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LOCK_FILE } from '../../src/base/files/folder-lock.js';
import { commandLine } from '../../src/commands/command-line.js';

const folder = mkdtempSync(join(tmpdir(), 'one-run-'));
// Another process that lives as long as this test.
writeFileSync(join(folder, LOCK_FILE), `[${process.ppid}]`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder in which another run works', () => {
  it.each([
    ['stretch', '--lengths', '2K', '--yes'],
    ['search', '--yes'],
    ['search', '--yes', '--resume'],
    ['gate', '--run', '--budget', '1M', '--baseline', 'baseline.json', '--yes'],
    ['gate', '--run', '--resume', '--yes'],
    ['try', 'openai:chat:gpt', '--yes'],
    ['try', '--resume'],
  ])('is refused: %s %s %s', async (...args) => {
    const asked = (await commandLine()).parseAsync([...args, '--out', folder], { from: 'user' });
    await expect(asked).rejects.toThrow(`Another run is working in "${folder}"`);
  });
});
