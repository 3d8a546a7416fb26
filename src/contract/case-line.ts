/**
 * Reads the Case after the reference to its prompt (generators/case-line.ts), so that one var, and one column
 * of promptfoo's viewer, holds both. Older results have it in the var `case`.
 */

/** Matches how a reference to a prompt or part of one begins. */
const REFERENCE = /^package:promptfoo-counting-stars:(?:prompt|chat|context):\n/;

/** Matches a text that stands as it is. Others are JSON. */
export const PLAIN_TEXT = /^(?!(?:true|false|null)$)[A-Za-z_][\w.+-]*$/;

/** Reads the Case after a reference, or in the text that replaced it. Nothing if damaged. */
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
 * Finds the Case of a test, wherever its vars have it. A var `case` that is no Case may be the user's.
 *
 * @param test - has its own vars, if promptfoo replaced the reference by the prompt
 */
export function caseIn(vars: Vars, test?: { vars?: unknown } | null): unknown {
  const given = vars?.case;
  if (typeof given === 'object' && given !== null && 'benchmark' in given) return given;
  return lineIn(vars) ?? lineIn(test?.vars as Vars) ?? given;
}

function lineIn(vars: Vars): object | undefined {
  return caseOfLine(vars?.prompt) ?? caseOfLine(vars?.context);
}
