/** Proposes steps: settle what is inconclusive, find what cuts prompts, test longer prompts, save a baseline. */

import { say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import { when } from '../../base/when.js';
import { next } from '../document/build.js';
import type { Next, Step } from '../document/document.js';
import { lengthText, sendingText, sizeText } from '../document/words.js';
import { isAnotherPrompt } from '../facts/baseline-of.js';
import { holdsLongest, type More, type Reached, verdictOf } from '../facts/length-verdict.js';
import type { ReportData } from '../facts/tables/tables.js';
import { heldIn, type Lengths, type Model, type View } from './models.js';
import { named } from './notes.js';

/** More would not be read. */
const MOST_STEPS = 3;

/** In tokens. Nobody wants a few hundred because a model fails at this length. */
const LEAST_SHORTER = 2000;

const PROGRAM = 'npx promptfoo-counting-stars';

/** How commands name the results of a report. */
export interface ResultsName {
  /** Empty for an evaluation of promptfoo's database. */
  files: readonly string[];
  evalId?: string;
  /**
   * What the baseline of this folder is of: `other` results, which these can be compared with, or these and of other models.
   * `these`: the results are baselines.
   */
  baseline?: 'other' | 'no other' | 'these';
}

export function resultsWords({ files, evalId }: ResultsName): string {
  if (files.length > 0) return files.map(shellWord).join(' ');
  return evalId === undefined ? '' : `--eval ${shellWord(evalId)}`;
}

export function nextSteps({ data, models, lengths }: View, results: ResultsName): Next {
  const steps = [
    ...retrySteps(data, models),
    ...settled(models),
    ...questionSteps(data, models),
    ...cutSteps(models),
    ...unansweredSteps(models, results),
    ...longerSteps(data, models, lengths),
    ...shorterSteps(models),
    // A baseline of unreadable answers would hold nothing.
    ...(data.options.asksBy === 'try' || !models.some(isScored) ? [] : keptSteps(data, results)),
  ];
  return { kind: 'next', steps: steps.slice(0, MOST_STEPS) };
}

export function batterySteps({ data, models }: View, results: ResultsName): Next {
  const isOpen = models.some((model) => {
    const { held, failed, all } = heldIn(model);
    return held + failed < all;
  });
  return next([
    ...retrySteps(data, models),
    ...when(isOpen && data.missing.shards.length === 0, {
      text: say`To settle the inconclusive benchmarks, raise seeds or set preset: full in your config. See first what it costs.`,
      command: `${PROGRAM} plan`,
      cost: say`No call, no cost.`,
    }),
    ...keptSteps(data, results),
  ]);
}

/** Retries failed calls first, unless their prompts were too long. */
function retrySteps({ about, errors }: ReportData, models: readonly Model[]): Step[] {
  const limited = new Set(
    models.flatMap(({ provider, line }) => (line?.reliable?.limit ? provider : [])),
  );
  const retried = errors.flatMap(({ provider, error }) => (limited.has(provider) ? [] : error));
  if (isAnotherPrompt(retried)) {
    return [
      {
        text: say`Correct the prompt that was sent, then run it again.`,
        command: 'npx promptfoo eval',
      },
    ];
  }
  if (retried.length === 0 || about.evalId === undefined) return [];
  return [
    {
      text: say`Send the failed calls again.`,
      command: `npx promptfoo retry ${shellWord(about.evalId)}`,
    },
  ];
}

/** Proposes shorter prompts where the shortest fail. */
function shorterSteps(models: readonly Model[]): Step[] {
  const failing = models.find(({ line }) => {
    if (!line || line.sizes || line.shortest < LEAST_SHORTER) return false;
    const verdict = verdictOf(line);
    return verdict.kind === 'not reliable' && verdict.notFrom <= line.shortest;
  });
  if (!failing) return [];
  const { shortest } = failing.line!;
  const only = models.length > 1 ? ` -- --filter-providers ${shellWord(failing.provider)}` : '';
  return [
    {
      text: say`To find a shorter length that ${failing.name} reads reliably, search below ${lengthText(shortest)}.`,
      command: `${PROGRAM} search --from ${Math.round(shortest / 4)} --to ${shortest}${only}`,
    },
  ];
}

/** Adds questions: few stay few, however often each is sent. */
function questionSteps({ questions }: ReportData, models: readonly Model[]): Step[] {
  const open = models.some(({ line }) => line?.open?.why === 'few' && !line.open.more);
  if (!open || questions === undefined) return [];
  return [
    { text: say`Add questions: each counts once, at however many lengths and seeds it is sent.` },
  ];
}

/** Settles the first open length. */
function settled(models: readonly Model[]): Step[] {
  for (const { name, provider, line, rows } of models) {
    const row = [line, ...rows].find((each) => each && openMore(each));
    const more = row && openMore(row);
    if (row && more) return [settleStep(name, provider, row, more)];
  }
  return [];
}

function openMore({ open }: Reached): More | undefined {
  return open?.why === 'few' ? open.more : undefined;
}

function settleStep(name: string, provider: string, row: Reached, more: More): Step {
  const { by, seeds, further, prompts, tokens, cost } = more;
  const open = row.likely.find(
    (length) => length.tokens > (row.reliable?.tokens ?? 0) && length.probability < 0.95,
  );
  const at = sizeText(open?.tokens ?? row.longest, row.sizes);
  const sending = sendingText(sayCount(prompts, 'prompt'), tokens, cost);
  const paid = say`${sending} Likely to give a clear answer.`;
  const command = `npx promptfoo eval --filter-providers ${shellWord(provider)}`;
  if (by === 'seeds') {
    return {
      text: say`To settle ${at} for ${name}, set seeds: ${seeds + further} in your config.`,
      ...{ command, cost: paid },
    };
  }
  return by === 'try'
    ? {
        text: say`To settle ${at} for ${name}, send ${further} more prompts at each length.`,
        ...{ command: `${PROGRAM} try --resume --seeds ${further}`, cost: paid },
      }
    : {
        text: say`To settle ${at} for ${name}, add ${sayCount(further, 'prompt')} about other questions at each length.`,
        cost: paid,
      };
}

/** Limits that a setting of the server may lift. */
const CUT: ReadonlySet<string> = new Set(['cut', 'off topic']);

/** Names models that read only a part of the prompt. */
function cutSteps(models: readonly Model[]): Step[] {
  const cut = models.filter(
    ({ line }) =>
      line && (verdictOf(line).kind === 'cut' || CUT.has(line.reliable?.limit?.kind ?? '')),
  );
  if (cut.length === 0) return [];
  const isSized = cut.some(({ line }) => line?.sizes);
  return [
    {
      text: isSized
        ? say`Find what cuts the prompts of ${named(cut)}: often top_k of a retriever.`
        : say`Find what cuts the prompts of ${named(cut)}: often num_ctx or max_model_len.`,
    },
  ];
}

/** Names models whose answers say nothing of memory. */
function unansweredSteps(models: readonly Model[], results: ResultsName): Step[] {
  const kinds = ['refused', 'unusable', 'made-up', 'unread', 'no answer'];
  const unread = models.filter(({ line }) => line && kinds.includes(verdictOf(line).kind));
  if (unread.length === 0) return [];
  return [
    {
      text: say`Read an answer of ${named(unread)}, then change the prompt or settings.`,
      // A baseline has no answers.
      ...(results.baseline !== 'these' && {
        command: `${PROGRAM} show 1 ${resultsWords(results)}`.trimEnd(),
        cost: say`No call, no cost.`,
      }),
    },
  ];
}

/** Proposes twice the length if a model is reliable at the longest. */
function longerSteps({ about }: ReportData, models: readonly Model[], lengths: Lengths): Step[] {
  const best = models.find(({ line }) => line && holdsLongest(line));
  const longest = lengths.tokens.at(-1);
  if (!best || longest === undefined || lengths.sizes) return [];
  const twice = 2 * longest;
  const { cost, promptTokens, costUnknown } = about.spent;
  const tokens = twice * SEARCH_PROMPTS;
  const price =
    cost !== undefined && promptTokens && costUnknown === 0
      ? (cost / promptTokens) * tokens
      : undefined;
  return [
    {
      text: say`To test ${best.name} at ${lengthText(twice)} tokens, search at that length.`,
      command: `${PROGRAM} search --to ${lengthText(twice)} --at-least ${lengthText(twice)} -- --filter-providers ${shellWord(best.provider)}`,
      cost: sendingText(say`About ${sayCount(SEARCH_PROMPTS, 'prompt')}`, tokens, price),
    },
  ];
}

/** Mean number of prompts in a search of one length. */
const SEARCH_PROMPTS = 9;

function isScored({ rank }: Model): boolean {
  return rank.unranked === undefined;
}

/** Keeps whole results: `baseline` refuses others. */
export function keptSteps({ missing }: Pick<ReportData, 'missing'>, results: ResultsName): Step[] {
  return missing.shards.length + missing.gaps.length > 0 ? [] : savedSteps(results);
}

/** A baseline of these results, or the gate where there is one: nobody is to replace a good baseline by a bad run. */
export function savedSteps(results: ResultsName): Step[] {
  if (results.baseline === 'no other') return [];
  if (results.baseline === 'these') {
    return [
      {
        text: say`To add a model, save its results of the same prompts next to the others.`,
        command: `${PROGRAM} baseline new.json -o baselines/new.json`,
      },
    ];
  }
  const [command, text] =
    results.baseline === 'other'
      ? ['gate', say`Compare these results with your baseline.`]
      : ['baseline', say`Save these results, and compare later runs with them.`];
  return [
    {
      text,
      command: `${PROGRAM} ${command} ${resultsWords(results)}`.trimEnd(),
      cost: say`No call, no cost.`,
    },
  ];
}
