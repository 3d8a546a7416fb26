/** Draws a badge for a README: what was measured, and the verdict in its tone. */
import { say } from '../../../base/text/language.js';
import type { Document, Tone } from '../document.js';
import { plain } from '../foreign.js';
import { html, type Markup } from '../markup.js';

/** White on each has a contrast of 4.5 or better. */
const GROUNDS: Readonly<Record<Tone, string>> = {
  good: '#0b6b3a',
  bad: '#b3261e',
  warn: '#7a5200',
  plain: '#57606a',
};

/** Pixels of a sign at 11 px, as wide as most fonts draw it, and on both sides of a text. */
const [SIGN, WIDE_SIGN, SIDE] = [6.6, 11.5, 7];

/** @returns nothing for a document without a badge */
export function badgeSvg({ badge }: Document): Markup | undefined {
  if (!badge) return undefined;
  const [label, value] = [say`long context`, plain(badge.text)];
  const said = say`${label}: ${value}`;
  const [left, right] = [widthOf(label), widthOf(value)];
  const all = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" role="img" aria-label="${said}" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><title>${said}</title><rect width="${all}" height="20" rx="3" fill="#2b3137"/><path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${GROUNDS[badge.tone]}"/><g fill="#fff"><text x="${SIDE}" y="14">${label}</text><text x="${left + SIDE}" y="14">${value}</text></g></svg>`;
}

function widthOf(text: string): number {
  const signs = [...text].map((sign) => (/[\u2e80-\uffef]/.test(sign) ? WIDE_SIGN : SIGN));
  return Math.ceil(signs.reduce((sum, width) => sum + width, 2 * SIDE));
}
