import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import { withoutTags } from './final-text.js';

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** A word that is broken at the end of a line. */
const BROKEN = /(?<=\p{Ll})[-‐]\r?\n\s{0,20}(?=\p{Ll})/gu;

/** Marks of Markdown that may stand inside a word or around it. */
const MARKS = /[*`]|~~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

const FULL_WIDTH = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;

const SPACED_HAN = /(?<=\p{Script=Han})[ \u3000]+(?=\p{Script=Han})/gu;

/**
 * Removes Markdown, HTML, LaTeX, broken words, invisible characters and spaces between Chinese characters, and writes
 * those simplified.
 *
 * @example
 * plainWriting('**Velvet** tur-\nnip') // 'Velvet turnip'
 * plainWriting('豎 琴') // '竖琴'
 */
export function plainWriting(text: string): string {
  const plain = withoutLatex(
    withoutTags(text)
      .replace(INVISIBLE, '')
      .replace(FULL_WIDTH, (found) => found.normalize('NFKC')),
  )
    .replace(BROKEN, '')
    .replace(MARKS, '');
  return /\p{Script=Han}/u.test(plain) ? simplified(plain.replace(SPACED_HAN, '')) : plain;
}

const schema = z.strictObject({ pairs: z.string() });

const table = once(() => {
  const { pairs } = readDataset('reading/traditional.yaml', schema);
  const known = new Map(
    pairs.split(' ').map((pair) => [...pair] as [traditional: string, simple: string]),
  );
  return { known, any: new RegExp(`[${[...known.keys()].join('')}]`, 'gu') };
});

/** Replaces traditional characters, as far as our texts have them. */
export function simplified(text: string): string {
  const { known, any } = table();
  return text.replace(any, (character) => known.get(character)!);
}

/** Removes commands of LaTeX for fonts and spaces. */
export function withoutLatex(text: string): string {
  return text
    .replaceAll('{,}', ',')
    .replace(
      /\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname|mbox|left|right|bf|rm)(?![a-z])|\\[()[\]]/g,
      '',
    )
    .replace(/\\(?:quad|qquad|[,;:! ])|~/g, ' ')
    .replace(/\\(?:rightarrow|to|Rightarrow|longrightarrow)(?![a-z])/g, '→')
    .replace(/\\(?:star|bigstar)(?![a-z])/g, '★');
}
