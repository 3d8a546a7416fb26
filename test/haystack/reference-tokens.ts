import { Tiktoken, type TiktokenBPE } from 'js-tiktoken/lite';

const encodings = new Map<string, Promise<Tiktoken>>();

async function load(name: string): Promise<Tiktoken> {
  const ranks = (await import(`js-tiktoken/ranks/${name}`)) as { default: TiktokenBPE };
  return new Tiktoken(ranks.default);
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
