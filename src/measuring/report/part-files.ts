/** Names the files of a part of a report: of your tests, or of padded ones. */

type PartFormats = Readonly<Record<'html' | 'md' | 'csv' | 'json', () => string>>;

/**
 * @param part - its name, such as `tests`
 * @param formats - those to write
 * @param isAlone - names files as those of a whole report
 */
export function partFiles(
  part: string,
  contents: PartFormats,
  formats: readonly string[],
  isAlone: boolean,
): Map<string, string> {
  const names: Readonly<Record<keyof PartFormats, string>> = {
    html: isAlone ? 'index.html' : `${part}.html`,
    md: isAlone ? 'summary.md' : `${part}.md`,
    csv: `${part}.csv`,
    json: isAlone ? 'report.json' : `${part}.json`,
  };
  const wanted = (Object.keys(names) as (keyof PartFormats)[]).filter((one) =>
    formats.includes(one),
  );
  return new Map(wanted.map((format) => [names[format], contents[format]()]));
}
