/** Fills the places of a format such as `[{number}] {title}`. Other braces stay. */
export function fillFormat(
  format: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return format.replace(/\{(\w+)\}/g, (place, name: string) => `${values[name] ?? place}`);
}
