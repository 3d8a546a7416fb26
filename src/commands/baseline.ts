import type { Command } from 'commander';
import type { Baseline } from '../baseline.js';
import { UserError } from '../case.js';
import { isFile } from '../files.js';
import { logText } from '../log-text.js';
import type { BaselineChange } from '../results/collect.js';
import { writeWhole } from '../whole-files.js';
import { allRows } from './results.js';

/** Add `baseline` to the program. */
export function addBaseline(program: Command): void {
  program
    .command('baseline')
    .description('write a baseline for `gate`: what each reader scored in each case')
    .argument('[results...]', 'files of `promptfoo eval -o results.json` (or .jsonl); - is stdin')
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .requiredOption('-o, --output <file>', 'the baseline file; an old one is replaced')
    .option('--allow-errors', 'leave out cases without an answer instead of refusing them')
    .option('--allow-missing', 'write a baseline although parts of the grid are missing')
    .addHelpText(
      'after',
      `
Examples:
  promptfoo-counting-stars baseline results.json -o baseline.json
  promptfoo-counting-stars baseline --eval latest -o baseline.json`,
    )
    .action(baseline);
}

interface BaselineFlags {
  eval?: string;
  output: string;
  allowErrors?: boolean;
  allowMissing?: boolean;
}

async function baseline(files: string[], flags: BaselineFlags): Promise<void> {
  const { output } = flags;
  const [{ baselineText }, { changesBetween, collect, toBaseline }, { assertComplete }] =
    await Promise.all([
      import('../baseline.js'),
      import('../results/collect.js'),
      import('../results/complete-results.js'),
    ]);
  const before = await replaced(output);
  const rows = await allRows(files, flags.eval);
  if (!flags.allowMissing) assertComplete(rows);
  const after = toBaseline(collect(rows), flags.allowErrors === true);
  writeWhole(output, baselineText(after));
  const [{ changeText }, { clip }] = await Promise.all([
    import('../gate/baseline-words.js'),
    import('../output/terminal.js'),
  ]);
  const changes = changesBetween(before, after);
  const lines = changes.map((change: BaselineChange) => `${clip(changeText(change), 200)}\n`);
  process.stdout.write(logText(`${lines.join('')}${output}\n`));
}

/**
 * The baseline that is about to be replaced; empty where there is none.
 *
 * @throws {UserError} when the file is something else
 */
async function replaced(file: string): Promise<Baseline> {
  if (!isFile(file)) return new Map();
  const { readBaseline } = await import('../baseline.js');
  try {
    return readBaseline(file).readers;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      `${file} is there already and is not replaced (${error.message}) Delete it or give another path.`,
    );
  }
}
