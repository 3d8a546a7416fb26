/**
 * The two ways in which promptfoo asks for our prompts, a var (`{{prompt}}`) and a prompt function:
 * time, processor time, peak memory and size of its database, over 32 prompts of 4K to 128K tokens.
 *
 *   npm run build && npx node bench/prompt-doors.mjs [rounds]
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { median, root, rounded } from './measure.mjs';
import { measureEvaluation } from './promptfoo.mjs';

const rounds = Number(process.argv[2] ?? 3);

const INDEX = `file://${root}dist/index.js`;

const PROMPTS = { var: '{{prompt}}', function: `${INDEX}:prompt` };

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-bench-'));
try {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/promptfoo-counting-stars'));
  const runs = { var: [], function: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [door, prompt] of Object.entries(PROMPTS)) {
      const config = join(folder, `${door}.yaml`);
      const model = {
        id: 'package:promptfoo-counting-stars:SimulatedReader',
        config: { profile: 'perfect' },
      };
      const tests = [{ path: `${INDEX}:countingStars`, config: { versions: ['32-32'] } }];
      writeFileSync(config, stringify({ prompts: [prompt], providers: [model], tests }));
      const home = join(folder, `${door} ${round}`);
      runs[door].push(await measureEvaluation({ home, cwd: folder, config }));
    }
  }
  const row = (door) => ({
    door,
    seconds: rounded(median(runs[door].map(({ seconds }) => seconds))),
    busy: rounded(median(runs[door].map(({ busy }) => busy))),
    peakMegabytes: Math.round(median(runs[door].map(({ megabytes }) => megabytes))),
    databaseMegabytes: rounded(median(runs[door].map(({ database }) => database))),
  });
  console.table([row('var'), row('function')]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
