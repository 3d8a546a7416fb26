/**
 * Colours and type of the charts. Every chart is drawn in the light colours; `DARK` says what each
 * becomes on a dark page, as CSS that any page with an inline SVG can use.
 */

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
