/**
 * Reads the Case that stands behind the reference to its prompt (generators/case-line.ts), so that one var, and in
 * promptfoo's viewer one column, holds both. Older results have it in the var `case`.
 */

/** What a var begins with that refers to a prompt or a part of one, and has its Case behind it. */
const REFERENCE = /^package:promptfoo-counting-stars:(?:prompt|chat|context):\n/;

/** A text that stands as it is; others stand as JSON. */
export const PLAIN_TEXT = /^(?!(?:true|false|null)$)[A-Za-z_][\w.+-]*$/;

/** The Case behind a reference, or of the text that took its place; nothing where there is none, or it is damaged. */
function caseOfLine(text: unknown): object | undefined {
  if (typeof text === 'object') return (text as { theCase?: object } | null)?.theCase;
  if (typeof text !== 'string' || !REFERENCE.test(text)) return undefined;
  const words = text.replace(REFERENCE, '').split(/\s+/).filter(Boolean);
  try {
    return Object.fromEntries(
      words.map((word) => {
        const at = word.indexOf('=');
        const value = word.slice(at + 1);
        return [word.slice(0, at), PLAIN_TEXT.test(value) ? value : JSON.parse(value)];
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
