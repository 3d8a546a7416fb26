import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { isFile, referenceFile } from '../base/files/files.js';
import type { NoteProcess } from '../base/files/folder-lock.js';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { print } from '../base/safe-output.js';
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
import { jsonOption, type OutFlags, outOption, outsOf } from './document-files.js';

const loaded = () => import('../extras/stretch/index.js');

type Extra = Awaited<ReturnType<typeof loaded>>;

/** Where results and the page are written. */
const FOLDER = 'counting-stars-stretch';

const TOKENIZER = 'o200k_base';

const WAYS: readonly StretchNote['as'][] = ['conversation', 'before', 'tools'];

export function addStretch(program: Command): void {
  program
    .command('stretch')
    .description('pad your own tests with unrelated text and find the length at which they break')
    .argument('[options...]', 'options of `promptfoo eval`, after --')
    .option('-c, --config <files...>', 'configs, as for `promptfoo eval`')
    .requiredOption(
      '--lengths <tokens>',
      'lengths of the padded prompts, for example 8K,32K,128K',
      lengthsArgument,
    )
    .addOption(
      new Option('--as <way>', 'pad with earlier turns, text before the prompt, or tool results')
        .choices(WAYS)
        .default('conversation'),
    )
    .option('--repeat <number>', 'repeats of each test at each length', countArgument)
    .option('--tokenizer <name>', 'tokenizer, or the path of a tokenizer.json', TOKENIZER)
    .option('--seed <number>', 'another seed draws another text', countArgument, 1)
    .addOption(priceOption())
    .option('--max-concurrency <number>', 'calls at once, as for `promptfoo eval`', countArgument)
    .addOption(
      outOption(
        `folder of results and page (default: ${FOLDER}), or a file: .html, .md, .json, .xml or .csv; may be repeated`,
      ),
    )
    .addOption(jsonOption())
    .option('--dry-run', 'print what it would send and cost, and send nothing')
    .option('--yes', 'skip the question before spending')
    .action(stretchCommand);
}

interface StretchFlags extends SpendingFlags, OutFlags {
  config?: string[];
  lengths: number[];
  as: StretchNote['as'];
  repeat?: number;
  tokenizer: string;
  seed: number;
  price: GivenPrice[];
  maxConcurrency?: number;
  dryRun?: boolean;
}

async function stretchCommand(args: string[], flags: StretchFlags): Promise<void> {
  refuseArguments(args);
  const written = {
    ...{ kind: 'stretch', title: () => say`Stretched tests` },
    json: '"format": "promptfoo-counting-stars stretch"',
  };
  const outs = outsOf(flags, written, FOLDER);
  // Nothing is written then.
  if (flags.dryRun) return stretch(args, flags, outs, () => {});
  const { inLockedFolder } = await import('../base/files/folder-lock.js');
  await inLockedFolder(outs.folder, (note) => stretch(args, flags, outs, note));
}

/** Where results, the page and further files are written. */
interface Outs {
  folder: string;
  files: readonly string[];
}

async function stretch(
  args: string[],
  flags: StretchFlags,
  { folder: out, files }: Outs,
  note: NoteProcess,
): Promise<void> {
  const { lengths, as, seed } = flags;
  const [file, page] = [join(out, 'results.json'), join(out, 'index.html')];
  const module = resolve(out, 'stretch.mjs');
  const [extra, { evaluateWithoutKeys }, { assertPricesMatch }, progress] = await Promise.all([
    loaded(),
    import('./suite/read-suite.js'),
    import('../measuring/planning/prices.js'),
    import('../base/progress.js'),
  ]);
  assertReplaceable(module, extra.HOOK_MARK);
  assertReplaceable(file, '"evalId"');
  assertReplaceable(page, PAGE_MARK);
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
  const { documentText } = await import('./document-text.js');
  const stream = flags.dryRun ? process.stdout : process.stderr;
  const told = `${await documentText(extra.stretchCostDocument(cost, flags.tokenizer), stream)}\n`;
  if (flags.dryRun) {
    print(process.stdout, told);
    return;
  }
  print(process.stderr, `${told}\n`);
  if (cost.cost !== 0 && mustAsk(flags)) await consent();
  writeWhole(module, extra.hookModule('stretching', [options]));
  print(process.stderr, `${say`Sending ${extra.callsText(cost)} …`}\n`);
  const concurrency = flags.maxConcurrency === undefined ? [] : ['-j', `${flags.maxConcurrency}`];
  await evaluated(module, resolve(file), [...concurrency, ...asked], note);
  await report(file, page, extra, { args, flags, files });
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

interface Reported {
  args: readonly string[];
  flags: StretchFlags;
  files: readonly string[];
}

/** Print what was found, and write its page and files. */
async function report(
  file: string,
  page: string,
  extra: Extra,
  { args, flags, files }: Reported,
): Promise<void> {
  const [{ sourcesOf }, { titleOf }, { writeDocument }] = await Promise.all([
    import('./sources.js'),
    import('./title.js'),
    import('./document-files.js'),
  ]);
  const sources = await sourcesOf([file], []);
  const verdict = extra.stretchOf(sources);
  if (!verdict)
    throw new UserError(`${file} has no answer. See what \`npx promptfoo eval\` prints.`);
  const { as, config: configs = [], repeat } = flags;
  const document = extra.stretchDocument(verdict, {
    title: titleOf(sources[0]?.config, ''),
    command: {
      options: [
        ...configs.flatMap((config) => ['-c', config]),
        ...(as === 'conversation' ? [] : ['--as', as]),
      ],
      args,
      ...(repeat !== undefined && { repeat }),
    },
  });
  await writeDocument(document, () => extra.stretchJson(verdict), {
    ...{ files: [page, ...files], isJson: flags.json },
  });
  const told = `${say`Page: ${page}`}\n${say`Results: ${file}`}\n`;
  print(flags.json ? process.stderr : process.stdout, redactText(`\n${told}`));
}
