/**
 * Whether a text matches a pattern in which `*` stands for any characters, in time that grows with the
 * length of the text times that of the pattern, however many stars there are: the first place where
 * each part between two stars is found is as good as any later one.
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
 * Whether a list of names in promptfoo's config means a provider or a prompt: its name as a whole, the
 * part before a colon, or a beginning with `*` behind it.
 *
 * @example
 * matchesName('openai', 'openai:gpt-5.6-terra') // true
 */
export function matchesName(name: string, own: string): boolean {
  if (own === name || own.startsWith(`${name}:`)) return true;
  return name.endsWith('*') && own.startsWith(name.slice(0, -1));
}
