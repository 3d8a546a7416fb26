import type { Command } from 'commander';
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { several } from './arguments.js';
import { askingSide } from './asking-door.js';
import { languagesOf } from './sources.js';

export function addShow(program: Command): void {
  program
    .command('show')
    .description('show one test: its exact prompt, its evidence, the answers and their scores')
    .argument('<test>', "part of its id or description, or its row in promptfoo's table")
    .argument('[results...]', 'files of `promptfoo eval -o results.json` (or .jsonl); - is stdin')
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest", several(String), [])
    .option('-c, --config <files...>', 'without results: configs, as for `promptfoo eval`', [])
    .option('--provider <name>', 'only readers whose name contains this', '')
    .option('--whole', 'show prompt, evidence and answers in full', false)
    .option('--prompt-only', 'write the exact prompt and nothing else')
    .action(show);
}

interface ShowFlags {
  eval: string[];
  config: string[];
  provider: string;
  whole: boolean;
  promptOnly?: boolean;
}

async function show(selector: string, files: string[], flags: ShowFlags): Promise<void> {
  const { eval: evalIds, config: configs, provider, whole, promptOnly } = flags;
  const [{ foundCase }, { withProgress }, { showsColour }, { shownText }] = await Promise.all([
    import('./show/found-case.js'),
    import('../base/progress.js'),
    import('../measuring/document/terminal.js'),
    import('./show/show-text.js'),
  ]);
  const all = await withProgress(say`Looking for ${selector}`, () =>
    foundCase(selector, { files, evalIds, configs }),
  );
  speakTheirs(languagesOf(all.flatMap(({ row }) => (row ? [{ rows: [row] }] : []))));
  const found = all.filter(({ name }) => name.includes(provider));
  const names = all.map(({ name }) => name).join(', ');
  if (found.length === 0) {
    throw new UserError(`--provider: no reader is called "${provider}". There are ${names}.`);
  }
  const { stdout } = process;
  if (promptOnly) {
    const { promptOf } = await askingSide();
    const prompts = await Promise.all(found.map(promptOf));
    const { prompt } = prompts[0]!;
    if (prompts.every((one) => one.prompt === prompt)) stdout.write(prompt);
    else throw new UserError(`The prompt is not the same for all of ${names}. Add --provider.`);
    return;
  }
  const look = { colour: showsColour(stdout), width: stdout.columns ?? 80, whole };
  print(stdout, `${await shownText(found, look)}\n`);
}
