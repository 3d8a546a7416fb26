import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { print } from '../base/doors.js';
import { say, sayCount } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import type { Evaluation } from '../measuring/evaluation/evaluation.js';
import type { Source } from '../measuring/evaluation/runs.js';
import type { Allowed } from '../measuring/gate/gate-result.js';
import {
  DEFAULT_FORMATS,
  FORMATS,
  type Format,
  writeReport,
} from '../measuring/report/write-report.js';
import type { Since } from '../measuring/tables/tables.js';
import {
  allowing,
  allowOption,
  countArgument,
  measureOption,
  several,
  thresholdOption,
} from './arguments.js';
import { askingSide } from './asking-door.js';
import { baselineAt, hasOurs, languagesOf, type NamedSource, sourcesOf } from './sources.js';
import { titleOf } from './title.js';

export function addReport(program: Command): void {
  program
    .command('report')
    .description('write a report of results: HTML, pictures, Markdown, CSV, JSON')
    .argument('[results...]', 'files of `promptfoo eval -o results.json` (or .jsonl); - is stdin')
    .option('--eval <id>', "an evaluation in promptfoo's database, or latest")
    .option('-o, --out <folder>', 'where to write', 'counting-stars-report')
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
  allow?: Allowed[];
  /** Files that go into the same folder. */
  also?: ReadonlyMap<string, string>;
  asksBy?: 'try';
}

async function report(files: string[], flags: ReportFlags): Promise<void> {
  const sources = await sourcesOf(files, flags.eval === undefined ? [] : [flags.eval]);
  speakTheirs(languagesOf(sources));
  const parts = await partsOf(sources, flags);
  const also = new Map(parts.flatMap(({ files: own }) => [...own]));
  if (hasOurs(sources) || parts.length === 0) {
    await reportOn(sources, { ...flags, ...(parts.length > 0 && { also }) });
    for (const { name, text } of parts) print(process.stdout, `\n${name}\n${text}\n`);
    return;
  }
  const { replaceFolder } = await import('../base/files/replace-folder.js');
  replaceFolder(flags.out, also);
  const written = [...also.keys()].map((name) => join(flags.out, name));
  const texts = parts.map(({ name, text }) => (parts.length > 1 ? `${name}\n${text}` : text));
  print(process.stdout, `${[...texts, writtenText(written)].join('\n\n')}\n`);
}

/** What is reported of tests that are not ours. */
interface Part {
  name: string;
  text: string;
  files: ReadonlyMap<string, string>;
}

/** Ordinary tests and stretched ones, each in a report of its own. */
async function partsOf(sources: readonly NamedSource[], { format }: ReportFlags): Promise<Part[]> {
  const [
    { suiteOf },
    { testsReport, testsReportFiles, testsReportText },
    { stretchOf },
    { stretchFiles },
    { stretchDocument },
    { documentTerminal },
    { showsColour, WIDEST },
  ] = await Promise.all([
    import('../measuring/ordinary/suite.js'),
    import('../measuring/ordinary/tests-report.js'),
    import('../measuring/stretch/verdict.js'),
    import('../measuring/stretch/files.js'),
    import('../measuring/stretch/stretch-document.js'),
    import('../measuring/document/render/terminal.js'),
    import('../measuring/output/terminal.js'),
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
    const made = testsReport(suite);
    const files = testsReportFiles(made, format, lookOf(say`Tests`, stretched !== undefined));
    parts.push({ name: say`Your own tests`, text: testsReportText(made), files });
  }
  if (stretched) {
    const document = stretchDocument(stretched, { title: titleOf(config, '') });
    const { stdout } = process;
    const look = { colour: showsColour(stdout), width: stdout.columns ?? WIDEST };
    const text = documentTerminal(document, look);
    const { isAlone } = lookOf('', suite.length > 0);
    const files = stretchFiles(stretched, document, format, isAlone);
    parts.push({ name: say`Your own tests, stretched`, text, files });
  }
  return parts;
}

/** Print the summary of results, and write their report. */
export async function reportOn(sources: readonly Source[], flags: ReportFlags): Promise<void> {
  const [
    { withProgress },
    { clip, showsColour },
    { terminalReport },
    analysis,
    complete,
    copies,
    runs,
    { lostCells },
  ] = await Promise.all([
    import('../base/progress.js'),
    import('../measuring/output/terminal.js'),
    import('../measuring/report/terminal-report.js'),
    import('../measuring/tables/analyse.js'),
    import('../measuring/evaluation/completeness.js'),
    import('../measuring/evaluation/copies.js'),
    import('../measuring/evaluation/runs.js'),
    import('../measuring/tables/lost-cells.js'),
  ]);
  const evaluation = runs.together(sources, flags.measure);
  if (!flags.allow?.includes('missing')) complete.assertOneGrid(evaluation);
  const { threshold, baseLengths, asksBy } = flags;
  const options = {
    ...analysis.DEFAULT_OPTIONS,
    threshold,
    ...(baseLengths !== undefined && { baseLengths }),
    ...(asksBy && { asksBy }),
  };
  const since = await sinceBaseline(evaluation, flags);
  const data = { ...analysis.analyse(evaluation, options), ...(since && { since }) };
  const written = await withProgress(say`Drawing the report`, () =>
    writeReport(data, {
      folder: flags.out,
      formats: flags.format,
      title: titleOf(evaluation.config),
      config: evaluation.config,
      lost: lostCells(evaluation),
      askedTextOf: async (row) => (await askingSide()).askedText(row),
      ...(flags.also && { also: flags.also }),
      sources: evaluation.sources.map((name) =>
        name === flags.eval ? say`promptfoo evaluation ${name}` : name,
      ),
    }),
  );
  for (const text of [
    ...copies.copiedTexts([evaluation]),
    ...complete.incompleteTexts(evaluation.missing),
  ]) {
    print(process.stderr, `${say`warning: ${clip(text, 400)}`}\n`);
  }
  const { stdout } = process;
  const look = { colour: showsColour(stdout), width: stdout.columns ?? 80 };
  print(stdout, `${terminalReport(data, look)}\n\n${writtenText(written)}\n`);
}

/** What changed since the baseline, as the gate decides it; calls that failed are no reason to refuse a report. */
async function sinceBaseline(
  evaluation: Evaluation,
  { baseline: file, compare: providers = [], allow: allowed = [] }: ReportFlags,
): Promise<Since | undefined> {
  if (file === undefined) return undefined;
  const allow = { ...allowing(allowed), errors: true, extra: true };
  const [{ DEFAULT_GATE, gate }, { changesSince }, baseline] = await Promise.all([
    import('../measuring/gate/gate.js'),
    import('../measuring/gate/changes.js'),
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
