/**
 * Time and peak memory of a report, as a whole process of the command line: for a default run (96
 * results), for 10,000 results, and for a results file of 1 GB (10,000 results with their prompts); or
 * for other numbers of results, and those of the gate that compares the file with a baseline of it.
 *
 *   npm run build && node bench/report.mjs [results …]
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
  const isLines = name.endsWith('.jsonl');
  if (!isLines)
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
        writeSync(out, (first ? '' : isLines ? '\n' : ',\n') + JSON.stringify(result));
        first = false;
      }
    }
  }
  if (!isLines) writeSync(out, '\n]}}');
  closeSync(out);
  return file;
}

/** Loaded in front of the command, to say how much memory it took. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); " +
    "process.stderr.write('MAXRSS ' + maxRSS + ' CPU ' + (userCPUTime + systemCPUTime)); });",
)}`;

/** Run our command in a process of its own. */
function timed(args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', PRELOAD, command, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr.slice(-2000));
  return {
    seconds: seconds.toFixed(1),
    busy: (Number(/CPU (\d+)/.exec(stderr)[1]) / 1e6).toFixed(1),
    memory: (Number(/MAXRSS (\d+)/.exec(stderr)[1]) / 1024).toFixed(0),
  };
}

const mebibytes = (file) => (statSync(file).size / 2 ** 20).toFixed(0);

function measure(name, file) {
  const { seconds, busy, memory } = timed(['report', file, '--out', join(folder, 'report')]);
  const readable = readFileSync(join(folder, 'report', 'errors.csv'), 'utf8') === '';
  if (!readable) throw new Error('results that should have a score are taken for errors');
  const html = statSync(join(folder, 'report', 'index.html')).size / 1024;
  console.log(
    `| ${name} | ${mebibytes(file)} | ${seconds} | ${busy} | ${memory} | ${html.toFixed(0)} |`,
  );
}

/** A file of results against the baseline that is made of it. */
function measureGate(name, file) {
  const baseline = join(folder, 'baseline.json');
  const made = timed(['baseline', file, '-o', baseline]);
  const { seconds, busy, memory } = timed(['gate', file, '--baseline', baseline]);
  console.log(
    `| baseline: ${name} | ${mebibytes(file)} | ${made.seconds} | ${made.busy} | ${made.memory} | |\n` +
      `| gate: ${name} | ${mebibytes(file)} | ${seconds} | ${busy} | ${memory} | |`,
  );
}

try {
  console.log(
    '| results | file, MiB | seconds | of a processor | peak memory, MiB | report, KiB |',
  );
  console.log('|---|---|---|---|---|---|');
  const numbers = process.argv.slice(2).map(Number);
  if (numbers.length > 0) {
    for (const results of numbers) {
      const seeds = Math.round(results / 96);
      const file = writeResults('some.jsonl', {
        providers: 3,
        lengths: 32,
        seeds,
        characters: 350,
      });
      const name = (96 * seeds).toLocaleString('en');
      measure(name, file);
      measureGate(name, file);
      rmSync(file);
    }
  } else {
    const grid = { providers: 3, lengths: 32, seeds: 1, characters: 280_000 };
    measure('default run: 96', writeResults('default.json', grid));
    const many = { providers: 3, lengths: 32, seeds: 104, characters: 350 };
    measure('10,000 (9,984)', writeResults('many.json', many));
    measure('1 GB (9,984)', writeResults('large.json', { ...many, characters: 106_000 }));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
