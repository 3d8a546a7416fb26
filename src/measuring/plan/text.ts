import { redactText } from '../../base/secrets.js';
import { sayCount } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import { measuredName } from '../evaluation/measures.js';
import { longestBoundText, longestLossText } from '../gate/regression-words.js';
import { column, type Table } from '../output/table.js';
import { bold, type TerminalOptions, tableWidth, WIDEST, wrapped } from '../output/terminal.js';
import { terminalTable } from '../output/terminal-table.js';
import { costRangeText, costText, countText, lengthText, percentText } from '../output/words.js';
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
    terminalTable(providersTable(plan), { width: tableWidth(look) }),
    notes(plan).join('\n'),
    ...(plan.grids ? [gridsText(plan.grids, assumed.icc, look)] : []),
    ...(plan.power.length > 0
      ? [
          `${bold('What a gate with these prompts finds', look)}\n${terminalTable(powerTable(plan.power), { width: tableWidth(look) })}`,
          wrapped(powerNote(plan.power, assumed), WIDEST),
          ...longestNotes(plan.power),
        ]
      : []),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function providersTable({ providers, total }: Plan): Table<Named<Totals>> {
  return {
    title: 'Providers',
    rows: [
      ...providers.map((one) => ({ ...one, name: redactText(one.provider) })),
      ...(providers.length > 1 ? [{ ...total, name: 'all' }] : []),
    ],
    columns: [
      column('name', '', ({ name }) => name),
      column('count', 'cases', ({ cases }) => cases),
      column('count', 'calls', ({ calls }) => calls),
      column('count', 'prompt tokens', ({ promptTokens }) => promptTokens),
      column('count', 'longest', ({ longestPrompt }) => longestPrompt),
      column('words', 'cost', costsText),
      column('words', 'time', ({ minutes }) => timeText(minutes), {
        in: total.minutes ? ['terminal'] : [],
      }),
    ],
  };
}

function costsText({ cost, costRange }: Totals): string {
  return costRange ? costRangeText(costRange) : costText(cost);
}

type Named<Row> = Row & { name: string };

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
    ...(providers.some(({ costRange, maybeCached }) => costRange && maybeCached > 0)
      ? ['The lower cost is with contexts that are asked again read from the provider’s cache.']
      : []),
    ...providers.filter(({ cost }) => cost).flatMap(thinkingNote),
    ...providers.filter(({ cost }) => cost).map(priceNote),
    ...unknown.map(
      ({ provider }) =>
        `${provider}: no price is known. Give one per million tokens with --price ` +
        `"${provider}=2.5/10".`,
    ),
    ...providers.flatMap(windowNote),
    ...providers.flatMap(waitNote),
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

function thinkingNote({ provider, thinking }: ProviderPlan): string[] {
  if (!thinking) return [];
  const { tokens, from } = thinking;
  return [
    `${provider}: the higher cost is with ${countText(tokens)} tokens of thinking before each answer` +
      `${from === 'assumed' ? ', which are assumed. Say what you see: --thinking 1500' : ''}.`,
  ];
}

function priceNote({ provider, price }: ProviderPlan): string {
  const { input, output, source } = price!;
  return `${provider}: $${input} / $${output} per million tokens (${source}).`;
}

function waitNote({ provider, waits }: ProviderPlan): string[] {
  if (waits === undefined) return [];
  return [
    `${provider}: a call may wait ${timeText(waits)} for its turn at this limit, and promptfoo gives up after 5. Set ` +
      'PROMPTFOO_SCHEDULER_QUEUE_TIMEOUT_MS=0, which lets it wait.',
  ];
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
  const [{ marks, lengths, seeds }] = grids as [DecidingGrid];
  const note =
    `They decide that often for steady readers and for moody ones, whose marks correlate by ${icc}. A gate takes a ` +
    'baseline run of as many prompts. Another number of stars measures something else. Paste into the test:';
  return [
    bold('Grids that decide it, the cheapest first', look),
    terminalTable(gridsTable(grids)),
    wrapped(note, WIDEST),
    `    config: { ${grids.length > 1 ? `stars: ${marks}, ` : ''}lengths: [${lengths.join(', ')}], seeds: ${seeds} }`,
  ].join('\n');
}

function gridsTable(rows: readonly DecidingGrid[]): Table<DecidingGrid> {
  return {
    title: 'Grids that decide',
    rows,
    columns: [
      column('count', 'marks', ({ marks }) => marks),
      column('count', 'seeds', ({ seeds }) => seeds),
      column('words', 'lengths', ({ lengths }) => lengths.map(lengthText).join(' ')),
      column('count', 'prompt tokens', ({ promptTokens }) => promptTokens),
      column('money', 'cost', ({ cost }) => cost),
      column('percent', 'decides', ({ power }) => power),
    ],
  };
}

function powerTable(power: readonly GatePower[]): Table<Named<GatePower>> {
  const { drop, reader, questions } = power[0]!;
  const what = questions === undefined ? 'seeds' : 'questions';
  const found = ({ probability, low, high }: GatePower) =>
    (probability === undefined ? 'unknown' : percentText(probability)) +
    (reader === undefined || low === high ? '' : ` (${percentText(low)} to ${percentText(high)})`);
  return {
    title: 'Power of a gate',
    rows: power.map((one) => ({
      ...one,
      name: redactText(measuredName(one.reader ?? 'any reader', one.measure ?? RECALL)),
    })),
    columns: [
      column('name', '', ({ name }) => name),
      column('count', 'series', ({ series }) => series),
      column('count', 'prompts', ({ prompts }) => prompts),
      column('count', what, ({ seeds, questions: own = seeds }) => own),
      column('words', `finds ${drop}`, found),
      column('words', `${what} for ${percentText(WANTED_POWER)}`, neededText),
    ],
  };
}

/** What these prompts see of the longest length alone, for each reader where they differ. */
function longestNotes(power: readonly GatePower[]): string[] {
  const notes = power.flatMap(({ reader, longest, longestBound }) => {
    if (!longest) return [];
    const loss = longestLossText(longest);
    const said = longestBound
      ? `. If nothing is lost, the gate says that the drop is ${longestBoundText(longestBound)}`
      : '';
    const name = reader === undefined ? '' : `${redactText(reader)}: `;
    return `${name}${name ? loss : loss[0]!.toUpperCase() + loss.slice(1)}${said}.`;
  });
  return [...new Set(notes)].map((note) => wrapped(note, WIDEST));
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
        : `Recall of each question is that of the baseline (${sayCount(runs, 'run')}).`;
    return `${chance} A question is asked several times and counts once: more questions find more, more seeds do not. ${from}`;
  }
  if (reader !== undefined) {
    return (
      `${chance} Recall and spread are those of the baseline (${sayCount(runs, 'run')}). In brackets: the ` +
      'range, as far as the spread is known.'
    );
  }
  return (
    `${chance} Assumes recall ${recall}, one baseline run, marks of a prompt that correlate by ${icc} ` +
    '(--icc), and no drift of whole runs. `--baseline` takes them from a baseline.'
  );
}
