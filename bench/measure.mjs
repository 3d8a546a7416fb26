import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** The package's folder, where programs find it by its name. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The last line of a program: its own peak memory. */
const REPORT = "console.log('maxRSS ' + process.resourceUsage().maxRSS);";

/**
 * Run a program as a process of its own, from `node` start to exit.
 *
 * @param source - an ES module, as text
 * @returns seconds of wall time, peak memory in megabytes, and what the program printed
 */
export async function runProgram(source) {
  const start = performance.now();
  const output = await run(
    process.execPath,
    ['--input-type=module', '--eval', `${source}\n${REPORT}`],
    { cwd: root },
  );
  const seconds = (performance.now() - start) / 1000;
  return { seconds, megabytes: peakMegabytes(output), output };
}

/** Peak memory in megabytes, as a child that ends with `REPORT` has printed it. */
export function peakMegabytes(output) {
  return Number(/maxRSS (\d+)/.exec(output)[1]) / 1024;
}

/** Run a command and return its standard output; an exit code other than 0 is an error. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${code ?? signal}\n${output}\n${errors}`));
    });
  });
}

/** A number for people. */
export function rounded(value, digits = 2) {
  return Number(value.toFixed(digits));
}
