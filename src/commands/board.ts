import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { Command } from 'commander';
import { print } from '../base/doors.js';
import { isFile } from '../base/files/files.js';
import { namedFiles } from '../base/files/patterns.js';
import { paragraph, say } from '../base/text/language.js';
import { speakTheirs } from '../base/text/speaking.js';
import { UserError } from '../base/user-error.js';
import { PAGE_MARK } from '../measuring/document/markup.js';
import { thresholdOption } from './arguments.js';
import { languagesOfBaselines } from './sources.js';

export function addBoard(program: Command): void {
  program
    .command('board')
    .description('write one page of many models or runs, out of their baselines')
    .argument('<baselines...>', 'files of `baseline -o`')
    .option('-o, --out <file>', 'the page; an old one is replaced', 'board.html')
    .addOption(thresholdOption('recall at which the reliable length ends'))
    .action(board);
}

interface BoardFlags {
  out: string;
  threshold: number;
}

async function board(given: string[], { out: output, threshold }: BoardFlags): Promise<void> {
  const [
    { readBaseline },
    { boardOf },
    { boardHtml },
    { answerOf, leftOutText, unlikeTexts },
    { clip },
    { assertReplaceable, writeWhole },
  ] = await Promise.all([
    import('../measuring/results/baseline/baseline.js'),
    import('../measuring/report/board/board.js'),
    import('../measuring/report/board/board-html.js'),
    import('../measuring/report/board/board-words.js'),
    import('../measuring/document/terminal.js'),
    import('../base/files/whole-files.js'),
  ]);
  assertReplaceable(output, PAGE_MARK);
  const files = [...new Set(await namedFiles(given))].map((file) => {
    const report = reportBeside(file, output);
    return {
      name: basename(file, extname(file)),
      baseline: readBaseline(file),
      ...(report !== undefined && { report }),
    };
  });
  speakTheirs(languagesOfBaselines(files.map((file) => file.baseline)));
  const made = boardOf(files, threshold);
  if (made.tables.length === 0) {
    throw new UserError(
      `${given.join(', ')}: no baseline has prompts of a benchmark, which a board compares. Name others.`,
    );
  }
  writeWhole(output, boardHtml(made));
  const left = leftOutText(made);
  if (left !== '') print(process.stderr, `${clip(left, 2000)}\n`);
  const lines = made.tables.map((table) => {
    const [answer, more] = answerOf(table);
    const first = made.tables.length > 1 ? say`${table.title}: ${answer}.` : say`${answer}.`;
    return clip(paragraph([first, more]), 400);
  });
  print(process.stdout, `${[...unlikeTexts(made), ...lines, output].join('\n')}\n`);
}

/** The page of a report in the folder of a baseline's name beside it, as a link on the board. */
function reportBeside(file: string, output: string): string | undefined {
  const page = join(dirname(file), basename(file, extname(file)), 'index.html');
  if (!isFile(page)) return undefined;
  return relative(dirname(output), page).split(sep).map(encodeURIComponent).join('/');
}
