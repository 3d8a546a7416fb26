/**
 * Time and peak memory of a report, as a whole process of the command line: for a default run (96
 * results), for 10,000 results, and for a results file of 1 GB (10,000 results with their prompts).
 *
 *   npm run build && node bench/report.mjs
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';

const STARS = 32;

const folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
const command = new URL('../dist/cli.js', import.meta.url).pathname;

/** Write results as promptfoo does, with prompts of so many characters. */
function writeResults(name, { providers, lengths, seeds, characters }) {
  const file = join(folder, name);
  const out = openSync(file, 'w');
  const random = seedrandom(name);
  writeSync(out, '{"evalId":"bench","results":{"version":3,"prompts":[],"results":[\n');
  let first = true;
  for (let seed = 1; seed <= seeds; seed++) {
    for (let length = 1; length <= lengths; length++) {
      for (let provider = 1; provider <= providers; provider++) {
        const tokens = (128_000 * length) / lengths;
        const positions = Array.from({ length: STARS }, (_, i) => (i + 1) / STARS);
        const marks = positions.map(() => (random() < 0.9 ? 1 : 0));
        const score = marks.reduce((a, b) => a + b, 0) / STARS;
        const result = {
          provider: { id: `p${provider}`, label: `provider ${provider}` },
          prompt: {
            raw: 'It was a quiet day at the harbour. '.repeat(characters / 35),
            label: 'p',
          },
          vars: {
            case: {
              benchmark: 'counting-stars',
              task: 'acquisition',
              language: 'en',
              haystack: 'prose',
              tokens,
              seed,
              reserve: 136,
            },
          },
          testCase: { description: `${tokens} tokens, seed ${seed}` },
          metadata: { benchmark: 'counting-stars', id: `${tokens}.s${seed}` },
          response: {
            output: JSON.stringify({ little_penguin: marks }),
            tokenUsage: { prompt: tokens },
          },
          namedScores: { recall: score, precision: 1, format: 1 },
          latencyMs: 1000,
          failureReason: 0,
          gradingResult: {
            componentResults: [
              {
                pass: score > 0.85,
                score,
                reason: `${score}`,
                assertion: { value: 'package:promptfoo-counting-stars:score' },
                metadata: {
                  id: `${tokens}.s${seed}`,
                  marks,
                  positions,
                  diagnosis: 'scattered',
                },
              },
            ],
          },
        };
        writeSync(out, (first ? '' : ',\n') + JSON.stringify(result));
        first = false;
      }
    }
  }
  writeSync(out, '\n]}}');
  closeSync(out);
  return file;
}

/** Loaded in front of the command, to say how much memory it took. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); " +
    "process.stderr.write('MAXRSS ' + maxRSS + ' CPU ' + (userCPUTime + systemCPUTime)); });",
)}`;

function measure(name, file) {
  const args = ['--import', PRELOAD, command, 'report', file, '--out', join(folder, 'report')];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  const memory = Number(/MAXRSS (\d+)/.exec(stderr)[1]) / 1024;
  const busy = Number(/CPU (\d+)/.exec(stderr)[1]) / 1e6;
  const readable = readFileSync(join(folder, 'report', 'errors.csv'), 'utf8') === '';
  if (!readable) throw new Error('results that should have a score are taken for errors');
  const size = statSync(file).size / 2 ** 20;
  const html = statSync(join(folder, 'report', 'index.html')).size / 1024;
  console.log(
    `| ${name} | ${size.toFixed(0)} | ${seconds.toFixed(1)} | ${busy.toFixed(1)} | ${memory.toFixed(0)} | ${html.toFixed(0)} |`,
  );
}

try {
  console.log(
    '| results | file, MiB | seconds | of a processor | peak memory, MiB | report, KiB |',
  );
  console.log('|---|---|---|---|---|---|');
  const grid = { providers: 3, lengths: 32, seeds: 1, characters: 280_000 };
  measure('default run: 96', writeResults('default.json', grid));
  const many = { providers: 3, lengths: 32, seeds: 104, characters: 350 };
  measure('10,000 (9,984)', writeResults('many.json', many));
  measure('1 GB (9,984)', writeResults('large.json', { ...many, characters: 106_000 }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
