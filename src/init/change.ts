import { structuredPatch } from 'diff';

/** Lines that are shown around each change. */
const CONTEXT = 2;

const COLOURS: Record<string, string> = { '+': '\u001b[32m', '-': '\u001b[31m' };

/** What changes between two texts, line by line: `+` is added, `-` removed. */
export function changeText(before: string, after: string, { colour }: { colour: boolean }): string {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT });
  return hunks
    .map(({ lines }) =>
      lines
        .filter((line) => !line.startsWith('\\'))
        .map((written) => {
          const line = written.replace(/\r$/, '');
          const code = COLOURS[line[0]!];
          return colour && code ? `${code}${line}\u001b[39m` : line;
        })
        .join('\n'),
    )
    .join('\n…\n');
}
