/** What benches print: Markdown tables, which bench/figures.mjs keeps for the pages. */

/** A table whose rows are all known. */
export function printTable(columns, rows) {
  const row = printRows(...columns);
  for (const cells of rows) row(...cells);
}

/** A table whose rows come one after another: prints its head, and gives what prints a row. */
export function printRows(...columns) {
  console.log(`\n| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
  return (...cells) => console.log(`| ${cells.join(' | ')} |`);
}

/** `0.954` as `95.4%`, and `1` as `100%`. */
export function percent(share) {
  return `${Number((100 * share).toFixed(1))}%`;
}

/** How long a part took, where it does not get among the figures. */
export function noteTime(name, start) {
  console.error(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

/** A length in tokens for people, with the words for what lies beyond a grid. */
export function lengthText(tokens) {
  if (tokens === Infinity) return 'longest';
  return tokens === 0 ? 'below' : `${(tokens / 1000).toFixed(1)}K`;
}
