/** Parses JSON, whatever white space is around it. Undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

/** Parses a text that is JSON, also `null`. Anything else stays. */
export function fromJson(value: unknown): unknown {
  const parsed = typeof value === 'string' ? parseJson(value) : undefined;
  return parsed === undefined ? value : parsed;
}
