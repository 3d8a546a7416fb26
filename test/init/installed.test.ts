import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findInstalled } from '../../src/init/installed.js';
import { temporaryFolder } from '../e2e/promptfoo.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('findInstalled', () => {
  it('looks in the folder and above it', () => {
    const project = join(folder.path, 'packages', 'evals');
    mkdirSync(project, { recursive: true });
    expect(findInstalled(project)).toEqual({
      index: 'node_modules/promptfoo-counting-stars/dist/index.js',
      missing: ['promptfoo', 'promptfoo-counting-stars'],
      plugAndPlay: false,
    });
    const ours = join(folder.path, 'node_modules', 'promptfoo-counting-stars');
    mkdirSync(ours, { recursive: true });
    writeFileSync(join(ours, 'package.json'), '{}');
    expect(findInstalled(project)).toEqual({
      index: '../../node_modules/promptfoo-counting-stars/dist/index.js',
      missing: ['promptfoo'],
      plugAndPlay: false,
    });
  });
});
