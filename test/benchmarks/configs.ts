import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { benchmarkOfGenerator } from '../../src/benchmarks/registry.js';
import { CONFIGS } from './digest.mjs';

/** Small configs of a generator: those whose prompts are watched, or else those of its example. */
export function configsOf(generator: string): object[] {
  const watched = (CONFIGS as Record<string, object[]>)[generator];
  if (watched) return watched;
  const { name } = benchmarkOfGenerator(generator);
  const example = new URL(`../../examples/${name}.yaml`, import.meta.url);
  const { tests } = parse(readFileSync(example, 'utf8')) as { tests: Entry[] };
  return tests.flatMap(({ path, config = {} }) => (path.endsWith(`:${generator}`) ? config : []));
}

interface Entry {
  path: string;
  config?: object;
}
