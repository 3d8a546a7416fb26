import { mkdirSync, writeFileSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findInstalled, slashedWay } from '../../../src/commands/init/installed.js';
import { temporaryFolder } from '../../e2e/promptfoo.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('findInstalled', () => {
  it('looks in the folder and above it', () => {
    const project = join(folder.path, 'packages', 'evals');
    mkdirSync(project, { recursive: true });
    expect(findInstalled(project)).toEqual({
      index: 'node_modules/promptfoo-counting-stars/dist/index.js',
      missing: ['promptfoo', 'promptfoo-counting-stars'],
    });
    const ours = join(folder.path, 'node_modules', 'promptfoo-counting-stars');
    mkdirSync(ours, { recursive: true });
    writeFileSync(join(ours, 'package.json'), '{}');
    expect(findInstalled(project)).toEqual({
      index: '../../node_modules/promptfoo-counting-stars/dist/index.js',
      missing: ['promptfoo'],
    });
  });
});

describe('the way to the package, as a config writes it', () => {
  const OURS = 'node_modules\\promptfoo-counting-stars';

  it.each([
    ['C:\\Users\\Ada\\evals', `C:\\Users\\Ada\\evals\\${OURS}`, ''],
    ['C:\\Users\\Ada\\evals\\', `c:\\users\\ada\\${OURS}`, '../'],
    ['C:/Users/Ada/my evals/long', `C:\\Users\\Ada\\${OURS}`, '../../'],
    ['\\\\server\\share\\evals', `\\\\server\\share\\${OURS}`, '../'],
    ['D:\\evals', `C:\\${OURS}`, 'C:/'],
  ])('on Windows, from %s to %s', (from, to, up) => {
    expect(slashedWay(from, to, win32)).toBe(`${up}node_modules/promptfoo-counting-stars`);
  });

  it('elsewhere a backslash is a part of a name', () => {
    expect(slashedWay('/home/ada/evals', '/home/ada/a\\b/x', posix)).toBe('../a\\b/x');
  });
});
