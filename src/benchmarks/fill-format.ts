/** Fills the places of a short format such as `[{number}] {title}`; other braces stay. */
export function fillFormat(format: string, values: Readonly<Record<string, string>>): string {
  return format.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
