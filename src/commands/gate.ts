import { type Command, InvalidArgumentError, Option } from 'commander';
import { ALPHA, detectedDrop } from '../base/defaults.js';
import { jsonText, print } from '../base/doors.js';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { UserError } from '../base/user-error.js';
import { EXIT_CODES } from '../measuring/gate/exit-codes.js';
import type { Floor, GateOptions } from '../measuring/gate/gate-result.js';
import type { WholeGate } from '../measuring/gate/gate-with-tests.js';
import {
  detectOption,
  maxDropOption,
  measureOption,
  several,
  shareArgument,
  thresholdOption,
  tokensArgument,
} from './arguments.js';
import { judgeSources } from './judge-sources.js';
import { baselineAt, sourcesOf } from './sources.js';

export function addGate(program: Command): void {
  program
    .command('gate')
    .description('compare results with a baseline, and fail when recall fell')
    .argument(
      '[results...]',
      'files of `promptfoo eval -o results.json` (or .jsonl), or a folder of `search`; - is stdin',
    )
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .option('--baseline <file>', 'a file of `baseline`, or results of promptfoo')
    .addOption(measureOption())
    .addOption(maxDropOption('mean drop that is accepted'))
    .option('--margin <share>', 'pass only when the drop is shown to be smaller', shareArgument)
    .option('--alpha <share>', 'probability of a false alarm, per reader', levelArgument, ALPHA)
    .addOption(detectOption())
    .option(
      '--drift <share>',
      'standard deviation of the shift between whole runs, if you know it',
      shareArgument,
    )
    .option(
      '--provider <old=new>',
      "compare the baseline's old with the results' new",
      several(String),
    )
    .option('--min-recall <share[@tokens]>', 'floor of recall', several(recallFloor))
    .option(
      '--min-effective-length <tokens>',
      'floor of the effective length; or a number, as "8 documents"',
      lengthFloor,
    )
    .addOption(
      new Option('--floors-by <figure>', 'what must reach a floor: the low bound or the estimate')
        .choices(['estimate', 'low'])
        .default('low'),
    )
    .addOption(thresholdOption('recall below which the effective length ends'))
    .option('--allow-errors', 'failed calls do not fail the gate')
    .option('--allow-missing', 'cases without a result do not fail the gate')
    .option('--allow-extra', 'cases that the baseline does not have do not fail the gate')
    .option('--allow-cached', "count answers out of promptfoo's cache too")
    .option('--html <file>', 'write a page')
    .option('--markdown <file>', 'write Markdown; - is standard output')
    .option('--json <file>', 'write JSON; - is standard output')
    .option('--junit <file>', 'write JUnit XML; - is standard output')
    .action(gateCommand);
}

/** Quantiles of the normal distribution are not exact for error rates much smaller than this. */
const SMALLEST_LEVEL = 1e-6;

/** A share that can be an error rate. */
function levelArgument(text: string): number {
  const value = shareArgument(text);
  if (value >= SMALLEST_LEVEL && value < 1) return value;
  throw new InvalidArgumentError(
    'It must be between 0 and 1, and at least 0.000001, for example 0.05.',
  );
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

interface GateFlags {
  eval?: string;
  baseline?: string;
  measure?: string[];
  maxDrop: number;
  margin?: number;
  alpha: number;
  detect?: number;
  drift?: number;
  provider?: string[];
  minRecall?: Floor[];
  minEffectiveLength?: Floor;
  floorsBy: GateOptions['floorsBy'];
  threshold: number;
  allowErrors?: boolean;
  allowMissing?: boolean;
  allowExtra?: boolean;
  allowCached?: boolean;
  html?: string;
  markdown?: string;
  json?: string;
  junit?: string;
}

/** Standard output as the name of a file. */
const STDOUT = '-';

async function gateCommand(files: string[], flags: GateFlags, command: Command): Promise<void> {
  const { alpha, maxDrop } = flags;
  const detect = flags.detect ?? detectedDrop(maxDrop);
  if (detect <= maxDrop) {
    throw new UserError(
      `--detect is ${detect}, but must be more than --max-drop (${maxDrop}), which is accepted.`,
    );
  }
  if ([flags.markdown, flags.json, flags.junit].filter((file) => file === STDOUT).length > 1) {
    throw new UserError(
      'Only one of --markdown, --json and --junit can be -, which is standard output. Name files ' +
        'for the others.',
    );
  }
  const { minRecall = [], minEffectiveLength, provider: providers = [] } = flags;
  const floors: Floor[] = [...minRecall, ...(minEffectiveLength ? [minEffectiveLength] : [])];
  const allow = {
    errors: flags.allowErrors === true,
    missing: flags.allowMissing === true,
    extra: flags.allowExtra === true,
    cached: flags.allowCached === true,
  };
  for (const kind of ['html', 'markdown', 'json', 'junit'] as const) {
    const file = flags[kind] ?? STDOUT;
    if (file !== STDOUT) assertReplaceable(file, ...MARKS[kind]);
  }
  const baseline =
    flags.baseline === undefined ? undefined : await baselineAt(flags.baseline, allow);
  const sources = await sourcesOf(files, flags.eval === undefined ? [] : [flags.eval]);
  const options = {
    alpha,
    maxDrop,
    ...(flags.margin !== undefined && { margin: flags.margin }),
    detect,
    ...(flags.drift !== undefined && { drift: flags.drift }),
    threshold: flags.threshold,
    floors,
    floorsBy: flags.floorsBy,
    allow,
    providers,
  };
  const result = await judgeSources(sources, baseline, options, {
    ...(flags.measure && { measures: flags.measure }),
    isThresholdGiven: command.getOptionValueSource('threshold') === 'cli',
  });
  await output(result, flags);
  process.exitCode = EXIT_CODES[result.verdict];
}

/** What stands at the start of each file that the gate writes. */
const MARKS = {
  html: ['<title>Long-context gate</title>'],
  markdown: ['Long-context gate: ', 'Gate of your tests: '],
  json: ['"format": "promptfoo-counting-stars gate"'],
  junit: ['long-context gate', 'gate of your tests', 'gate'].map(
    (name) => `<testsuites name="${name}"`,
  ),
} as const;

/** Write the files that are asked for, and the text unless one of them takes its place. */
async function output(
  result: WholeGate,
  { html, markdown, json, junit }: GateFlags,
): Promise<void> {
  const [{ gateMarkdown }, { gateJunit }, { gateText }, { showsColour }] = await Promise.all([
    import('../measuring/gate/verdict-markdown.js'),
    import('../measuring/gate/verdict-junit.js'),
    import('../measuring/gate/verdict-text.js'),
    import('../measuring/output/terminal.js'),
  ]);
  const { stdout } = process;
  if (![markdown, json, junit].includes(STDOUT)) {
    print(stdout, `${gateText(result, { colour: showsColour(stdout) })}\n`);
  }
  const write = (target: string | undefined, text: () => string) => {
    if (target === STDOUT) print(stdout, text());
    else if (target !== undefined) writeWhole(target, text());
  };
  write(markdown, () => gateMarkdown(result));
  const data = () => jsonText(result);
  if (json === STDOUT) stdout.write(data());
  else write(json, data);
  write(junit, () => gateJunit(result));
  if (html !== undefined) {
    const { gateHtml } = await import('../measuring/gate/verdict-html.js');
    writeWhole(html, gateHtml(result));
  }
}
