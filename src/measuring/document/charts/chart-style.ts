/**
 * Colours and type of the charts. Every chart is drawn in the light colours; `DARK` says what each
 * becomes on a dark page, as CSS that any page with an inline SVG can use.
 */
import { DIAGNOSES } from '../../../contract/diagnosis.js';

const FONT = 'DejaVu Sans, sans-serif';

/** Fonts of common systems in which Chinese and Latin letters suit each other. */
const CHINESE_FONTS =
  'Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, PingFang SC, Microsoft YaHei, WenQuanYi Micro Hei';

/** Characters of scripts that DejaVu does not have: for these the fonts of the system must help. */
export const BEYOND_DEJAVU =
  /[\u0900-\u0dff\u0e80-\u109f\u1100-\u13ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/u;

/** The fonts of a picture with some texts: one for all of them, so that no word has letters of two. */
export function fontsFor(texts: string): string {
  return BEYOND_DEJAVU.test(texts) ? `${CHINESE_FONTS}, ${FONT}` : FONT;
}

export const INK = '#1f2428';
export const MUTED = '#59626b';
export const LINE = '#d4d8dc';

/** Okabe and Ito's palette (2008), for eyes that tell few hues apart; the strongest first. */
export const HUES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'] as const;

/** Marks beside the hue, so that lines differ without colour too. */
export const SHAPES = ['circle', 'square', 'triangle', 'cross'] as const;

export const DASHES = ['', '6 3', '2 2', '8 3 2 3'] as const;

/** What the colours are on a dark page. */
export const DARK: Readonly<Record<string, string>> = {
  [INK]: '#e8eaed',
  [MUTED]: '#a3abb3',
  [LINE]: '#3a4047',
  '#0072b2': '#4aa8e0',
  '#d55e00': '#f08a3c',
  '#009e73': '#2fc79a',
  '#cc79a7': '#e29bc4',
};

/** CSS rules that turn the charts dark; CSS wins over attributes. */
export function darkRules(scope = ''): string {
  return Object.entries(DARK)
    .map(
      ([light, dark]) =>
        `${scope}[fill="${light}"]{fill:${dark}}${scope}[stroke="${light}"]{stroke:${dark}}`,
    )
    .join('');
}

const KNOWN: readonly string[] = DIAGNOSES;

/** Known diagnoses first, in their own order, then others by name. */
export function orderDiagnoses(words: Iterable<string>): string[] {
  const rank = (word: string) => (KNOWN.includes(word) ? KNOWN.indexOf(word) : KNOWN.length);
  return [...new Set(words)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
