/**
 * GraphWalks (OpenAI 2025, data set openai/graphwalks): how well a model reasons over places of its
 * context that it cannot read one after the other.
 *
 * The context is a directed graph, one edge on each line in random order. Asked are the nodes that a
 * breadth-first search reaches after a number of steps, or the parents of a node; the last line of the
 * answer lists them. Score: F1 of the two sets. Here the graph around the answer grows with the length
 * of the prompt, and the answer stays the same.
 */

import type { Answer } from '../../../answers/answer.js';
import { say } from '../../../base/text/language.js';
import { stripped } from '../../../base/text/python-text.js';
import { benchmark, type Scored } from '../../../benchmarks/benchmark.js';
import { recallByQuarter } from '../../../benchmarks/quarters.js';
import { unreadReason } from '../../../benchmarks/scoring.js';
import * as cases from './cases.js';
import { conflict, type GraphCase, graphOptions, truthOf } from './cases.js';

export const graphWalks = benchmark<GraphCase>()({
  name: 'graph-walks',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: graphOptions,
  conflict,
  mark: scoreGraphWalks,
});

/**
 * The scoring rule of GraphWalks: F1 of the nodes in the answer's last line that is not blank (data card
 * of openai/graphwalks, revision of February 2026; blank lines and empty lists as in NVIDIA-NeMo/Gym). Of graphs of ours,
 * the last list that is called the final answer counts, whatever stands around it.
 * Beside it `last line`, the F1 by the rule itself, and `anywhere`, that of the last list in the answer, whatever its form.
 */
function scoreGraphWalks(given: Answer, theCase: GraphCase): Scored {
  const { answer, positions } = truthOf(theCase);
  const text = given.verbatim;
  const byRule = nodesOfLastLine(text);
  const strict = theCase.published ? byRule : (nodesOfForm(text) ?? byRule);
  const tolerant = strict ?? nodesAnywhere(text);
  const { f1, precision, recall } =
    strict === undefined ? { f1: 0, precision: 0, recall: 0 } : setScore(strict, answer);
  const anywhere = tolerant === undefined ? 0 : setScore(tolerant, answer).f1;
  const found = new Set(strict);
  // No marks: F1 also counts nodes that are not right, so it is no mean over the right ones.
  const nodes = positions.map((_, i) => (found.has(answer[i]!) ? 1 : 0));
  const diagnosis =
    f1 === 1
      ? 'complete'
      : tolerant === undefined
        ? given.whyWrong(theCase.language)
        : anywhere > 0
          ? 'scattered'
          : 'wrong';
  const format =
    strict !== undefined ? 'last line' : tolerant !== undefined ? 'elsewhere' : 'no list';
  return {
    score: f1,
    ...(strict === undefined && { inForm: anywhere }),
    readable: strict !== undefined || anywhere > 0,
    reason: reasonFor(text, answer, strict !== undefined, tolerant),
    namedScores: {
      ...{ f1, precision, recall, anywhere },
      'last line': byRule ? setScore(byRule, answer).f1 : 0,
      ...recallByQuarter(nodes, positions),
    },
    metadata: { diagnosis, format, nodes, places: positions },
  };
}

function reasonFor(
  text: string,
  answer: readonly string[],
  isStrict: boolean,
  tolerant?: readonly string[],
): string {
  if (tolerant === undefined) return unreadReason(text, say`no list of nodes`);
  const given = new Set(tolerant);
  const right = answer.filter((node) => given.has(node)).length;
  const counted = say`${right} of ${answer.length} nodes, ${given.size - right} others`;
  return isStrict
    ? counted
    : say`the last line is no final answer, but elsewhere stands ${counted}`;
}

/** How the list begins in the last line. */
const BEGINNING = /Final Answer:\s*\[/;

/**
 * The nodes of the last line that is not blank, if it is of the form `Final Answer: [a, b]`. The rule is
 * that of the data card of openai/graphwalks, but for one slip: by the card's code the first node keeps
 * the text `Final Answer: [` and is always wrong.
 *
 * @returns nothing for a last line of another form
 */
export function nodesOfLastLine(text: string): string[] | undefined {
  const line = stripped(text).split('\n').pop()!;
  const beginning = BEGINNING.exec(line);
  const end = line.lastIndexOf(']');
  const start = beginning ? beginning.index + beginning[0].length : line.length;
  if (end < start) return undefined;
  const list = stripped(line.slice(start, end), /[[\]]/);
  return list.split(',').flatMap((item) => stripped(item) || []);
}

/** The last list behind the words of the form, whatever brackets it has and whatever stands around it. */
const FORM = /Final Answer[^\p{L}\p{N}[({]{0,20}[[({]([^[\](){}]*)[\])}]/gu;

/** The nodes that an answer calls its final answer, be it in the last line or above. */
function nodesOfForm(text: string): string[] | undefined {
  const list = [...text.matchAll(FORM)].at(-1)?.[1];
  return list === undefined ? undefined : itemsOf(list);
}

/** What stands around a node in an answer that is written as code, as a list or with emphasis. */
const DECORATION = /["'`*\\]/g;

/** The name of a node. */
const NODE = /\b[0-9a-f]{10,}\b/g;

/**
 * The nodes of the last list in brackets that is not the form itself, wherever it stands; else those of the last line.
 *
 * @returns nothing where there is no such list
 */
export function nodesAnywhere(text: string): string[] | undefined {
  const end = text.lastIndexOf(']');
  const start = text.lastIndexOf('[', end);
  if (start < 0 || end < 0) return stripped(text).split('\n').pop()!.match(NODE) ?? undefined;
  return itemsOf(text.slice(start + 1, end));
}

function itemsOf(list: string): string[] {
  const items = list.replace(DECORATION, '').split(/[,，、\n;]/);
  return items.flatMap((item) => item.trim() || []);
}

/** F1 of two sets; 1 where both are empty, 0 where they have nothing in common. */
export function setScore(found: readonly string[], truth: readonly string[]) {
  const [given, wanted] = [new Set(found), new Set(truth)];
  if (given.size === 0 && wanted.size === 0) return { precision: 1, recall: 1, f1: 1 };
  let common = 0;
  for (const node of given) if (wanted.has(node)) common++;
  const recall = wanted.size > 0 ? common / wanted.size : 0;
  const precision = given.size > 0 ? common / given.size : 0;
  const f1 = common > 0 ? (2 * (recall * precision)) / (recall + precision) : 0;
  return { precision, recall, f1 };
}
