/** Documents what a run costs, what it can detect, and what to change. */
import { redactText } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import { packageVersion } from '../../base/version.js';
import {
  cell,
  folded,
  heads,
  leftHeads,
  paragraph,
  percentCell,
  row,
  table,
} from '../document/build.js';
import type { Block, Decision, Document, Row, Step, Table, Text } from '../document/document.js';
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
import type { DecidingGrid } from './decide.js';
import type { Plan, ProviderPlan, Totals } from './plan.js';
import { type GatePower, WANTED_POWER } from './power.js';
import { thinkingText } from './thinking-text.js';

export function planTitle(): Text {
  return say`Plan`;
}

/** Completes every document of a plan. */
export function planned(
  part: Pick<Document, 'decisions' | 'blocks'> & Partial<Pick<Document, 'about' | 'lead'>>,
): Document {
  return {
    ...{ kind: 'plan', title: planTitle(), about: [] },
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
  const { providers, grids, power } = plan;
  const notes = notesOf(plan);
  const steps = grids ? [] : nextSteps(plan, options);
  return planned({
    about: [
      sayCount(providers.length, 'model'),
      say`${sayCount(plan.total.cases, 'prompt')}, ${sayCount(plan.total.calls, 'call')}`,
    ],
    decisions: [...windowDecisions(plan), ...costDecision(plan), ...powerDecision(power)] as [
      Decision,
      ...Decision[],
    ],
    blocks: [
      providersTable(plan),
      ...(power.length > 0 ? [powerTable(power)] : []),
      ...boundTexts(power).map((text) => paragraph(text)),
      ...(grids ? gridsBlocks(grids, assumed.icc) : []),
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
  return providers.flatMap((one): Decision[] => {
    const { longestPrompt, contextWindow, tokenFactors } = one;
    if (contextWindow === undefined) return [];
    const [window, prompt] = [lengthText(contextWindow), lengthText(longestPrompt)];
    return [
      tokenFactors
        ? {
            tone: 'warn',
            text: say`Prompts of ${prompt} may not fit ${nameOf(one)}'s window of ${window} tokens.`,
          }
        : {
            tone: 'bad',
            text: say`Prompts of ${prompt} don't fit ${nameOf(one)}'s window of ${window} tokens.`,
          },
    ];
  });
}

function costDecision({ total }: Plan): [Decision] {
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
  return costRange ? costRangeText(costRange) : costText(cost);
}

function providersTable({ providers, total }: Plan): Table {
  const hasTime = total.minutes !== undefined;
  const rowOf = (name: Text, one: Totals) =>
    row(
      name,
      ...[one.cases, one.calls, one.promptTokens, one.longestPrompt].map((count) =>
        cell(countText(count), count),
      ),
      cell(costsText(one), one.cost),
      ...(hasTime ? [timeText(one.minutes)] : []),
    );
  return table(
    say`What one run sends`,
    heads(
      ...[say`Model`, say`Prompts`, say`Calls`, say`Tokens`, say`Longest`, say`Cost`],
      ...(hasTime ? [say`Time`] : []),
    ),
    [
      ...providers.map((one) => rowOf(nameOf(one), one)),
      ...(providers.length > 1 ? [rowOf(say`All`, total)] : []),
    ],
  );
}

function timeText(minutes = 0): Text {
  return minutes < 90 ? say`${Math.ceil(minutes)} min` : say`${(minutes / 60).toFixed(1)} h`;
}

/** Lists drops, where they are, and how often a gate detects them. */
function powerTable(power: readonly GatePower[]): Table {
  const wanted = percentText(WANTED_POWER);
  const rows = power.flatMap((one): Row[] => {
    const { reader, measure, drop, probability, low, high, longest } = one;
    const own = foreign(redactText(reader ?? say`any model`));
    const name = measure === undefined ? own : say`${own} · ${foreign(measure)}`;
    const needed = one.questions === undefined ? one.seedsNeeded : one.questionsNeeded;
    const small = `${percentText(low)}–${percentText(high)}`;
    const enough = longest?.enough;
    return [
      row(
        name,
        say`${pointsText(drop)} points`,
        say`every length (${sayCount(one.prompts, 'prompt')})`,
        probability === undefined
          ? say`unknown`
          : percentCell(probability, reader !== undefined && low !== high ? { small } : {}),
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
      ...heads(say`Model`),
      ...leftHeads(say`Drop`, say`Where`),
      ...heads(say`Detected`, isOfSeeds ? say`Seeds for ${wanted}` : say`Questions for ${wanted}`),
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

/** Lists runs that decide a goal, with what to paste for the cheapest. */
function gridsBlocks(grids: readonly DecidingGrid[], icc: number): Block[] {
  const [{ marks, lengths, seeds }] = grids as [DecidingGrid];
  const facts = grids.length > 1 ? `stars: ${marks}, ` : '';
  return [
    table(
      say`Runs that decide it, the cheapest first`,
      [
        ...heads(say`Facts`),
        ...leftHeads(say`Lengths`),
        ...heads(say`Seeds`, say`Tokens`, say`Cost`, say`Decides`),
      ],
      grids.map((grid) =>
        row(
          countText(grid.marks),
          grid.lengths.map(lengthText).join(' '),
          cell(countText(grid.seeds), grid.seeds),
          cell(countText(grid.promptTokens), grid.promptTokens),
          cell(costText(grid.cost), grid.cost),
          percentCell(grid.power),
        ),
      ),
    ),
    {
      kind: 'next',
      steps: [
        {
          text: say`Paste into your config. The baseline run costs as much again.`,
          command: `config: { ${facts}lengths: [${lengths.join(', ')}], seeds: ${seeds} }`,
        },
      ],
    },
    {
      ...paragraph(
        say`They decide that often even if facts of a prompt are lost together (--icc ${icc}).`,
      ),
      in: ['html', 'markdown'],
    },
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
    ...providers.flatMap((one) =>
      one.waits === undefined
        ? []
        : [
            say`A call to ${nameOf(one)} may wait ${timeText(one.waits)}, and promptfoo gives up after 5. Set PROMPTFOO_SCHEDULER_QUEUE_TIMEOUT_MS=0.`,
          ],
    ),
    ...providers.flatMap((one) =>
      one.writesWhole
        ? [
            say`${nameOf(one)} charges 25% more for writing each prompt to its cache. Set \`prompt_cache_options: { mode: explicit }\` in its config.`,
          ]
        : [],
    ),
    ...(shards.length > 0 ? [say`Only shard ${commas(shards)} is counted.`] : []),
    ...(others.tests > 0
      ? [
          say`Not counted: ${sayCount(others.tests, 'other test')} with ${sayCount(others.calls, 'call')}.`,
        ]
      : []),
    ...providers.flatMap(({ cost, provider, thinking }) =>
      cost && thinking ? [thinkingText(provider, thinking)] : [],
    ),
  ];
}

function nextSteps({ providers, power, total }: Plan, options: readonly string[]): Step[] {
  const command = ['npx', 'promptfoo-counting-stars', 'plan', ...options.map(shellWord)].join(' ');
  const unknown = providers.filter(({ price, calls }) => !price && calls > 0);
  const [first] = power;
  const seeds = power.flatMap(({ seedsNeeded }) => seedsNeeded ?? []);
  const questions = power.flatMap(({ questionsNeeded }) => questionsNeeded ?? []);
  const isLow = power.some(({ probability = 1 }) => probability < WANTED_POWER);
  const wanted = percentText(WANTED_POWER);
  return [
    ...(unknown.length > 0
      ? [
          {
            text: say`No list price for ${commas(unknown.map(nameOf))}. Pass prices per million tokens.`,
            command: `${command} --price ${shellWord(`${redactText(unknown[0]!.provider)}=2/8`)}`,
          },
        ]
      : []),
    ...(first && isLow && seeds.length > 0
      ? [{ text: say`Set \`seeds: ${Math.max(...seeds)}\` to detect it in ${wanted} of runs.` }]
      : []),
    ...(first && isLow && questions.length > 0
      ? [{ text: say`Use ${Math.max(...questions)} questions to detect it in ${wanted} of runs.` }]
      : []),
    ...(total.cost
      ? [
          {
            text: say`To pay less, see what half the budget can detect.`,
            command: `${command} --budget ${halfOf(total)}`,
            cost: say`Sends nothing.`,
          },
        ]
      : []),
  ];
}

function halfOf({ cost = 0, costRange = [cost, cost] }: Totals): string {
  const half = costRange[1] / 2;
  return String(half >= 1 ? Math.ceil(half) : Number(half.toPrecision(2)));
}

function countedTexts(
  { providers, total, tokenizers, power, results }: Plan,
  { recall, icc }: { recall: number; icc: number },
): Text[] {
  const [first] = power;
  return [
    say`Tokens are counted with ${commas(tokenizers)}. Answers have up to ${countText(total.answerTokens)} tokens.`,
    ...providers.flatMap((one) => {
      const [low, high] = one.tokenFactors ?? [1, 1];
      return low < high
        ? say`${nameOf(one)} may count ${percentText(1 - low)} fewer to ${percentText(high - 1)} more tokens than shown.`
        : [];
    }),
    ...(providers.some(({ costRange, maybeCached }) => costRange && maybeCached > 0)
      ? [say`Lower cost: what prompts share comes from the provider’s cache.`]
      : []),
    ...providers.flatMap((one) =>
      one.cost && one.price
        ? say`${nameOf(one)}: $${one.price.input} / $${one.price.output} per million tokens (${one.price.source}).`
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
            : first.reader === undefined
              ? say`Assumes recall ${percentText(recall)} and one baseline run (--recall, --icc ${icc}). Pass --baseline to use yours.`
              : say`Recall and spread come from the baseline (${sayCount(first.runs, 'run')}).`,
        ]
      : []),
  ];
}
