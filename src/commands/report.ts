/** Writes a report of results, or one page that compares several baselines. */
import { basename, extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { isFile } from '../base/files/files.js';
import { namedFiles } from '../base/files/patterns.js';
import { replaceFolder } from '../base/files/replace-folder.js';
import { withProgress } from '../base/progress.js';
import { jsonText, print } from '../base/safe-output.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { stretchDocument, stretchJson, stretchOf } from '../extras/stretch/stretched-results.js';
import type { Document, Text } from '../measuring/document/document.js';
import type { AskedTextOf } from '../measuring/document/drawer.js';
import { documentCsv } from '../measuring/document/render/csv.js';
import { clip } from '../measuring/document/terminal.js';
import { reportTitle } from '../measuring/document/words.js';
import { assertOneGrid, incompleteTexts } from '../measuring/facts/evaluation/completeness.js';
import { copiedTexts } from '../measuring/facts/evaluation/copies.js';
import type { Evaluation } from '../measuring/facts/evaluation/evaluation.js';
import { type Source, together } from '../measuring/facts/evaluation/runs.js';
import { fromBaselines } from '../measuring/facts/from-baselines.js';
import { analyse, DEFAULT_OPTIONS } from '../measuring/facts/tables/analyse.js';
import type { Gathered, Since } from '../measuring/facts/tables/tables.js';
import { suiteOf } from '../measuring/facts/tests/suite.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import type { ResultsName } from '../measuring/report/next-steps.js';
import { pricedRows } from '../measuring/report/priced.js';
import { reportDocument } from '../measuring/report/report-document.js';
import {
  documentFor,
  jsonReport,
  partFiles,
  reportFiles,
} from '../measuring/report/report-files.js';
import { testsCsv, testsReport, testsReportDocument } from '../measuring/report/tests-report.js';
import { readBaseline } from '../measuring/results/baseline/baseline.js';
import { changesSince } from '../measuring/verdicts/gate/changes.js';
import { DEFAULT_GATE, gate } from '../measuring/verdicts/gate/gate.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import { withReach } from '../measuring/verdicts/gate/reach.js';
import {
  advanced,
  allowing,
  allowOption,
  countArgument,
  evalOption,
  metricOption,
  priceOption,
  several,
  thresholdOption,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import {
  documentText,
  jsonOption,
  type OutFlags,
  outFolderOption,
  outsOf,
  writeFiles,
} from './document-files.js';
import { BASELINE, defaultBaseline, latestOfAnyAge } from './latest.js';
import {
  baselineAt,
  hasOurs,
  isBaseline,
  languagesOf,
  languagesOfBaselines,
  type NamedSource,
  sourcesOf,
} from './sources.js';

/** Where a report goes by default. */
const FOLDER = 'counting-stars-report';

export function add(program: Command): void {
  program
    .command('report')
    .summary('Write a report, or compare several models on one page')
    .description('Write a report of results, or one page that compares several baselines.')
    .argument('[results...]', 'results of promptfoo eval, or several baselines')
    .addOption(evalOption())
    .addOption(
      new Option('--baseline <file>', 'show what changed since').default(undefined, BASELINE),
    )
    .option(
      '--compare <old=new>',
      'compare models with different names; repeatable',
      several(String),
    )
    .addOption(metricOption())
    .addOption(thresholdOption())
    .addOption(
      advanced(
        '--base-lengths <number>',
        'threshold relative to recall at so many shortest lengths',
      ).argParser(countArgument),
    )
    .addOption(priceOption())
    .addOption(allowOption('missing'))
    .addOption(outFolderOption(FOLDER))
    .addOption(jsonOption())
    .action((given: string[], flags: ReportFlags) => report(given, { ...flags, folder: FOLDER }));
}

interface ReportFlags extends OutFlags {
  eval?: string;
  threshold: number;
  baseLengths?: number;
  baseline?: string;
  compare?: string[];
  metric?: string[];
  price?: GivenPrice[];
  allow?: Allowed[];
  /** Where it goes unless `--out` or `--json` says otherwise. */
  folder?: string;
  asksBy?: 'try';
}

async function report(given: string[], flags: ReportFlags): Promise<void> {
  const names = await namedFiles(given);
  const baselines = names.filter((name) => isFile(name) && isBaseline(name));
  if (baselines.length > 0) {
    const other = names.find((name) => !baselines.includes(name)) ?? flags.eval;
    if (other !== undefined) {
      throw new UserError(
        `${baselines[0]} is a baseline and ${other} holds results. Pass files of one kind.`,
      );
    }
    await reportOnBaselines(baselines, flags);
    return;
  }
  const isLatest = given.length === 0 && flags.eval === undefined;
  const evalId = isLatest ? await latestOfAnyAge() : flags.eval;
  const sources = await sourcesOf(given, evalId === undefined ? [] : [evalId]);
  speakTheirs(languagesOf(sources));
  const results = { files: given, ...(evalId !== undefined && { evalId }) };
  const saved = defaultBaseline() && { baseline: 'other' as const };
  const parts = partsOf(sources, { ...results, ...saved });
  if (hasOurs(sources) || parts.length === 0) await reportOn(sources, results, flags, parts);
  else await writeParts(parts, flags);
}

/** Compares the models of several baselines on one page. */
async function reportOnBaselines(names: readonly string[], flags: ReportFlags): Promise<void> {
  const files = [...new Set(names)].map((file) => {
    return { name: basename(file, extname(file)), baseline: readBaseline(file) };
  });
  speakTheirs(languagesOfBaselines(files.map((file) => file.baseline)));
  const { price = [], metric } = flags;
  const gathered = fromBaselines(files, metric, (rows) => pricedRows(rows, price));
  if (gathered.evaluation.models.length === 0) {
    throw new UserError(
      `${names.join(', ')} have no generated tests to compare. Pass baselines that have.`,
    );
  }
  const results = { files: names, baseline: 'these' as const };
  await writeParts([await reportPart({ ...gathered, results, flags })], flags);
}

/** A report of generated tests, of your tests, or of padded ones. */
interface Part {
  name?: Text;
  document: Document;
  json: () => string;
  files: () => ReadonlyMap<string, string | Uint8Array>;
}

/** Writes and prints reports. The first is the one of `--out` and `--json`. */
async function writeParts(parts: readonly Part[], flags: ReportFlags): Promise<void> {
  const [main] = parts as [Part];
  const written = await withProgress(say`Drawing the report`, () =>
    writtenTo(main, () => new Map(parts.flatMap((part) => [...part.files()])), flags),
  );
  if (flags.json) {
    process.stdout.write(main.json());
    return;
  }
  const texts = parts.map(({ name, document }) => {
    const text = documentText(document);
    return name && parts.length > 1 ? `${name}\n${text}` : text;
  });
  print(process.stdout, `${[...texts, ...written].join('\n\n')}\n`);
}

/** Writes the folder and the files of `--out`. Returns lines that name them. */
async function writtenTo(
  { document, json }: Part,
  folderFiles: Part['files'],
  flags: ReportFlags,
): Promise<string[]> {
  const { kind, title } = document;
  // An earlier report has the same title and format, whatever it found.
  const [start = kind] = /^\{\n.*\n *"\w+"/.exec(json()) ?? [];
  const outs = outsOf(flags, { kind, titles: [() => title], json: start }, '');
  const isAsked = outs.files.length > 0 || flags.json;
  const folder = outs.folder || (isAsked ? '' : (flags.folder ?? ''));
  const written: string[] = [];
  if (folder !== '') {
    const files = folderFiles();
    replaceFolder(folder, files);
    written.push(writtenText([...files.keys()].map((name) => join(folder, name))));
  }
  await writeFiles(document, json, outs.files);
  return [...written, ...outs.files];
}

/** Reports on your tests and on padded ones. */
function partsOf(sources: readonly NamedSource[], results: ResultsName): Part[] {
  const ordinary = sources.map(({ name, tests }) => {
    return { name, tests: tests.filter(({ stretch }) => !stretch) };
  });
  const suite = suiteOf(ordinary);
  const stretched = stretchOf(sources);
  const { config } = sources.find((source) => source.config !== undefined) ?? {};
  const isAlone = !(suite.length > 0 && stretched) && !hasOurs(sources);
  const parts: Part[] = [];
  if (suite.length > 0) {
    const made = testsReport(suite);
    const document = testsReportDocument(made, reportTitle(config, say`Your tests`), results);
    const json = () => jsonText(made);
    const contents = { csv: testsCsv(made), json: json() };
    const files = () => partFiles('tests', document, contents, isAlone);
    parts.push({ name: say`Your tests`, document, json, files });
  }
  if (stretched) {
    const document = stretchDocument(stretched, { title: reportTitle(config, '') });
    const json = () => stretchJson(stretched);
    const contents = { csv: documentCsv(document), json: json() };
    const files = () => partFiles('stretch', document, contents, isAlone);
    parts.push({ name: say`Your tests, stretched`, document, json, files });
  }
  return parts;
}

/** Reports on generated tests, and on the other parts after them. */
export async function reportOn(
  sources: readonly Source[],
  results: ResultsName,
  flags: ReportFlags,
  others: readonly Part[] = [],
): Promise<void> {
  const { price = [] } = flags;
  const priced = sources.map((source) => ({ ...source, rows: pricedRows(source.rows, price) }));
  const evaluation = together(priced, flags.metric);
  if (!flags.allow?.includes('missing')) assertOneGrid(evaluation);
  const since = await sinceGiven(evaluation, flags, results.evalId);
  const baseline = since ? 'other' : defaultBaseline() && 'no other';
  const part = await reportPart({
    ...{ evaluation, flags, results: { ...results, ...(baseline && { baseline }) } },
    ...(since && { since }),
  });
  await writeParts([part, ...others], flags);
}

interface Reported {
  evaluation: Evaluation;
  since?: Since;
  baselines?: Gathered;
  results: ResultsName;
  flags: ReportFlags;
}

async function reportPart(reported: Reported): Promise<Part> {
  const { evaluation, since, baselines, results, flags } = reported;
  const { threshold, baseLengths, asksBy } = flags;
  const options = {
    ...DEFAULT_OPTIONS,
    threshold,
    ...(baseLengths !== undefined && { baseLengths }),
    ...(asksBy && { asksBy }),
  };
  const data = {
    ...analyse(evaluation, options),
    ...(since && { since }),
    ...(baselines && { baselines }),
  };
  const context = {
    title: reportTitle(evaluation.config),
    config: evaluation.config,
    sources: evaluation.sources.map((name) =>
      name === results.evalId ? say`promptfoo evaluation ${name}` : name,
    ),
    results,
  };
  const askedTextOf: AskedTextOf = async (row) => (await askingSide()).askedText(row);
  // Baselines have no answers to show.
  const document = baselines
    ? reportDocument(data, context)
    : await withProgress(say`Drawing the report`, () =>
        documentFor(data, context, evaluation, askedTextOf),
      );
  for (const text of [...copiedTexts([evaluation]), ...incompleteTexts(evaluation.missing)]) {
    print(process.stderr, `${say`warning: ${clip(text, 400)}`}\n`);
  }
  return { document, json: () => jsonReport(data), files: () => reportFiles(data, document) };
}

/** Compares with the given baseline, or with the default one if that is of these models and prompts. */
async function sinceGiven(
  evaluation: Evaluation,
  flags: ReportFlags,
  evalId: string | undefined,
): Promise<Since | undefined> {
  const { baseline = flags.asksBy === undefined ? defaultBaseline() : undefined } = flags;
  if (baseline === undefined) return undefined;
  try {
    return await sinceBaseline(evaluation, baseline, flags, evalId);
  } catch (error) {
    if (flags.baseline === undefined && error instanceof UserError) return undefined;
    throw error;
  }
}

/** Compares with a baseline by the gate's rules, but failed calls are no reason to refuse a report. */
async function sinceBaseline(
  evaluation: Evaluation,
  file: string,
  { compare: providers = [], allow: allowed = [] }: ReportFlags,
  evalId: string | undefined,
): Promise<Since | undefined> {
  const allow = { ...allowing(allowed), errors: true, extra: true };
  const baseline = await baselineAt(file, allow);
  if (evalId !== undefined && baseline.evaluations?.includes(evalId)) return undefined;
  const result = gate(evaluation, baseline, { ...DEFAULT_GATE, allow, providers });
  return changesSince({ file, evaluation, result: withReach(result, evaluation, baseline) });
}

/** Names the file to open, and counts the others: a list would push the summary away. */
function writtenText([first = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? first
    : say`${first} and ${sayCount(others.length, 'other file')} in its folder`;
}
