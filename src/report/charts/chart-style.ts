/**
 * Colours and type of the charts. Every chart is drawn in the light colours; `DARK` says what each
 * becomes on a dark page, as CSS that any page with an inline SVG can use.
 */
import { type Diagnosis, PHRASES } from '../../answers/diagnoses.js';

export const FONT = 'DejaVu Sans, sans-serif';

export const INK = '#1f2428';
export const MUTED = '#59626b';
export const LINE = '#d4d8dc';
export const PAPER = '#fefefe';

/** A cell without an answer: the SVG gets a hatching in its place. */
export const MISSING = '#b7bcc2';

/** Okabe and Ito's palette (2008), for eyes that tell few hues apart; the strongest first. */
export const HUES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b07d00', '#3d9fd3'] as const;

/** Marks beside the hue, so that lines differ without colour too. */
export const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];

export const DASHES = [[], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 2, 1, 2]];

/** What the colours are on a dark page. */
export const DARK: Readonly<Record<string, string>> = {
  [INK]: '#e8eaed',
  [MUTED]: '#a3abb3',
  [LINE]: '#3a4047',
  [PAPER]: '#16191d',
  [MISSING]: '#5b636b',
  '#0072b2': '#4aa8e0',
  '#d55e00': '#f08a3c',
  '#009e73': '#2fc79a',
  '#cc79a7': '#e29bc4',
  '#b07d00': '#e0ac33',
  '#3d9fd3': '#8ccbee',
  '#4d4d4d': '#8d949b',
};

/** CSS rules that turn the charts dark; CSS wins over the attributes that Vega writes. */
export function darkRules(scope = ''): string {
  return Object.entries(DARK)
    .map(
      ([light, dark]) =>
        `${scope}[fill="${light}"]{fill:${dark}}${scope}[stroke="${light}"]{stroke:${dark}}`,
    )
    .join('');
}

/** Losses by place in warm hues, odd answers in purple, no answer in grey. */
const DIAGNOSIS_COLOURS: Readonly<Record<Diagnosis, string>> = {
  complete: '#8cc5b4',
  'missing-head': '#f2c14e',
  'missing-middle': '#e8873a',
  'missing-tail': '#b5432a',
  scattered: '#ead9a8',
  missing: '#e8873a',
  partway: '#f2c14e',
  another: '#d36fa0',
  distractor: '#d36fa0',
  wrong: '#b5432a',
  'regular-sequence': '#5a3d8a',
  repetition: '#8f6cc0',
  recited: '#c3aee0',
  'mixed-up': '#d36fa0',
  unreadable: '#7f868c',
  empty: '#bfc4c9',
  refused: '#4d4d4d',
  'cut-off': '#3d78b5',
  'thinking-used-up': '#2c5a86',
  filtered: '#7fb0dd',
};

/** For words that are not known here. */
const OTHER_COLOURS = [
  '#3d78b5',
  '#7fb0dd',
  '#2c5a86',
  '#4aa3a2',
  '#a8c8e6',
  '#6b8e4e',
  '#a3b86c',
  '#7a9cc6',
];

const KNOWN = Object.keys(PHRASES) as Diagnosis[];

/** Known diagnoses first, in their own order, then others by name. */
export function orderDiagnoses(words: Iterable<string>): string[] {
  const rank = (word: string) => (isKnown(word) ? KNOWN.indexOf(word) : KNOWN.length);
  return [...new Set(words)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The same word has the same colour in every chart of every report. */
export function diagnosisColour(word: string): string {
  if (isKnown(word)) return DIAGNOSIS_COLOURS[word];
  const hash = [...word].reduce(
    (sum, character) => (sum * 31 + character.codePointAt(0)!) % 9973,
    7,
  );
  return OTHER_COLOURS[hash % OTHER_COLOURS.length]!;
}

function isKnown(word: string): word is Diagnosis {
  return Object.hasOwn(DIAGNOSIS_COLOURS, word);
}
