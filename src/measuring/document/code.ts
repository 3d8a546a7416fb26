/** Markdown of texts that come from outside. */
import { withoutKeys } from '../../base/secrets.js';

/** Matches white space, control characters, and marks that turn the direction of writing. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Surrogate}]+/gu;

/** Writes outside text as code, so that nothing in it becomes Markdown, HTML, a link or a mention. */
export function text(value: string): string {
  const plain = withoutKeys(value).replace(INVISIBLE, ' ');
  const code = plain.trim().replace(/\|/g, '\\|');
  if (code === '') return '';
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${code}${space}${fence}`;
}
