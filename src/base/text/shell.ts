/** Quotes a word for a shell if needed. */
export function shellWord(text: string): string {
  return /^[\w.:@/=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
