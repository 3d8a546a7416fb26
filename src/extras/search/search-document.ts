/** What a search has to say: how far each model is reliable, or whether it is at the length that was asked about. */
import { largest, smallest } from '../../base/extremes.js';
import { mean, sum } from '../../base/numbers.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import { packageVersion } from '../../base/version.js';
import {
  cell,
  folded,
  inTerminal,
  next,
  onPage,
  paragraph,
  percentCell,
  row,
  table,
} from '../../measuring/document/build.js';
import type {
  Block,
  Card,
  Cell,
  Check,
  Decision,
  Document,
  Pill,
  Step,
  Table,
  Text,
  Tone,
} from '../../measuring/document/document.js';
import { foreign } from '../../measuring/document/foreign.js';
import {
  costText,
  countText,
  lengthText,
  percentText,
  pointsText,
  rangeText,
  sendingText,
  unknownCostText,
} from '../../measuring/document/words.js';
import { lossPlaceText } from '../../measuring/facts/length-advice.js';
import { saidToFail, saidToHold, verdictOf } from '../../measuring/facts/length-verdict.js';
import {
  effectiveLengthSentence,
  legendText,
  lengthPill,
  lengthTone,
  reachCell,
  shortestLengthText,
} from '../../measuring/facts/length-words.js';
import { searchOctaves } from './next-prompts.js';
import { type ModelResult, recallByLength, type SearchResult } from './search-result.js';
import { MEDIAN_AT_LEAST, MEDIAN_LONGEST } from './spending.js';

/** How it was started, for the next command. */
export interface SearchCommand {
  /** Where its state is. */
  folder: string;
  isUsualFolder: boolean;
  /** Configs, and what stands after `--`. */
  options: readonly string[];
  args: readonly string[];
}

const USUAL: SearchCommand = { folder: 'search', isUsualFolder: false, options: [], args: [] };

export function searchDocument(result: SearchResult, command = USUAL): Document {
  const { models, series, rounds } = result;
  const [first = noAnswer(), ...others] = models.flatMap(decisionsOf);
  const prompts = sum(models.map(({ points }) => points.length));
  const costs = models.flatMap(({ cost }) => cost ?? []);
  return {
    kind: 'search',
    title: say`Search`,
    about: [
      foreign(series),
      say`${rangeText(...reachOf(result))} tokens`,
      sayCount(models.length, 'model'),
      say`${sayCount(prompts, 'prompt')} in ${sayCount(rounds, 'round')}`,
      say`${lengthText(sum(models.map(({ tokens }) => tokens)))} tokens`,
      costs.length === models.length ? costText(sum(costs)) : unknownCostText(),
    ],
    decisions: [first, ...others],
    lead: reliableText(result),
    blocks: [
      ...noteBlocks(result),
      ...cardsBlocks(result),
      onPage({ heading: say`Models`, blocks: [modelsTable(result)] }),
      inTerminal(modelsTable(result)),
      ...chartBlocks(result),
      next(nextSteps(result, command)),
      promptsBlock(result),
    ],
    checks: models.map(checkOf),
    foot: [say`Written by promptfoo-counting-stars ${packageVersion()}`],
  };
}

function noAnswer(): Decision {
  return { tone: 'bad', text: say`No model gave an answer.` };
}

/** What is promised of a reliable length. */
function reliableText({ models, threshold }: SearchResult): Text {
  const target = percentText(threshold);
  const [tolerance] = models.flatMap((model) => {
    const verdict = answerOf(model) ? undefined : verdictOf(model);
    return verdict?.kind === 'within' ? verdict.tolerance : [];
  });
  return tolerance === undefined
    ? say`Reliable means at least ${target} found (95% confidence).`
    : say`Reliable means at least ${target} found, give or take ${pointsText(tolerance)} points (95% confidence).`;
}

/** Whether the length that was asked about is reliable; nothing of a search for a length. */
function answerOf({ atLeast, ending }: ModelResult): 'yes' | 'no' | 'inconclusive' | undefined {
  if (!atLeast) return undefined;
  return ending === 'reached' ? 'yes' : ending === 'missed' ? 'no' : 'inconclusive';
}

const TONES: Readonly<Record<ReturnType<typeof verdictOf>['kind'], Tone>> = {
  ...{ longest: 'good', shorter: 'warn', within: 'warn', inconclusive: 'warn', rises: 'warn' },
  ...{ unread: 'warn', 'no answer': 'bad', refused: 'bad', 'made-up': 'bad', unusable: 'bad' },
  ...{ cut: 'bad', limit: 'bad', misses: 'bad', 'not reliable': 'bad' },
};

const ANSWER_TONES = { yes: 'good', no: 'bad', inconclusive: 'warn' } as const;

function toneOf(model: ModelResult): Tone {
  const answer = answerOf(model);
  if (answer) return ANSWER_TONES[answer];
  const verdict = verdictOf(model);
  if (verdict.kind === 'within') {
    if (verdict.holds === 0) return 'bad';
    return verdict.holds >= model.longest ? 'good' : 'warn';
  }
  return model.ending === 'window' ? 'bad' : TONES[verdict.kind];
}

function decisionsOf(model: ModelResult): Decision[] {
  const { provider, atLeast, points, ending, window, shortest } = model;
  const [tone, name] = [toneOf(model), foreign(provider)];
  if (atLeast) {
    const own = points.filter(({ tokens }) => tokens === atLeast.tokens);
    const [at, prompts] = [lengthText(atLeast.tokens), sayCount(own.length, 'prompt')];
    const place = ending === 'missed' ? lossPlaceText(model) : undefined;
    const text = {
      yes: () => say`${name}: yes, reliable at ${at} (${prompts}).`,
      no: () => say`${name}: no, not reliable at ${at} (${prompts}).`,
      inconclusive: () => say`${name}: inconclusive at ${at} (${prompts}).`,
    }[answerOf(model)!]();
    return [{ tone, text }, ...(place ? [{ tone, text: say`${name} ${place}.` }] : [])];
  }
  if (ending === 'window') {
    return [
      {
        tone,
        text: say`${name} rejects prompts of ${lengthText(window!)}, the shortest is ${lengthText(shortest)}.`,
      },
    ];
  }
  return [{ tone, text: say`${name} ${effectiveLengthSentence(model)}.` }];
}

/** What ended a search early, or limits its figures. */
function noteBlocks({ models }: SearchResult): Block[] {
  return models.flatMap((model) => notesOf(model).map((text) => paragraph(text, 'warn')));
}

function notesOf(model: ModelResult): Text[] {
  const { provider, ending, lost, error, window, failedWhole, points } = model;
  const name = foreign(provider);
  const failed = failedWhole?.answers ?? 0;
  return [
    ...(ending === 'limit' ? [say`${name}: the search stopped at its limit.`] : []),
    ...(ending === 'errors' ? [say`${name}: the search stopped because calls failed.`] : []),
    ...(window !== undefined && ending !== 'window'
      ? [say`${name} rejects prompts of ${lengthText(window)} or more.`]
      : []),
    ...(failed > 0 && failedWhole
      ? [
          say`${name}: ${failed} of ${points.length} answers failed completely.`,
          ...(failedWhole.lengths.length > 0
            ? [
                say`Its figures exclude them (${commas(failedWhole.lengths.map((tokens) => lengthText(tokens)))}).`,
              ]
            : []),
        ]
      : []),
    ...(lost > 0
      ? [
          say`${name}: ${sayCount(lost, 'prompt')} got no usable answer. ${foreign(clipped(error ?? ''))}`,
        ]
      : []),
  ];
}

/** Signs of an error that are shown. */
const LONGEST_ERROR = 160;

function clipped(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}…` : line;
}

/** More models than these are in the table only. */
const MOST_CARDS = 3;

function cardsBlocks({ models }: SearchResult): Block[] {
  if (models.length > MOST_CARDS) return [];
  return [{ kind: 'cards', cards: models.map(cardOf), note: legendText() }];
}

function cardOf(model: ModelResult): Card {
  const { provider, points, atLeast } = model;
  const recalls = recallByLength(model);
  // Of the length that was asked for, whatever lengths an earlier search sent.
  const own = points.filter(({ tokens: one }) => one === (atLeast?.tokens ?? one));
  const found = mean(own.map(({ recall }) => recall));
  return {
    heading: foreign(provider),
    pill: pillOf(model),
    ...(atLeast
      ? {
          figure: {
            value: own.length > 0 ? percentText(found) : '–',
            note: say`found at ${lengthText(atLeast.tokens)}`,
          },
        }
      : { figure: { value: shortestLengthText(model), note: say`reliable length` } }),
    ...(!atLeast && recalls.length > 0 && recalls.length <= MOST_BARS
      ? {
          bars: {
            label: say`Facts found`,
            bars: recalls.map(({ tokens, recall }) => ({
              ...{ name: lengthText(tokens), share: recall },
              tone: lengthTone(model, tokens),
            })),
          },
        }
      : {}),
  };
}

/** More lengths have a chart only. */
const MOST_BARS = 8;

function pillOf(model: ModelResult): Pill {
  const answer = answerOf(model);
  const tone = toneOf(model);
  if (answer === 'yes') return { tone, text: say`Yes` };
  if (answer === 'no') return { tone, text: say`No` };
  return answer ? { tone, text: say`Inconclusive` } : lengthPill(model);
}

function modelsTable({ models, gridTokens }: SearchResult): Table {
  const asked = models[0]?.atLeast;
  return table(
    say`Models`,
    [
      say`Model`,
      asked ? say`Reliable at ${lengthText(asked.tokens)}` : say`Reliable up to`,
      ...[say`Found`, say`Prompts`, say`Tokens`, say`Of a full run`, say`Cost`],
    ],
    models.map((model) => {
      const { provider, points, tokens, cost } = model;
      return row(
        foreign(provider),
        lengthCell(model),
        percentCell(points.length > 0 ? mean(points.map(({ recall }) => recall)) : undefined),
        cell(countText(points.length), points.length),
        cell(lengthText(tokens), tokens),
        percentCell(tokens / gridTokens),
        cell(costText(cost), cost),
      );
    }),
  );
}

function lengthCell(model: ModelResult): Cell {
  const answer = answerOf(model);
  const tone = toneOf(model);
  if (answer) {
    const text = { yes: say`yes`, no: say`no`, inconclusive: say`inconclusive` }[answer];
    return { text, tone };
  }
  const { answer: text, below: small } = reachCell(model);
  return { text, tone, value: saidToHold(model), ...(small !== '' && { small }) };
}

/** The shortest and the longest length of all models. */
function reachOf({ models }: SearchResult): [number, number] {
  if (models.length === 0) return [0, 0];
  return [
    smallest(models.map(({ shortest }) => shortest)),
    largest(models.map(({ longest }) => longest)),
  ];
}

/** What was found around each doubling of the length; nothing of one length. */
function chartBlocks(result: SearchResult): Block[] {
  const { models, threshold } = result;
  const [shortest, longest] = reachOf(result);
  if (!(longest > shortest)) return [];
  const lengths = searchOctaves({ shortest, longest });
  const nearest = (tokens: number) => {
    const distance = (length: number) => Math.abs(Math.log2(length / tokens));
    return lengths.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  };
  const heading = say`Facts found, by length`;
  return [
    {
      ...{ kind: 'section', heading, in: ['html'] },
      sub: say`Means of the prompts around each length.`,
      blocks: [
        {
          kind: 'chart',
          label: heading,
          ticks: lengths.map((length) => lengthText(length)),
          target: threshold,
          series: models.map(({ provider, points }) => ({
            name: foreign(provider),
            points: lengths.map((length) => {
              const own = points.filter(({ tokens }) => nearest(tokens) === length);
              return own.length > 0 ? { value: mean(own.map(({ recall }) => recall)) } : undefined;
            }),
          })),
        },
      ],
    },
  ];
}

/** What to do with what was found: go on, guard it, or look further. */
function nextSteps(result: SearchResult, command: SearchCommand): Step[] {
  const cut = result.models.find((model) => verdictOf(model).kind === 'cut');
  const setting = cut && {
    text: say`Look for a setting that cuts prompts of ${foreign(cut.provider)} (num_ctx, max_model_len).`,
  };
  return [...(setting ? [setting] : []), nextStep(result, command)];
}

function nextStep(
  result: SearchResult,
  { folder, isUsualFolder, options, args }: SearchCommand,
): Step {
  const { models } = result;
  const search = (...words: string[]) =>
    ['npx', 'promptfoo-counting-stars', 'search', ...words.map(shellWord)].join(' ');
  const resumed = (...words: string[]) =>
    search('--resume', ...(isUsualFolder ? [] : ['-o', folder]), ...words);
  const fresh = (name: string, ...words: string[]) => {
    const others = args.length > 0 ? ['--', ...args] : [];
    return search(...options, ...words, '-o', `${folder}-${name}`, ...others);
  };
  if (models.some(({ ending }) => ending === 'limit' || ending === 'errors')) {
    return {
      text: say`Continue the search with a higher limit.`,
      command: resumed('--budget', lengthText(HIGHER)),
      cost: say`At most ${lengthText(HIGHER)} tokens.`,
    };
  }
  const [asked] = models.flatMap(({ atLeast }) => atLeast ?? []);
  const [shortest, longest] = reachOf(result);
  if (asked && models.every((model) => answerOf(model) === 'yes')) {
    const at = lengthText(2 * asked.tokens);
    return {
      text: say`Test twice the length.`,
      command: fresh(at, '--to', at, '--at-least', at),
      cost: costOf(result, MEDIAN_AT_LEAST, MEDIAN_AT_LEAST * 2 * asked.tokens),
    };
  }
  if (asked) {
    return {
      text: say`Find the length up to which it is reliable.`,
      command: resumed(),
      cost: searchCost(result, longest),
    };
  }
  const held = models.length > 0 ? smallest(models.map(saidToHold)) : 0;
  if (held === 0) {
    const fails = smallest([longest, ...models.map(saidToFail)]);
    const below = ['--from', lengthText(shortest / 4), '--to', lengthText(shortest)];
    const failing = models.filter((model) => saidToHold(model) === 0);
    const names = commas(failing.map(({ provider }) => foreign(provider)));
    const text = say`Test ${names} at shorter lengths.`;
    if (fails < 2 * shortest) {
      return { text, command: fresh('shorter', ...below), cost: searchCost(result, shortest) };
    }
    return {
      text,
      command: resumed('--at-least', lengthText(fails / 2)),
      cost: costOf(result, MEDIAN_AT_LEAST, (MEDIAN_AT_LEAST * fails) / 2),
    };
  }
  if (held >= longest) {
    return {
      text: say`Search longer prompts.`,
      command: fresh('longer', '--from', lengthText(longest), '--to', lengthText(4 * longest)),
      cost: searchCost(result, 4 * longest),
    };
  }
  return {
    text: say`Keep prompts below ${lengthText(held)} tokens, and fail if that length gets shorter.`,
    command: `npx promptfoo-counting-stars gate ${shellWord(folder)} --min-length ${held}`,
    cost: say`No call, no cost.`,
  };
}

/** In tokens, a budget with room for more. */
const HIGHER = 5_000_000;

/** Prompts of all lengths that a search sends to a model, about. */
const ALL_PROMPTS = 10;

function searchCost(result: SearchResult, longest: number): Text {
  return costOf(result, ALL_PROMPTS, MEDIAN_LONGEST * longest);
}

/** What prompts and tokens of each model cost, by what the search paid. */
function costOf({ models }: SearchResult, prompts: number, each: number): Text {
  const costs = models.flatMap(({ cost }) => cost ?? []);
  const paid = sum(costs) / Math.max(1, sum(models.map(({ tokens }) => tokens)));
  const tokens = models.length * each;
  const isPriced = costs.length === models.length && paid > 0;
  const all = say`About ${sayCount(models.length * prompts, 'prompt')}`;
  return sendingText(all, tokens, isPriced ? paid * tokens : undefined);
}

function promptsBlock({ models }: SearchResult): Block {
  const heading = say`Every prompt`;
  const rows = models.flatMap(({ provider, points }) =>
    points.map(({ round, tokens, recall, seed }) =>
      row(
        foreign(provider),
        cell(String(round), round),
        cell(countText(tokens), tokens),
        percentCell(recall),
        cell(String(seed), seed),
      ),
    ),
  );
  const columns = [say`Model`, say`Round`, say`Length`, say`Found`, say`Seed`];
  return folded(heading, { ...table(heading, columns, rows), isSorted: true });
}

/** A search for a length passes where it finds one. */
function checkOf(model: ModelResult): Check {
  const { provider } = model;
  const tone = toneOf(model);
  const isKnown = !model.atLeast && saidToHold(model) > 0;
  const outcome =
    tone === 'good' || isKnown ? 'passed' : tone === 'bad' ? 'failed' : 'inconclusive';
  return {
    ...{ name: 'reliable length', of: provider, outcome },
    message: commas(decisionsOf(model).map(({ text }) => text)),
  };
}
