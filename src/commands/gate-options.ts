/** What `gate` and `recheck` are told alike: which drop fails, and where the verdict is written. */

import { type Command, InvalidArgumentError } from 'commander';
import { ALPHA, detectedDrop } from '../base/defaults.js';
import { print } from '../base/doors.js';
import { assertReplaceable, writeWhole } from '../base/files/whole-files.js';
import { inEveryLanguage } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import type { GateOptions } from '../measuring/gate/gate-result.js';
import type { WholeGate } from '../measuring/gate/gate-with-tests.js';
import { PAGE_MARK } from '../measuring/output/markup.js';
import { gateHeading, testsHeading } from '../measuring/output/verdicts.js';
import { detectOption, maxDropOption, measureOption, several, shareArgument } from './arguments.js';

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

/** What says which drop fails. */
export interface ComparisonFlags {
  measure?: string[];
  maxDrop: number;
  margin?: number;
  alpha: number;
  detect?: number;
  drift?: number;
  provider?: string[];
}

export function addComparison(command: Command): Command {
  return command
    .addOption(measureOption())
    .addOption(maxDropOption('mean drop that is accepted'))
    .option('--margin <share>', 'pass only when the drop is shown to be smaller', shareArgument)
    .option(
      '--alpha <share>',
      'probability of a false alarm: of a reader, or of all tests of your own',
      levelArgument,
      ALPHA,
    )
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
    );
}

/**
 * The same as options of the gate.
 *
 * @throws {UserError} for a drop that is to be found and accepted
 */
export function comparisonOf({
  alpha,
  maxDrop,
  margin,
  drift,
  provider: providers = [],
  detect = detectedDrop(maxDrop),
}: ComparisonFlags): Pick<GateOptions, keyof ComparisonFlags & keyof GateOptions> &
  Pick<GateOptions, 'providers'> {
  if (detect <= maxDrop) {
    throw new UserError(
      `--detect is ${detect}, but must be more than --max-drop (${maxDrop}), which is accepted.`,
    );
  }
  return {
    ...{ alpha, maxDrop, detect, providers },
    ...(margin !== undefined && { margin }),
    ...(drift !== undefined && { drift }),
  };
}

/** Files of the verdict. */
export interface OutputFlags {
  html?: string;
  markdown?: string;
  json?: string;
  junit?: string;
}

export function addOutputs(command: Command): Command {
  return command
    .option('--html <file>', 'write a page')
    .option('--markdown <file>', 'write Markdown; - is standard output')
    .option('--json <file>', 'write JSON; - is standard output')
    .option('--junit <file>', 'write JUnit XML; - is standard output');
}

/** Standard output as the name of a file. */
const STDOUT = '-';

/**
 * Make sure that what is there already is of the gate, before anything is spent.
 *
 * @throws {UserError} for a file of somebody else's, or standard output twice
 */
export function assertOutputs(flags: OutputFlags): void {
  if ([flags.markdown, flags.json, flags.junit].filter((file) => file === STDOUT).length > 1) {
    throw new UserError(
      'Only one of --markdown, --json and --junit can be -, which is standard output. Name files ' +
        'for the others.',
    );
  }
  for (const kind of ['html', 'markdown', 'json', 'junit'] as const) {
    const file = flags[kind] ?? STDOUT;
    if (file !== STDOUT) assertReplaceable(file, ...MARKS[kind]());
  }
}

/** What stands at the start of each file that the gate writes. */
const MARKS = {
  html: () => [PAGE_MARK],
  markdown: () => [...inEveryLanguage(gateHeading), ...inEveryLanguage(testsHeading)],
  json: () => ['"format": "promptfoo-counting-stars gate"'],
  junit: () =>
    ['long-context gate', 'gate of your tests', 'gate'].map((name) => `<testsuites name="${name}"`),
} as const;

/** Write the files that are asked for, and the text unless one of them takes its place. */
export async function output(
  result: WholeGate,
  { html, markdown, json, junit }: OutputFlags,
): Promise<void> {
  const [{ gateJson }, { gateMarkdown }, { gateJunit }, { gateText }, { showsColour }] =
    await Promise.all([
      import('../measuring/gate/verdict-json.js'),
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
  if (json === STDOUT) stdout.write(gateJson(result));
  else write(json, () => gateJson(result));
  write(junit, () => gateJunit(result));
  if (html !== undefined) {
    const { gateHtml } = await import('../measuring/gate/verdict-html.js');
    writeWhole(html, gateHtml(result));
  }
}
