import type { Case, HaystackReference } from '../contract/case.js';

/**
 * What a Case's text is for a comparison with published scores: a text of a user's own is known by the digest of all of it.
 *
 * @param called - what its files are called where they are known otherwise
 */
export function textCondition(
  { haystack, shuffle }: Pick<Case, 'haystack' | 'shuffle'>,
  called: (files: readonly string[]) => string | undefined = () => undefined,
): Readonly<Record<string, string>> {
  if (haystack === undefined) return {};
  const text = nameOf(haystack, called);
  return { text: shuffle ? `${text}, shuffled` : text };
}

function nameOf(
  haystack: HaystackReference,
  called: (files: readonly string[]) => string | undefined,
): string {
  if (typeof haystack === 'string') return haystack;
  return called(haystack.files) ?? `your files ${haystack.sha256}`;
}
