import { redactText } from '../../base/secrets.js';
import { counted } from '../../base/text/texts.js';
import { RECALL } from '../../contract/measure.js';
import { measuredName } from '../evaluation/measures.js';
import {
  aligned,
  bold,
  type TerminalOptions,
  tableWidth,
  WIDEST,
  wrapped,
} from '../output/terminal.js';
import { withShortNames } from '../output/terminal-names.js';
import { costText, countText, lengthText, percentText } from '../output/words.js';
import { outputAdvice, type ResultsSize, unitsText } from '../results/results-size.js';
import type { DecidingGrid } from './decide.js';
import type { Plan, ProviderPlan, Totals } from './plan.js';
import { type GatePower, WANTED_POWER } from './power.js';

/** A plan as text, at most as wide as the terminal: a table of providers, what to know about it, and the power of a gate. */
export function planText(
  plan: Plan,
  assumed: { recall: number; icc: number },
  look: TerminalOptions,
): string {
  const blocks = [
    providerTable(plan, look),
    notes(plan).join('\n'),
    ...(plan.grids ? [gridsText(plan.grids, assumed.icc, look)] : []),
    ...(plan.power.length > 0
      ? [
          `${bold('What a gate with these prompts finds', look)}\n${powerTable(plan.power, look)}`,
          wrapped(powerNote(plan.power, assumed), WIDEST),
        ]
      : []),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function providerTable({ providers, total }: Plan, look: TerminalOptions): string {
  const row = (name: string, totals: Totals) => [
    name,
    countText(totals.cases),
    countText(totals.calls),
    countText(totals.promptTokens),
    countText(totals.longestPrompt),
    (totals.costRange ?? [totals.cost]).map(costText).join('–'),
    ...(total.minutes ? [timeText(totals.minutes)] : []),
  ];
  const rows = [
    ['', 'cases', 'calls', 'prompt tokens', 'longest', 'cost', ...(total.minutes ? ['time'] : [])],
    ...providers.map((one) => row(redactText(one.provider), one)),
    ...(providers.length > 1 ? [row('all', total)] : []),
  ];
  return aligned(withShortNames(rows, 0, tableWidth(look)));
}

function timeText(minutes = 0): string {
  return minutes < 90 ? `${Math.ceil(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}

function notes(plan: Plan): string[] {
  const { providers, total, tokenizers, others, shards, results, notes: found } = plan;
  const unknown = providers.filter(({ price, calls }) => !price && calls > 0);
  return [
    `Tokens are counted with ${tokenizers.join(', ')}. Answers: up to ${countText(total.answerTokens)} tokens.`,
    sizeNote(results),
    ...providers.flatMap(({ provider, tokenFactors: [low, high] = [1, 1] }) =>
      low < high
        ? `${provider} counts ${low} to ${high} times as many with its own tokenizer.`
        : [],
    ),
    ...(total.costRange && total.calls > total.cases
      ? ['The lower cost is with repeated prompts read from the provider’s cache.']
      : []),
    ...providers.filter(({ cost }) => cost).map(priceNote),
    ...unknown.map(
      ({ provider }) =>
        `${provider}: no price is known. Give one per million tokens with --price ` +
        `"${provider}=2.5/10".`,
    ),
    ...providers.flatMap(windowNote),
    ...(shards.length > 0
      ? [`Only shard ${shards.join(', ')} is counted, in the chances below too.`]
      : []),
    ...(others.tests > 0
      ? [
          `Other tests: ${countText(others.tests)}, with ${countText(others.calls)} calls, are not ` +
            'counted above.',
        ]
      : []),
    ...found,
  ].map((line) => wrapped(redactText(line), WIDEST));
}

function sizeNote({ units, writable }: ResultsSize): string {
  const size = `promptfoo’s results: about ${unitsText(units)}`;
  if (writable === 'json') return `${size}.`;
  return `${size}, too many to write as \`-o results.json\`: ${outputAdvice(writable)}.`;
}

function priceNote({ provider, price }: ProviderPlan): string {
  const { input, output, source } = price!;
  return `${provider}: $${input} / $${output} per million tokens (${source}).`;
}

function windowNote(plan: ProviderPlan): string[] {
  const { provider, longestPrompt, contextWindow, tokenFactors } = plan;
  if (contextWindow === undefined) return [];
  return [
    `${provider}: the longest prompt with its answer ${tokenFactors ? 'may be' : 'is'} over the model's window of ` +
      `${lengthText(contextWindow)} tokens (prompt: ${countText(longestPrompt)}). Use shorter lengths.`,
  ];
}

/** Grids that decide, with the lines of the cheapest. */
function gridsText(grids: readonly DecidingGrid[], icc: number, look: TerminalOptions) {
  const rows = grids.map(({ marks, seeds, lengths, promptTokens, cost, power }) => [
    ...[marks, seeds].map(countText),
    lengths.map(lengthText).join(' '),
    countText(promptTokens),
    costText(cost),
    percentText(power),
  ]);
  const [{ marks, lengths, seeds }] = grids as [DecidingGrid];
  const note =
    `They decide that often for steady readers and for moody ones, whose marks correlate by ${icc}. A gate takes a ` +
    'baseline run of as many prompts. Another number of stars measures something else. Paste into the test:';
  return [
    bold('Grids that decide it, the cheapest first', look),
    aligned([['marks', 'seeds', 'lengths', 'prompt tokens', 'cost', 'decides'], ...rows]),
    wrapped(note, WIDEST),
    `    config: { ${grids.length > 1 ? `stars: ${marks}, ` : ''}lengths: [${lengths.join(', ')}], seeds: ${seeds} }`,
  ].join('\n');
}

function powerTable(power: readonly GatePower[], look: TerminalOptions): string {
  const { drop, reader, questions } = power[0]!;
  const what = questions === undefined ? 'seeds' : 'questions';
  const rows = [
    ['', 'series', 'prompts', what, `finds ${drop}`, `${what} for ${percentText(WANTED_POWER)}`],
    ...power.map((one) => [
      redactText(measuredName(one.reader ?? 'any reader', one.measure ?? RECALL)),
      countText(one.series),
      countText(one.prompts),
      countText(one.questions ?? one.seeds),
      (one.probability === undefined ? 'unknown' : percentText(one.probability)) +
        (reader === undefined || one.low === one.high
          ? ''
          : ` (${percentText(one.low)} to ${percentText(one.high)})`),
      neededText(one),
    ]),
  ];
  return aligned(withShortNames(rows, 0, tableWidth(look)));
}

function neededText({ seedsNeeded, questionsNeeded = seedsNeeded }: GatePower): string {
  return questionsNeeded === undefined ? 'none' : countText(questionsNeeded);
}

function powerNote(power: readonly GatePower[], { recall, icc }: { recall: number; icc: number }) {
  const { drop, reader, runs, questions } = power[0]!;
  const chance = `How often the gate would find a uniform drop of ${drop} of recall.`;
  if (questions !== undefined) {
    const from =
      reader === undefined
        ? `Assumes recall ${recall} of every question and one baseline run. \`--baseline\` takes it from a baseline.`
        : `Recall of each question is that of the baseline (${counted(runs, 'run')}).`;
    return `${chance} A question is asked several times and counts once: more questions find more, more seeds do not. ${from}`;
  }
  if (reader !== undefined) {
    return (
      `${chance} Recall and spread are those of the baseline (${counted(runs, 'run')}). In brackets: the ` +
      'range, as far as the spread is known.'
    );
  }
  return (
    `${chance} Assumes recall ${recall}, one baseline run, marks of a prompt that correlate by ${icc} ` +
    '(--icc), and no drift of whole runs. `--baseline` takes them from a baseline.'
  );
}
