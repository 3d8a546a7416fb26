/**
 * Numbers in short, with six significant digits, so that the figures of a method are compared as one
 * text. Whoever changes a method changes them on purpose (`npx vitest run -u`), and says so.
 */
export function figures(value: unknown): string {
  const json = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== 'number') return one instanceof Float64Array ? [...one] : one;
    return Number.isFinite(one) ? Number(one.toPrecision(6)) : String(one);
  });
  return json.replaceAll('"', '').replaceAll(/([:,])(?=\S)/g, '$1 ');
}
