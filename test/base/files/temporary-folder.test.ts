import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../src/base/files/temporary-folder.js';

const listeners = () =>
  ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));

describe('inTemporaryFolder', () => {
  it('gives what is made in a folder that is there and then gone', async () => {
    const before = listeners();
    const folder = await inTemporaryFolder(async (path) => {
      writeFileSync(join(path, 'file'), 'text');
      expect(existsSync(join(path, 'file'))).toBe(true);
      return path;
    });
    expect(existsSync(folder)).toBe(false);
    expect(listeners()).toEqual(before);
  });

  it('removes it after an error too, which it passes on', async () => {
    let folder = '';
    const failed = inTemporaryFolder(async (path) => {
      folder = path;
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(existsSync(folder)).toBe(false);
  });
});
