/**
 * The two ways in which promptfoo asks for our prompts, a var (`{{prompt}}`) and a prompt function:
 * time, peak memory and size of its database, over 32 prompts of 4K to 128K tokens.
 *
 *   npm run build && node bench/prompt-doors.mjs [rounds]
 */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { median, peakMegabytes, root, rounded, run } from './measure.mjs';

const rounds = Number(process.argv[2] ?? 3);

const manifest = join(root, 'node_modules/promptfoo/package.json');
const promptfoo = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.promptfoo);

/** Preloaded into promptfoo, so that it prints its own peak memory when it ends. */
const REPORTER = `process.on('exit', () => {
  require('node:fs').writeSync(1, 'maxRSS ' + process.resourceUsage().maxRSS + '\\n');
});`;

const INDEX = `file://${root}dist/index.js`;

const PROMPTS = { var: '{{prompt}}', function: `${INDEX}:prompt` };

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-bench-'));
try {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/promptfoo-counting-stars'));
  const reporter = join(folder, 'reporter.cjs');
  writeFileSync(reporter, REPORTER);
  const runs = { var: [], function: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [door, prompt] of Object.entries(PROMPTS)) {
      const config = join(folder, `${door}.yaml`);
      const home = join(folder, `${door} ${round}`);
      mkdirSync(home);
      const reader = {
        id: 'package:promptfoo-counting-stars:SimulatedReader',
        config: { profile: 'perfect' },
      };
      const tests = [{ path: `${INDEX}:countingStars`, config: { versions: ['32-32'] } }];
      writeFileSync(config, stringify({ prompts: [prompt], providers: [reader], tests }));
      const start = performance.now();
      const args = ['eval', '--config', config, '--no-cache', '--no-table'];
      const printed = await run(process.execPath, ['--require', reporter, promptfoo, ...args], {
        cwd: folder,
        env: {
          ...process.env,
          PROMPTFOO_CONFIG_DIR: home,
          PROMPTFOO_DISABLE_TELEMETRY: '1',
          PROMPTFOO_DISABLE_UPDATE: '1',
        },
      });
      runs[door].push({
        seconds: (performance.now() - start) / 1000,
        megabytes: peakMegabytes(printed),
        database: statSync(join(home, 'promptfoo.db')).size / 2 ** 20,
      });
    }
  }
  const row = (door) => ({
    door,
    seconds: rounded(median(runs[door].map(({ seconds }) => seconds))),
    peakMegabytes: Math.round(median(runs[door].map(({ megabytes }) => megabytes))),
    databaseMegabytes: rounded(median(runs[door].map(({ database }) => database))),
  });
  console.table([row('var'), row('function')]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
