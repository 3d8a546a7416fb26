import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { print } from '../base/doors.js';
import { isFile, referenceFile } from '../base/files/files.js';
import type { NoteProcess } from '../base/files/folder-lock.js';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { redactText } from '../base/secrets.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import type { TokenizerReference } from '../contract/case.js';
import type { StretchNote } from '../contract/stretch.js';
import { TOKENIZER_NAMES } from '../haystack/tokenizer.js';
import { PAGE_MARK } from '../measuring/document/markup.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import { countArgument, lengthsArgument, priceOption, refuseWord } from './arguments.js';
import { consent, mustAsk, type SpendingFlags } from './consent.js';
import { pageOption } from './format-files.js';

const loaded = () => import('../extras/stretch/index.js');

type Extra = Awaited<ReturnType<typeof loaded>>;

/** Where results and the page are written. */
const FOLDER = 'counting-stars-stretch';

const TOKENIZER = 'o200k_base';

const WAYS: readonly StretchNote['as'][] = ['conversation', 'before', 'tools'];

export function addStretch(program: Command): void {
  program
    .command('stretch')
    .description(
      'ask the tests you have with unrelated text around them: at which length do they break?',
    )
    .argument('[options...]', 'options of `promptfoo eval`, behind --')
    .option('-c, --config <files...>', 'configs, as for `promptfoo eval`')
    .requiredOption(
      '--lengths <tokens>',
      'lengths of whole prompts, for example 8K,32K,128K',
      lengthsArgument,
    )
    .addOption(
      new Option('--as <way>', 'what stands around a prompt: turns, text, or results of a tool')
        .choices(WAYS)
        .default('conversation'),
    )
    .option('--repeat <number>', 'ask each test so often in each way', countArgument)
    .option('--tokenizer <name>', 'tokenizer, or the path of a tokenizer.json', TOKENIZER)
    .option('--seed <number>', 'another seed draws another text', countArgument, 1)
    .addOption(priceOption())
    .option('--max-concurrency <number>', 'calls at once, as for `promptfoo eval`', countArgument)
    .option('-o, --out <folder>', 'results and page', FOLDER)
    .addOption(pageOption('write the page to this file instead'))
    .option('--dry-run', 'say what it would ask and cost, and ask nothing')
    .option('--yes', 'do not ask before spending')
    .action(stretchCommand);
}

interface StretchFlags extends SpendingFlags {
  config?: string[];
  lengths: number[];
  as: StretchNote['as'];
  repeat?: number;
  tokenizer: string;
  seed: number;
  price: GivenPrice[];
  maxConcurrency?: number;
  out: string;
  html?: string;
  dryRun?: boolean;
}

async function stretchCommand(args: string[], flags: StretchFlags): Promise<void> {
  refuseArguments(args);
  // Nothing is written then.
  if (flags.dryRun) return stretch(args, flags, () => {});
  const { inLockedFolder } = await import('../base/files/folder-lock.js');
  await inLockedFolder(flags.out, (note) => stretch(args, flags, note));
}

async function stretch(args: string[], flags: StretchFlags, note: NoteProcess): Promise<void> {
  const { out, html = join(out, 'index.html'), lengths, as, seed } = flags;
  const file = join(out, 'results.json');
  const module = resolve(out, 'stretch.mjs');
  const [extra, { evaluateWithoutKeys }, { assertPricesMatch }, progress] = await Promise.all([
    loaded(),
    import('./suite/read-suite.js'),
    import('../measuring/planning/prices.js'),
    import('../base/progress.js'),
  ]);
  assertReplaceable(module, extra.HOOK_MARK);
  assertReplaceable(file, '"evalId"');
  assertReplaceable(html, PAGE_MARK);
  const options = { lengths, as, tokenizer: tokenizerOf(flags.tokenizer), seed };
  const asked = [
    ...(flags.config ?? []).flatMap((config) => ['-c', config]),
    ...(flags.repeat === undefined ? [] : ['--repeat', String(flags.repeat)]),
    ...args,
  ];
  const rehearsal = await progress.withProgress(say`Rendering the prompts`, () =>
    extra.rehearse(options, asked, evaluateWithoutKeys),
  );
  assertPricesMatch(flags.price, rehearsal.providers);
  const cost = extra.stretchCost(rehearsal, options, flags.price);
  const told = `${extra.stretchCostText(cost, flags.tokenizer)}\n`;
  if (flags.dryRun) {
    print(process.stdout, told);
    return;
  }
  print(process.stderr, `${told}\n`);
  if (cost.cost !== 0 && mustAsk(flags)) await consent();
  writeWhole(module, extra.hookModule('stretching', [options]));
  print(process.stderr, `${say`Asking ${extra.callsText(cost)} …`}\n`);
  const concurrency = flags.maxConcurrency === undefined ? [] : ['-j', `${flags.maxConcurrency}`];
  await evaluated(module, resolve(file), [...concurrency, ...asked], note);
  await report(file, html, extra);
}

/** Arguments of promptfoo that would not do what they say here. */
const OWN =
  /^(?:-c|--config|-o|--output|--repeat|--resume|--retry-errors|-w|--watch|-j|--max-concurrency)(?:=|$)/;

function refuseArguments(args: readonly string[]): void {
  refuseWord('stretch', args, '--filter-first-n 20');
  const own = args.find((arg) => OWN.test(arg));
  if (own === undefined) return;
  throw new UserError(
    `stretch takes no ${own} behind --: configs, repeats and calls at once are options of its own, and it writes its ` +
      'own results. Leave it out.',
  );
}

/** A tokenizer by its name, or a file. */
function tokenizerOf(name: string): TokenizerReference {
  if (TOKENIZER_NAMES.includes(name)) return name;
  return referenceFile('tokenizer', name, `one of ${TOKENIZER_NAMES.join(', ')}`);
}

/** Let promptfoo ask everything, with its cache: what was asked before is not paid for again. */
async function evaluated(
  module: string,
  file: string,
  args: readonly string[],
  note: NoteProcess,
): Promise<void> {
  const [{ runPromptfoo }, { complaintOf }] = await Promise.all([
    import('../measuring/results/promptfoo-process.js'),
    import('../measuring/results/promptfoo-complaint.js'),
  ]);
  // Earlier results stay until there are others.
  const fresh = file.replace(/\.json$/, '.new.json');
  rmSync(fresh, { force: true });
  const { output } = await runPromptfoo(
    [
      ...['eval', '-x', `file://${module}:beforeAll`],
      ...['--no-table', '--no-progress-bar', '-o', fresh],
      ...args,
    ],
    { COUNTING_STARS_REPORT: 'off', NO_COLOR: '1', FORCE_COLOR: '0' },
    note,
  );
  if (!isFile(fresh)) throw new UserError(complaintOf(output));
  renameSync(fresh, file);
}

/** Say what was found, and write its page. */
async function report(file: string, page: string, extra: Extra): Promise<void> {
  const [{ sourcesOf }, { titleOf }, terminal] = await Promise.all([
    import('./sources.js'),
    import('./report.js'),
    import('../measuring/document/terminal.js'),
  ]);
  const sources = await sourcesOf([file], []);
  const verdict = extra.stretchOf(sources);
  if (!verdict) throw new UserError(`${file} has no answer. See what \`npx promptfoo eval\` says.`);
  const [tests, own] = [say`Stretched tests`, titleOf(sources[0]?.config, '')];
  writeWhole(
    page,
    extra.stretchPage(verdict, { title: own === '' ? tests : say`${tests}: ${own}` }),
  );
  const { stdout } = process;
  const found = extra.stretchText(verdict, { colour: terminal.showsColour(stdout) });
  print(stdout, redactText(`${found}\n\n${say`Page: ${page}`}\n${say`Results: ${file}`}\n`));
}
