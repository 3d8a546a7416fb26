import { Tiktoken, type TiktokenBPE } from 'js-tiktoken/lite';

const RANKS: Record<string, () => Promise<{ default: TiktokenBPE }>> = {
  gpt2: () => import('js-tiktoken/ranks/gpt2'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  p50k_edit: () => import('js-tiktoken/ranks/p50k_edit'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
};

const encodings = new Map<string, Promise<Tiktoken>>();

async function load(name: string): Promise<Tiktoken> {
  return new Tiktoken((await RANKS[name]!()).default);
}

/** js-tiktoken itself, the reference that every count of ours must equal. */
export function tiktoken(name: string): Promise<Tiktoken> {
  let encoding = encodings.get(name);
  if (!encoding) {
    encoding = load(name);
    encodings.set(name, encoding);
  }
  return encoding;
}

/** What js-tiktoken counts for a text, special tokens in it being plain text. */
export function referenceCount(encoding: Tiktoken, text: string): number {
  return encoding.encode(text, [], []).length;
}

/**
 * How many tokens of a text lie before each character of it; inside a piece that the encoding splits
 * off as one, those before the piece.
 */
export async function tokensBefore(name: string, text: string): Promise<Float64Array> {
  const encoding = await tiktoken(name);
  const { pat_str } = (await RANKS[name]!()).default;
  const counts = new Map<string, number>();
  const before = new Float64Array(text.length + 1);
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(new RegExp(pat_str, 'gu'))) {
    before.fill(tokens, index, index + piece.length);
    const count = counts.get(piece) ?? referenceCount(encoding, piece);
    counts.set(piece, count);
    tokens += count;
  }
  before[text.length] = tokens;
  return before;
}
