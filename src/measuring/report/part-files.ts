/** The files of one part of a report: of tests that are not ours, or of stretched ones. */

/** What writes each format that the part has. */
type PartFormats = Readonly<Record<'html' | 'md' | 'csv' | 'json', () => string>>;

/**
 * @param part - its name, for example `tests`
 * @param formats - those that are asked for; others are left out
 * @param isAlone - whether there is no other part in the folder; then it has the names of a whole report
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
