/**
 * Matches a pattern with `*` for any characters. Time is bounded by text times pattern, since the first place
 * of each part is as good as any later one.
 *
 * @example
 * matchesWildcard('openai:*:gpt-5*', 'openai:chat:gpt-5.6-terra') // true
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/**
 * Tells whether a name in promptfoo's config means a provider or prompt: its full name, the part before a
 * colon, or a beginning with `*`.
 *
 * @example
 * matchesName('openai', 'openai:gpt-5.6-terra') // true
 */
export function matchesName(name: string, full: string): boolean {
  if (full === name || full.startsWith(`${name}:`)) return true;
  return name.endsWith('*') && full.startsWith(name.slice(0, -1));
}
