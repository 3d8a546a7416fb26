/** Reads examples of a JSON file. Their places are found once. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { UserError } from '../../base/user-error.js';

export interface ExampleSource {
  example(index: number): unknown;
  load(index: number): Promise<void>;
  fields(names: readonly string[]): AsyncIterable<unknown>;
}

const CHUNK_BYTES = 1 << 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Place of an example, in bytes. */
export interface Span {
  start: number;
  end: number;
}

/** @throws {UserError} for a file that has no examples in it, or ends inside one */
export function openJsonExamples(file: string): ExampleSource {
  return examplesAt(file, spansOf(file), 'JSON', JSON.parse);
}

/** @param parse - throws for a text that is not of the format */
export function examplesAt(
  file: string,
  spans: readonly Span[],
  format: string,
  parse: (text: string) => unknown,
): ExampleSource {
  const example = (index: number) => {
    try {
      return parse(textAt(file, spans[index]!));
    } catch {
      throw new UserError(
        `published: ${file}, example ${index + 1} is not ${format}. Fetch the file again.`,
      );
    }
  };
  return {
    example,
    async load() {},
    async *fields(names) {
      for (let i = 0; i < spans.length; i++) {
        const all = example(i) as Record<string, unknown>;
        yield Object.fromEntries(names.map((name) => [name, all[name]]));
      }
    },
  };
}

/** Finds the outermost objects, whatever is between them. */
function spansOf(file: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  let isEscaped = false;
  forEachByte(file, (byte, at) => {
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPENING && depth++ === 0) start = at;
    else if (byte === CLOSING && --depth === 0) spans.push({ start, end: at + 1 });
  });
  if (depth === 0 && !inString) return spans;
  throw endsInside(file);
}

export function endsInside(file: string): UserError {
  return new UserError(`published: ${file} ends inside an example. Fetch the file again.`);
}

export function forEachByte(file: string, visit: (byte: number, at: number) => void): void {
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let at = 0; ; ) {
      const size = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
      if (size === 0) return;
      for (let i = 0; i < size; i++) visit(chunk[i]!, at + i);
      at += size;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Makes the digest of a file too large to read at once, equal to `digestOf`. */
export function digestOfFile(file: string): string {
  const hash = createHash('sha256');
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let size = readSync(descriptor, chunk); size > 0; size = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, size));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex').slice(0, 16);
}

export function textAt(file: string, { start, end }: Span): string {
  const bytes = Buffer.alloc(end - start);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, bytes.length, start);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString('utf8');
}
