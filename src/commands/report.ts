import { basename, extname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
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
import { DEFAULT_FORMATS, FORMATS, type Format } from '../measuring/report/write-report.js';
import type { Allowed } from '../measuring/verdicts/gate/gate-result.js';
import {
  allowing,
  allowOption,
  countArgument,
  measureOption,
  priceOption,
  several,
  thresholdOption,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { documentText } from './document-text.js';
import { latestOfAnyAge } from './latest.js';
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

export function addReport(program: Command): void {
  program
    .command('report')
    .description('write a report of results, or one page that compares several baselines')
    .argument(
      '[results...]',
      "files of `promptfoo eval -o results.json` (or .jsonl), or of `baseline`; - is stdin (default: promptfoo's latest evaluation)",
    )
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .option(
      '-o, --out <folder>',
      'where to write; a name ending with .html or .md: that file only',
      'counting-stars-report',
    )
    .option('--format <list>', `some of ${FORMATS.join(',')}`, formats, [...DEFAULT_FORMATS])
    .addOption(thresholdOption('recall at which the reliable length ends'))
    .option(
      '--base-lengths <number>',
      "make the threshold a share of the reader's own recall at this many shortest lengths",
      countArgument,
    )
    .option(
      '--baseline <file>',
      'show what changed since: a file of `baseline`, or results of promptfoo',
    )
    .option('--compare <old=new>', "compare the baseline's old with new", several(String))
    .addOption(measureOption())
    .addOption(priceOption())
    .addOption(allowOption({ missing: 'shards that do not belong together' }))
    .action(report);
}

function formats(text: string): Format[] {
  return text.split(',').map((part) => {
    const format = part.trim() as Format;
    if (!FORMATS.includes(format)) {
      throw new InvalidArgumentError(
        `There is no format "${part.trim()}". Choose from ${FORMATS.join(', ')}.`,
      );
    }
    return format;
  });
}

interface ReportFlags {
  eval?: string;
  out: string;
  format: Format[];
  threshold: number;
  baseLengths?: number;
  baseline?: string;
  compare?: string[];
  measure?: string[];
  price?: GivenPrice[];
  allow?: Allowed[];
  /** Files that results were read from, as commands name them. */
  files?: readonly string[];
  /** Files that go into the same folder. */
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
  const parts = await partsOf(sources, flags);
  const also = new Map(parts.flatMap(({ files: own }) => [...own]));
  if (hasOurs(sources) || parts.length === 0) {
    await reportOn(sources, { ...wanted, ...(parts.length > 0 && { also }) });
    for (const { name, text } of parts) print(process.stdout, `\n${name}\n${text}\n`);
    return;
  }
  const written = await writtenTo(flags.out, also);
  const texts = parts.map(({ name, text }) => (parts.length > 1 ? `${name}\n${text}` : text));
  print(process.stdout, `${[...texts, writtenText(written)].join('\n\n')}\n`);
}

/** One page that compares the models of several baselines. */
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
  const [{ documentFiles }, { documentCsv }] = await Promise.all([
    import('../measuring/report/write-report.js'),
    import('../measuring/document/render/csv.js'),
  ]);
  const all = await documentFiles(document, formatsFor(flags));
  if (flags.format.includes('csv')) all.set('models.csv', documentCsv(document));
  const written = await writtenTo(flags.out, all);
  print(process.stdout, `${await documentText(document)}\n\n${writtenText(written)}\n`);
}

/** The formats of a folder, or that of a file. */
function formatsFor({ out, format }: Pick<ReportFlags, 'out' | 'format'>): Set<Format> {
  const single = singleFormat(out);
  return single ? new Set([single]) : new Set(format);
}

/** The format of a file by its name; nothing of a folder. */
function singleFormat(out: string): Format | undefined {
  const ending = extname(out).slice(1);
  return ending === 'html' || ending === 'md' ? ending : undefined;
}

/** Write files into a folder, or the only one of them that a name is of. */
async function writtenTo(
  out: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<string[]> {
  const single = singleFormat(out);
  if (single === undefined) {
    const { replaceFolder } = await import('../base/files/replace-folder.js');
    replaceFolder(out, files);
    return [...files.keys()].map((name) => join(out, name));
  }
  const [{ assertReplaceable, writeWhole }, { PAGE_MARK }] = await Promise.all([
    import('../base/files/whole-files.js'),
    import('../measuring/document/markup.js'),
  ]);
  const [content = ''] = [...files].flatMap(([name, own]) =>
    extname(name) === `.${single}` ? [own] : [],
  );
  // An earlier report has the same title, whatever it decided.
  const [, title = PAGE_MARK] = /^#+ (?:[✅❌❔] )?(.*?:) /u.exec(String(content)) ?? [];
  assertReplaceable(out, single === 'html' ? PAGE_MARK : title);
  writeWhole(out, content);
  return [out];
}

/** What is reported of tests that are not ours. */
interface Part {
  name: string;
  text: string;
  files: ReadonlyMap<string, string | Uint8Array>;
}

/** Ordinary tests and stretched ones, each in a report of its own. */
async function partsOf(sources: readonly NamedSource[], flags: ReportFlags): Promise<Part[]> {
  const [{ suiteOf }, { stretchOf, stretchFiles, stretchDocument }] = await Promise.all([
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
    const [{ testsReport, testsCsv }, { testsReportDocument }] = await Promise.all([
      import('../measuring/report/tests/tests-report.js'),
      import('../measuring/report/tests/tests-report-document.js'),
    ]);
    const made = testsReport(suite);
    const { title, isAlone } = lookOf(say`Your tests`, stretched !== undefined);
    const document = testsReportDocument(made, title);
    const files = await testsFiles(
      document,
      { csv: () => testsCsv(made), json: made },
      flags,
      isAlone,
    );
    parts.push({ name: say`Your tests`, text: await documentText(document), files });
  }
  if (stretched) {
    const document = stretchDocument(stretched, { title: titleOf(config, '') });
    const { isAlone } = lookOf('', suite.length > 0);
    const files = stretchFiles(stretched, document, flags.format, isAlone);
    parts.push({ name: say`Your tests, stretched`, text: await documentText(document), files });
  }
  return parts;
}

/** The files of a report of ordinary tests: under their own name where there is another report in the folder. */
async function testsFiles(
  document: Document,
  figures: { csv: () => string; json: object },
  flags: ReportFlags,
  isAlone: boolean,
): Promise<Map<string, string | Uint8Array>> {
  const [{ documentFiles }, { jsonText }] = await Promise.all([
    import('../measuring/report/write-report.js'),
    import('../base/safe-output.js'),
  ]);
  const wanted = formatsFor(flags);
  const files = await documentFiles(document, wanted);
  if (wanted.has('json')) files.set('report.json', jsonText(figures.json));
  const named = [...files].map(([name, content]): [string, string | Uint8Array] => {
    return [isAlone ? name : `tests${extname(name)}`, content];
  });
  return new Map([...named, ...(wanted.has('csv') ? [['tests.csv', figures.csv()] as const] : [])]);
}

/** Print the summary of results, and write their report. */
export async function reportOn(sources: readonly Source[], flags: ReportFlags): Promise<void> {
  const [
    { withProgress },
    { clip },
    { reportDocument },
    { pricedRows },
    analysis,
    complete,
    copies,
    runs,
  ] = await Promise.all([
    import('../base/progress.js'),
    import('../measuring/document/terminal.js'),
    import('../measuring/report/report-document.js'),
    import('../measuring/report/priced.js'),
    import('../measuring/facts/tables/analyse.js'),
    import('../measuring/facts/evaluation/completeness.js'),
    import('../measuring/facts/evaluation/copies.js'),
    import('../measuring/facts/evaluation/runs.js'),
  ]);
  const { threshold, baseLengths, asksBy, price = [], files = [] } = flags;
  const priced = sources.map((source) => ({ ...source, rows: pricedRows(source.rows, price) }));
  const evaluation = runs.together(priced, flags.measure);
  if (!flags.allow?.includes('missing')) complete.assertOneGrid(evaluation);
  const options = {
    ...analysis.DEFAULT_OPTIONS,
    threshold,
    ...(baseLengths !== undefined && { baseLengths }),
    ...(asksBy && { asksBy }),
  };
  const since = await sinceBaseline(evaluation, flags);
  const data = { ...analysis.analyse(evaluation, options), ...(since && { since }) };
  const context = {
    title: titleOf(evaluation.config),
    config: evaluation.config,
    sources: evaluation.sources.map((name) =>
      name === flags.eval ? say`promptfoo evaluation ${name}` : name,
    ),
    results: { files, ...(flags.eval !== undefined && { evalId: flags.eval }) },
  };
  const written = await withProgress(say`Drawing the report`, async () => {
    const { reportFiles } = await import('../measuring/report/write-report.js');
    const made = await reportFiles(data, {
      formats: [...formatsFor(flags)],
      context,
      evaluation,
      askedTextOf: async (row) => (await askingSide()).askedText(row),
    });
    return writtenTo(flags.out, new Map([...made, ...(flags.also ?? [])]));
  });
  for (const text of [
    ...copies.copiedTexts([evaluation]),
    ...complete.incompleteTexts(evaluation.missing),
  ]) {
    print(process.stderr, `${say`warning: ${clip(text, 400)}`}\n`);
  }
  const text = await documentText(reportDocument(data, context));
  print(process.stdout, `${text}\n\n${writtenText(written)}\n`);
}

/** What changed since the baseline, as the gate decides it; calls that failed are no reason to refuse a report. */
async function sinceBaseline(
  evaluation: Evaluation,
  { baseline: file, compare: providers = [], allow: allowed = [] }: ReportFlags,
): Promise<Since | undefined> {
  if (file === undefined) return undefined;
  const allow = { ...allowing(allowed), errors: true, extra: true };
  const [{ DEFAULT_GATE, gate }, { changesSince }, baseline] = await Promise.all([
    import('../measuring/verdicts/gate/gate.js'),
    import('../measuring/verdicts/gate/changes.js'),
    baselineAt(file, allow),
  ]);
  const result = gate(evaluation, baseline, { ...DEFAULT_GATE, allow, providers }, undefined);
  return changesSince({ file, evaluation, result });
}

/** The file to open, and how many others there are: a list would push the summary away. */
function writtenText([first = '', ...others]: readonly string[]): string {
  return others.length === 0
    ? first
    : say`${first} and ${sayCount(others.length, 'other file')} in its folder`;
}
