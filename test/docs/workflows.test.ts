/** Every workflow, ours and those that people copy: what it may do, and whose code it runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../e2e/promptfoo.js';

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const workflows = [
  ...filesIn('.github/workflows', '.yml'),
  ...filesIn('examples/workflows', '.yml'),
].filter((file) => parse(read(file)).on !== undefined);

const shown = [
  ...workflows,
  ...['action.yml', 'README.md', 'README.zh-CN.md', 'CONTRIBUTING.md'],
  ...filesIn('docs', '.md'),
];

/** All steps that use an action of others, with what stands behind it. */
const uses = shown.flatMap((file) =>
  [...read(file).matchAll(/\buses: +(?!\.)(\S+?)@(\S+)(.*)/g)].map(
    ([, action = '', at = '', comment = '']) => ({ file, action, at, comment }),
  ),
);

describe('a workflow', () => {
  it('is found', () => {
    expect(workflows.length).toBeGreaterThanOrEqual(7);
    expect(uses.length).toBeGreaterThanOrEqual(23);
  });

  it('runs the code of others at a full commit, and names its version', () => {
    for (const { file, action, at, comment } of uses) {
      expect(at, `${file}: ${action}`).toMatch(/^[0-9a-f]{40}$/);
      expect(comment, `${file}: ${action}`).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
  });

  it('runs one version of each of them', () => {
    const pins = new Set(uses.map(({ action, at, comment }) => `${action}@${at}${comment}`));
    const repositories = new Set([...pins].map((pin) => pin.split('@')[0]));
    expect(pins.size).toBe(repositories.size);
  });

  it.each(workflows)('may read, and write only in a job that must, one at a time: %s', (file) => {
    const { permissions, concurrency, jobs } = parse(read(file)) as {
      permissions: Record<string, string>;
      concurrency?: { group: string };
      jobs: Record<string, { steps: { run?: string; uses?: string }[]; permissions?: object }>;
    };
    expect(permissions.contents).toBe('read');
    expect(concurrency?.group).toMatch(/github\.workflow/);
    for (const { steps, permissions: own } of Object.values(jobs)) {
      // What may publish runs nothing but npm, and installs nothing.
      if (!own || !('id-token' in own)) continue;
      expect(own).toEqual({ 'id-token': 'write' });
      const scripts = steps.flatMap(({ run }) => run ?? []);
      expect(scripts).toEqual([expect.stringMatching(/^npm publish \S+\.tgz --ignore-scripts /)]);
      expect(steps.some(({ uses: action = '' }) => action.startsWith('actions/checkout'))).toBe(
        false,
      );
    }
  });
});
