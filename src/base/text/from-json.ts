/** Parses JSON, whatever white space is around it. Undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

/** Parses a text that is JSON. Anything else stays. */
export const fromJson = (value: unknown): unknown =>
  typeof value === 'string' ? (parseJson(value) ?? value) : value;
