/** A result that facts are planted in, line by line. */
import { isNoise } from './candidates.js';

/** How a line of a result gives a value, and how one more such line is written. */
const SHAPES: readonly (readonly [RegExp, (key: string, value: string) => string])[] = [
  [/^\s*"[\w-]+": "?[^"{[]+"?,$/, (key, value) => `"${key}": "${value}",`],
  [/^\s*[\w-]+ ?= ?\S/, (key, value) => `${key} = ${value}`],
  [/^\s*[#*-] /, (key, value) => `- ${key.replaceAll('_', ' ')}: ${value}`],
  [/^\s*[\w -]{2,40}: \S/, (key, value) => `${key.replaceAll('_', ' ')}: ${value}`],
];

/** A line of a file that is shown with numbers, and one of them that is empty. */
const NUMBERED = /^\s*\d+(?:→|\t)/;
const EMPTY = /^\s*\d+(?:→|\t)\s*$/;

function shapeOf(line: string) {
  const shape = SHAPES.find(([pattern]) => pattern.test(line));
  return shape && !isNoise(line) ? shape : undefined;
}

/** A line, looked at once: a long result holds many facts, and each looks for its place among all lines. */
interface Line {
  text: string;
  isEmpty: boolean;
  isShaped: boolean;
}

function lineOf(text: string): Line {
  return { text, isEmpty: EMPTY.test(text), isShaped: shapeOf(text) !== undefined };
}

export class Holder {
  private readonly lines: Line[];

  constructor(content: string) {
    this.lines = content.split('\n').map(lineOf);
  }

  text(): string {
    return this.lines.map(({ text }) => text).join('\n');
  }

  /** Write one more line as the one that it follows, as far in; of a file with numbers, in an empty line. */
  plant(key: string, value: string, random: () => number): void {
    const { lines } = this;
    const start = 1 + Math.floor(random() * (lines.length - 2));
    const empty = this.next(start, ({ isEmpty }) => isEmpty);
    if (empty >= 0) {
      lines[empty] = lineOf(`${lines[empty]!.text}${key} = ${value}`);
      return;
    }
    const shaped = this.next(start, ({ isShaped }) => isShaped);
    const last = NUMBERED.test(lines[start]!.text) ? lines.length - 1 : start;
    const at = shaped >= 0 ? shaped : last;
    const { text } = lines[at]!;
    const [, write] = shapeOf(text) ?? SHAPES.at(-1)!;
    lines.splice(at + 1, 0, lineOf(/^\s*/.exec(text)![0] + write(key, value)));
  }

  /** The first line of a kind from a place on, and from the top again behind the last one; -1 for none. */
  private next(start: number, is: (line: Line) => boolean): number {
    const { lines } = this;
    for (let at = start; at < lines.length; at++) if (is(lines[at]!)) return at;
    return lines.findIndex((line, at) => at < start && is(line));
  }
}
