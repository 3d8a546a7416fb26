/** What `gate` and `recheck` are told alike: which drop fails, and where the verdict is written. */

import { type Command, InvalidArgumentError } from 'commander';
import { ALPHA, detectedDrop } from '../base/defaults.js';
import { inEveryLanguage } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { gateHeading, testsHeading } from '../measuring/verdicts/decision-words.js';
import type { GateOptions } from '../measuring/verdicts/gate/gate-result.js';
import type { WholeGate } from '../measuring/verdicts/gate/gate-with-tests.js';
import { detectOption, maxDropOption, measureOption, several, shareArgument } from './arguments.js';
import {
  type FormatFlags,
  type FormatMarks,
  formatOption,
  pageOption,
  writeFormats,
} from './format-files.js';

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
  compare?: string[];
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
      '--compare <old=new>',
      "compare the baseline's old with the results' new: the model is what you test",
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
  compare: providers = [],
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

/** Add the files of the verdict. */
export function addOutputs(command: Command): Command {
  return command
    .addOption(pageOption())
    .addOption(formatOption('markdown'))
    .addOption(formatOption('json'))
    .addOption(formatOption('junit'));
}

/** What stands at the start of each file that the gate writes. */
export function gateMarks(): FormatMarks {
  return {
    markdown: [...inEveryLanguage(gateHeading), ...inEveryLanguage(testsHeading)],
    json: ['"format": "promptfoo-counting-stars gate"'],
    junit: ['long-context gate', 'gate of your tests', 'gate'].map(
      (name) => `<testsuites name="${name}"`,
    ),
  };
}

/** Write the files that are asked for, and the text unless one of them takes its place. */
export async function output(result: WholeGate, flags: FormatFlags): Promise<void> {
  const [{ gateJson }, { gateMarkdown }, { gateJunit }, { gateText }, { showsColour }] =
    await Promise.all([
      import('../measuring/verdicts/gate/verdict-json.js'),
      import('../measuring/verdicts/gate/verdict-markdown.js'),
      import('../measuring/verdicts/gate/verdict-junit.js'),
      import('../measuring/verdicts/gate/verdict-text.js'),
      import('../measuring/document/terminal.js'),
    ]);
  await writeFormats(
    flags,
    () => `${gateText(result, { colour: showsColour(process.stdout) })}\n`,
    {
      markdown: () => gateMarkdown(result),
      json: () => gateJson(result),
      junit: () => gateJunit(result),
      html: async () =>
        (await import('../measuring/verdicts/gate/verdict-html.js')).gateHtml(result),
    },
  );
}
