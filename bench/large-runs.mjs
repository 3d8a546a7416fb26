/**
 * What a run of a million tokens a prompt takes: `node bench/large-runs.mjs [PROMPTS] [TOKENS]` (125, 1000000). promptfoo
 * asks a simulated reader; report, baseline and gate then read its database, and a search asks anew. Prints seconds of a processor and the
 * most memory of each process. Needs 1 GB of disk and, for promptfoo itself, 3 GB of memory.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [prompts = '125', tokens = '1000000'] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const promptfoo = join(dirname(require.resolve('promptfoo')), 'entrypoint.js');
const ours = join(root, 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'large-runs-'));
const state = join(folder, 'state');

try {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'promptfoo-counting-stars'), 'junction');
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({
      prompts: ['{{prompt}}'],
      providers: [
        {
          id: 'package:promptfoo-counting-stars:SimulatedReader',
          label: 'reader',
          config: { profile: 'forgetful', recall: 0.9 },
        },
      ],
      tests: [
        {
          path: 'file://node_modules/promptfoo-counting-stars/dist/index.js:countingStars',
          config: { stars: 8, lengths: [Number(tokens)], seeds: Number(prompts), repeat: true },
        },
      ],
    }),
  );
  console.log('| step | exit code | s of a processor | most MB of memory |\n|---|---|---|---|');
  run('promptfoo eval', promptfoo, ['eval', '-c', 'config.json', '--no-table', '--no-cache']);
  const latest = ['--eval', 'latest'];
  run('report', ours, ['report', ...latest]);
  run('baseline', ours, ['baseline', ...latest, '-o', 'baseline.json']);
  run('gate', ours, ['gate', ...latest, '--baseline', 'baseline.json']);
  run('show', ours, ['show', '1', ...latest]);
  run('history', ours, ['history', ...latest]);
  const range = ['--from', `${Number(tokens) / 4}`, '--to', tokens];
  run('search', ours, ['search', '-c', 'config.json', '--yes', '--price', '0/0', ...range]);
  console.log(`\nDatabase: ${Math.round(statSync(join(state, 'promptfoo.db')).size / 1e6)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Run a command; a small script that is loaded before it says at its end what it took. */
function run(step, script, args) {
  const usage = join(folder, 'usage.json');
  const told = join(folder, 'usage.mjs');
  writeFileSync(
    told,
    "import { writeFileSync } from 'node:fs';\n" +
      "process.on('exit', () => writeFileSync(process.env.USAGE_FILE, JSON.stringify(process.resourceUsage())));\n",
  );
  const { status } = spawnSync(process.execPath, ['--import', told, script, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      USAGE_FILE: usage,
      PROMPTFOO_CONFIG_DIR: state,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
    },
  });
  const { maxRSS, userCPUTime, systemCPUTime } = require(usage);
  delete require.cache[usage];
  const seconds = (userCPUTime + systemCPUTime) / 1e6;
  console.log(`| ${step} | ${status} | ${seconds.toFixed(1)} | ${Math.round(maxRSS / 1024)} |`);
}
