/** Makes the document of a report: of models, of a battery, of your own pipeline, or of compactions. */

import { largest, smallest } from '../../base/extremes.js';
import { sum } from '../../base/numbers.js';
import { say, sayCount } from '../../base/text/language.js';
import { capital } from '../../base/text/texts.js';
import { packageVersion } from '../../base/version.js';
import { when } from '../../base/when.js';
import { folded, inTerminal, onPage, paragraph, stepBlocks } from '../document/build.js';
import type { Block, Document } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { amountRangeText } from '../document/sizes.js';
import { defaultTitle, percentText, rangeText } from '../document/words.js';
import { paidText, spentText } from '../facts/tables/spent.js';
import type { ReportData } from '../facts/tables/tables.js';
import {
  batteryTable,
  benchmarkCards,
  benchmarkLengths,
  benchmarkTable,
  meanOf,
} from './benchmark-blocks.js';
import {
  compactionBlocks,
  compactionDecisions,
  compactionLead,
  compactionNext,
} from './compaction-blocks.js';
import { detailBlocks, type Method } from './details.js';
import { decisionsOf, leadOf } from './headline.js';
import { type LostFacts, NO_LOST } from './lost-facts.js';
import {
  cardsOf,
  chartOf,
  numbersTable,
  rankedTables,
  shareOf,
  stripSections,
  TERMINAL_ROWS,
  terminalStrips,
  terminalTable,
} from './model-blocks.js';
import {
  FEW_MODELS,
  type Lengths,
  type Model,
  modelDifference,
  modelsOf,
  pillOf,
  testedLengths,
} from './models.js';
import { batterySteps, nextSteps, type ResultsName } from './next-steps.js';
import { foldedNotes, noteBlocks, worseDecisions } from './notes.js';
import { mapSections, placeCharts } from './published-runs.js';
import { questionSections } from './questions.js';

export interface ReportContext extends Method {
  title?: string;
  lost?: LostFacts;
  /** As commands name the results. */
  results?: ResultsName;
}

export function reportDocument(
  data: ReportData,
  context: ReportContext = { sources: [] },
): Document {
  const { title = defaultTitle(), lost = NO_LOST, results = { files: [] } } = context;
  const models = modelsOf(data);
  const lengths = testedLengths(data);
  const made = data.compactions
    ? compactionParts(data, models, lost, results)
    : (models.every(({ line }) => line) ? lengthParts : batteryParts)(
        data,
        models,
        lengths,
        lost,
        results,
      );
  const [worse] = worseDecisions(data, models);
  return {
    kind: 'report',
    title: title === defaultTitle() ? title : foreign(title),
    about: aboutTexts(data),
    ...made,
    ...(worse && { decisions: [worse, ...made.decisions] }),
    blocks: [
      ...noteBlocks(data, models),
      ...made.blocks,
      ...foldedNotes(data, models),
      ...detailBlocks(data, models, lost, context),
      ...lost.drawers,
    ],
    ...badgeOf(models),
    foot: footTexts(data),
  };
}

/** Takes the best model, and names it if there are several. */
function badgeOf([first, ...others]: readonly Model[]): Pick<Document, 'badge'> {
  if (!first) return {};
  const { tone, text } = pillOf(first);
  return { badge: { tone, text: others.length === 0 ? text : say`${first.name}: ${text}` } };
}

type Parts = Pick<Document, 'decisions' | 'lead' | 'blocks' | 'share'>;

function lengthParts(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  lost: LostFacts,
  results: ResultsName,
): Parts {
  const lead = leadOf(data, models, lengths);
  const next = nextSteps(data, models, lengths, results);
  const isFew = models.length <= FEW_MODELS;
  const strips = isFew ? stripSections(data, models, lengths, lost) : [];
  // Cards and questions replace the chart.
  const chart = data.questions ? undefined : chartOf(data, models, lengths);
  const numbers = numbersTable(data, models, lengths);
  return {
    decisions: decisionsOf(models, lengths),
    ...(lead !== undefined && { lead }),
    blocks: [
      ...(isFew ? [cardsOf(data, models, lengths)] : rankedTables(data, models, lengths, lost)),
      ...strips.slice(0, 1),
      ...(data.questions ? questionSections(data, models, lengths, lost) : []),
      // Of one model, the card shows the same.
      ...(chart && models.length > 1 ? [chart] : []),
      ...placeCharts(data, models),
      { ...terminalTable(data, models, lengths), in: ['terminal'] },
      ...when(
        models.length > TERMINAL_ROWS,
        inTerminal(
          paragraph(say`${sayCount(models.length - TERMINAL_ROWS, 'more model')} in the report.`),
        ),
      ),
      ...(isFew ? terminalStrips(strips) : []),
      paidBlock(data, models),
      // Three sentences, rows and strips leave less room.
      ...stepBlocks(next, models.length === FEW_MODELS ? 1 : 2),
      ...when(
        isFew,
        onPage({
          heading: say`Numbers`,
          sub: say`Small print: 95% intervals.`,
          blocks: [numbers, ...differences(data, models, lengths)],
        }),
      ),
      ...metricTables(data, models),
      ...[...strips.slice(1), ...(chart && models.length === 1 ? [chart] : [])].map(
        (block): Block => (block.kind === 'section' ? { ...block, look: 'folded' } : block),
      ),
      ...mapSections(data, models, lengths),
    ],
    share: shareOf(data, models, lengths),
  };
}

function batteryParts(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  lost: LostFacts,
  results: ResultsName,
): Parts {
  const isFew = models.length <= FEW_MODELS;
  const table = batteryTable(data, models);
  return {
    decisions: decisionsOf(models, lengths),
    lead: say`Reliable means at least ${percentText(data.options.threshold)} found (95% confidence), in each benchmark on its own. Inconclusive benchmarks have too few prompts to decide.`,
    blocks: [
      isFew ? benchmarkCards(models) : onPage({ heading: say`Models`, blocks: [table] }),
      onPage({
        heading: say`Benchmarks`,
        sub: say`Facts found, with 95% intervals in small print. Choose a figure to read what was missed.`,
        blocks: [benchmarkTable(data, models, lost)],
      }),
      { ...benchmarkLengths(data, models), in: ['terminal'] },
      paidBlock(data, models),
      ...stepBlocks(batterySteps(data, models, results), 1),
      ...(isFew ? [folded(say`Cost and latency`, table)] : []),
    ],
    share: {
      label: say`Mean of all benchmarks`,
      bars: models.flatMap((model) =>
        Number.isFinite(meanOf(model)) ? [{ name: model.name, share: meanOf(model) }] : [],
      ),
    },
  };
}

function compactionParts(
  data: ReportData,
  models: readonly Model[],
  lost: LostFacts,
  results: ResultsName,
): Parts {
  return {
    decisions: compactionDecisions(data),
    lead: compactionLead(data),
    blocks: [
      ...compactionBlocks(data, lost),
      paidBlock(data, models),
      ...stepBlocks(compactionNext(data, results)),
      folded(say`Histories with and without compaction`, benchmarkTable(data, models)),
    ],
  };
}

function metricTables(data: ReportData, models: readonly Model[]): Block[] {
  return models.every(({ lines }) => lines.length < 2)
    ? []
    : [folded(say`By metric`, benchmarkTable(data, models))];
}

/** Says whether two models differ. Of more, details say it. */
function differences(data: ReportData, models: readonly Model[], { series }: Lengths): Block[] {
  const names = new Map(models.map(({ provider, name }) => [provider, name]));
  const compared = data.comparisons.filter((row) => row.series === series[0]?.id);
  const rows = data.overall ?? (series.length === 1 ? compared : []);
  if (models.length !== 2) return [];
  return rows.map((row) =>
    paragraph(modelDifference(row, (provider) => names.get(provider) ?? foreign(provider))),
  );
}

function aboutTexts({ about, series, benchmarks }: ReportData): string[] {
  const { models, prompts, amounts, began, spent } = about;
  const tokens = series.flatMap(({ control, lengths: tested }) => (control ? [] : tested));
  const lengths =
    tokens.length > 0 ? ([smallest(tokens), largest(tokens)] as const) : about.lengths;
  const names = new Set(benchmarks.map(({ name }) => name.split(' · ')[0]!));
  const [first] = names;
  return [
    names.size === 1
      ? foreign(series.length === 1 ? series[0]!.title : first!)
      : say`${names.size} benchmarks`,
    amounts !== undefined
      ? foreign(amountRangeText(amounts))
      : say`${rangeText(...lengths)} tokens`,
    say`${sayCount(models, 'model')} × ${sayCount(prompts, 'prompt')}`,
    ...(began === undefined ? [] : [began.slice(0, 10)]),
    paidText(spent),
  ];
}

/** For a terminal: what was paid and for what. */
function paidBlock({ about, failures, options }: ReportData, models: readonly Model[]): Block {
  const [failed, all] = [failures.length, sum(models.map(({ calls, errors }) => calls - errors))];
  const [least, spent] = [percentText(options.threshold), spentText(about.spent)];
  return {
    kind: 'paragraph',
    text:
      about.spent.cost === undefined
        ? say`${failed} of ${all} answers below ${least}. ${capital(spent)}.`
        : say`${failed} of ${all} answers below ${least}. Paid: ${spent}.`,
    in: ['terminal', 'markdown'],
  };
}

function footTexts({ about }: ReportData): string[] {
  return [
    say`Data: report.json and CSV files in the same folder`,
    `promptfoo-counting-stars ${packageVersion()}`,
    ...(about.evalId === undefined ? [] : [foreign(about.evalId)]),
  ];
}
