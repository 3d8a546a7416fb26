/** A word of a shell command, quoted where a shell would read more than a word. */
export function shellWord(text: string): string {
  return /^[\w.:@/=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
