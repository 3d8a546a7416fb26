/**
 * A result that facts are planted in, line by line. Its lines are kept in blocks of about the square root of their
 * number, so that as many facts as a long result needs do not each go through all of it.
 */
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

const isEmpty = (line: string) => EMPTY.test(line);

const isShaped = (line: string) => shapeOf(line) !== undefined;

function shapeOf(line: string) {
  const shape = SHAPES.find(([pattern]) => pattern.test(line));
  return shape && !isNoise(line) ? shape : undefined;
}

/** Lines side by side, and how many of them are empty or shaped. */
interface Block {
  lines: string[];
  empty: number;
  shaped: number;
}

export class Holder {
  private readonly blocks: Block[];
  private length: number;

  constructor(content: string) {
    const lines = content.split('\n');
    this.length = lines.length;
    const size = Math.ceil(Math.sqrt(lines.length));
    this.blocks = Array.from({ length: Math.ceil(lines.length / size) }, (_, i) => {
      const own = lines.slice(i * size, (i + 1) * size);
      return {
        lines: own,
        empty: own.filter(isEmpty).length,
        shaped: own.filter(isShaped).length,
      };
    });
  }

  text(): string {
    return this.blocks.map(({ lines }) => lines.join('\n')).join('\n');
  }

  /** Write one more line as the one that it follows, as far in; of a file with numbers, in an empty line. */
  plant(key: string, value: string, random: () => number): void {
    const start = 1 + Math.floor(random() * (this.length - 2));
    const empty = this.next(start, 'empty', isEmpty);
    if (empty !== undefined) {
      this.replace(empty, 1, [`${this.lineAt(empty)}${key} = ${value}`]);
      return;
    }
    const shaped = this.next(start, 'shaped', isShaped);
    const last = NUMBERED.test(this.lineAt(start)) ? this.length - 1 : start;
    const at = shaped ?? last;
    const line = this.lineAt(at);
    const [, write] = shapeOf(line) ?? SHAPES.at(-1)!;
    this.replace(at + 1, 0, [/^\s*/.exec(line)![0] + write(key, value)]);
  }

  /** The first line of a kind from a place on, and from the top again behind the last one. */
  private next(
    start: number,
    kind: 'empty' | 'shaped',
    is: (line: string) => boolean,
  ): number | undefined {
    return this.between(start, this.length, kind, is) ?? this.between(0, start, kind, is);
  }

  private between(
    from: number,
    to: number,
    kind: 'empty' | 'shaped',
    is: (line: string) => boolean,
  ): number | undefined {
    let before = 0;
    for (const block of this.blocks) {
      if (before >= to) return undefined;
      const { lines } = block;
      if (block[kind] > 0 && before + lines.length > from) {
        const first = Math.max(0, from - before);
        const found = lines.findIndex((line, i) => i >= first && before + i < to && is(line));
        if (found >= 0) return before + found;
      }
      before += lines.length;
    }
    return undefined;
  }

  private lineAt(place: number): string {
    const { block, at } = this.blockAt(place);
    return block.lines[at]!;
  }

  /** @param place - up to the end of the lines */
  private replace(place: number, removed: number, added: readonly string[]): void {
    const { block, at } = this.blockAt(place);
    for (const line of block.lines.splice(at, removed, ...added)) count(block, line, -1);
    for (const line of added) count(block, line, 1);
    this.length += added.length - removed;
  }

  private blockAt(place: number): { block: Block; at: number } {
    let before = 0;
    for (const block of this.blocks) {
      if (place < before + block.lines.length) return { block, at: place - before };
      before += block.lines.length;
    }
    const block = this.blocks.at(-1)!;
    return { block, at: block.lines.length };
  }
}

function count(block: Block, line: string, by: 1 | -1): void {
  if (isEmpty(line)) block.empty += by;
  if (isShaped(line)) block.shaped += by;
}
