/**
 * The list of nodes in an answer: as the original rule reads it, and as a person would.
 */

/** What `get_list` of the data card looks for in the last line. */
const STRICT = /Final Answer: ?\[(.*)\]/;

/** Python's `str.strip()` takes off these and no others of what may stand in a line. */
const AROUND = /^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/g;

/**
 * The nodes of the last line, if it is of the form `Final Answer: [a, b]`; to the letter of the data
 * card of openai/graphwalks, but for one slip: by the card's code the first node keeps the text
 * `Final Answer: [` and is always wrong.
 *
 * @returns nothing for a last line of another form
 */
export function nodesOfLastLine(text: string): string[] | undefined {
  const list = STRICT.exec(text.slice(text.lastIndexOf('\n') + 1))?.[1];
  return list
    ?.replace(/^[[\]]+|[[\]]+$/g, '')
    .split(',')
    .flatMap((item) => item.replace(AROUND, '') || []);
}

/** What stands around a node in an answer that is written as code, as a list or with emphasis. */
const DECORATION = /["'`*\\]/g;

/**
 * The nodes of the last list in brackets that is not the form itself, wherever it stands.
 *
 * @returns nothing where there is no such list
 */
export function nodesAnywhere(text: string): string[] | undefined {
  const end = text.lastIndexOf(']');
  const start = text.lastIndexOf('[', end);
  if (start < 0 || end < 0) return undefined;
  const items = text
    .slice(start + 1, end)
    .replace(DECORATION, '')
    .split(/[,\n;]/);
  return items.flatMap((item) => item.trim() || []);
}

/** How alike two sets of nodes are. */
export interface SetScore {
  precision: number;
  recall: number;
  f1: number;
}

/** F1 of two sets; 1 where both are empty, 0 where they have nothing in common. */
export function setScore(found: readonly string[], truth: readonly string[]): SetScore {
  const [given, wanted] = [new Set(found), new Set(truth)];
  if (given.size === 0 && wanted.size === 0) return { precision: 1, recall: 1, f1: 1 };
  let common = 0;
  for (const node of given) if (wanted.has(node)) common++;
  const recall = wanted.size > 0 ? common / wanted.size : 0;
  const precision = given.size > 0 ? common / given.size : 0;
  const f1 = common > 0 ? (2 * (recall * precision)) / (recall + precision) : 0;
  return { precision, recall, f1 };
}
