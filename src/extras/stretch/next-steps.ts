/** Proposes steps after padded tests. */
import { say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import type { Step } from '../../measuring/document/document.js';
import { lengthText, sendingText } from '../../measuring/document/words.js';
import { stretchFinding } from './finding.js';
import type { StretchModel, StretchVerdict } from './verdict.js';

/** Words of the command that stay the same. */
export interface StretchCommand {
  /** Before `--lengths` and `--repeat`. */
  options: readonly string[];
  /** Options of promptfoo, after `--`. */
  args: readonly string[];
  repeat?: number;
  /** Dollars for a token of a prompt. Absent if a price is unknown. */
  tokenPrice?: number;
}

/** Repeats that suffice to name broken tests. */
const ENOUGH = 3;

/** Calls of each test without padding: two as it is, and one with an extra turn. */
const CONTROLS = 3;

export function stretchSteps(
  { models }: Pick<StretchVerdict, 'models'>,
  command: StretchCommand = { options: [], args: [] },
): Step[] {
  const kinds = models.map(stretchFinding);
  const breaks = kinds.flatMap((finding) => (finding.kind === 'breaks' ? finding.lengths : []));
  if (breaks.length > 0) {
    const at = Math.min(...breaks.map(({ length }) => length));
    const below = Math.max(0, ...lengthsOf(models).filter((length) => length < at));
    const text =
      below > 0
        ? say`Keep prompts at ${lengthText(below)} tokens or below, the longest length that passed.`
        : say`Keep prompts below ${lengthText(at)} tokens.`;
    return [{ text }, ...narrower(models, command, below, at)];
  }
  const has = (kind: (typeof kinds)[number]['kind']) => kinds.some((one) => one.kind === kind);
  const lengths = lengthsOf(models);
  if (has('not stretched')) {
    return [{ text: say`Let the provider send the prompt that it is handed, whole.` }];
  }
  if (has('format')) {
    return [{ text: say`Check your prompt with one earlier turn in front of it.` }];
  }
  if (has('no answer as it is') || has('nothing to compare')) {
    return [{ text: say`Fix the failed calls, then run it again.` }];
  }
  const repeats = Math.max(command.repeat ?? 1, 1);
  if (!has('lower') && repeats >= ENOUGH && (has('inconclusive') || has('too few answers'))) {
    // The same tests again are hardly more evidence, and cost as much as the first time.
    return [{ text: say`Add tests to detect a smaller loss. More repeats of these hardly help.` }];
  }
  if (has('lower') || has('inconclusive') || has('too few answers')) {
    const more = repeats < ENOUGH ? ENOUGH : 2 * repeats;
    return [
      {
        text: has('lower')
          ? say`Repeat each test, to name those that break.`
          : say`Repeat each test, or add tests, to detect a smaller loss.`,
        ...again(models, { ...command, repeat: more }, lengths),
      },
    ];
  }
  const longest = Math.max(...lengths);
  return [
    {
      text: say`Find where they break, above ${lengthText(longest)}.`,
      ...again(models, command, [2 * longest, 4 * longest]),
    },
  ];
}

function lengthsOf(models: readonly StretchModel[]): number[] {
  return [...new Set(models.flatMap(({ lengths }) => lengths.map(({ length }) => length)))];
}

/** Returns lengths between the last that holds and the first that breaks. Undefined if these are close. */
function narrower(
  models: readonly StretchModel[],
  command: StretchCommand,
  below: number,
  at: number,
): Step[] {
  const from = below || at / 4;
  const steps = [0.25, 0.5, 0.75].map(
    (share) => Math.round((from + share * (at - from)) / 100) * 100,
  );
  if (at - from < 1000) return [];
  return [
    {
      text: say`Find where they break, between ${lengthText(from)} and ${lengthText(at)}.`,
      ...again(models, command, steps),
    },
  ];
}

function again(
  models: readonly StretchModel[],
  { options, args, repeat = 1, tokenPrice }: StretchCommand,
  lengths: readonly number[],
): Pick<Step, 'command' | 'cost'> {
  const words = [
    ...['npx', 'promptfoo-counting-stars', 'stretch', ...options],
    ...['--lengths', lengths.map(lengthText).join(',')],
    ...(repeat > 1 ? ['--repeat', String(repeat)] : []),
    ...(args.length > 0 ? ['--', ...args] : []),
  ];
  const tests = models.reduce((sum, model) => sum + model.tests.length, 0);
  const calls = tests * repeat * (CONTROLS + lengths.length);
  const tokens = tests * repeat * lengths.reduce((sum, length) => sum + length, 0);
  return {
    command: words.map(shellWord).join(' '),
    cost: sendingText(
      sayCount(calls, 'prompt'),
      tokens,
      tokenPrice === undefined ? undefined : tokenPrice * tokens,
    ),
  };
}
