/** Our commands as whole processes, and files of results for them to read. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import seedrandom from 'seedrandom';

const STARS = 32;

const command = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

/** Write results as promptfoo does, of readers with a recall of 0.9, with prompts of so many characters. */
export function writeResults(file, { providers = 3, lengths = 32, seeds, characters = 350 }) {
  const out = openSync(file, 'w');
  const random = seedrandom(basename(file));
  const isLines = file.endsWith('.jsonl');
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
}

/** Write results of tests of one's own, as promptfoo does: one model passes the same nine of ten each time. */
export function writeOwnResults(file, count) {
  const out = openSync(file, 'w');
  const random = seedrandom('own results');
  for (let i = 0; i < count; i++) {
    const pass = random() < 0.9;
    const words = 'What does the harbour master write down? '.repeat(1 + Math.floor(8 * random()));
    const result = {
      provider: { id: 'p1', label: 'provider 1' },
      prompt: { raw: `${words}(${i})`, label: 'p' },
      vars: { question: `${words}(${i})` },
      testCase: { description: `question ${i}`, assert: [{ type: 'contains', value: 'ship' }] },
      response: { output: 'A ship.', tokenUsage: { prompt: words.length / 4, completion: 3 } },
      success: pass,
      score: Number(pass),
      latencyMs: 1000,
      failureReason: pass ? 0 : 1,
      gradingResult: {
        pass,
        score: Number(pass),
        componentResults: [
          { pass, score: Number(pass), reason: '', assertion: { type: 'contains', value: 'ship' } },
        ],
      },
    };
    writeSync(out, `${JSON.stringify(result)}\n`);
  }
  closeSync(out);
}

/** Loaded in front of the command, to say how much memory it took. */
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); " +
    "process.stderr.write('MAXRSS ' + maxRSS + ' CPU ' + (userCPUTime + systemCPUTime)); });",
)}`;

/** Run our command in a process of its own: what it prints, and what it takes. */
export function timed(args) {
  const start = performance.now();
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', PRELOAD, command, ...args],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    },
  );
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr.slice(-2000));
  return {
    stdout,
    seconds: seconds.toFixed(1),
    busy: (Number(/CPU (\d+)/.exec(stderr)[1]) / 1e6).toFixed(1),
    memory: (Number(/MAXRSS (\d+)/.exec(stderr)[1]) / 1024).toFixed(0),
  };
}

/** Size of a file, for people. */
export const mebibytes = (file) => (statSync(file).size / 2 ** 20).toFixed(0);
