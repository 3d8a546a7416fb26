/**
 * Writes a Case behind the reference to its prompt, where contract/case-line.ts reads it. promptfoo splits
 * `package:name:export` at colons and ignores what follows the third part (0.121.4 to 0.123.1), which
 * test/e2e/viewer.test.ts checks.
 */
import type { Case } from '../contract/case.js';
import { PLAIN_TEXT } from '../contract/case-line.js';

/** Widest line that the viewer shows without a cut. */
const WIDTH = 39;

const FIRST = ['benchmark', 'task', 'tokens', 'evidence', 'seed'];

/**
 * Writes a reference with a Case behind it.
 *
 * @param reference - for example `package:promptfoo-counting-stars:prompt`
 *
 * @example
 * // package:promptfoo-counting-stars:prompt:
 * // benchmark=counting-stars
 * // task=acquisition tokens=4000 evidence=32
 */
export function caseLine(reference: string, theCase: Case): string {
  const fields = Object.entries(theCase).filter(([, value]) => value !== undefined);
  const rank = (name: string) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  const lines: string[] = [];
  for (const [name, value] of fields.toSorted(([a], [b]) => rank(a) - rank(b))) {
    const word = `${name}=${wordOf(value)}`;
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < WIDTH) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return `${reference}:\n${lines.join('\n')}`;
}

/** Writes a value without white space and without the start of a template's tag. */
function wordOf(value: unknown): string {
  if (typeof value === 'string' && PLAIN_TEXT.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\s\u2028\u2029]|\{(?=[{%#])/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
