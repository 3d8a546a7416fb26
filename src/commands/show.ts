import type { Command } from 'commander';
import { withProgress } from '../base/progress.js';
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { showsColour } from '../measuring/document/terminal.js';
import { configOption, evalsOption } from './arguments.js';
import { askingSide } from './asking-door.js';
import { latestOfAnyAge } from './latest.js';
import { foundCase } from './show/found-case.js';
import { shownText } from './show/show-text.js';
import { languagesOf } from './sources.js';

export function add(program: Command): void {
  program
    .command('show')
    .summary('Show one prompt, the answers and their scores')
    .description('Show one test: its exact prompt, the hidden facts, the answers and their scores.')
    .argument('<test>', "row in promptfoo's table, or part of its description")
    .argument('[results...]', 'results of promptfoo eval')
    .addOption(evalsOption())
    .addOption(configOption())
    .option('--filter-providers <text>', 'only models whose name contains TEXT', '')
    .option('--whole', 'show prompt, facts and answers in full', false)
    .option('--prompt-only', 'print only the exact prompt')
    .action(show);
}

interface ShowFlags {
  eval?: string[];
  config?: string[];
  filterProviders: string;
  whole: boolean;
  promptOnly?: boolean;
}

async function show(selector: string, files: string[], flags: ShowFlags): Promise<void> {
  const { eval: given = [], config: configs = [], filterProviders, whole, promptOnly } = flags;
  const isGiven = files.length + given.length + configs.length > 0;
  const evalIds = isGiven ? given : await latestIfAny();
  const all = await withProgress(say`Looking for ${selector}`, () =>
    foundCase(selector, { files, evalIds, configs }),
  );
  speakTheirs(languagesOf(all.flatMap(({ row }) => (row ? [{ rows: [row] }] : []))));
  const found = all.filter(({ name }) => name.includes(filterProviders));
  const names = all.map(({ name }) => name).join(', ');
  if (found.length === 0) {
    throw new UserError(`No model's name contains "${filterProviders}". Models: ${names}.`);
  }
  const { stdout } = process;
  if (promptOnly) {
    const { promptOf } = await askingSide();
    const prompts = await Promise.all(found.map(promptOf));
    const { prompt } = prompts[0]!;
    if (prompts.every((one) => one.prompt === prompt)) stdout.write(prompt);
    else throw new UserError(`${names} get different prompts. Pass --filter-providers.`);
    return;
  }
  const look = { colour: showsColour(stdout), width: stdout.columns ?? 80, whole };
  print(stdout, `${await shownText(found, look)}\n`);
}

/** Before the first evaluation, `show` builds prompts of the config. */
async function latestIfAny(): Promise<string[]> {
  try {
    return [await latestOfAnyAge()];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
