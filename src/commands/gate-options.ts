/** What `gate` is told: which drop fails, and where the verdict is written. */

import { type Command, InvalidArgumentError } from 'commander';
import { ALPHA } from '../base/defaults.js';
import { inEveryLanguage } from '../base/text/speaking.js';
import type { GateFiles } from '../measuring/gate/document-part.js';
import { gateDocument, TITLES } from '../measuring/gate/gate-document.js';
import type { WholeGate } from '../measuring/gate/gate-with-tests.js';
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
    markdown: TITLES.flatMap((title) => inEveryLanguage(() => `${title()}:`)),
    json: ['"format": "promptfoo-counting-stars gate"'],
    junit: ['<testsuites name="gate"'],
  };
}

/** Write the files that are asked for, and the text unless one of them takes its place. */
export async function output(
  result: WholeGate,
  files: GateFiles,
  flags: FormatFlags,
): Promise<void> {
  const [{ documentTerminal }, { showsColour, WIDEST }] = await Promise.all([
    import('../measuring/document/render/terminal.js'),
    import('../measuring/output/terminal.js'),
  ]);
  const { stdout } = process;
  const document = gateDocument(result, files);
  const look = { colour: showsColour(stdout), width: stdout.columns ?? WIDEST };
  await writeFormats(flags, () => `${documentTerminal(document, look)}\n`, {
    markdown: async () =>
      (await import('../measuring/document/render/markdown.js')).documentMarkdown(document),
    json: async () => (await import('../measuring/gate/verdict-json.js')).gateJson(result),
    junit: async () =>
      (await import('../measuring/document/render/junit.js')).documentJunit(document),
    html: async () => (await import('../measuring/document/render/html.js')).documentHtml(document),
  });
}
