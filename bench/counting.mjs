import { Tiktoken } from 'js-tiktoken/lite';

/** Counts tokens with js-tiktoken itself, with a memory for the pieces that it splits a text into. */
export async function tiktokenCounter(encoding) {
  const { default: ranks } = await import(`js-tiktoken/ranks/${encoding}`);
  const tiktoken = new Tiktoken(ranks);
  const pieces = new Map();
  const pattern = new RegExp(ranks.pat_str, 'gu');
  return (text) => {
    let total = 0;
    for (const [piece] of text.matchAll(pattern)) {
      let count = pieces.get(piece);
      if (count === undefined) {
        count = tiktoken.encode(piece, [], []).length;
        pieces.set(piece, count);
      }
      total += count;
    }
    return total;
  };
}
