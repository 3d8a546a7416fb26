/** Shared parts of documents on long prompts and on your tests. */
import { say } from '../../../base/text/language.js';
import { shellWord } from '../../../base/text/shell.js';
import type { Row } from '../../../contract/row.js';
import type { Step, Tone } from '../../document/document.js';
import type { AskedText } from '../../document/drawer.js';
import type { Spent } from '../../facts/tables/spent.js';
import type { PartVerdict } from '../../statistics/regression/regression.js';
import type { GateOptions } from './gate-result.js';

/** Names of the files that were judged, for commands to copy. */
export interface GateFiles {
  /** As the next command takes them: files, or `--eval ID`. */
  results?: readonly string[];
  baseline?: string;
  /** The baseline is results of promptfoo, which no new baseline replaces. */
  isResults?: boolean;
  /** What the prompts took, and an answer of your tests, in dollars. */
  spent?: Spent;
  testCost?: number;
  /** Prompts of answers, for a page's drawers. */
  asked?: ReadonlyMap<Row, AskedText>;
}

export const TONES: Readonly<Record<PartVerdict, Tone>> = {
  passed: 'good',
  failed: 'bad',
  inconclusive: 'warn',
  unknown: 'plain',
};

/** Writes a command of this package with the results that were judged. */
export function commandOf(name: string, { results = [] }: GateFiles, ...others: string[]): string {
  return ['npx promptfoo-counting-stars', name, ...results.map(shellWord), ...others].join(' ');
}

/** Dollars for a token of a prompt, by what the results took. Undefined if a cost is unknown. */
export function tokenPrice({ spent }: GateFiles): number | undefined {
  const { cost, costUnknown, promptTokens } = spent ?? {};
  return cost && promptTokens && costUnknown === 0 ? cost / promptTokens : undefined;
}

/** What the results were compared with, as a command takes it: the baseline, and models that go by other names in it. */
export function comparedWith(
  { baseline }: GateFiles,
  { providers }: Pick<GateOptions, 'providers'>,
): string[] {
  return [
    ...(baseline === undefined ? [] : ['--baseline', shellWord(baseline)]),
    ...providers.flatMap((pair) => ['--compare', shellWord(pair)]),
  ];
}

/** What saves the results as the new baseline. */
export function newBaseline(files: GateFiles): Step {
  const to =
    files.baseline === undefined || files.isResults ? [] : ['-o', shellWord(files.baseline)];
  return {
    text: say`If the change is wanted, save it as the new baseline.`,
    command: commandOf('baseline', files, ...to),
    cost: say`No call, no cost.`,
  };
}
