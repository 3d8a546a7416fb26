import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../src/benchmarks/registry.js';
import * as index from '../src/index.js';

describe('the package', () => {
  it('exports what configs and programs name, and nothing else', () => {
    const generators = BENCHMARKS.map(({ generator }) => generator);
    const others = [
      ...['RecordedAnswers', 'SimulatedReader', 'UserError', 'afterAll', 'afterEach', 'analyse'],
      'battery',
      ...['beforeAll', 'chat', 'context', 'documents', 'effectiveLength', 'gate', 'gateResults'],
      ...['plan', 'planTests', 'prompt', 'question', 'readResults', 'retrieval', 'score'],
    ];
    expect(Object.keys(index).sort()).toEqual([...generators, ...others].sort());
  });

  it('has the effective length of marks from anywhere, with both bounds', () => {
    const prompts = [1, 2, 3, 4].flatMap(() =>
      [4000, 8000, 16_000, 32_000, 64_000].map((tokens) => ({
        tokens,
        marks: Array.from({ length: 16 }, (_, i) => (tokens <= 16_000 || i < 4 ? 1 : 0)),
      })),
    );
    const { value, low, high } = index.effectiveLength(prompts);
    expect([low, value, high]).toEqual([low, value, high].sort((a, b) => a - b));
    expect(low).toBeGreaterThan(8000);
    expect(high).toBeLessThanOrEqual(32_000);
    expect(index.effectiveLength(prompts, { threshold: 0.2 }).value).toBe(Number.POSITIVE_INFINITY);
    expect(() => index.effectiveLength(prompts, { threshold: 1 })).toThrow(
      'threshold must be above 0 and below 1, not 1',
    );
  });

  it('promises one oldest promptfoo everywhere', () => {
    const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    const oldest = JSON.parse(read('package.json')).peerDependencies.promptfoo.replace('>=', '');
    for (const page of ['README.md', 'README.zh-CN.md']) {
      expect(read(page)).toContain(`promptfoo ${oldest}`);
    }
  });

  it('imports no package that is not installed with it, but those that the build puts in', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const installed = Object.keys({ ...dependencies, ...peerDependencies });
    const sources = new URL('../src/', import.meta.url);
    const foreign = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          file.endsWith('.ts') && file !== join('measuring', 'statistics', 'special-functions.ts'),
      )
      .flatMap((file) => {
        const text = readFileSync(new URL(file, sources), 'utf8');
        return [...text.matchAll(/(?:from |import\()'([^'.][^']*)'/g)].flatMap(([, name]) =>
          installed.some((one) => name === one || name!.startsWith(`${one}/`)) ||
          /^node:|^package:/.test(name!)
            ? []
            : `${file}: ${name}`,
        );
      });
    expect(foreign).toEqual([]);
  });

  it('throws its UserError, so that a program can tell a mistake in its options', async () => {
    await expect(index.countingStars({ lengths: [-1] })).rejects.toBeInstanceOf(index.UserError);
  });
});
