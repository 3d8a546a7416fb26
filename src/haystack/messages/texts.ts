/** Under which names the forms hold what somebody says; all else in them is form. */
const TEXTS = new Set(['content', 'text', 'output', 'result', 'arguments']);

/** Under which names they hold a call's arguments as an object. */
const ARGUMENTS = new Set(['arguments', 'input', 'args']);

/**
 * The texts of the turns of a prompt in order, in whatever form it is: contents, results and arguments
 * as JSON. What is no conversation is one text.
 */
export function textsOfPrompt(prompt: string): string[] {
  try {
    const texts = textsIn('', JSON.parse(prompt));
    return texts.length > 0 ? texts : [prompt];
  } catch {
    return [prompt];
  }
}

function textsIn(name: string, value: unknown): string[] {
  if (typeof value === 'string') return TEXTS.has(name) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(name, one));
  if (ARGUMENTS.has(name)) return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(key, inner));
}
