/** A prompt with its evidence marked; what is far from it is left out. */
import type { Tokenizer } from '../haystack/tokenizer.js';
import { countText } from '../output/words.js';
import { tokensBefore } from '../providers/read-prompt.js';

/** Part of a text, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/** How much is shown on both sides of evidence, and at the start and the end of a prompt. */
const AROUND = 120;

/** Less than this is not left out. */
const LEAST_GAP = 200;

/** What `markedPrompt` shows, and how. */
export interface MarkedLook {
  /** Whether nothing is left out. */
  whole: boolean;
  /** Whether evidence is reversed in colour, and not put between » and «. */
  colour: boolean;
}

/**
 * A prompt for a terminal.
 *
 * @param evidence - is marked; of a long piece both ends are shown
 * @param others - is shown as well, and not marked
 */
export function markedPrompt(
  text: string,
  evidence: readonly Span[],
  others: readonly Span[],
  tokenizer: Tokenizer,
  { whole, colour }: MarkedLook,
): string {
  const edges = [0, text.length, ...evidence.flatMap(({ start, end }) => [start, end])];
  const near = edges.map((edge) => ({
    start: Math.max(0, edge - AROUND),
    end: Math.min(text.length, edge + AROUND),
  }));
  const shown = whole ? [{ start: 0, end: text.length }] : joined([...near, ...others], LEAST_GAP);
  const marked = joined(evidence, 0);
  const cuts = shown.flatMap(({ start, end }) => [start, end]);
  const { offsets } = tokensBefore(text, cuts, tokenizer);
  const [on, off] = colour ? ['\u001b[7m', '\u001b[27m'] : ['»', '«'];
  return shown
    .map((span, i) => {
      const left = i === 0 ? 0 : offsets[2 * i]! - offsets[2 * i - 1]!;
      const parts = marked.flatMap(({ start, end }) => {
        const [from, to] = [Math.max(start, span.start), Math.min(end, span.end)];
        return from < to ? [{ start: from, end: to }] : [];
      });
      const shownText = parts.map((part, k) => {
        const before = text.slice(parts[k - 1]?.end ?? span.start, part.start);
        return `${plainText(before)}${on}${plainText(text.slice(part.start, part.end))}${off}`;
      });
      const rest = plainText(text.slice(parts.at(-1)?.end ?? span.start, span.end));
      return `${left === 0 ? '' : `\n… ${countText(left)} tokens …\n`}${shownText.join('')}${rest}`;
    })
    .join('');
}

/** Spans in their order, of which those that are no further apart than a gap are one. */
function joined(spans: readonly Span[], gap: number): Span[] {
  const all: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.end + gap) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** A text of several lines without anything that moves the cursor, and without half a character. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => (sign === '\n' ? sign : ' '));
}
