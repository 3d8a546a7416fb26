/** What a run will cost and what it can detect, and what to change to pay less or to detect more. */

import { largest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { redactText } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import { packageVersion } from '../../base/version.js';
import {
  cell,
  columns,
  folded,
  left,
  paragraph,
  percentCell,
  row,
  table,
} from '../document/build.js';
import type { Decision, Document, Row, Step, Table, Text } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import {
  costRangeText,
  costText,
  countText,
  lengthText,
  mostText,
  percentText,
  pointsText,
  rangeText,
} from '../document/words.js';
import { outputAdvice, unitsText } from '../results/results-size.js';
import { LEFT } from '../statistics/regression/longest-loss.js';
import type { Plan, ProviderPlan, Totals } from './plan.js';
import { type GatePower, WANTED_POWER } from './power.js';
import { OWN_TESTS_TOKENIZER } from './suite.js';
import { thinkingText } from './thinking.js';

/** Completes every document of a plan. */
export function planned(
  part: Pick<Document, 'decisions' | 'blocks'> & Partial<Pick<Document, 'about' | 'lead'>>,
): Document {
  return {
    ...{ kind: 'plan', title: say`Plan`, about: [] },
    ...part,
    foot: [say`Written by promptfoo-counting-stars ${packageVersion()}`],
  };
}

const MOST_NOTES = 3;

/**
 * Documents a plan.
 *
 * @param assumed - recall, if no baseline is given
 * @param options - of the command, to repeat them
 */
export function planDocument(
  plan: Plan,
  assumed: { recall: number; icc: number },
  options: readonly string[] = [],
): Document {
  const { providers, power, total, others } = plan;
  const notes = notesOf(plan);
  const steps = nextSteps(plan, options);
  return planned({
    about: [
      sayCount(providers.length, 'model'),
      ...(total.cases > 0
        ? [say`${sayCount(total.cases, 'prompt')}, ${sayCount(total.calls, 'call')}`]
        : []),
      ...(others.tests > 0
        ? [say`${sayCount(others.tests, 'test')} of yours, ${sayCount(others.calls, 'call')}`]
        : []),
    ],
    decisions: [
      ...windowDecisions(plan),
      ...costDecision(plan),
      ...unpricedDecisions(plan),
      ...powerDecision(power),
    ] as [Decision, ...Decision[]],
    blocks: [
      providersTable(plan),
      ...(power.length > 0 ? [powerTable(power)] : []),
      ...boundTexts(power).map((text) => paragraph(text)),
      ...notes.map((text, i) => ({
        ...paragraph(text),
        ...(i >= MOST_NOTES && { in: ['html', 'markdown'] as const }),
      })),
      ...(steps.length > 0 ? [{ kind: 'next', steps } as const] : []),
      folded(say`How this is counted`, { kind: 'list', items: countedTexts(plan, assumed) }),
    ],
  });
}

function nameOf({ provider }: Pick<ProviderPlan, 'provider'>): Text {
  return foreign(redactText(provider));
}

function windowDecisions({ providers }: Plan): Decision[] {
  return providers.flatMap((model): Decision[] => {
    const { longestPrompt, contextWindow, tokenFactors } = model;
    if (contextWindow === undefined) return [];
    const [window, prompt] = [lengthText(contextWindow), lengthText(longestPrompt)];
    return [
      tokenFactors
        ? {
            tone: 'warn',
            text: say`Prompts of ${prompt} may not fit ${nameOf(model)}'s window of ${window} tokens.`,
          }
        : {
            tone: 'bad',
            text: say`Prompts of ${prompt} don't fit ${nameOf(model)}'s window of ${window} tokens.`,
          },
    ];
  });
}

/** Generated prompts and the user's tests together; without a cost where no part has one. */
function wholeOf({ total, others }: Plan): Totals {
  const parts: Totals[] = [...(total.calls > 0 ? [total] : []), ...others.providers];
  const sumOf = (figure: (part: Totals) => number) => sum(parts.map(figure));
  const isKnown = parts.some(({ cost }) => cost !== undefined);
  const [cost, ...costRange] = [
    sumOf(({ cost: known = 0 }) => known),
    sumOf(({ cost: known = 0, costRange: [low] = [known, known] }) => low),
    sumOf(({ cost: known = 0, costRange: [, high] = [known, known] }) => high),
  ];
  return {
    cases: sumOf(({ cases }) => cases),
    calls: sumOf(({ calls }) => calls),
    promptTokens: sumOf(({ promptTokens }) => promptTokens),
    longestPrompt: largest([0, ...parts.map(({ longestPrompt }) => longestPrompt)]),
    answerTokens: sumOf(({ answerTokens }) => answerTokens),
    ...(isKnown && (total.calls === 0 || total.cost !== undefined) && { cost, costRange }),
  };
}

/** Tests of the user's that are not in the cost, and why. Where nothing has a price, the next step names who has none. */
function unpricedDecisions(plan: Plan): Decision[] {
  const { unpriced } = plan.others;
  const models = unpriced
    .filter(({ why }) => why === 'no price')
    .map(({ name }) => foreign(redactText(name)));
  const isPartial = models.length > 0 && wholeOf(plan).cost !== undefined;
  return [
    ...unpriced
      .filter(({ why }) => why !== 'no price')
      .map((part) => {
        const tests = say`${sayCount(part.tests, 'test')} of yours with ${sayCount(part.calls, 'call')}`;
        return say`Not in the cost: ${tests}. ${unpricedText(part)}`;
      }),
    ...(isPartial
      ? [say`Not in the cost: your tests for ${commas(models)}. No list price is known.`]
      : []),
  ].map((text) => ({ tone: 'warn', text }));
}

function unpricedText({ why, name: given }: Plan['others']['unpriced'][number]): Text {
  const name = foreign(redactText(given));
  switch (why) {
    case 'function':
      return say`The prompt ${name} is a function.`;
    case 'variable':
      return say`Code or a file without text sets ${name}.`;
    case 'conversation':
      return say`The prompt ${name} grows with the conversation.`;
    case 'provider':
      return say`They have a provider of their own.`;
    default:
      return say`The prompt ${name} can't be rendered.`;
  }
}

function costDecision(plan: Plan): [Decision] {
  const total = wholeOf(plan);
  const prompts = sayCount(total.calls, 'prompt');
  const tokens = lengthText(total.promptTokens);
  return [
    total.cost === undefined
      ? {
          tone: 'warn',
          text: say`One run sends ${prompts} with ${tokens} tokens, at an unknown price.`,
        }
      : {
          tone: 'plain',
          text: say`One run costs ${costsText(total)} (${prompts}, ${tokens} tokens).`,
        },
  ];
}

/** Reports the least that is detected of any model. */
function powerDecision(power: readonly GatePower[]): Decision[] {
  const [first] = power;
  if (!first) return [];
  const known = power.flatMap(({ probability }) => probability ?? []);
  if (known.length === 0) {
    return [{ tone: 'warn', text: say`Sensitivity unknown: too few prompts to estimate it.` }];
  }
  const least = Math.min(...known);
  return [
    {
      tone: least >= WANTED_POWER ? 'good' : 'warn',
      text: say`gate detects a ${pointsText(first.drop)}-point drop in ${percentText(least)} of runs.`,
    },
  ];
}

function costsText({ cost, costRange }: Totals): Text {
  return costRange && costRange[0] < costRange[1] ? costRangeText(costRange) : costText(cost);
}

function providersTable(plan: Plan): Table {
  const { providers, others } = plan;
  const asked = providers.filter(({ calls }) => calls > 0 || others.tests === 0);
  const hasBoth = asked.length > 0 && others.providers.length > 0;
  const rows: (readonly [Text, Totals])[] = [
    ...asked.map((model) => [nameOf(model), model] as const),
    ...others.providers.map(
      (part) => [hasBoth ? say`${nameOf(part)}, your tests` : nameOf(part), part] as const,
    ),
  ];
  const count = (of: (totals: Totals) => number) => (row: readonly [Text, Totals]) =>
    cell(countText(of(row[1])), of(row[1]));
  return columns(
    say`What one run sends`,
    rows.length > 1 ? [...rows, [say`All`, wholeOf(plan)] as const] : rows,
    [say`Model`, ([name]) => name],
    [say`Prompts`, count(({ cases }) => cases)],
    [say`Calls`, count(({ calls }) => calls)],
    [say`Tokens`, count(({ promptTokens }) => promptTokens)],
    [say`Longest`, count(({ longestPrompt }) => longestPrompt)],
    [say`Cost`, ([, totals]) => cell(costsText(totals), totals.cost)],
  );
}

/** Lists drops, where they are, and how often a gate detects them. */
function powerTable(power: readonly GatePower[]): Table {
  const wanted = percentText(WANTED_POWER);
  const rows = power.flatMap((stated): Row[] => {
    const { model, measure, drop, probability, low, high, longest } = stated;
    const who = foreign(redactText(model ?? say`any model`));
    const name = measure === undefined ? who : say`${who} · ${foreign(measure)}`;
    const needed = stated.questions === undefined ? stated.seedsNeeded : stated.questionsNeeded;
    const small = `${percentText(low)}–${percentText(high)}`;
    const enough = longest?.enough;
    return [
      row(
        name,
        say`${pointsText(drop)} points`,
        say`every length (${sayCount(stated.prompts, 'prompt')})`,
        probability === undefined
          ? say`unknown`
          : percentCell(probability, model !== undefined && low !== high ? { small } : {}),
        needed === undefined ? say`none` : countText(needed),
      ),
      ...(longest
        ? [
            row(
              name,
              say`${pointsText(1 - LEFT)} points`,
              say`only ${lengthText(longest.tokens)} (${sayCount(longest.prompts, 'prompt')})`,
              percentCell(Math.min(0.999, Math.max(0.001, longest.probability))),
              enough && enough.probability > longest.probability ? countText(enough.prompts) : '',
            ),
          ]
        : []),
    ];
  });
  const isOfSeeds = power[0]!.questions === undefined;
  return table(
    say`What this run can detect`,
    [
      ...[say`Model`, left(say`Drop`), left(say`Where`), say`Detected`],
      isOfSeeds ? say`Seeds for ${wanted}` : say`Questions for ${wanted}`,
    ],
    rows,
  );
}

/** Reports what a gate rules out at the longest length if nothing changed, for the worst model. */
function boundTexts(power: readonly GatePower[]): Text[] {
  const bounds = power.flatMap(({ longestBound }) => longestBound ?? []);
  const [worst] = bounds.toSorted((a, b) => b.bound - a.bound);
  if (!worst) return [];
  const at = rangeText(worst.fromTokens, worst.toTokens);
  return [
    say`If nothing changed, gate can rule out drops over ${mostText(worst.bound)} points at ${at}.`,
  ];
}

/** Lists what a user should know before the first call. */
function notesOf(plan: Plan): Text[] {
  const { providers, others, shards, results, notes } = plan;
  return [
    ...notes.map((text) => redactText(text)),
    ...(results.writable === 'json'
      ? []
      : [
          say`promptfoo’s results will have about ${unitsText(results.units)}, too many for \`-o results.json\`: ${outputAdvice(results.writable)}.`,
        ]),
    ...providers.flatMap((model) =>
      model.writesWhole
        ? [
            say`${nameOf(model)} charges 25% more for writing each prompt to its cache. Set \`prompt_cache_options: { mode: explicit }\` in its config.`,
          ]
        : [],
    ),
    ...(shards.length > 0 ? [say`Only shard ${commas(shards)} is counted.`] : []),
    ...providers.flatMap(({ cost, provider, thinking }) =>
      thinking && (cost || others.providers.some((part) => part.provider === provider && part.cost))
        ? [thinkingText(provider, thinking)]
        : [],
    ),
  ];
}

/**
 * Names models without a list price.
 *
 * @param args - of `plan`, to be given again
 */
export function pricesStep(unpriced: readonly string[], args: readonly string[]): Step {
  const names = unpriced.map((name) => redactText(name));
  const words = ['plan', ...args, '--price', `${names[0]}=2/8`].map(shellWord);
  return {
    text: say`No list price for ${commas(names.map((name) => foreign(name)))}. Pass prices per million tokens.`,
    command: `npx promptfoo-counting-stars ${words.join(' ')}`,
  };
}

function nextSteps(plan: Plan, options: readonly string[]): Step[] {
  const { providers, power, total, others } = plan;
  const unknown = [
    ...providers.filter(({ price, calls }) => !price && calls > 0),
    ...others.unpriced.flatMap(({ why, name }) =>
      why === 'no price' && !providers.some((model) => model.provider === name && model.calls > 0)
        ? [{ provider: name }]
        : [],
    ),
  ];
  const [first] = power;
  const seeds = power.flatMap(({ seedsNeeded }) => seedsNeeded ?? []);
  const questions = power.flatMap(({ questionsNeeded }) => questionsNeeded ?? []);
  const isLow = power.some(({ probability = 1 }) => probability < WANTED_POWER);
  const wanted = percentText(WANTED_POWER);
  return [
    ...(unknown.length > 0
      ? [
          pricesStep(
            unknown.map(({ provider }) => provider),
            options,
          ),
        ]
      : []),
    ...(first && isLow && seeds.length > 0
      ? [{ text: say`Set \`seeds: ${Math.max(...seeds)}\` to detect it in ${wanted} of runs.` }]
      : []),
    ...(first && isLow && questions.length > 0
      ? [{ text: say`Use ${Math.max(...questions)} questions to detect it in ${wanted} of runs.` }]
      : []),
    ...(total.calls === 0
      ? [
          {
            text: say`To see which drop gate can detect in your tests, run them once.`,
            command:
              'npx promptfoo eval -o results.json && npx promptfoo-counting-stars plan results.json',
          },
        ]
      : []),
  ];
}

/** How tokens of the user's tests are counted. */
function ownTexts({ providers }: Plan['others']): Text[] {
  if (providers.length === 0) return [];
  return [
    say`Your tests: tokens are counted with ${OWN_TESTS_TOKENIZER}. Graders are not counted.`,
    ...providers.map((part) => {
      const most = countText(Math.round(part.answerTokens / part.calls));
      if (part.answers === 'config')
        return say`${nameOf(part)}: answers of up to ${most} tokens (max_tokens).`;
      return part.answers === 'results'
        ? say`${nameOf(part)}: answers of up to ${most} tokens, as in the results.`
        : say`${nameOf(part)}: answers of up to ${most} tokens, assumed. Set max_tokens for a closer cost.`;
    }),
  ];
}

function countedTexts(
  { providers, total, others, tokenizers, power, results }: Plan,
  { recall, icc }: { recall: number; icc: number },
): Text[] {
  const [first] = power;
  const isOwnPriced = (name: string) =>
    others.providers.some(({ provider, cost }) => provider === name && cost);
  return [
    ...(total.calls > 0
      ? [
          say`Tokens are counted with ${commas(tokenizers)}. Answers have up to ${countText(total.answerTokens)} tokens.`,
        ]
      : []),
    ...ownTexts(others),
    ...providers.flatMap((model) => {
      const [low, high] = model.tokenFactors ?? [1, 1];
      return low < high
        ? say`${nameOf(model)} may count ${percentText(1 - low)} fewer to ${percentText(high - 1)} more tokens than shown.`
        : [];
    }),
    ...(providers.some(({ costRange, maybeCached }) => costRange && maybeCached > 0)
      ? [say`Lower cost: what prompts share comes from the provider’s cache.`]
      : []),
    ...providers.flatMap((model) =>
      model.price && (model.cost || isOwnPriced(model.provider))
        ? say`${nameOf(model)}: $${model.price.input} / $${model.price.output} per million tokens (${model.price.source}).`
        : [],
    ),
    ...(results.writable === 'json'
      ? [say`promptfoo’s results will have about ${unitsText(results.units)}.`]
      : []),
    ...(first
      ? [
          say`Detected: how often gate fails if every length drops by ${pointsText(first.drop)} points.`,
          first.questions !== undefined
            ? say`More questions detect more, more seeds do not.`
            : first.model === undefined
              ? say`Assumes recall ${percentText(recall)} and one baseline run (--recall, --icc ${icc}). Pass --baseline to use yours.`
              : say`Recall and spread come from the baseline (${sayCount(first.runs, 'run')}).`,
        ]
      : []),
  ];
}
