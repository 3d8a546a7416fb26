import { diagnoseWrong, quoted, withoutReasoning } from '../../answers/texts/text-answer.js';
import type { Scored } from '../benchmark.js';
import { recallByQuarter } from '../quarters.js';
import { type GraphCase, truthOf } from './cases.js';
import { nodesAnywhere, nodesOfLastLine, setScore } from './read-nodes.js';

/**
 * The scoring rule of GraphWalks: F1 of the nodes in the answer's last line (data card of
 * openai/graphwalks, revision of February 2026, with an empty list right where nothing is to be found).
 * Beside it `anywhere`, the F1 of the last list in the answer, whatever its form.
 *
 * @param output - the model's answer, text or parsed JSON
 */
export function scoreGraphWalks(output: unknown, theCase: GraphCase): Scored {
  const { answer, positions } = truthOf(theCase);
  const text = withoutReasoning(output);
  const strict = nodesOfLastLine(text);
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
        ? diagnoseWrong(text, theCase.language)
        : anywhere > 0
          ? 'scattered'
          : 'wrong';
  const format =
    strict !== undefined ? 'last line' : tolerant !== undefined ? 'elsewhere' : 'no list';
  return {
    score: f1,
    readable: strict !== undefined,
    reason: reasonFor({ strict, tolerant, answer, text }),
    namedScores: { f1, precision, recall, anywhere, ...recallByQuarter(nodes, positions) },
    metadata: { diagnosis, format, nodes, places: positions },
  };
}

interface Judged {
  strict: readonly string[] | undefined;
  tolerant: readonly string[] | undefined;
  answer: readonly string[];
  text: string;
}

function reasonFor({ strict, tolerant, answer, text }: Judged): string {
  if (tolerant === undefined)
    return text === '' ? 'empty answer' : `no list of nodes: ${quoted(text)}`;
  const given = new Set(tolerant);
  const right = answer.filter((node) => given.has(node)).length;
  const counted = `${right} of ${answer.length} nodes, ${given.size - right} others`;
  return strict === undefined ? `the last line is no final answer; elsewhere ${counted}` : counted;
}
