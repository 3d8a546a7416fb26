/**
 * What is wrong with `lengths` beside `published`, where these are the octaves that are asked.
 *
 * @example
 * octavesConflict({ published: '8needle_0.parquet', lengths: 8 })
 */
export function octavesConflict({
  published,
  lengths,
}: Record<string, unknown>): string | undefined {
  if (published === undefined || lengths === undefined) return undefined;
  if (String(published).endsWith('.csv')) {
    return '`lengths` cannot choose among the prompts of a CSV, which are counted in tokens of their authors. Name the file that has the lengths, and leave `lengths` out.';
  }
  const isOctave = (length: unknown) => Number.isInteger(Math.log2(Number(length)));
  if (Array.isArray(lengths) && lengths.every(isOctave)) return undefined;
  return '`lengths` beside `published` is a list of powers of two, for example [65536, 131072]. Each asks the prompts that are longer than half of it.';
}
