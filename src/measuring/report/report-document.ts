/** A report as one Document: of models, of a battery of benchmarks, of the user's own pipeline, or of compactions. */
import { say, sayCount } from '../../base/text/language.js';
import { packageVersion } from '../../base/version.js';
import type { Block, Document } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { costText, defaultTitle, rangeText } from '../output/words.js';
import { usedText } from '../tables/spent.js';
import type { ReportData } from '../tables/tables.js';
import {
  batteryTable,
  benchmarkCards,
  benchmarkLengths,
  benchmarkTable,
} from './benchmark-blocks.js';
import {
  compactionBlocks,
  compactionDecisions,
  compactionLead,
  compactionNext,
} from './compaction-blocks.js';
import { detailBlocks, type Method } from './details.js';
import { differenceText } from './differences.js';
import { decisionsOf, FEW_MODELS, leadOf } from './headline.js';
import { type LostFacts, NO_LOST } from './lost-facts.js';
import {
  cardsOf,
  chartOf,
  numbersTable,
  rankedTable,
  shareOf,
  stripSections,
  terminalStrips,
} from './model-blocks.js';
import { type Lengths, lengthsOf, type Model, modelsOf } from './models.js';
import { nextSteps, type ResultsName } from './next-steps.js';
import { foldedNotes, noteBlocks, worseDecisions } from './notes.js';
import { questionSections } from './questions.js';

/** What stands around the figures. */
export interface ReportContext extends Method {
  title?: string;
  lost?: LostFacts;
  /** How commands name the results. */
  results?: ResultsName;
}

export function reportDocument(
  data: ReportData,
  context: ReportContext = { sources: [] },
): Document {
  const { title = defaultTitle(), lost = NO_LOST, results = { files: [] } } = context;
  const models = modelsOf(data);
  const lengths = lengthsOf(data);
  const made = data.compactions
    ? compactionParts(data, models, results)
    : modelParts(data, models, lengths, lost, results);
  const [worse] = worseDecisions(data, models);
  return {
    kind: 'report',
    title: foreign(title),
    about: aboutTexts(data),
    ...made,
    ...(worse && { decisions: [worse, ...made.decisions] }),
    blocks: [
      ...noteBlocks(data, models),
      ...made.blocks,
      ...foldedNotes(data, models),
      ...detailBlocks(data, models, context),
      ...(lost.left > 0
        ? [
            {
              kind: 'paragraph' as const,
              text: say`${lost.left} more lost facts have no text here. To read one, run npx promptfoo-counting-stars show PROMPT.`,
              in: ['html' as const],
            },
          ]
        : []),
      ...lost.drawers,
    ],
    foot: footTexts(data),
  };
}

type Parts = Pick<Document, 'decisions' | 'lead' | 'blocks' | 'share'>;

function modelParts(
  data: ReportData,
  models: readonly Model[],
  lengths: Lengths,
  lost: LostFacts,
  results: ResultsName,
): Parts {
  const decisions = decisionsOf(models, lengths);
  const lead = leadOf(data, models, lengths);
  const next = nextSteps(data, models, lengths, results);
  const isFew = models.length <= FEW_MODELS;
  const isSimple = models.every(({ line }) => line) || !isBattery(data);
  if (!isSimple) {
    return {
      decisions,
      lead: say`Each benchmark is judged on its own. Inconclusive: too few prompts to decide.`,
      blocks: [
        ...(isFew ? [benchmarkCards(models)] : []),
        section(say`Models`, [batteryTable(data, models)], ['html', 'markdown']),
        section(
          say`Benchmarks`,
          [benchmarkTable(data, models)],
          ['html', 'markdown'],
          say`Facts found, with 95% intervals in small print, and how long prompts may be.`,
        ),
        { ...benchmarkLengths(data, models), in: ['terminal'] },
        paidBlock(data),
        next,
      ],
      share: {
        label: say`Mean of all benchmarks`,
        bars: models.flatMap(({ name, rank }) =>
          rank.recall === undefined ? [] : [{ name, share: rank.recall }],
        ),
      },
    };
  }
  const strips = isFew ? stripSections(data, models, lengths, lost) : [];
  const chart = chartOf(data, models, lengths);
  const numbers = numbersTable(data, models, lengths);
  return {
    decisions,
    ...(lead !== undefined && { lead }),
    blocks: [
      ...(isFew ? [cardsOf(data, models, lengths)] : [rankedTable(data, models, lengths, lost)]),
      ...(data.questions ? questionSections(data, models, lengths, lost) : []),
      ...strips,
      ...(chart ? [chart] : []),
      ...(isFew ? [{ ...numbers, in: ['terminal' as const] }, ...terminalStrips(strips)] : []),
      ...metricBlocks(data, models),
      paidBlock(data),
      next,
      ...(isFew
        ? [
            section(
              say`Numbers`,
              [numbers, ...differences(data, models)],
              ['html', 'markdown'],
              say`Small print: 95% intervals.`,
            ),
          ]
        : []),
    ],
    share: shareOf(data, models, lengths),
  };
}

function compactionParts(data: ReportData, models: readonly Model[], results: ResultsName): Parts {
  return {
    decisions: compactionDecisions(data),
    lead: compactionLead(data),
    blocks: [
      ...compactionBlocks(data),
      paidBlock(data),
      compactionNext(data, models, results),
      {
        kind: 'section',
        look: 'folded',
        heading: say`Histories with and without compaction`,
        blocks: [benchmarkTable(data, models)],
      },
    ],
  };
}

/** Whether lines differ in more than their metric. */
function isBattery({ benchmarks }: ReportData): boolean {
  const names = new Set(benchmarks.map(({ name, measure }) => nameWithout(name, measure)));
  return names.size > 1;
}

/** Names of lines by several metrics end with theirs. */
function nameWithout(name: string, measure = 'recall'): string {
  const end = ` · ${measure}`;
  return name.endsWith(end) ? name.slice(0, -end.length) : name;
}

/** Where several metrics are followed: what each says. */
function metricBlocks(data: ReportData, models: readonly Model[]): Block[] {
  if (models.every(({ line }) => line)) return [];
  return [section(say`By metric`, [benchmarkTable(data, models)], ['html', 'markdown'])];
}

/** The differences of a few models. */
function differences(data: ReportData, models: readonly Model[]): Block[] {
  const names = new Map(models.map(({ provider, name }) => [provider, name]));
  const rows = data.overall ?? data.comparisons;
  return rows.slice(0, FEW_MODELS).map((row) => ({
    kind: 'paragraph',
    text: differenceText(row, (provider) => names.get(provider) ?? foreign(provider)),
  }));
}

function section(heading: string, blocks: Block[], media: Block['in'], sub?: string): Block {
  return { kind: 'section', heading, blocks, ...(sub && { sub }), ...(media && { in: media }) };
}

/** What was measured, when, how much, and what it cost. */
function aboutTexts({ about, series, benchmarks }: ReportData): string[] {
  const { readers, prompts, lengths, amounts, began, spent } = about;
  const names = new Set(benchmarks.map(({ name }) => name.split(' · ')[0]!));
  const [first] = names;
  return [
    names.size === 1
      ? foreign(series.length === 1 ? series[0]!.title : first!)
      : say`${names.size} benchmarks`,
    amounts ?? say`${rangeText(...lengths)} tokens`,
    say`${sayCount(readers, 'model')} × ${sayCount(prompts, 'prompt')}`,
    ...(began === undefined ? [] : [began.slice(0, 10)]),
    paidText(spent),
  ];
}

/** A price, or how to get one. */
function paidText({ calls, cost, costUnknown, fromPromptfooCache }: ReportData['about']['spent']) {
  if (calls === 0 && fromPromptfooCache > 0) return '$0';
  if (cost === undefined) return say`cost unknown (pass --price 2/8)`;
  return costUnknown > 0 ? say`at least ${costText(cost)}` : costText(cost);
}

/** For a terminal: what was paid and for what. */
function paidBlock({ about, failures }: ReportData): Block {
  const used = usedText(about.spent);
  const missed = sayCount(failures.length, 'answer');
  const paid = paidText(about.spent);
  return {
    kind: 'paragraph',
    text:
      used === ''
        ? say`${missed} missed something. Paid: ${paid}.`
        : say`${missed} missed something. Paid: ${paid} for ${used}.`,
    in: ['terminal', 'markdown'],
  };
}

function footTexts({ about }: ReportData): string[] {
  return [
    say`Data: report.json and CSV files in the same folder`,
    `promptfoo-counting-stars ${packageVersion()}`,
    ...(about.evalId === undefined ? [] : [about.evalId]),
  ];
}
