import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ALPHA, detectedDrop } from '../base/defaults.js';
import { mean } from '../base/numbers.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { spentBy } from '../measuring/facts/tables/spent.js';
import { pricedRows } from '../measuring/report/priced.js';
import type { GateFiles } from '../measuring/verdicts/gate/document-part.js';
import { EXIT_CODES } from '../measuring/verdicts/gate/exit-codes.js';
import { gateDocument, TITLES } from '../measuring/verdicts/gate/gate-document.js';
import type { Floor, GateOptions } from '../measuring/verdicts/gate/gate-result.js';
import type { WholeGate } from '../measuring/verdicts/gate/gate-with-tests.js';
import { openedRows } from '../measuring/verdicts/gate/long-prompts.js';
import { gateJson } from '../measuring/verdicts/gate/verdict-json.js';
import { type PassMinimum, parsePassMinimum } from '../measuring/verdicts/tests/pass-minimums.js';
import {
  advanced,
  allowing,
  allowOption,
  configOption,
  detectOption,
  evalOption,
  levelArgument,
  maxDropOption,
  metricOption,
  retriesOption,
  several,
  shareArgument,
  spendingOptions,
  thinkingOption,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { jsonOption, type OutFlags, outOption, outsOf, writeDocument } from './document-files.js';
import type { RunFlags } from './gate-run.js';
import { judgeSources } from './judge-sources.js';
import { BASELINE, defaultBaseline, latestSource } from './latest.js';
import { baselineAt, isBaseline, languagesOf, sourcesOf } from './sources.js';

export function add(program: Command): void {
  const command = program
    .command('gate')
    .summary('Fail if results got worse than a baseline')
    .description(
      'Compare results with a baseline and exit with 1 if they got worse. Sends nothing unless you pass --run.',
    )
    .argument('[results...]', 'results of promptfoo eval, or the folder of a search')
    .addOption(evalOption())
    .addOption(
      new Option('--baseline <file>', 'baseline or earlier results').default(undefined, BASELINE),
    )
    .option(
      '--compare <old=new>',
      'compare models with different names; repeatable',
      several(String),
    )
    .addOption(metricOption())
    .addOption(maxDropOption())
    .option('--prove <drop>', 'pass only if the drop is provably smaller', shareArgument)
    .addOption(
      advanced('--alpha <share>', 'false-alarm rate of each model')
        .argParser(levelArgument)
        .default(ALPHA),
    )
    .addOption(detectOption())
    .option(
      '--min-recall <recall>',
      'lowest recall, such as 90% or 0.9@64K; repeatable',
      several(recallFloor),
    )
    .option(
      '--min-length <length>',
      'shortest reliable length, such as 64K or "8 documents"',
      lengthFloor,
    )
    .option(
      '--min-pass <passed/of>',
      'what each of your tests must pass, such as 8/10',
      several(passMinimum),
    )
    .addOption(thresholdOption())
    .addOption(allowOption('errors', 'missing', 'extra', 'cached', 'changed', 'new'))
    .addOption(outOption('.html .md .json .xml .csv .png file, or folder of --run'))
    .addOption(jsonOption())
    .option('--run', 'send prompts until the result is clear, within --budget')
    .addOption(configOption());
  for (const option of spendingOptions()) command.addOption(option);
  command
    .option('--resume', 'continue an interrupted run')
    .addOption(thinkingOption())
    .addOption(retriesOption())
    .action(gateCommand);
}

/** Where `--run` keeps its state and results. */
const FOLDER = 'counting-stars-gate';

/** `0.9`, or `0.9@64000` for one length. */
function recallFloor(text: string): Floor {
  const [recall = '', tokens, ...more] = text.split('@');
  if (more.length > 0) throw new InvalidArgumentError('Write it as 0.9, 90% or 0.9@64K.');
  return {
    kind: 'recall',
    recall: shareArgument(recall),
    ...(tokens !== undefined && { tokens: tokensArgument(tokens) }),
  };
}

function passMinimum(text: string): PassMinimum {
  try {
    return parsePassMinimum(text);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}

/** `32000`, or `8 documents` for prompts sized by a count. */
function lengthFloor(text: string): Floor {
  const [, amount, noun] = /^(\d{1,9})\s+(\p{L}+?)s?$/u.exec(text.trim()) ?? [];
  if (noun !== undefined) return { kind: 'effective-size', amount: Number(amount), noun };
  return { kind: 'effective-length', tokens: tokensArgument(text) };
}

interface GateFlags extends OutFlags, RunFlags {
  run?: boolean;
  maxDrop: number;
  prove?: number;
  alpha: number;
  detect?: number;
  compare?: string[];
  eval?: string;
  minRecall?: Floor[];
  minPass?: PassMinimum[];
  minLength?: Floor;
  threshold: number;
}

const RUN_ONLY = ['config', 'budget', 'dryRun', 'resume', 'yes'];
const MINIMUMS = ['minRecall', 'minLength', 'minPass'];

async function gateCommand(files: string[], flags: GateFlags, command: Command): Promise<void> {
  const outs = { ...gateOuts(flags, flags.run ? FOLDER : undefined), isJson: flags.json };
  const file = flags.baseline ?? defaultBaseline();
  const given = { ...flags, ...(file !== undefined && { baseline: file }) };
  refuseUnused(command, flags.run === true);
  const comparison = comparisonOf(flags);
  if (flags.run) {
    const { runGate } = await import('./gate-run.js');
    const run = await runGate(files, given, { folder: outs.folder, command, comparison });
    if (!run) return;
    const { result, baseline } = run;
    await output(result, { baseline, results: [`${outs.folder}/results/*.jsonl`] }, outs);
    process.exitCode = EXIT_CODES[result.verdict];
    return;
  }
  const { result, named } = await judged(files, given, comparison, command);
  await output(result, named, outs);
  process.exitCode = EXIT_CODES[result.verdict];
}

/** @throws {UserError} if the drop to detect is one that is accepted */
function comparisonOf({
  alpha,
  maxDrop,
  prove,
  compare: providers = [],
  detect = detectedDrop(maxDrop),
}: GateFlags): Pick<GateOptions, 'alpha' | 'maxDrop' | 'margin' | 'detect' | 'providers'> {
  if (detect <= maxDrop) {
    throw new UserError(
      `--detect ${detect} must be more than --max-drop ${maxDrop}, which is accepted.`,
    );
  }
  return {
    ...{ alpha, maxDrop, detect, providers },
    ...(prove !== undefined && { margin: prove }),
  };
}

/** Skips the power, which takes half of a gate's time and which the terminal doesn't show. */
function isTerse({ detect, out = [], json }: GateFlags): boolean {
  return detect === undefined && out.length === 0 && !json;
}

/** Rejects options that have no effect: a limit or minimum that nobody checks would be a trap. */
function refuseUnused(command: Command, isRun: boolean): void {
  const unused = isRun ? MINIMUMS : RUN_ONLY;
  const given = command.options.find((option) => {
    const name = option.attributeName();
    return unused.includes(name) && command.getOptionValueSource(name) === 'cli';
  })?.long;
  if (given === undefined) return;
  throw new UserError(
    isRun
      ? `${given} isn't checked by gate --run. Leave it out, or pass it to gate with results and without --run.`
      : `${given} is for gate --run, which sends prompts. Add --run, or leave it out.`,
  );
}

/** Results that are compared with themselves pass whatever they say. */
function refuseItself(files: readonly string[], baseline: string): void {
  const itself = files.find((one) => resolve(one) === resolve(baseline));
  if (itself === undefined) return;
  throw new UserError(
    `${itself} is given as the results and as the baseline, so nothing can differ. Pass --compare OLD=NEW to compare two of its models, or the results of another run.`,
  );
}

async function judged(
  files: string[],
  flags: GateFlags,
  limits: ReturnType<typeof comparisonOf>,
  command: Command,
) {
  const { minRecall = [], minLength } = flags;
  const floors: Floor[] = [...minRecall, ...(minLength ? [minLength] : [])];
  const allow = allowing(flags.allow);
  const file = flags.baseline;
  if (file !== undefined && limits.providers.length === 0) refuseItself(files, file);
  const baseline = file === undefined ? undefined : await baselineAt(file, allow);
  const evalId =
    files.length === 0 && flags.eval === undefined ? await latestSource(baseline) : flags.eval;
  const evalIds = evalId === undefined ? [] : [evalId];
  const sources = await sourcesOf(files, evalIds);
  speakTheirs(languagesOf(sources));
  const options = {
    ...limits,
    ...(isTerse(flags) && { isTerse: true as const }),
    threshold: flags.threshold,
    floors,
    floorsBy: 'low' as const,
    allow,
  };
  const result = judgeSources(sources, baseline, options, {
    ...(flags.metric && { measures: flags.metric }),
    ...(flags.minPass && { minimums: flags.minPass }),
    isThresholdGiven: command.getOptionValueSource('threshold') === 'cli',
  });
  const rows = sources.flatMap((source) => pricedRows(source.rows, flags.price));
  const costs = sources.flatMap(({ tests }) => tests.flatMap(({ cost }) => cost ?? []));
  const named: GateFiles = {
    results: [...files, ...evalIds.flatMap((id) => ['--eval', id])],
    ...(file !== undefined && { baseline: file, isResults: !isBaseline(file) }),
    ...(rows.length > 0 && { spent: spentBy(rows) }),
    ...(costs.length > 0 && { testCost: mean(costs) }),
  };
  return { result, named };
}

const WRITTEN = {
  ...{ kind: 'gate', titles: TITLES },
  json: '"format": "promptfoo-counting-stars gate"',
};

/**
 * Checks the files of a verdict before anything is spent.
 * @param folder - where `--run` keeps its state
 */
export function gateOuts(flags: OutFlags, folder?: string) {
  return outsOf(flags, WRITTEN, folder);
}

async function output(
  result: WholeGate,
  named: GateFiles,
  { files, isJson }: { files: readonly string[]; isJson: boolean | undefined },
): Promise<void> {
  const asked = files.some((file) => file.endsWith('.html')) ? await askedIn(result) : new Map();
  const document = gateDocument(result, { ...named, asked });
  await writeDocument(document, () => gateJson(result), { files, isJson });
}

/** Rebuilds the prompts that fell, for a page. */
async function askedIn(result: WholeGate): Promise<NonNullable<GateFiles['asked']>> {
  const rows = openedRows(result);
  if (rows.length === 0) return new Map();
  const { askedText } = await askingSide();
  const texts = await Promise.all(rows.map(async (row) => [row, await askedText(row)] as const));
  return new Map(texts.flatMap(([row, text]) => (text ? [[row, text]] : [])));
}
