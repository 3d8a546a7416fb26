/** Counts tokens of texts by pieces that are encoded one by one. */

/** Returns where the piece from a start ends. See `PieceTokenizer`. */
export type PieceEnds = (start: number) => number;

export interface Tokenizer {
  readonly name: string;
  /** Counts a whole text, without special tokens. */
  count(text: string): number;
}

/**
 * A tokenizer that encodes pieces of a text one by one. Counts add up, which makes exact lengths cheap (see
 * corpus.ts).
 */
export interface PieceTokenizer extends Tokenizer {
  /**
   * Tells where the piece from a start ends, looking only forward.
   *
   * @returns nothing for a text whose pieces do not add up, as where it is normalised first
   */
  readonly pieceEnds: (text: string) => PieceEnds | undefined;
  readonly countPiece: (piece: string) => number;
}

export function hasPieces(tokenizer: Tokenizer): tokenizer is PieceTokenizer {
  return 'pieceEnds' in tokenizer;
}

export function summed(
  name: string,
  pieceEnds: (text: string) => PieceEnds,
  countPiece: (piece: string) => number,
): PieceTokenizer {
  return {
    name,
    pieceEnds,
    countPiece,
    count(text) {
      const pieceEnd = pieceEnds(text);
      let total = 0;
      for (let start = 0; start < text.length; ) {
        const end = pieceEnd(start);
        total += countPiece(text.slice(start, end));
        start = end;
      }
      return total;
    },
  };
}

/**
 * Splits by several expressions in turn, each between the matches of the one before. A match of an earlier one
 * is a piece, which `within` splits.
 *
 * @param steps - with the flag `g`; they match no empty text and look only forward (see `isForward`)
 */
export function splitting(steps: readonly RegExp[]): (text: string) => PieceEnds {
  const sticky = steps.map(({ source, flags }) => new RegExp(source, flags.replace('g', 'y')));
  // `matchAll` goes on where a search stopped, so searches have their own expressions.
  const global = steps.map((step) => new RegExp(step));
  return (text) => {
    /** For each step, where its next match begins, and from where it was searched. */
    const found = steps.map(() => ({ from: 0, start: -1 }));
    return (start) => {
      let span = text;
      for (let i = 0; i < sticky.length; i++) {
        const here = sticky[i]!;
        here.lastIndex = start;
        if (here.test(span)) return here.lastIndex;
        const next = found[i]!;
        if (start < next.from || start > next.start || next.start > span.length) {
          next.from = start;
          next.start = startOfMatch(global[i]!, span, start);
        }
        if (next.start < span.length) span = text.slice(0, next.start);
      }
      return span.length;
    };
  };
}

function startOfMatch(step: RegExp, text: string, from: number): number {
  step.lastIndex = from;
  return step.exec(text)?.index ?? text.length;
}

/** Splits a piece by several expressions. */
export function within(piece: string, steps: readonly RegExp[]): string[] {
  return steps.reduce((parts, step) => parts.flatMap((part) => isolated(part, step)), [piece]);
}

/** Returns the matches and what stands between them. */
function isolated(text: string, step: RegExp): string[] {
  const parts: string[] = [];
  let behind = 0;
  for (const { 0: match, index } of text.matchAll(step)) {
    if (behind < index) parts.push(text.slice(behind, index));
    parts.push(match);
    behind = index + match.length;
  }
  if (behind < text.length) parts.push(text.slice(behind));
  return parts;
}

const ONE = String.raw`(?:\[(?:[^\]\\]|\\.)+\]|\\[pP]\{\w+\}|\\u[\dA-F]{4}|\\[sSdrnt]|\\[^\w\s]|[^\\[\](){}|?*+.^$])`;
const WORD = `${ONE}{1,4}`;
const QUANTIFIER = String.raw`[?*+]|\{\d+(?:,\d*)?\}`;
const ITEM = new RegExp(
  String.raw`(?<one>${ONE})(?<quantifier>${QUANTIFIER})?|\(\?:${WORD}(?:\|${WORD})*\)(?<optional>\?)?|(?<end>\(\?!(?:\\S|\\P\{White_Space\})\)(?=$|\|))|(?<or>\|)`,
  'uy',
);
/**
 * Matches only letters, or only white space: a failed attempt behind such a run has read only what is in the
 * piece anyway.
 */
const ONE_KIND = /^(?:\\s|\\p\{White_Space\}|\[(?:\\[rn])+\]|\[?(?:\\p\{[LM][a-z]?\})+\]?)$/u;

/**
 * Tells whether a match depends on nothing before it, and behind it only on white space and a few characters,
 * and takes no exponential time. False means unknown.
 *
 * @param looksBehind - whether it may end in a look at the character behind the piece
 */
export function isForward({ source }: RegExp, looksBehind: boolean): boolean {
  let isOpen = false;
  let takes = false;
  ITEM.lastIndex = 0;
  while (ITEM.lastIndex < source.length) {
    const item = ITEM.exec(source);
    if (!item) return false;
    const { one, quantifier = '', optional, end, or } = item.groups!;
    if (or !== undefined) {
      if (!takes) return false;
      takes = false;
      isOpen = false;
      continue;
    }
    if (end !== undefined) {
      if (isOpen || !looksBehind) return false;
      continue;
    }
    const isNeeded = optional === undefined && !/^(?:[?*]|\{0)/.test(quantifier);
    if (isNeeded && isOpen) return false;
    takes ||= isNeeded;
    const isEndless = /[*+]|,\}/.test(quantifier);
    isOpen ||= isEndless && !ONE_KIND.test(one!);
  }
  return takes;
}
