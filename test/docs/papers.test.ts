/** Configs of the page of papers, with small files in the authors' forms: each makes its tests. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writePaperFiles } from '../e2e/paper-files.js';

const folder = mkdtempSync(join(tmpdir(), 'papers-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('every config of docs/method/papers.md makes as many prompts as the paper has', () => {
  writePaperFiles(folder, 4_000, true);
  const args = ['bench/papers.mjs', folder, '--count'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/\nEvery config ran\.\n$/);
  expect(status).toBe(0);
  expect(stdout.split('\n').length).toBeGreaterThan(50);
  expect(stdout).not.toContain(': 0 prompts');
});
