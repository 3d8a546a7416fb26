import type { Command } from 'commander';
import { namedFiles } from '../base/files/patterns.js';
import { say } from '../base/text/language.js';
import { inEveryLanguage, speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { text } from '../measuring/output/code.js';
import type { OwnTests } from '../measuring/results/own-tests.js';
import { askingSide } from './asking-door.js';
import { assertFormats, type FormatFlags, formatOption, writeFormats } from './format-files.js';
import { baselineAt, languagesOf } from './sources.js';

export function addOwnTests(program: Command): void {
  program
    .command('own-tests')
    .description('fail when a test of yours failed, unless the gate judges it')
    .argument('[results...]', 'files of `promptfoo eval -o results.json` (or .jsonl); - is stdin')
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .option(
      '--baseline <file>',
      'a baseline of `gate`: where it has such tests, the gate judges them',
    )
    .addOption(formatOption('markdown'))
    .action(ownTests);
}

interface OwnTestsFlags extends Pick<FormatFlags, 'markdown'> {
  eval?: string;
  baseline?: string;
}

/** How the page begins that `--markdown` writes; of no verdict, what stands before one. */
function heading(verdict = ''): string {
  return `## ${say`Your own tests: ${verdict}`}`;
}

async function ownTests(
  files: string[],
  { eval: evalId, baseline, ...flags }: OwnTestsFlags,
): Promise<void> {
  if (files.length === 0 && evalId === undefined) {
    throw new UserError(
      'Name at least one file of results (written with `promptfoo eval -o results.json`), or give ' +
        '`--eval latest`.',
    );
  }
  assertFormats(flags, { markdown: inEveryLanguage(heading) });
  const { ReadFrom, readEvaluation, readFile } = await import(
    '../measuring/results/read-results.js'
  );
  const readFrom = new ReadFrom(askingSide);
  const results = [];
  for (const file of await namedFiles(files)) results.push(await readFile(file, readFrom));
  if (evalId !== undefined) results.push(await readEvaluation(evalId, readFrom));
  speakTheirs(languagesOf(results));
  const tests = readFrom.ownTests;
  const isGated = baseline !== undefined && (await baselineAt(baseline)).tests !== undefined;
  const ended = verdictText(tests);
  const said = isGated ? say`${ended}; the gate judges them` : ended;
  await writeFormats(
    flags,
    () => `${[say`${said}.`, ...lines(tests, (one) => one)].join('\n')}\n`,
    { markdown: () => `${[heading(said), '', ...lines(tests, text)].join('\n')}\n` },
  );
  if (tests.failures > 0 && !isGated) process.exitCode = 1;
}

/** The first that failed are named; promptfoo's viewer has all. */
const NAMED = 20;

function verdictText({ asked, failures }: OwnTests): string {
  if (asked === 0) return say`none in these results`;
  return failures === 0 ? say`${asked} passed, none failed` : say`${failures} of ${asked} failed`;
}

function lines({ failed }: OwnTests, shown: (text: string) => string): string[] {
  const others = failed.length - NAMED;
  return [
    ...failed.slice(0, NAMED).map(({ name, provider, reason, times }) => {
      const [test, by, why] = [name, provider, reason].map(shown);
      return `- ${times === 1 ? say`${test!} (${by!}): ${why!}` : say`${test!} (${by!}), ${times} times: ${why!}`}`;
    }),
    ...(others > 0 ? [`- ${say`and ${others} more`}`] : []),
  ];
}
