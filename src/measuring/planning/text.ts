import { redactText } from '../../base/secrets.js';
import { commas, paragraph, say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { RECALL } from '../../contract/signs.js';
import { column, type Table } from '../document/table.js';
import { bold, type TerminalOptions, tableWidth, WIDEST, wrapped } from '../document/terminal.js';
import { terminalTable } from '../document/terminal-table.js';
import { costRangeText, costText, countText, lengthText, percentText } from '../document/words.js';
import { measuredName } from '../facts/evaluation/measures.js';
import { outputAdvice, type ResultsSize, unitsText } from '../results/results-size.js';
import { longestBoundText, longestLossText } from '../verdicts/gate/drop-words.js';
import type { DecidingGrid } from './decide.js';
import type { Plan, ProviderPlan, Totals } from './plan.js';
import { type GatePower, WANTED_POWER } from './power.js';
import { thinkingText } from './thinking-text.js';

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
          `${bold(say`What a gate with these prompts finds`, look)}\n${terminalTable(powerTable(plan.power), { width: tableWidth(look) })}`,
          wrapped(powerNote(plan.power, assumed), WIDEST),
          ...longestNotes(plan.power),
        ]
      : []),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function providersTable({ providers, total }: Plan): Table<Named<Totals>> {
  return {
    title: say`Providers`,
    rows: [
      ...providers.map((one) => ({ ...one, name: redactText(one.provider) })),
      ...(providers.length > 1 ? [{ ...total, name: say`all` }] : []),
    ],
    columns: [
      column('name', '', ({ name }) => name),
      column('count', say`cases`, ({ cases }) => cases),
      column('count', say`calls`, ({ calls }) => calls),
      column('count', say`prompt tokens`, ({ promptTokens }) => promptTokens),
      column('count', say`longest`, ({ longestPrompt }) => longestPrompt),
      column('words', say`cost`, costsText),
      column('words', say`time`, ({ minutes }) => timeText(minutes), {
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
    say`Tokens are counted with ${commas(tokenizers)}. Answers: up to ${countText(total.answerTokens)} tokens.`,
    sizeNote(results),
    ...providers.flatMap(({ provider, tokenFactors: [low, high] = [1, 1] }) =>
      low < high
        ? say`${provider} counts ${low} to ${high} times as many with its own tokenizer.`
        : [],
    ),
    ...(providers.some(({ costRange, maybeCached }) => costRange && maybeCached > 0)
      ? [say`The lower cost is with contexts that are asked again read from the provider’s cache.`]
      : []),
    ...providers.filter(({ cost }) => cost).flatMap(thinkingNote),
    ...providers.filter(({ cost }) => cost).map(priceNote),
    ...unknown.map(
      ({ provider }) =>
        say`${provider}: no price is known. Give one per million tokens with --price "${provider}=2.5/10".`,
    ),
    ...providers.flatMap(windowNote),
    ...providers.flatMap(waitNote),
    ...(shards.length > 0
      ? [say`Only shard ${commas(shards)} is counted, in the chances below too.`]
      : []),
    ...(others.tests > 0
      ? [
          say`Other tests: ${countText(others.tests)}, with ${countText(others.calls)} calls, are not counted above.`,
        ]
      : []),
    ...found,
  ].map((line) => wrapped(redactText(line), WIDEST));
}

function sizeNote({ units, writable }: ResultsSize): string {
  const size = unitsText(units);
  return writable === 'json'
    ? say`promptfoo’s results: about ${size}.`
    : say`promptfoo’s results: about ${size}, too many to write as \`-o results.json\`: ${outputAdvice(writable)}.`;
}

function thinkingNote({ provider, thinking }: ProviderPlan): string[] {
  return thinking ? [thinkingText(provider, thinking)] : [];
}

function priceNote({ provider, price }: ProviderPlan): string {
  const { input, output, source } = price!;
  return say`${provider}: $${input} / $${output} per million tokens (${source}).`;
}

function waitNote({ provider, waits }: ProviderPlan): string[] {
  if (waits === undefined) return [];
  return [
    say`${provider}: a call may wait ${timeText(waits)} for its turn at this limit, and promptfoo gives up after 5. Set PROMPTFOO_SCHEDULER_QUEUE_TIMEOUT_MS=0, which lets it wait.`,
  ];
}

function windowNote(plan: ProviderPlan): string[] {
  const { provider, longestPrompt, contextWindow, tokenFactors } = plan;
  if (contextWindow === undefined) return [];
  const [window, prompt] = [lengthText(contextWindow), countText(longestPrompt)];
  return [
    tokenFactors
      ? say`${provider}: the longest prompt with its answer may be over the model's window of ${window} tokens (prompt: ${prompt}). Use shorter lengths.`
      : say`${provider}: the longest prompt with its answer is over the model's window of ${window} tokens (prompt: ${prompt}). Use shorter lengths.`,
  ];
}

/** Grids that decide, with the lines of the cheapest. */
function gridsText(grids: readonly DecidingGrid[], icc: number, look: TerminalOptions) {
  const [{ marks, lengths, seeds }] = grids as [DecidingGrid];
  const note = say`They decide that often for steady readers and for moody ones, whose marks correlate by ${icc}. A gate takes a baseline run of as many prompts. Another number of stars measures something else. Paste into the test:`;
  return [
    bold(say`Grids that decide it, the cheapest first`, look),
    terminalTable(gridsTable(grids)),
    wrapped(note, WIDEST),
    `    config: { ${grids.length > 1 ? `stars: ${marks}, ` : ''}lengths: [${lengths.join(', ')}], seeds: ${seeds} }`,
  ].join('\n');
}

function gridsTable(rows: readonly DecidingGrid[]): Table<DecidingGrid> {
  return {
    title: say`Grids that decide`,
    rows,
    columns: [
      column('count', say`marks`, ({ marks }) => marks),
      column('count', say`seeds`, ({ seeds }) => seeds),
      column('words', say`lengths`, ({ lengths }) => lengths.map(lengthText).join(' ')),
      column('count', say`prompt tokens`, ({ promptTokens }) => promptTokens),
      column('money', say`cost`, ({ cost }) => cost),
      column('percent', say`decides`, ({ power }) => power),
    ],
  };
}

function powerTable(power: readonly GatePower[]): Table<Named<GatePower>> {
  const { drop, reader, questions } = power[0]!;
  const wanted = percentText(WANTED_POWER);
  const [what, needed] =
    questions === undefined
      ? [say`seeds`, say`seeds for ${wanted}`]
      : [say`questions`, say`questions for ${wanted}`];
  const found = ({ probability, low, high }: GatePower) => {
    const likely = probability === undefined ? say`unknown` : percentText(probability);
    if (reader === undefined || low === high) return likely;
    return say`${likely} (${percentText(low)} to ${percentText(high)})`;
  };
  return {
    title: say`Power of a gate`,
    rows: power.map((one) => ({
      ...one,
      name: redactText(measuredName(one.reader ?? say`any reader`, one.measure ?? RECALL)),
    })),
    columns: [
      column('name', '', ({ name }) => name),
      column('count', say`series`, ({ series }) => series),
      column('count', say`prompts`, ({ prompts }) => prompts),
      column('count', what, ({ seeds, questions: own = seeds }) => own),
      column('words', say`finds ${drop}`, found),
      column('words', needed, neededText),
    ],
  };
}

/** What these prompts see of the longest length alone, for each reader where they differ. */
function longestNotes(power: readonly GatePower[]): string[] {
  const notes = power.flatMap(({ reader, longest, longestBound }) => {
    if (!longest) return [];
    const loss = longestLossText(longest);
    return paragraph([
      reader === undefined ? say`${capital(loss)}.` : say`${redactText(reader)}: ${loss}.`,
      longestBound
        ? say`If nothing is lost, the gate says that the drop is ${longestBoundText(longestBound)}.`
        : '',
    ]);
  });
  return [...new Set(notes)].map((note) => wrapped(note, WIDEST));
}

function neededText({ seedsNeeded, questionsNeeded = seedsNeeded }: GatePower): string {
  return questionsNeeded === undefined ? say`none` : countText(questionsNeeded);
}

function powerNote(power: readonly GatePower[], { recall, icc }: { recall: number; icc: number }) {
  const { drop, reader, runs, questions } = power[0]!;
  const chance = say`How often the gate would find a uniform drop of ${drop} of recall.`;
  const runsText = sayCount(runs, 'run');
  if (questions !== undefined) {
    return paragraph([
      chance,
      say`A question is asked several times and counts once: more questions find more, more seeds do not.`,
      reader === undefined
        ? say`Assumes recall ${recall} of every question and one baseline run. \`--baseline\` takes it from a baseline.`
        : say`Recall of each question is that of the baseline (${runsText}).`,
    ]);
  }
  return paragraph([
    chance,
    reader === undefined
      ? say`Assumes recall ${recall}, one baseline run, marks of a prompt that correlate by ${icc} (--icc), and no drift of whole runs. \`--baseline\` takes them from a baseline.`
      : say`Recall and spread are those of the baseline (${runsText}). In brackets: the range, as far as the spread is known.`,
  ]);
}
