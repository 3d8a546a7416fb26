/**
 * Time and peak memory of `gate` on two files of 9,984 results each (3 readers, 32 lengths of 32
 * stars, 104 seeds), as a whole process of the command line; and with a baseline file instead of the
 * first one.
 *
 *   npm run build && node bench/gate-time.mjs
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import seedrandom from 'seedrandom';

const STARS = 32;
const folder = mkdtempSync(join(tmpdir(), 'bench-gate-'));
const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** Write results as promptfoo does, with short prompts. */
function writeResults(name) {
  const random = seedrandom(name);
  const results = [];
  for (let seed = 1; seed <= 104; seed++) {
    for (let length = 1; length <= 32; length++) {
      for (let provider = 1; provider <= 3; provider++) {
        const tokens = 4000 * length;
        const positions = Array.from({ length: STARS }, (_, i) => (i + 1) / STARS);
        const marks = positions.map(() => (random() < 0.9 ? 1 : 0));
        const score = marks.reduce((a, b) => a + b, 0) / STARS;
        const id = `${tokens}.s${seed}`;
        results.push({
          provider: { id: `p${provider}`, label: `provider ${provider}` },
          prompt: { raw: 'It was a quiet day at the harbour. '.repeat(10), label: 'p' },
          vars: { case: { benchmark: 'counting-stars', task: 'acquisition', tokens, seed } },
          testCase: { description: `${tokens} tokens, seed ${seed}` },
          metadata: { benchmark: 'counting-stars', id },
          response: { output: JSON.stringify({ little_penguin: marks }) },
          failureReason: 0,
          gradingResult: {
            componentResults: [
              {
                pass: true,
                score,
                assertion: { value: 'package:promptfoo-counting-stars:score' },
                metadata: { id, marks, positions },
              },
            ],
          },
        });
      }
    }
  }
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ results: { results } }));
  return file;
}

/** Loaded in front of the command, to say how much memory it took. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); " +
    "process.stderr.write('MAXRSS ' + maxRSS + ' CPU ' + (userCPUTime + systemCPUTime)); });",
)}`;

function measure(name, args) {
  const start = performance.now();
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', PRELOAD, command, ...args],
    {
      encoding: 'utf8',
    },
  );
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  const memory = Number(/MAXRSS (\d+)/.exec(stderr)?.[1]) / 1024;
  const busy = Number(/CPU (\d+)/.exec(stderr)?.[1]) / 1e6;
  console.log(
    `| ${name} | ${seconds.toFixed(1)} | ${busy.toFixed(1)} | ${memory.toFixed(0)} | ${stdout.split(/[:\n]/)[0]} |`,
  );
}

try {
  const [before, now] = [writeResults('before.json'), writeResults('now.json')];
  const baseline = join(folder, 'baseline.json');
  console.log(
    '| what | seconds | of a processor | peak memory, MiB | verdict |\n|---|---|---|---|---|',
  );
  measure('`gate now.json --baseline before.json`', ['gate', now, '--baseline', before]);
  measure('`baseline before.json`', ['baseline', before, '-o', baseline]);
  measure('`gate now.json --baseline baseline.json`', ['gate', now, '--baseline', baseline]);
  const size = (file) => (statSync(file).size / 2 ** 20).toFixed(1);
  console.log(`\nresults ${size(now)} MiB, baseline ${size(baseline)} MiB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
