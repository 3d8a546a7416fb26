/** Pads your tests with unrelated text, and finds the length at which they break. */

import { renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { referenceFile } from '../base/files/file-reference.js';
import { isFile } from '../base/files/files.js';
import { inLockedFolder, type NoteProcess } from '../base/files/folder-lock.js';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { sum } from '../base/numbers.js';
import { withProgress } from '../base/progress.js';
import { print } from '../base/safe-output.js';
import { redactText } from '../base/secrets.js';
import { say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { TokenizerReference } from '../contract/case.js';
import type { StretchNote } from '../contract/stretch.js';
import * as extra from '../extras/stretch/index.js';
import { TOKENIZER_NAMES } from '../haystack/tokenizer.js';
import { PAGE_MARK } from '../measuring/document/markup.js';
import { costText, reportTitle, unknownCostText } from '../measuring/document/words.js';
import { assertPricesMatch, type GivenPrice } from '../measuring/planning/prices.js';
import { complaintOf, runPromptfoo } from '../measuring/results/promptfoo-process.js';
import {
  configOption,
  countArgument,
  lengthsArgument,
  PROMPTFOO_OPTIONS,
  priceWords,
  type SpendingFlags,
  seedOption,
  spendingOptions,
  tokenizerOption,
} from './arguments.js';
import { assertWithin, consent, mustAsk } from './consent.js';
import {
  documentText,
  jsonOption,
  type OutFlags,
  outFolderOption,
  outsOf,
  writeDocument,
} from './document-files.js';
import { refuseArguments } from './sending-arguments.js';
import { sourcesOf } from './sources.js';
import { evaluateWithoutKeys } from './suite/read-suite.js';

const FOLDER = 'counting-stars-stretch';

const LENGTHS = [8000, 32_000, 128_000];

const WAYS: readonly StretchNote['as'][] = ['conversation', 'before', 'tools'];

export function add(program: Command): void {
  const command = program
    .command('stretch')
    .summary('Find the prompt length at which your tests break')
    .description('Pad your own tests with unrelated text and find the length at which they break.')
    .usage('[options] -- [promptfoo options]')
    .argument('[options...]', PROMPTFOO_OPTIONS)
    .addOption(configOption())
    .addOption(
      new Option('--lengths <tokens>', 'lengths of the padded prompts')
        .argParser(lengthsArgument)
        .default(LENGTHS, '8K,32K,128K'),
    )
    .addOption(
      new Option('--as <way>', 'where the padding goes').choices(WAYS).default('conversation'),
    )
    .option('--repeat <number>', 'repeats of each test at each length', countArgument)
    .addOption(tokenizerOption())
    .addOption(seedOption('another seed draws another text'));
  for (const option of spendingOptions()) command.addOption(option);
  command.addOption(outFolderOption(FOLDER)).addOption(jsonOption()).action(stretchCommand);
}

interface StretchFlags extends SpendingFlags, OutFlags {
  config?: string[];
  lengths: number[];
  as: StretchNote['as'];
  repeat?: number;
  tokenizer: string;
  seed: number;
  price: GivenPrice[];
}

async function stretchCommand(args: string[], flags: StretchFlags): Promise<void> {
  refuseArguments('stretch', args);
  const written = {
    ...{ kind: 'stretch', titles: [() => say`Stretched tests`] },
    json: '"format": "promptfoo-counting-stars stretch"',
  };
  const outs = outsOf(flags, written, FOLDER);
  // A dry run writes nothing.
  if (flags.dryRun) return stretch(args, flags, outs, () => {});
  await inLockedFolder(outs.folder, (note) => stretch(args, flags, outs, note));
}

async function stretch(
  args: string[],
  flags: StretchFlags,
  { folder: out, files }: { folder: string; files: readonly string[] },
  note: NoteProcess,
): Promise<void> {
  const { lengths, as, seed } = flags;
  const [file, page] = [join(out, 'results.json'), join(out, 'index.html')];
  const module = resolve(out, 'stretch.mjs');
  assertReplaceable(module, extra.HOOK_MARK);
  assertReplaceable(file, '"evalId"');
  assertReplaceable(page, PAGE_MARK);
  const options = { lengths, as, tokenizer: tokenizerOf(flags.tokenizer), seed };
  const asked = [
    ...(flags.config ?? []).flatMap((config) => ['-c', config]),
    ...(flags.repeat === undefined ? [] : ['--repeat', String(flags.repeat)]),
    ...args,
  ];
  const rehearsal = await withProgress(say`Rendering the prompts`, () =>
    extra.rehearse(options, asked, evaluateWithoutKeys),
  );
  speakTheirs([rehearsal.language]);
  assertPricesMatch(flags.price, rehearsal.providers);
  const cost = extra.stretchCost(rehearsal, options, flags.price);
  const stream = flags.dryRun ? process.stdout : process.stderr;
  const told = `${documentText(extra.stretchCostDocument(cost, flags.tokenizer), stream)}\n`;
  if (flags.dryRun) {
    print(process.stdout, told);
    return;
  }
  print(process.stderr, `${told}\n`);
  assertWithin(flags.budget, {
    tokens: sum(cost.asked.map(({ tokens }) => tokens)),
    cost: cost.cost && cost.cost + sum(cost.asked.map(({ answers = 0 }) => answers)),
  });
  if (cost.cost !== 0 && mustAsk(flags)) await consent();
  writeWhole(module, extra.hookModule('stretching', [options]));
  print(process.stderr, `${say`Sending ${extra.callsText(cost)} …`}\n`);
  await evaluated(module, resolve(file), asked, note);
  await report(file, page, { args, flags, files, cost });
}

/** Accepts a name, or a file. */
function tokenizerOf(name: string): TokenizerReference {
  if (TOKENIZER_NAMES.includes(name)) return name;
  return referenceFile('tokenizer', name, `one of ${TOKENIZER_NAMES.join(', ')}`);
}

/** Runs promptfoo with its cache, so that a repeated prompt is not paid for again. */
async function evaluated(
  module: string,
  file: string,
  args: readonly string[],
  note: NoteProcess,
): Promise<void> {
  // Keeps earlier results until new ones are there.
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

/** As reported, or else as estimated before. */
function paidFor(rows: readonly { cost?: number }[], estimate: number | undefined): string {
  if (rows.every(({ cost }) => cost)) return costText(sum(rows.map(({ cost = 0 }) => cost)));
  return estimate === undefined ? unknownCostText() : say`about ${costText(estimate)}`;
}

interface Reported {
  args: readonly string[];
  flags: StretchFlags;
  files: readonly string[];
  /** As estimated before. */
  cost: ReturnType<typeof extra.stretchCost>;
}

async function report(
  file: string,
  page: string,
  { args, flags, files, cost: { cost, asked } }: Reported,
): Promise<void> {
  const sources = await sourcesOf([file], []);
  const verdict = extra.stretchOf(sources);
  if (!verdict) {
    throw new UserError(`${file} has no answer. See what \`npx promptfoo eval\` prints.`);
  }
  const { as, config: configs = [], repeat } = flags;
  const options = [
    ...configs.flatMap((config) => ['-c', config]),
    ...(as === 'conversation' ? [] : ['--as', as]),
    ...priceWords(flags.price),
  ];
  const document = extra.stretchDocument(verdict, {
    title: reportTitle(sources[0]?.config, ''),
    paid: paidFor(
      sources.flatMap(({ tests }) => tests),
      cost,
    ),
    command: {
      ...{ options, args },
      ...(cost !== undefined && { tokenPrice: cost / sum(asked.map(({ tokens }) => tokens)) }),
      ...(repeat !== undefined && { repeat }),
    },
  });
  await writeDocument(document, () => extra.stretchJson(verdict), {
    ...{ files: [page, ...files], isJson: flags.json },
  });
  const told = `${say`Page: ${page}`}\n${say`Results: ${file}`}\n`;
  print(flags.json ? process.stderr : process.stdout, redactText(`\n${told}`));
}
