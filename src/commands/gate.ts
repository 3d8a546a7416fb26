import { type Command, InvalidArgumentError, Option } from 'commander';
import { speakTheirs } from '../base/text/speaking.js';
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
import { assertFormats, type FormatFlags } from './format-files.js';
import {
  addComparison,
  addOutputs,
  type ComparisonFlags,
  comparisonOf,
  gateMarks,
  output,
} from './gate-options.js';
import { judgeSources, readFoundBySearch } from './judge-sources.js';
import { baselineAt, languagesOf, sourcesOf } from './sources.js';

export function addGate(program: Command): void {
  const command = program
    .command('gate')
    .description(
      'compare results with a baseline, also of any promptfoo tests of yours, and fail when they got worse',
    )
    .argument(
      '[results...]',
      'files of `promptfoo eval -o results.json` (or .jsonl), or a folder of `search`; - is stdin',
    )
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .option('--baseline <file>', 'a file of `baseline`, or results of promptfoo');
  addComparison(command)
    .option('--min-recall <share[@tokens]>', 'floor of recall', several(recallFloor))
    .option(
      '--min-effective-length <tokens>',
      'floor of the reliable length; or a number, as "8 documents"',
      lengthFloor,
    )
    .addOption(
      new Option('--floors-by <figure>', 'what must reach a floor: the low bound or the estimate')
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
      }),
    );
  addOutputs(command).action(gateCommand);
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

interface GateFlags extends ComparisonFlags, FormatFlags {
  eval?: string;
  baseline?: string;
  minRecall?: Floor[];
  minEffectiveLength?: Floor;
  floorsBy: GateOptions['floorsBy'];
  threshold: number;
  allow: Allowed[];
}

async function gateCommand(files: string[], flags: GateFlags, command: Command): Promise<void> {
  const limits = comparisonOf(flags);
  assertFormats(flags, gateMarks());
  const { minRecall = [], minEffectiveLength } = flags;
  const floors: Floor[] = [...minRecall, ...(minEffectiveLength ? [minEffectiveLength] : [])];
  const allow = allowing(flags.allow);
  const baseline =
    flags.baseline === undefined ? undefined : await baselineAt(flags.baseline, allow);
  const evalIds = flags.eval === undefined ? [] : [flags.eval];
  const sources = await sourcesOf(files, evalIds, readFoundBySearch);
  speakTheirs(languagesOf(sources));
  const options = {
    ...limits,
    threshold: flags.threshold,
    floors,
    floorsBy: flags.floorsBy,
    allow,
  };
  const result = await judgeSources(sources, baseline, options, {
    ...(flags.measure && { measures: flags.measure }),
    isThresholdGiven: command.getOptionValueSource('threshold') === 'cli',
  });
  await output(result, flags);
  process.exitCode = EXIT_CODES[result.verdict];
}
