import { largest } from '../../base/extremes.js';

/** A run of this many characters shared with the prompt, without white space, is a repetition: more than a sentence. */
export const LONGEST_QUOTATION = 160;

const AROUND = 40;

/** Every run that long holds one whole piece if the prompt is cut into pieces of this length. */
const PIECE = LONGEST_QUOTATION / 2;

/**
 * Removes runs longer than a quotation that repeat a prompt.
 *
 * @param documents - of the prompt, one of which may be quoted as a whole: who chose it has read
 */
export function withoutRepeated(
  answer: string,
  prompt: string,
  documents: readonly Readonly<Record<string, string>>[] = [],
): string {
  const { bare, offsets } = withoutSpace(answer);
  const lengths = documents.map(({ title = '', text = '' }) => title.length + text.length);
  const longest = largest([LONGEST_QUOTATION, ...lengths.map((length) => length + AROUND)]);
  if (bare.length < longest) return answer;
  const source = prompt.replace(/\s+/g, '');
  const pieces = new Map<string, number>();
  for (let at = 0; at + PIECE <= source.length; at += PIECE) {
    const piece = source.slice(at, at + PIECE);
    if (!pieces.has(piece)) pieces.set(piece, at);
  }
  const kept: string[] = [];
  let from = 0;
  let least = 0;
  for (let at = 0; at + PIECE <= bare.length; at++) {
    const place = pieces.get(bare.slice(at, at + PIECE));
    if (place === undefined) continue;
    let [start, end] = [at, at + PIECE];
    while (start > least && start - at + place > 0 && at - start < LONGEST_QUOTATION) {
      if (bare[start - 1] !== source[start - 1 - at + place]) break;
      start--;
    }
    while (end < bare.length && bare[end] === source[end - at + place]) end++;
    if (end - start < longest) continue;
    kept.push(answer.slice(from, offsets[start]));
    from = offsets[end - 1]! + 1;
    least = end;
    at = end - 1;
  }
  return from === 0 ? answer : [...kept, answer.slice(from)].join('\n');
}

function withoutSpace(text: string): { bare: string; offsets: number[] } {
  const offsets: number[] = [];
  for (let i = 0; i < text.length; i++) if (!/\s/.test(text[i]!)) offsets.push(i);
  return { bare: text.replace(/\s+/g, ''), offsets };
}
