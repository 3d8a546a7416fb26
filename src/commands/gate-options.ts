/** Options of `gate` on which drop fails, and its output. */

import { type Command, InvalidArgumentError } from 'commander';
import { ALPHA } from '../base/defaults.js';
import type { GateFiles } from '../measuring/verdicts/gate/document-part.js';
import { gateDocument, TITLES } from '../measuring/verdicts/gate/gate-document.js';
import type { WholeGate } from '../measuring/verdicts/gate/gate-with-tests.js';
import { openedRows } from '../measuring/verdicts/gate/long-prompts.js';
import {
  advanced,
  detectOption,
  maxDropOption,
  metricOption,
  several,
  shareArgument,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { type OutFlags, outsOf, writeDocument } from './document-files.js';

/** Quantiles of the normal distribution are inexact below this error rate. */
const SMALLEST_LEVEL = 1e-6;

function levelArgument(text: string): number {
  const value = shareArgument(text);
  if (value >= SMALLEST_LEVEL && value < 1) return value;
  throw new InvalidArgumentError(
    'It must be between 0 and 1, and at least 0.000001, for example 0.05.',
  );
}

export function addComparison(command: Command): Command {
  return command
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
    .addOption(detectOption());
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

export async function output(
  result: WholeGate,
  named: GateFiles,
  { files, isJson }: { files: readonly string[]; isJson: boolean | undefined },
): Promise<void> {
  const { gateJson } = await import('../measuring/verdicts/gate/verdict-json.js');
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
