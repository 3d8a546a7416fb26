import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { protectFromTemplating } from '../dist/generators/prompt-doors.js';
import { countingStars, prompt } from '../dist/index.js';
import { median, root, rounded } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';

const RUNS = 3;

/** A prompt function that does nothing but read a file. */
const MODEL = `import { readFileSync } from 'node:fs';
export const prompt = ({ vars }) => readFileSync(vars.name, 'utf8');
`;

/**
 * The same prompts as text files, in two configs that have nothing of ours but the provider: one
 * with each text in a var, and one whose prompt function reads the files.
 */
export async function writeStaticConfigs(folder, { providers, tests: [{ config }] }) {
  for (const name of ['texts', 'raw', 'node_modules']) mkdirSync(join(folder, name));
  symlinkSync(root, join(folder, 'node_modules/promptfoo-counting-stars'));
  writeFileSync(join(folder, 'reader.mjs'), MODEL);
  const assert = [{ type: 'javascript', value: 'output.length > 0' }];
  const tests = { vars: [], files: [] };
  for (const [i, { vars }] of (await countingStars(config)).entries()) {
    const [text, raw] = [join(folder, 'texts', `${i}.txt`), join(folder, 'raw', `${i}.txt`)];
    writeFileSync(text, await prompt({ vars }));
    // What a prompt function returns is a template.
    writeFileSync(raw, protectFromTemplating(await prompt({ vars })));
    tests.vars.push({ vars: { text: `file://${text}` }, assert });
    tests.files.push({ vars: { name: raw }, assert });
  }
  const write = (name, contents) => {
    const path = join(folder, name);
    writeFileSync(path, stringify({ providers, ...contents }));
    return path;
  };
  return {
    'static texts in vars': write('vars.yaml', { prompts: ['{{text}}'], tests: tests.vars }),
    'static files, read': write('files.yaml', {
      prompts: [`file://${join(folder, 'reader.mjs')}:prompt`],
      tests: tests.files,
    }),
  };
}

/**
 * Three readers that answer from the prompt alone: the simulated ones take the evidence from the Case, which static
 * texts do not have.
 */
const PROVIDERS = [
  ['all', { from: 0, to: 1 }],
  ['first half', { from: 0, to: 0.5 }],
  ['second half', { from: 0.5, to: 1 }],
].map(([label, config]) => ({
  id: `file://${join(root, 'bench/prompt-reader.mjs')}`,
  label,
  config,
}));

async function evaluate(folder, name, config) {
  const output = join(folder, `${name}.json`);
  const measured = await measureEvaluation({
    home: join(folder, name),
    cwd: root,
    config,
    args: ['--output', output],
    env: {
      COUNTING_STARS_REPORT: join(folder, `${name} report`),
      PROMPTFOO_FAILED_TEST_EXIT_CODE: '0',
    },
  });
  return { ...measured, results: JSON.parse(readFileSync(output, 'utf8')).results.results };
}

/** What a provider answered, whatever the order of the results: equal prompts have equal answers. */
function answers(results) {
  return JSON.stringify(
    results.map(({ provider, response }) => [provider.label, response?.output]).sort(),
  );
}

/** The default config's 96 prompts, and the same prompts as static files to the same provider. */
export async function measurePromptfooShare() {
  const parsed = parse(readFileSync(join(root, 'promptfooconfig.yaml'), 'utf8'));
  return measureShare({ ...parsed, providers: PROVIDERS }, RUNS);
}

/** The same with 10,000 prompts of 4K tokens, once. */
export async function measureManyCases() {
  const { tests, ...rest } = parse(readFileSync(join(root, 'promptfooconfig.yaml'), 'utf8'));
  const config = { ...tests[0].config, lengths: [4000], stars: 8, seeds: 3334 };
  return measureShare({ ...rest, providers: PROVIDERS, tests: [{ ...tests[0], config }] }, 1);
}

/** The plugin's share of a promptfoo run, in turn with the same prompts as static files. */
async function measureShare(parsed, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'counting-stars-bench-'));
  try {
    const statics = await writeStaticConfigs(folder, parsed);
    const plugin = join(folder, 'plugin.yaml');
    writeFileSync(plugin, stringify(parsed).replaceAll('file://dist/', `file://${root}/dist/`));
    const runs = {};
    for (let round = 0; round < rounds; round++) {
      for (const [kind, path] of Object.entries({ plugin, ...statics })) {
        const one = await evaluate(folder, `${kind} ${round}`, path);
        runs[kind] = [...(runs[kind] ?? []), one];
      }
    }
    const asked = answers(runs.plugin[0].results);
    const rows = Object.entries(runs).map(([kind, all]) => {
      if (answers(all[0].results) !== asked) {
        throw new Error(`plugin and ${kind}: the two configs did not get the same answers.`);
      }
      return {
        measurement: `promptfoo eval, ${all[0].results.length} prompts: ${kind}`,
        seconds: rounded(median(all.map((one) => one.seconds))),
        busy: rounded(median(all.map((one) => one.busy))),
        peakMegabytes: Math.round(median(all.map((one) => one.megabytes))),
        databaseMegabytes: Math.round(median(all.map((one) => one.database))),
        runs: rounds,
      };
    });
    const [ours, ...others] = rows;
    for (const row of others) {
      row.ratio = rounded(ours.seconds / row.seconds);
      row.busyRatio = rounded(ours.busy / row.busy);
      row.memoryRatio = rounded(ours.peakMegabytes / row.peakMegabytes);
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
