/**
 * Writes a Case behind the reference to its prompt, so that one var, and in promptfoo's viewer one column, holds both.
 * promptfoo splits `package:name:export` at its colons and ignores what follows the third part (0.121.4 to 0.123.1);
 * test/e2e/viewer.test.ts holds that against the promptfoo that is installed. Older results have the Case in the var `case`.
 */
import type { Case } from './case.js';

/** What a var begins with that refers to a prompt or a part of one, and has its Case behind it. */
const REFERENCE = /^package:promptfoo-counting-stars:(?:prompt|chat|context):\n/;

/** A text that stands as it is; others stand as JSON. */
const PLAIN = /^(?!(?:true|false|null)$)[A-Za-z_][\w.+-]*$/;

/** Columns of a line: as wide as the viewer shows without a cut. */
const WIDTH = 39;

/** What tells prompts apart stands first. */
const FIRST = ['benchmark', 'task', 'tokens', 'evidence', 'seed'];

/**
 * A reference with a Case behind it.
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

/** A value without white space, and without a sign that begins a tag of a template. */
function wordOf(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\s\u2028\u2029]|\{(?=[{%#])/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The Case behind a reference; nothing where there is none, or it is damaged. */
function caseOfLine(text: unknown): object | undefined {
  if (typeof text !== 'string' || !REFERENCE.test(text)) return undefined;
  const words = text.replace(REFERENCE, '').split(/\s+/).filter(Boolean);
  try {
    return Object.fromEntries(
      words.map((word) => {
        const at = word.indexOf('=');
        const value = word.slice(at + 1);
        return [word.slice(0, at), PLAIN.test(value) ? value : JSON.parse(value)];
      }),
    );
  } catch {
    return undefined;
  }
}

type Vars = Readonly<Record<string, unknown>> | null | undefined;

/**
 * The Case of a test, wherever its vars have it. A var `case` that is no Case may be the user's own.
 *
 * @param test - its own vars: promptfoo may have put the prompt in the place of the reference
 * @returns what stands there, unchecked; nothing in a test that is not generated
 */
export function caseIn(vars: Vars, test?: { vars?: unknown } | null): unknown {
  const own = vars?.case;
  if (typeof own === 'object' && own !== null && 'benchmark' in own) return own;
  return lineIn(vars) ?? lineIn(test?.vars as Vars) ?? own;
}

function lineIn(vars: Vars): object | undefined {
  return caseOfLine(vars?.prompt) ?? caseOfLine(vars?.context);
}
