/**
 * Single values out of a long JSON document, one after another: the text of each is found by its
 * brackets and quotes, and parsed by itself, so that memory holds one of them at a time.
 */

/** Stands for every element of an array in a path. */
export const EACH = Symbol('each element');

/** From the outermost object inwards: names of properties, or all elements of an array. */
export type JsonPath = readonly (string | typeof EACH)[];

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/**
 * The values at a path of a JSON document, in their order.
 *
 * @param chunks - the document in UTF-8, cut anywhere
 * @throws SyntaxError for a value that is no JSON, and for a document that ends too early or is empty
 *
 * @example
 * for await (const result of jsonValues(file, ['results', 'results', EACH])) …
 */
export async function* jsonValues(
  chunks: AsyncIterable<Uint8Array | string>,
  path: JsonPath,
): AsyncGenerator<unknown> {
  const scanner = new JsonScanner(path);
  for await (const chunk of chunks) {
    for (const text of scanner.read(Buffer.from(chunk))) yield JSON.parse(text);
  }
  scanner.end();
}

/** Follows brackets and quotes; what stands outside of the values that are asked for is not checked further. */
class JsonScanner {
  /** Where the scanner is: in each bracket that is open, the name of the property, or `EACH`. */
  private readonly place: (string | typeof EACH)[] = [];
  private inString = false;
  /** Backslashes at the end of what has been read of a string: whether the next byte is escaped. */
  private escaped = false;
  private begun = false;
  /** Pieces of the value or of the name that is being read. */
  private pieces: Buffer[] = [];
  /** How many brackets were open when the value began; none is being read below 0. */
  private valueDepth = -1;
  private name = '';

  constructor(private readonly path: JsonPath) {}

  /** The texts of all values that end in a chunk. */
  read(chunk: Buffer): string[] {
    const found: string[] = [];
    let start = 0; // Where the value or the name that is being read begins in this chunk.
    let at = 0;
    const keep = (end: number) => {
      const text = Buffer.concat([...this.pieces, chunk.subarray(start, end)]).toString();
      this.pieces = [];
      return text;
    };
    const finishValue = (end: number) => {
      found.push(keep(end));
      this.valueDepth = -1;
    };
    while (at < chunk.length) {
      if (this.inString) {
        at = this.endOfString(chunk, at);
        if (this.inString) break;
        if (this.valueDepth < 0 && this.isNear()) this.name = keep(at);
        continue;
      }
      const byte = chunk[at]!;
      const ends = byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
      if (ends && this.valueDepth === this.place.length) finishValue(at);
      if (byte > SPACE && !ends && byte !== COLON) {
        this.begin(byte);
        if (this.valueDepth < 0 && this.isWanted()) {
          this.valueDepth = this.place.length;
          start = at;
        }
      }
      if (byte === QUOTE) {
        this.inString = true;
        if (this.valueDepth < 0) start = at;
      } else if (byte === COLON) this.enter();
      else if (byte === COMMA) this.leave();
      else if (byte === OPEN_OBJECT) this.place.push('');
      else if (byte === OPEN_ARRAY) this.place.push(EACH);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.close(byte);
      at++;
    }
    if (this.valueDepth >= 0 || (this.inString && this.isNear())) {
      this.pieces.push(chunk.subarray(start));
    }
    return found;
  }

  /** @throws SyntaxError where the document is not at its end */
  end(): void {
    if (!this.begun) throw new SyntaxError('it is empty');
    if (this.inString || this.place.length > 0) throw new SyntaxError('it ends in the middle');
  }

  /** Where a string that began before `at` ends; `inString` says whether it does. */
  private endOfString(chunk: Buffer, at: number): number {
    let from = at;
    if (this.escaped) from++;
    this.escaped = false;
    for (;;) {
      const quote = chunk.indexOf(QUOTE, from);
      const end = quote < 0 ? chunk.length : quote;
      let backslashes = 0;
      while (end - backslashes > from && chunk[end - backslashes - 1] === BACKSLASH) backslashes++;
      const escapes = backslashes % 2 === 1;
      if (quote < 0) {
        this.escaped = escapes;
        return end;
      }
      from = quote + 1;
      if (escapes) continue;
      this.inString = false;
      return from;
    }
  }

  /** There is one value outermost, and it is an object or an array. */
  private begin(byte: number): void {
    if (this.place.length > 0) return;
    if (this.begun) throw new SyntaxError('something stands behind its end');
    if (byte !== OPEN_OBJECT && byte !== OPEN_ARRAY) throw new SyntaxError('it is no JSON');
    this.begun = true;
  }

  private close(byte: number): void {
    const opened = this.place.pop();
    if (opened === undefined || (opened === EACH) !== (byte === CLOSE_ARRAY)) {
      throw new SyntaxError('its brackets do not match');
    }
  }

  /** Whether names of properties are needed here. */
  private isNear(): boolean {
    return this.place.length <= this.path.length;
  }

  /** Whether a value that begins here is at the path. */
  private isWanted(): boolean {
    const { place, path } = this;
    return place.length === path.length && place.every((step, i) => step === path[i]);
  }

  /** Behind a colon stands the value of the property whose name was read last. */
  private enter(): void {
    if (this.valueDepth >= 0 || !this.isNear() || this.place.length === 0) return;
    this.place[this.place.length - 1] = String(JSON.parse(this.name));
  }

  /** Behind a comma stands another property, or another element. */
  private leave(): void {
    if (this.valueDepth >= 0 || this.place[this.place.length - 1] === EACH) return;
    if (this.place.length > 0) this.place[this.place.length - 1] = '';
  }
}
