/**
 * Every block of YAML is a config, or options, that work: generators expand it, and a perfect reader
 * answers its shortest prompt.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { benchmarkOfGenerator } from '../../src/benchmarks/registry.js';
import { completed } from '../../src/generators/complete.js';
import { draftsOf } from '../../src/generators/grid.js';
import { withPreset } from '../../src/generators/presets.js';
import * as plugin from '../../src/index.js';
import { baselineText } from '../../src/measuring/results/baseline/baseline-text.js';
import type { SharedOptions } from '../../src/options/general-options.js';
import { parseOptions } from '../../src/options/parse-options.js';
import { ROOT } from '../e2e/promptfoo.js';
import { blocksIn, textOf } from './pages.js';

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
const home = process.cwd();

/** The files that pages name as the reader's own. */
beforeAll(() => {
  mkdirSync(join(folder, 'languages'));
  copyFileSync(join(ROOT, 'datasets/languages/ru.yaml'), join(folder, 'languages', 'fi.yaml'));
  const letters = Object.fromEntries([...'ABCD'].map((letter) => [`choice_${letter}`, letter]));
  const texts = { question: 'Who?', answer: 'C', context: 'A cat came in.', ...letters };
  const kinds = { _id: '1', domain: 'a', sub_domain: 'b', difficulty: 'easy', length: 'short' };
  writeFileSync(join(folder, 'data.json'), JSON.stringify([{ ...kinds, ...texts }]));
  mkdirSync(join(folder, 'prompts'));
  const documents = '{search_results}\n\nQuestion: {question}\nAnswer:';
  writeFileSync(join(folder, 'prompts', 'qa.prompt'), documents);
  writeFileSync(join(folder, 'prompts', 'closedbook_qa.prompt'), 'Question: {question}\nAnswer:');
  writeFileSync(join(folder, 'prompts', 'nolima.txt'), '{context}\n\nQuestion: {question}');
  for (const name of ['questions.jsonl', 'documents.jsonl']) {
    copyFileSync(join(ROOT, 'examples/own-pipeline', name), join(folder, name));
  }
  const examples = {
    'long-bench-pro.json': 'longbench_pro.json',
    'ruler-v2/mmlu.jsonl': 'mmlu.jsonl',
    'ruler-v2/hotpotqa.json': 'hotpot_dev_distractor_v1.json',
  };
  for (const [from, to] of Object.entries(examples)) {
    copyFileSync(join(ROOT, 'examples', from), join(folder, to));
  }
  const fact = { question: 'How long?', answers: ['six weeks'], gold: { quote: 'six weeks' } };
  writeFileSync(join(folder, 'handbook.jsonl'), JSON.stringify(fact));
  const rules = Array.from({ length: 300 }, (_, i) => `Rule ${i} holds.`).join(' ');
  writeFileSync(join(folder, 'handbook.txt'), `${rules} The notice is six weeks. ${rules}`);
  const ctxs = [{ text: 'It takes six weeks.' }, { text: 'It rained.' }];
  writeFileSync(join(folder, 'results.jsonl'), JSON.stringify({ ...fact, gold: [], ctxs }));
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

/** What a path in a config names. */
function exported(path: string): unknown {
  const [, file, name] = /^file:\/\/node_modules\/(.+):(\w+)$/.exec(path)!;
  expect(file).toBe('promptfoo-counting-stars/dist/index.js');
  return new Map<string, unknown>(Object.entries(plugin)).get(name!);
}

interface Config extends Record<string, unknown> {
  baseline?: string;
}

/** A baseline of just the cases that a config asks for. */
async function writeBaseline({ baseline, maxDrop: _, ...config }: Config): Promise<void> {
  const cases = (await plugin.countingStars(config)).map(
    ({ metadata }) =>
      [
        metadata!.id as string,
        { tokens: 1000, seed: 1, score: 1, marks: [] as number[], description: '' },
      ] as const,
  );
  writeFileSync(
    baseline!,
    baselineText({ runs: [new Map([['reader', new Map(cases)]])], identities: new Map() }),
  );
}

/** Expand a config and answer its shortest prompt; only that one is built, since tests are to be quick. */
async function evaluate(generator: string, config: Config): Promise<void> {
  const benchmark = benchmarkOfGenerator(generator);
  const drafts = await draftsOf(benchmark, config);
  const open = drafts.filter(({ task }) => task !== 'closed-book');
  const [shortest] = open.toSorted((a, b) => (a.tokens ?? 0) - (b.tokens ?? 0));
  const whole = withPreset(benchmark, config);
  const options = parseOptions(generator, benchmark.options, whole) as SharedOptions;
  const [[theCase] = []] = [...(await completed(benchmark, [shortest!], options))];
  const vars = { case: theCase };
  const prompt = await plugin.prompt({ vars });
  const { output } = await new plugin.SimulatedReader().callApi(prompt, {
    vars,
    prompt: { raw: prompt, label: '' },
  } as never);
  const { score } = await plugin.score(output, { vars, prompt });
  // Texts that are for readers who understand them, or in somebody else's form.
  const isRead = generator !== 'longBenchV2' && config.template === undefined;
  if (isRead) expect(score, `${generator}: ${output}`).toBe(1);
}

/** The generator that a block without one is about: the last that its page names above it. */
function generatorOf(where: string): string {
  const [, page, line] = /^(.*):(\d+)$/.exec(where)!;
  if (page === 'docs/reference/options.md') return 'countingStars';
  const above = textOf(page!).split('\n').slice(0, Number(line)).join('\n');
  const named = [...above.matchAll(/index\.js:(\w+)/g)].map(([, name]) => name!);
  return named.findLast((name) => name !== 'battery') ?? 'countingStars';
}

interface Suite {
  tests?: { path: string; config?: Config }[];
  extensions?: string[];
  providers?: (string | { id: string })[];
  derivedMetrics?: unknown;
}

describe('a block of YAML', () => {
  it.each(blocksIn('yaml'))('%s works', async (where, { text }) => {
    const content = parse(text) as (Suite & Config) | null;
    if (content === null) {
      const [, schema] = /\$schema=node_modules\/promptfoo-counting-stars\/(\S+)/.exec(text)!;
      expect(existsSync(join(ROOT, schema!))).toBe(true);
      return;
    }
    if ('steps' in content) {
      const { steps } = content as unknown as { steps: { uses?: string; with?: object }[] };
      const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as { inputs: object };
      const ours = steps.filter(({ uses }) => uses?.endsWith('/promptfoo-counting-stars'));
      expect(ours).toHaveLength(1);
      expect(Object.keys(action.inputs)).toEqual(
        expect.arrayContaining(Object.keys(ours[0]!.with ?? {})),
      );
      return;
    }
    const { tests, extensions = [], providers = [], derivedMetrics, ...fragment } = content;
    for (const path of extensions) expect(exported(path)).toBeTypeOf('function');
    for (const provider of providers) {
      expect(typeof provider === 'string' ? provider : provider.id).toBeTypeOf('string');
    }
    // Tests of the user's own have no path.
    const generated = tests?.filter(({ path }) => path !== undefined) ?? [];
    for (const { path, config = {} } of generated) {
      expect(exported(path)).toBeTypeOf('function');
      const [, generator = ''] = /:(\w+)$/.exec(path)!;
      if (config.baseline) await writeBaseline(config);
      if (generator === 'battery') {
        // Pairs and documents are the lengths of this preset.
        const short = config.preset !== 'lost-in-the-middle' && { lengths: [2000] };
        const asked = await plugin.battery({ ...config, ...short, maxTokens: undefined } as never);
        expect(asked.length).toBeGreaterThan(0);
      } else await evaluate(generator, config);
    }
    if ('single' in content) {
      writeFileSync('needles.yaml', text);
      await evaluate('needleInAHaystack', { lengths: [4000], needles: 'needles.yaml' });
      await evaluate('needleBench', {
        tasks: 'M-RS',
        combined: 2,
        perCell: 1,
        lengths: [4000],
        needles: 'needles.yaml',
      });
    } else if (derivedMetrics) {
      const example = readFileSync(join(ROOT, 'examples/needle-bench.yaml'), 'utf8');
      expect(derivedMetrics).toEqual(parse(example).derivedMetrics);
    } else if (!tests && extensions.length === 0 && providers.length === 0) {
      const generator = generatorOf(where);
      const { config = fragment } = fragment as { config?: Config };
      const short = 'lengths' in benchmarkOfGenerator(generator).options.shape;
      await evaluate(generator, { ...(short && { lengths: [4000] }), ...config });
    }
  });
});
