/** The pictures of a Document as SVG files: what people share, a badge, and each chart. */

import { say } from '../../../base/text/language.js';
import { type Block, type Chart, type Document, saidDecisions, type Tone } from '../document.js';
import { plain } from '../foreign.js';
import { html, type Markup } from '../markup.js';
import { percentText, shareTone } from '../words.js';
import { chartSvg } from './html-chart.js';

/** @returns SVG by name without its ending: `share`, `badge`, `chart`, `chart-2` */
export function documentPictures(document: Document): Map<string, string> {
  const charts = chartsOf(document.blocks).flatMap((chart) => chartSvg(chart)?.text ?? []);
  const badge = badgeSvg(document);
  return new Map([
    ['share', shareSvg(document).text],
    ...(badge ? [['badge', badge.text] as const] : []),
    ...charts.map((svg, i): [string, string] => [i === 0 ? 'chart' : `chart-${i + 1}`, svg]),
  ]);
}

function chartsOf(blocks: readonly Block[]): Chart[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'section') return chartsOf(block.blocks);
    return block.kind === 'chart' ? [block] : [];
  });
}

const INKS: Readonly<Record<Tone, string>> = {
  good: '#0b6b3a',
  bad: '#b3261e',
  warn: '#7a5200',
  plain: '#14181d',
};

/** Characters of a line of large text, lines, and bars. */
const [PER_LINE, MOST_LINES, MOST_BARS] = [36, 4, 5];

export function shareSvg(document: Document): Markup {
  const { share, title } = document;
  const lines = saidDecisions(document)
    .flatMap(({ tone, text }) => linesOf(plain(text)).map((line) => ({ line, tone })))
    .slice(0, MOST_LINES);
  const bars = (share?.bars ?? []).slice(0, MOST_BARS);
  const top = 130 + lines.length * 66;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Inter,system-ui,sans-serif"><rect width="1200" height="630" fill="#fff"/>${lines.map(
    ({ line, tone }, i) =>
      html`<text x="64" y="${120 + i * 66}" font-size="54" font-weight="700" fill="${INKS[tone]}">${line}</text>`,
  )}${bars.map(({ name, share: part, text, tone = shareTone(part) }, i) => {
    const y = top + i * 44;
    return html`<text x="64" y="${y + 21}" font-size="26" fill="#57606a">${clipped(plain(name), 18)}</text><rect x="340" y="${y}" width="640" height="26" rx="13" fill="#e3e7ec"/><rect x="340" y="${y}" width="${(640 * part).toFixed(0)}" height="26" rx="13" fill="${INKS[tone]}"/><text x="1010" y="${y + 21}" font-size="26" font-weight="700" fill="#14181d">${text ? plain(text) : percentText(part)}</text>`;
  })}<text x="64" y="590" font-size="22" fill="#57606a">${share ? plain(share.label) : plain(title)} · ${say`measured with promptfoo-counting-stars`}</text></svg>`;
}

function linesOf(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && [...`${line} ${word}`].length > PER_LINE)
      lines.push(clipped(word, PER_LINE));
    else lines[lines.length - 1] = line === '' ? clipped(word, PER_LINE) : `${line} ${word}`;
  }
  return lines;
}

function clipped(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}

/** White on each has a contrast of 4.5 or better. */
const GROUNDS: Readonly<Record<Tone, string>> = { ...INKS, plain: '#57606a' };

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
