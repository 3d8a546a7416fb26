/** Draws the picture that people share: the decisions and a bar for each model, 1200 by 630. */
import { say } from '../../../base/text/language.js';
import { type Document, saidDecisions, type Tone } from '../document.js';
import { plain } from '../foreign.js';
import { html, type Markup } from '../markup.js';
import { percentText } from '../words.js';

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
  )}${bars.map(({ name, share: part, text }, i) => {
    const y = top + i * 44;
    return html`<text x="64" y="${y + 21}" font-size="26" fill="#57606a">${clipped(plain(name), 18)}</text><rect x="340" y="${y}" width="640" height="26" rx="13" fill="#e3e7ec"/><rect x="340" y="${y}" width="${(640 * part).toFixed(0)}" height="26" rx="13" fill="${part >= 0.85 ? INKS.good : INKS.bad}"/><text x="1010" y="${y + 21}" font-size="26" font-weight="700" fill="#14181d">${text ? plain(text) : percentText(part)}</text>`;
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
