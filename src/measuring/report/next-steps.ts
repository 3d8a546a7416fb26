/** What to do now: settle what is open, find what cuts a prompt, go on to longer prompts, and keep it that way. */
import { say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import type { Next, Step } from '../document/document.js';
import { costText, lengthText, sizeText } from '../document/words.js';
import { isAnotherPrompt } from '../facts/baseline-of.js';
import { likelyText } from '../facts/length-parts.js';
import { holdsLongest, type More, type Reached, verdictOf } from '../facts/length-verdict.js';
import type { ReportData } from '../facts/tables/tables.js';
import { heldIn, type Lengths, type Model } from './models.js';
import { named } from './notes.js';

/** Further ones would not be read. */
const MOST_STEPS = 3;

/** Nobody sends prompts of a few hundred tokens because a model fails at this length, in tokens. */
const LEAST_SHORTER = 2000;

const PROGRAM = 'npx promptfoo-counting-stars';

/** How a command names the results that a report is of. */
export interface ResultsName {
  /** Files, or nothing for an evaluation of promptfoo's database. */
  files: readonly string[];
  evalId?: string;
}

export function resultsWords({ files, evalId }: ResultsName): string {
  if (files.length > 0) return files.map(shellWord).join(' ');
  return evalId === undefined ? '' : `--eval ${shellWord(evalId)}`;
}

export function nextSteps(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  results: ResultsName,
): Next {
  const steps = [
    ...retrySteps(data, models),
    ...settled(models),
    ...cutSteps(models),
    ...unansweredSteps(models, results),
    ...longerSteps(data, models, lengths),
    ...shorterSteps(models),
    // Of answers that nobody could score a baseline would keep nothing.
    ...(data.options.asksBy === 'try' || !models.some(isScored) ? [] : kept(results)),
  ];
  return { kind: 'next', steps: steps.slice(0, MOST_STEPS) };
}

/** Of a battery: more prompts where some are inconclusive, and a baseline. */
export function batterySteps(models: readonly Model[], results: ResultsName): Next {
  const isOpen = models.some((model) => {
    const { held, failed, all } = heldIn(model);
    return held + failed < all;
  });
  return {
    kind: 'next',
    steps: [
      ...(isOpen
        ? [
            {
              text: say`To settle the inconclusive benchmarks, raise seeds or set preset: full in your config. See first what it costs.`,
              command: `${PROGRAM} plan`,
              cost: say`No call, no cost.`,
            },
          ]
        : []),
      ...kept(results),
    ],
  };
}

/** Calls that failed for no length of theirs are sent again first. */
function retrySteps({ about, errors }: ReportData, models: readonly Model[]): Step[] {
  const limited = new Set(
    models.flatMap(({ provider, line }) => (line?.reliable?.limit ? provider : [])),
  );
  const own = errors.flatMap(({ provider, error }) => (limited.has(provider) ? [] : error));
  if (isAnotherPrompt(own)) {
    return [
      {
        text: say`Correct the prompt that was sent, then run it again.`,
        command: 'npx promptfoo eval',
      },
    ];
  }
  if (own.length === 0 || about.evalId === undefined) return [];
  return [
    {
      text: say`Send the failed calls again.`,
      command: `npx promptfoo retry ${shellWord(about.evalId)}`,
    },
  ];
}

/** A model that fails at the shortest length may read shorter prompts. */
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
      command: `${PROGRAM} search --from ${Math.round(shortest / 8)} --to ${shortest}${only}`,
    },
  ];
}

/** What would settle the first open length. */
function settled(models: readonly Model[]): Step[] {
  for (const { name, provider, line, rows } of models) {
    const row = [line, ...rows].find((one) => one && openMore(one));
    const more = row && openMore(row);
    if (row && more) return [settleStep(name, provider, row, more)];
  }
  return [];
}

function openMore({ open }: Reached): More | undefined {
  return open?.why === 'few' ? open.more : undefined;
}

function settleStep(name: string, provider: string, row: Reached, more: More): Step {
  const { by, seeds, further, tokens, cost, chance } = more;
  const open = row.likely.find(
    (one) => one.tokens > (row.reliable?.tokens ?? 0) && one.probability < 0.95,
  );
  const at = sizeText(open?.tokens ?? row.longest, row.sizes);
  const price = costOf(tokens, cost);
  const paid = say`${price}, ${likelyText(chance)} chance of a clear answer.`;
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
        text: say`To settle ${at} for ${name}, add ${sayCount(further, 'prompt')} of your own at each length.`,
        cost: paid,
      };
}

function costOf(tokens: number, cost: number | undefined): string {
  return cost === undefined
    ? say`${lengthText(tokens)} tokens, cost unknown (pass --price 2/8)`
    : say`${lengthText(tokens)} tokens, ${costText(cost)}`;
}

/** Limits of a server that a setting may lift. */
const CUT: ReadonlySet<string> = new Set(['cut', 'off topic']);

/** Models that read a part of the prompt: something cut it. */
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

/** Models whose answers say nothing of memory. */
function unansweredSteps(models: readonly Model[], results: ResultsName): Step[] {
  const kinds = ['refused', 'unusable', 'made-up', 'unread', 'no answer'];
  const own = models.filter(({ line }) => line && kinds.includes(verdictOf(line).kind));
  if (own.length === 0) return [];
  return [
    {
      text: say`Read an answer of ${named(own)}, then change its prompt or settings.`,
      command: `${PROGRAM} show 1 ${resultsWords(results)}`.trimEnd(),
      cost: say`No call, no cost.`,
    },
  ];
}

/** Twice the length, where a model is reliable at the longest. */
function longerSteps({ about }: ReportData, models: readonly Model[], lengths: Lengths): Step[] {
  const best = models.find(({ line }) => line && holdsLongest(line));
  const longest = lengths.tokens.at(-1);
  if (!best || longest === undefined || lengths.sizes) return [];
  const twice = 2 * longest;
  const prompts = SEARCH_PROMPTS;
  const { cost, promptTokens, costUnknown } = about.spent;
  const price =
    cost !== undefined && promptTokens && costUnknown === 0
      ? costText((cost / promptTokens) * twice * prompts)
      : undefined;
  const tokens = lengthText(twice * prompts);
  return [
    {
      text: say`To test ${best.name} at ${lengthText(twice)} tokens, search at that length.`,
      command: `${PROGRAM} search --at-least ${lengthText(twice)} -- --filter-providers ${shellWord(best.provider)}`,
      cost:
        price === undefined
          ? say`About ${prompts} prompts, ${tokens} tokens, cost unknown (pass --price 2/8).`
          : say`About ${prompts} prompts, ${tokens} tokens, ${price}.`,
    },
  ];
}

/** What a search of one length sends on average. */
const SEARCH_PROMPTS = 9;

function isScored({ rank }: Model): boolean {
  return rank.unranked === undefined;
}

function kept(results: ResultsName): Step[] {
  return [
    {
      text: say`Save these results, and compare later runs with them.`,
      command: `${PROGRAM} baseline ${resultsWords(results)}`.trimEnd(),
      cost: say`No call, no cost.`,
    },
  ];
}
