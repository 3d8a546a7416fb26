import { basename, extname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { isFile } from '../base/files/files.js';
import { namedFiles } from '../base/files/patterns.js';
import { print } from '../base/safe-output.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import type { Document } from '../measuring/document/document.js';
import type { Evaluation } from '../measuring/facts/evaluation/evaluation.js';
import type { Source } from '../measuring/facts/evaluation/runs.js';
import type { Since } from '../measuring/facts/tables/tables.js';
import type { GivenPrice } from '../measuring/planning/prices.js';
import { DEFAULT_FORMATS, type Format } from '../measuring/report/write-report.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
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
  jsonOption,
  type OutFlags,
  outFolderOption,
  outsOf,
  writeFiles,
} from './document-files.js';
import { documentText } from './document-text.js';
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
import { titleOf } from './title.js';

const FOLDER = 'counting-stars-report';

const FOLDER_FORMATS: readonly Format[] = [...DEFAULT_FORMATS, 'eee'];

export function addReport(program: Command): void {
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
    .action(report);
}

interface ReportFlags extends OutFlags {
  eval?: string;
  formats?: readonly Format[];
  threshold: number;
  baseLengths?: number;
  baseline?: string;
  compare?: string[];
  metric?: string[];
  price?: GivenPrice[];
  allow?: Allowed[];
  /** As commands name the files of results. */
  files?: readonly string[];
  /** Files of other reports for the same folder. */
  also?: ReadonlyMap<string, string | Uint8Array>;
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
    await boardOfBaselines(baselines, flags);
    return;
  }
  const isLatest = given.length === 0 && flags.eval === undefined;
  const evalId = isLatest ? await latestOfAnyAge() : flags.eval;
  const wanted = { ...flags, files: given, ...(evalId !== undefined && { eval: evalId }) };
  const sources = await sourcesOf(given, evalId === undefined ? [] : [evalId]);
  speakTheirs(languagesOf(sources));
  const parts = await partsOf(sources);
  const also = new Map(parts.flatMap(({ files: own }) => [...own]));
  if (hasOurs(sources) || parts.length === 0) {
    await reportOn(sources, { ...wanted, ...(parts.length > 0 && { also }) });
    for (const { name, text } of parts) print(process.stdout, `\n${name}\n${text}\n`);
    return;
  }
  const written = await writtenTo(parts[0]!, async () => also, flags);
  const texts = parts.map(({ name, text }) => (parts.length > 1 ? `${name}\n${text}` : text));
  printed(parts[0]!, [...texts, ...written].join('\n\n'), flags);
}

function printed({ json }: Main, text: string, flags: OutFlags): void {
  if (flags.json) process.stdout.write(json());
  else print(process.stdout, `${text}\n`);
}

/** Compares the models of several baselines on one page. */
async function boardOfBaselines(names: readonly string[], flags: ReportFlags): Promise<void> {
  const [{ readBaseline }, { boardOf }, { boardDocument }] = await Promise.all([
    import('../measuring/results/baseline/baseline.js'),
    import('../measuring/report/board/board.js'),
    import('../measuring/report/board/board-document.js'),
  ]);
  const files = [...new Set(names)].map((file) => {
    return { name: basename(file, extname(file)), baseline: readBaseline(file) };
  });
  speakTheirs(languagesOfBaselines(files.map((file) => file.baseline)));
  const made = boardOf(files, flags.threshold);
  if (made.tables.length === 0) {
    throw new UserError(
      `${names.join(', ')} have no generated tests to compare. Pass baselines that have.`,
    );
  }
  const document = boardDocument(made);
  const { jsonText } = await import('../base/safe-output.js');
  const main = {
    document,
    json: () => jsonText({ format: 'promptfoo-counting-stars board', ...made }),
  };
  const folderFiles = async () => {
    const [{ documentFiles }, { documentCsv }] = await Promise.all([
      import('../measuring/report/write-report.js'),
      import('../measuring/document/render/csv.js'),
    ]);
    const all = await documentFiles(document, new Set(DEFAULT_FORMATS));
    return new Map([...all, ['models.csv', documentCsv(document)], ['models.json', main.json()]]);
  };
  const written = await writtenTo(main, folderFiles, flags);
  printed(main, [await documentText(document), ...written].join('\n\n'), flags);
}

interface Main {
  document: Document;
  json: () => string;
}

/** Writes the folder and the files of `--out`. Returns lines that name them. */
async function writtenTo(
  { document, json }: Main,
  folderFiles: () => Promise<ReadonlyMap<string, string | Uint8Array>>,
  flags: OutFlags,
): Promise<string[]> {
  const { kind, title } = document;
  // An earlier report has the same title and format, whatever it found.
  const [start = kind] = /^\{\n.*\n *"\w+"/.exec(json()) ?? [];
  const outs = outsOf(flags, { kind, titles: [() => title], json: start }, '');
  const isAsked = outs.files.length > 0 || flags.json;
  const folder = outs.folder || (isAsked ? '' : FOLDER);
  const written: string[] = [];
  if (folder !== '') {
    const { replaceFolder } = await import('../base/files/replace-folder.js');
    const files = await folderFiles();
    replaceFolder(folder, files);
    written.push(writtenText([...files.keys()].map((name) => join(folder, name))));
  }
  await writeFiles(document, json, outs.files);
  return [...written, ...outs.files];
}

/** A report of your tests, padded or not. */
interface Part extends Main {
  name: string;
  text: string;
  files: ReadonlyMap<string, string | Uint8Array>;
}

/** Reports on your tests and on padded ones. */
async function partsOf(sources: readonly NamedSource[]): Promise<Part[]> {
  const [{ suiteOf }, { stretchOf, stretchFiles, stretchDocument, stretchJson }] =
    await Promise.all([
      import('../measuring/facts/tests/suite.js'),
      import('../extras/stretch/stretched-results.js'),
    ]);
  const ordinary = sources.map(({ name, tests }) => {
    return { name, tests: tests.filter(({ stretch }) => !stretch) };
  });
  const suite = suiteOf(ordinary);
  const stretched = stretchOf(sources);
  const { config } = sources.find((source) => source.config !== undefined) ?? {};
  const lookOf = (title: string, other: boolean) => {
    return { title: titleOf(config, title), isAlone: !other && !hasOurs(sources) };
  };
  const parts: Part[] = [];
  if (suite.length > 0) {
    const [{ jsonText }, { testsReport, testsCsv }, { testsReportDocument }] = await Promise.all([
      import('../base/safe-output.js'),
      import('../measuring/report/tests/tests-report.js'),
      import('../measuring/report/tests/tests-report-document.js'),
    ]);
    const made = testsReport(suite);
    const { title, isAlone } = lookOf(say`Your tests`, stretched !== undefined);
    const document = testsReportDocument(made, title);
    const json = () => jsonText(made);
    const files = await testsFiles({ document, json }, () => testsCsv(made), isAlone);
    const text = await documentText(document);
    parts.push({ name: say`Your tests`, text, document, json, files });
  }
  if (stretched) {
    const document = stretchDocument(stretched, { title: titleOf(config, '') });
    const { isAlone } = lookOf('', suite.length > 0);
    const files = stretchFiles(stretched, document, DEFAULT_FORMATS, isAlone);
    const text = await documentText(document);
    const json = () => stretchJson(stretched);
    parts.push({ name: say`Your tests, stretched`, text, document, json, files });
  }
  return parts;
}

/** Names files `tests.*` if the folder has another report. */
async function testsFiles(
  { document, json }: Main,
  csv: () => string,
  isAlone: boolean,
): Promise<Map<string, string | Uint8Array>> {
  const { documentFiles } = await import('../measuring/report/write-report.js');
  const files = await documentFiles(document, new Set(DEFAULT_FORMATS));
  files.set('report.json', json());
  const named = [...files].map(([name, content]): [string, string | Uint8Array] => {
    return [isAlone ? name : `tests${extname(name)}`, content];
  });
  return new Map([...named, ['tests.csv', csv()]]);
}

/** Prints a summary of results, and writes their report. */
export async function reportOn(sources: readonly Source[], flags: ReportFlags): Promise<void> {
  const [
    { withProgress },
    { clip },
    { reportDocument },
    { jsonReport },
    { pricedRows },
    analysis,
    complete,
    copies,
    runs,
  ] = await Promise.all([
    import('../base/progress.js'),
    import('../measuring/document/terminal.js'),
    import('../measuring/report/report-document.js'),
    import('../measuring/report/json-report.js'),
    import('../measuring/report/priced.js'),
    import('../measuring/facts/tables/analyse.js'),
    import('../measuring/facts/evaluation/completeness.js'),
    import('../measuring/facts/evaluation/copies.js'),
    import('../measuring/facts/evaluation/runs.js'),
  ]);
  const { threshold, baseLengths, asksBy, price = [], files = [] } = flags;
  const priced = sources.map((source) => ({ ...source, rows: pricedRows(source.rows, price) }));
  const evaluation = runs.together(priced, flags.metric);
  if (!flags.allow?.includes('missing')) complete.assertOneGrid(evaluation);
  const options = {
    ...analysis.DEFAULT_OPTIONS,
    threshold,
    ...(baseLengths !== undefined && { baseLengths }),
    ...(asksBy && { asksBy }),
  };
  const since = await sinceGiven(evaluation, flags);
  const data = { ...analysis.analyse(evaluation, options), ...(since && { since }) };
  const context = {
    title: titleOf(evaluation.config),
    config: evaluation.config,
    sources: evaluation.sources.map((name) =>
      name === flags.eval ? say`promptfoo evaluation ${name}` : name,
    ),
    results: {
      files,
      ...(flags.eval !== undefined && { evalId: flags.eval }),
      ...(since && { baseline: 'other' as const }),
      ...(!since && defaultBaseline() && { baseline: 'no other' as const }),
    },
  };
  const main = { document: reportDocument(data, context), json: () => jsonReport(data) };
  const written = await withProgress(say`Drawing the report`, async () => {
    const { documentFor, reportFiles } = await import('../measuring/report/write-report.js');
    const document = await documentFor(data, {
      context,
      evaluation,
      askedTextOf: async (row) => (await askingSide()).askedText(row),
    });
    const folderFiles = async () => {
      const made = await reportFiles(data, document, flags.formats ?? FOLDER_FORMATS);
      return new Map([...made, ...(flags.also ?? [])]);
    };
    return writtenTo({ ...main, document }, folderFiles, flags);
  });
  for (const text of [
    ...copies.copiedTexts([evaluation]),
    ...complete.incompleteTexts(evaluation.missing),
  ]) {
    print(process.stderr, `${say`warning: ${clip(text, 400)}`}\n`);
  }
  printed(main, [await documentText(main.document), ...written].join('\n\n'), flags);
}

/** Compares with the given baseline, or with the default one if that is of these models and prompts. */
async function sinceGiven(evaluation: Evaluation, flags: ReportFlags): Promise<Since | undefined> {
  const usual = flags.asksBy === undefined ? defaultBaseline() : undefined;
  if (flags.baseline !== undefined || usual === undefined) return sinceBaseline(evaluation, flags);
  try {
    return await sinceBaseline(evaluation, { ...flags, baseline: usual });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Compares with a baseline by the gate's rules, but failed calls are no reason to refuse a report. */
async function sinceBaseline(
  evaluation: Evaluation,
  { baseline: file, eval: evalId, compare: providers = [], allow: allowed = [] }: ReportFlags,
): Promise<Since | undefined> {
  if (file === undefined) return undefined;
  const allow = { ...allowing(allowed), errors: true, extra: true };
  const [{ DEFAULT_GATE }, { gateWithFloors }, { changesSince }, baseline] = await Promise.all([
    import('../measuring/verdicts/gate/gate.js'),
    import('../measuring/verdicts/gate/gate-with-floors.js'),
    import('../measuring/verdicts/gate/changes.js'),
    baselineAt(file, allow),
  ]);
  if (evalId !== undefined && baseline.evaluations?.includes(evalId)) return undefined;
  const result = gateWithFloors(evaluation, baseline, { ...DEFAULT_GATE, allow, providers });
  return changesSince({ file, evaluation, result });
}

/** Names the file to open, and counts the others: a list would push the summary away. */
function writtenText([first = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? first
    : say`${first} and ${sayCount(others.length, 'other file')} in its folder`;
}
