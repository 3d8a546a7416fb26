import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readableAnswer } from '../../src/answers/readable-answer.js';
import { kept } from '../../src/base/kept.js';
import { BENCHMARKS } from '../../src/benchmarks/registry.js';
import type { GeneratedTest } from '../../src/generators/generate.js';
import * as plugin from '../../src/index.js';
import { configsOf } from './configs.js';

const ROOT = join(import.meta.dirname, '../..');

function read(path: string): string {
  assert(existsSync(join(ROOT, path)), `${path} is missing; CONTRIBUTING.md says what is in it`);
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The originals of benchmarks whose section of docs/method/fidelity.md has another title than they have. */
const FIDELITY: Record<string, string> = {
  'key-value-retrieval': 'Lost in the Middle',
  'multi-document-qa': 'Lost in the Middle',
  'own-documents': 'Lost in the Middle',
};

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How many Cases of each config whose prompts are watched are answered. */
const CASES = 12;

const made = new Map<string, Promise<GeneratedTest[]>>();

function someTests(generator: string): Promise<GeneratedTest[]> {
  return kept(made, generator, () => makeTests(generator));
}

async function makeTests(generator: string): Promise<GeneratedTest[]> {
  const generate = (plugin as unknown as Record<string, plugin.TestGenerator<object>>)[generator];
  assert(generate, `src/index.ts does not export ${generator}`);
  const grids = await Promise.all(configsOf(generator).map((config) => generate(config)));
  return grids.flatMap((tests) => tests.slice(0, CASES));
}

describe.each(BENCHMARKS.map((benchmark) => ({ ...benchmark })))(
  '$name, as every benchmark,',
  ({ name, generator, ...benchmark }) => {
    it('has prompts whose bytes are watched, each with a description', async () => {
      for (const { vars, description } of await someTests(generator)) {
        expect(vars.case.benchmark).toBe(name);
        expect(description).not.toMatch(/undefined|null|NaN|object| · (?: · |$)/);
      }
    });

    it('scores 1 for its perfect answer, and for one of a reader that recalls everything', async () => {
      for (const { vars } of await someTests(generator)) {
        const { answer, accepted = [] } = benchmark.task(vars.case);
        const perfect = [answer, ...accepted].join('\n');
        const scores = [answer, perfect].map((text) =>
          benchmark.score(readableAnswer(text), vars.case),
        );
        expect(scores, perfect).toContainEqual(
          expect.objectContaining({
            score: 1,
            readable: true,
            metadata: expect.objectContaining({ diagnosis: 'complete' }),
          }),
        );
        const { pieces, answer: answerOf } = benchmark.reading(vars.case);
        const believed = [...pieces.keys()].filter((i) => pieces[i]!.role !== 'bait');
        const recalled = answerOf(believed, () => true);
        expect(benchmark.score(readableAnswer(recalled), vars.case).score, recalled).toBe(
          scores[0]!.score,
        );
      }
    });

    it('scores 0 for an empty answer, which is unreadable', async () => {
      for (const { vars } of await someTests(generator)) {
        const empty = benchmark.score(readableAnswer(''), vars.case);
        expect(empty).toMatchObject({ score: 0, readable: false });
        expect(empty.reason).not.toBe('');
      }
    });

    it('is exported as its generator', () => {
      expect(Object.keys(plugin), 'export it in src/index.ts').toContain(generator);
    });

    it('has a row in the README, which leads to a page about it', () => {
      const row = new RegExp(`^\\| \\[\`${generator}\`\\]\\((docs/[\\w/-]+\\.md)`, 'm');
      const page = row.exec(read('README.md'))?.[1];
      assert(page, `README.md has no row for ${generator}`);
      expect(read(page)).toMatch(new RegExp(`\\b${generator}\\b`));
    });

    it('has its options in the reference', () => {
      expect(read('docs/reference/options.md')).toContain(`### \`${generator}\`\n`);
    });

    it('has an example with simulated readers', () => {
      const { tests, providers } = parse(read(`examples/${name}.yaml`));
      expect(tests.map(({ path }: { path: string }) => path)).toContain(
        `file://../dist/index.js:${generator}`,
      );
      expect(JSON.stringify(providers)).toContain('SimulatedReader');
    });

    it('has tests of its own', () => {
      const rooms = ['benchmarks', 'extras/agents', 'extras/more-benchmarks'];
      const folders = rooms.map((room) => join(ROOT, 'test', room, name)).filter(existsSync);
      const files = folders.flatMap((folder) => readdirSync(folder));
      expect(
        files,
        `no test in ${rooms.map((room) => `test/${room}/${name}`).join(' or ')}`,
      ).toContainEqual(expect.stringMatching(/\.test\.ts$/));
    });

    it('says in docs/method/fidelity.md what its original does', () => {
      const sections = read('docs/method/fidelity.md').split(/^## /m);
      const own = sections.find((section) => {
        const [title = ''] = section.split('\n');
        return FIDELITY[name] === title || letters(name).startsWith(letters(title));
      });
      assert(own, `docs/method/fidelity.md has no section named as ${name} begins`);
      expect(own).toContain('\n| feature | original | ours |');
    });
  },
);
