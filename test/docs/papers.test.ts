/** Configs of the page of papers, with small files in the authors' forms: each makes its tests. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writePaperFiles } from '../e2e/paper-files.js';

const folder = mkdtempSync(join(tmpdir(), 'papers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Their grids take minutes of a processor: `bench/papers.mjs` runs them. */
const LARGE = 'needle-bench|preset: ruler|ruler-1m|counting-stars-|versions|JOURNEY|NEEDLE_SET';

it('every config of docs/method/papers.md makes tests', () => {
  writePaperFiles(folder, 900_000);
  const args = ['bench/papers.mjs', folder, '--generate', '--except', LARGE];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout + stderr).toMatch(/\nEvery config ran\.\n$/);
  expect(status).toBe(0);
  expect(stdout.split('\n').length).toBeGreaterThan(20);
  expect(stdout).not.toContain(': 0 prompts');
});
