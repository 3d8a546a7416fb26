import { type Command, InvalidArgumentError, Option } from 'commander';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { GateFiles } from '../measuring/verdicts/gate/document-part.js';
import { EXIT_CODES } from '../measuring/verdicts/gate/exit-codes.js';
import type { Allowed, Floor, GateOptions } from '../measuring/verdicts/gate/gate-result.js';
import {
  allowing,
  allowOption,
  several,
  shareArgument,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { type ComparisonFlags, comparisonOf } from './comparison.js';
import { assertFormats, type FormatFlags } from './format-files.js';
import { addComparison, addOutputs, gateMarks, output } from './gate-options.js';
import { judgeSources, readFoundBySearch } from './judge-sources.js';
import { defaultBaseline, latestSource } from './latest.js';
import { addRun, type RunFlags } from './run-options.js';
import { sendingSide } from './sending-door.js';
import { baselineAt, isBaseline, languagesOf, sourcesOf } from './sources.js';

export function addGate(program: Command): void {
  const command = program
    .command('gate')
    .description(
      'compare results with a baseline and exit with 1 if they got worse; sends nothing unless you pass --run',
    )
    .argument(
      '[results...]',
      "files of `promptfoo eval -o results.json` (or .jsonl), or a folder of `search`; - is stdin (default: promptfoo's latest evaluation)",
    )
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .option(
      '--baseline <file>',
      'a file of `baseline`, or results of promptfoo (default: counting-stars-baseline.json, if it exists)',
    );
  addComparison(command)
    .option('--min-recall <share[@tokens]>', 'minimum recall', several(recallFloor))
    .option(
      '--min-effective-length <tokens>',
      'minimum reliable length; or a number, as "8 documents"',
      lengthFloor,
    )
    .addOption(
      new Option('--floors-by <figure>', 'what must reach a minimum: the low bound or the estimate')
        .choices(['estimate', 'low'])
        .default('low'),
    )
    .addOption(thresholdOption('recall below which the reliable length ends'))
    .addOption(
      allowOption({
        errors: 'failed calls',
        missing: 'prompts without a result',
        extra: 'prompts that the baseline lacks',
        cached: "answers from promptfoo's cache count",
        changed: 'the changed model or prompt is what you test',
        new: 'failing tests that the baseline lacks',
      }),
    );
  addRun(addOutputs(command)).action(gateCommand);
}

/** `0.9`, or `0.9@64000` for one length. */
function recallFloor(text: string): Floor {
  const [recall = '', tokens, ...more] = text.split('@');
  if (more.length > 0) throw new InvalidArgumentError('Write it as 0.9 or 0.9@64000.');
  return {
    kind: 'recall',
    recall: shareArgument(recall),
    ...(tokens !== undefined && { tokens: tokensArgument(tokens) }),
  };
}

/** `32000`, or of prompts that are sized by what they have, `8 documents`. */
function lengthFloor(text: string): Floor {
  const [, amount, noun] = /^(\d{1,9})\s+(\p{L}+?)s?$/u.exec(text.trim()) ?? [];
  if (noun !== undefined) return { kind: 'effective-size', amount: Number(amount), noun };
  return { kind: 'effective-length', tokens: tokensArgument(text) };
}

interface GateFlags extends ComparisonFlags, FormatFlags, RunFlags {
  eval?: string;
  minRecall?: Floor[];
  minEffectiveLength?: Floor;
  floorsBy: GateOptions['floorsBy'];
  threshold: number;
  allow: Allowed[];
}

async function gateCommand(files: string[], flags: GateFlags, command: Command): Promise<void> {
  assertFormats(flags, gateMarks());
  const file = flags.baseline ?? defaultBaseline();
  const given = { ...flags, ...(file !== undefined && { baseline: file }) };
  if (flags.run) {
    const { runGate } = await sendingSide();
    const { result, baseline } = await runGate(files, given, command);
    await output(result, { baseline, results: [`${flags.out}/results/*.jsonl`] }, flags);
    process.exitCode = EXIT_CODES[result.verdict];
    return;
  }
  refuseRunOptions(command);
  const { result, named } = await judged(files, given, command);
  await output(result, named, flags);
  process.exitCode = EXIT_CODES[result.verdict];
}

/** A terminal says nothing of power, which no decision needs. */
function isTerse({ detect, html, markdown, json, junit }: GateFlags): boolean {
  return [detect, html, markdown, json, junit].every((one) => one === undefined);
}

/** What sends prompts is nothing without `--run`, and a limit that limits nothing would be a trap. */
function refuseRunOptions(command: Command): void {
  const given = ['config', 'budget', 'out', 'resume', 'yes'].find(
    (name) => command.getOptionValueSource(name) === 'cli',
  );
  if (given === undefined) return;
  const flag = command.options.find((option) => option.attributeName() === given)!.long;
  throw new UserError(
    `${flag} is for gate --run, which sends prompts. Add --run, or leave it out.`,
  );
}

async function judged(files: string[], flags: GateFlags, command: Command) {
  const limits = comparisonOf(flags);
  const { minRecall = [], minEffectiveLength } = flags;
  const floors: Floor[] = [...minRecall, ...(minEffectiveLength ? [minEffectiveLength] : [])];
  const allow = allowing(flags.allow);
  const file = flags.baseline;
  const baseline = file === undefined ? undefined : await baselineAt(file, allow);
  const evalId =
    files.length === 0 && flags.eval === undefined ? await latestSource(baseline) : flags.eval;
  const evalIds = evalId === undefined ? [] : [evalId];
  const sources = await sourcesOf(files, evalIds, readFoundBySearch);
  speakTheirs(languagesOf(sources));
  const options = {
    ...limits,
    ...(isTerse(flags) && { isTerse: true as const }),
    threshold: flags.threshold,
    floors,
    floorsBy: flags.floorsBy,
    allow,
  };
  const result = await judgeSources(sources, baseline, options, {
    ...(flags.measure && { measures: flags.measure }),
    isThresholdGiven: command.getOptionValueSource('threshold') === 'cli',
  });
  const named: GateFiles = {
    results: [...files, ...evalIds.flatMap((id) => ['--eval', id])],
    ...(file !== undefined && { baseline: file, isResults: !isBaseline(file) }),
  };
  return { result, named };
}
