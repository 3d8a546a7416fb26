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
import { detailBlocks, type Method, namesOf } from './details.js';
import { decisionsOf, leadOf } from './headline.js';
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
  type LostFacts,
  type Model,
  modelDifference,
  pillOf,
  type View,
  viewOf,
} from './models.js';
import { batterySteps, nextSteps, type ResultsName } from './next-steps.js';
import { notesOf, worseDecision } from './notes.js';
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
  const { title = defaultTitle(), results = { files: [] } } = context;
  const view = viewOf(data, context.lost);
  const { models, lost } = view;
  const partsOf = data.compactions
    ? compactionParts
    : models.every(({ line }) => line)
      ? lengthParts
      : batteryParts;
  const made = partsOf(view, results);
  const notes = notesOf(view);
  const worse = worseDecision(view);
  return {
    kind: 'report',
    title: title === defaultTitle() ? title : foreign(title),
    about: aboutTexts(data),
    ...made,
    ...(worse && { decisions: [worse, ...made.decisions] }),
    blocks: [
      ...notes.above,
      ...made.blocks,
      ...notes.below,
      ...detailBlocks(view, context),
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

function lengthParts(view: View, results: ResultsName): Parts {
  const { data, models } = view;
  const lead = leadOf(view);
  const next = nextSteps(view, results);
  const isFew = models.length <= FEW_MODELS;
  const strips = isFew ? stripSections(view) : [];
  // Cards and questions replace the chart.
  const chart = data.questions ? undefined : chartOf(view);
  return {
    decisions: decisionsOf(view),
    ...(lead !== undefined && { lead }),
    blocks: [
      ...(isFew ? [cardsOf(view)] : rankedTables(view)),
      ...strips.slice(0, 1),
      ...(data.questions ? questionSections(view) : []),
      // Of one model, the card shows the same.
      ...(chart && models.length > 1 ? [chart] : []),
      ...placeCharts(view),
      { ...terminalTable(view), in: ['terminal'] },
      ...when(
        models.length > TERMINAL_ROWS,
        inTerminal(
          paragraph(say`${sayCount(models.length - TERMINAL_ROWS, 'more model')} in the report.`),
        ),
      ),
      ...(isFew ? terminalStrips(strips) : []),
      paidBlock(view),
      // Three sentences, rows and strips leave less room.
      ...stepBlocks(next, models.length === FEW_MODELS ? 1 : 2),
      ...when(
        isFew,
        onPage({
          heading: say`Numbers`,
          sub: say`Small print: 95% intervals.`,
          blocks: [numbersTable(view), ...differences(view)],
        }),
      ),
      ...metricTables(view),
      ...[...strips.slice(1), ...(chart && models.length === 1 ? [chart] : [])].map(
        (block): Block => (block.kind === 'section' ? { ...block, look: 'folded' } : block),
      ),
      ...mapSections(view),
    ],
    share: shareOf(view),
  };
}

function batteryParts(view: View, results: ResultsName): Parts {
  const { data, models } = view;
  const isFew = models.length <= FEW_MODELS;
  const table = batteryTable(view);
  return {
    decisions: decisionsOf(view),
    lead: say`Reliable means at least ${percentText(data.options.threshold)} found (95% confidence), in each benchmark on its own. Inconclusive benchmarks have too few prompts to decide.`,
    blocks: [
      isFew ? benchmarkCards(view) : onPage({ heading: say`Models`, blocks: [table] }),
      onPage({
        heading: say`Benchmarks`,
        sub: say`Facts found, with 95% intervals in small print. Choose a figure to read what was missed.`,
        blocks: [benchmarkTable(view)],
      }),
      { ...benchmarkLengths(view), in: ['terminal'] },
      paidBlock(view),
      ...stepBlocks(batterySteps(view, results), 1),
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

function compactionParts(view: View, results: ResultsName): Parts {
  const { data, lost } = view;
  return {
    decisions: compactionDecisions(data),
    lead: compactionLead(data),
    blocks: [
      ...compactionBlocks(data, lost),
      paidBlock(view),
      ...stepBlocks(compactionNext(data, results)),
      folded(say`Histories with and without compaction`, benchmarkTable(view)),
    ],
  };
}

function metricTables(view: View): Block[] {
  return view.models.every(({ lines }) => lines.length < 2)
    ? []
    : [folded(say`By metric`, benchmarkTable(view))];
}

/** Says whether two models differ. Of more, details say it. */
function differences({ data, models, lengths: { series } }: View): Block[] {
  const nameOf = namesOf(models);
  const compared = data.comparisons.filter((row) => row.series === series[0]?.id);
  const rows = data.overall ?? (series.length === 1 ? compared : []);
  if (models.length !== 2) return [];
  return rows.map((row) => paragraph(modelDifference(row, nameOf)));
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
function paidBlock({ data, models }: View): Block {
  const { about, failures, options } = data;
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
