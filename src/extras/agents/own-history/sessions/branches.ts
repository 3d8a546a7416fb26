/** Sessions that are written as trees: the branch that ends with the newest line. */

/** A line of a file of JSON lines. */
export type Line = Readonly<Record<string, unknown>>;

/**
 * The lines on the way from the first line to the newest leaf.
 *
 * @param parentOf - the name of the line before one; where it has none, the tree ends
 */
export function newestBranch(
  lines: readonly Line[],
  nameOf: (line: Line) => unknown,
  parentOf: (line: Line, i: number) => unknown,
  isLeaf: (line: Line) => boolean,
): Set<Line> {
  const byName = new Map(lines.map((line, i) => [nameOf(line), i]));
  const branch = new Set<Line>();
  let at = lines.findLastIndex(isLeaf);
  while (at >= 0 && !branch.has(lines[at]!)) {
    branch.add(lines[at]!);
    at = byName.get(parentOf(lines[at]!, at)) ?? -1;
  }
  return branch;
}
