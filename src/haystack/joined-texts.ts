/** Counts texts that are put together of the same long parts again and again, each of which is split once. */
import { kept } from '../latest.js';
import { hasPieces, type PieceTokenizer, type Tokenizer } from './tokenizer.js';

/** The middle of a text, between two of its piece boundaries. */
interface Middle {
  from: number;
  to: number;
  tokens: number;
}

/** So many characters at each end are split again with what stands there. */
const EDGE = 24;

/** So many middles are kept for each tokenizer. */
const MOST_KEPT = 50_000;

const middles = new WeakMap<Tokenizer, Map<string, Middle>>();

/**
 * The exact number of tokens in some texts joined. A tokenizer's pieces depend on the text from their start
 * onward: where a piece boundary of the joined text meets one of a part, the pieces behind it are the part's own,
 * up to where white space or the end of the part could decide otherwise.
 */
export function countJoined(tokenizer: Tokenizer, parts: readonly string[]): number {
  if (!hasPieces(tokenizer)) return tokenizer.count(parts.join(''));
  const known = kept(middles, tokenizer, () => new Map<string, Middle>());
  if (known.size > MOST_KEPT) known.clear();
  let total = 0;
  let pending = '';
  for (const part of parts) {
    const text = pending + part;
    const middle = part.length > 4 * EDGE && kept(known, part, () => middleOf(tokenizer, part));
    const head = middle && splitUpTo(tokenizer, text, 0, pending.length + middle.from);
    if (middle && head && head.end === pending.length + middle.from) {
      total += head.tokens + middle.tokens;
      pending = part.slice(middle.to);
    } else {
      pending = text;
    }
  }
  return total + tokenizer.count(pending);
}

function middleOf(tokenizer: PieceTokenizer, part: string): Middle {
  const from = splitUpTo(tokenizer, part, 0, EDGE).end;
  // Behind its end there is something that is no white space, which decides where the last piece ends.
  const last = part.trimEnd().length - EDGE;
  const { before, tokens, lastTokens } = splitUpTo(tokenizer, part, from, last);
  return { from, to: before, tokens: tokens - lastTokens };
}

/** Split a text from an offset to the first piece boundary at or behind a place; `before` is the one before that. */
function splitUpTo(
  { piece, countPiece }: PieceTokenizer,
  text: string,
  start: number,
  place: number,
): { end: number; before: number; tokens: number; lastTokens: number } {
  let end = start;
  let before = start;
  let tokens = 0;
  let lastTokens = 0;
  piece.lastIndex = start;
  while (end < place && piece.test(text)) {
    before = end;
    lastTokens = countPiece(text.slice(end, piece.lastIndex));
    tokens += lastTokens;
    end = piece.lastIndex;
  }
  return { end, before, tokens, lastTokens };
}
