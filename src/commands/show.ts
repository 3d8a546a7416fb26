import type { Command } from 'commander';
import { UserError } from '../case.js';
import { withoutKeys } from '../results/redact.js';
import type { FoundReader } from '../show/found-case.js';
import { logText } from '../text/log-text.js';
import { several } from './arguments.js';

export function addShow(program: Command): void {
  program
    .command('show')
    .description('show one test: its exact prompt, its evidence, the answers and their scores')
    .argument('<test>', "start of its id, its row in promptfoo's table, or part of its description")
    .argument('[results...]', 'files of results, or a folder of `search`; - is stdin')
    .option(
      '--eval <id>',
      "an evaluation in promptfoo's database, or latest; may be repeated",
      several(String),
      [],
    )
    .option('-c, --config <files...>', 'without results: configs, as for `promptfoo eval`')
    .option('--provider <name>', 'only this reader, or those with this in their name')
    .option('--whole', 'leave nothing out of prompt, evidence and answers')
    .option('--prompt-only', 'write the exact prompt and nothing else')
    .addHelpText(
      'after',
      `
Results give the prompt as it was sent, the answers, and what was read in them.
Without results, the test is one of the config here, and its prompt is built.

Examples:
  promptfoo-counting-stars show 3 results.json
  promptfoo-counting-stars show counting-stars.acquisition.en.64000 --eval latest
  promptfoo-counting-stars show 12 --eval latest --provider gpt-4.1 --whole
  promptfoo-counting-stars show 1 --prompt-only > prompt.txt`,
    )
    .action(show);
}

interface ShowFlags {
  eval: string[];
  config?: string[];
  provider?: string;
  whole?: boolean;
  promptOnly?: boolean;
}

async function show(selector: string, files: string[], flags: ShowFlags): Promise<void> {
  const { eval: evalIds, config, whole = false } = flags;
  const isStored = files.length + evalIds.length > 0;
  if (isStored && config) {
    throw new UserError('show takes results, or a config with -c. Leave one of them out.');
  }
  const [{ caseInConfig, caseInResults }, { withProgress }] = await Promise.all([
    import('../show/found-case.js'),
    import('../output/progress.js'),
  ]);
  const found = isStored
    ? await caseInResults(selector, files, evalIds)
    : await withProgress('Reading the config', () => caseInConfig(selector, config ?? []));
  const readers = chosen(found.readers, flags.provider);
  const { stdout } = process;
  if (flags.promptOnly) {
    const [first] = readers;
    if (readers.some(({ prompt }) => prompt !== first!.prompt)) {
      throw new UserError(
        `The readers have different prompts of this test. Choose one with --provider: ${namesOf(readers)}.`,
      );
    }
    stdout.write(first!.prompt);
    return;
  }
  const [{ showsColour }, { shownText }] = await Promise.all([
    import('../output/terminal.js'),
    import('../show/show-text.js'),
  ]);
  const look = { colour: showsColour(stdout), width: stdout.columns ?? 80, whole };
  stdout.write(logText(withoutKeys(`${await shownText({ ...found, readers }, look)}\n`)));
}

/** The readers of a name, or all whose names hold it. */
function chosen(readers: readonly FoundReader[], name: string | undefined): FoundReader[] {
  const exact = readers.filter((one) => name === undefined || one.name === name);
  const meant = exact.length > 0 ? exact : readers.filter((one) => one.name.includes(name!));
  if (meant.length > 0) return meant;
  throw new UserError(
    `--provider: no reader of this test is "${name}". It has ${namesOf(readers)}.`,
  );
}

function namesOf(readers: readonly FoundReader[]): string {
  return readers.map(({ name }) => name).join(', ') || 'none';
}
