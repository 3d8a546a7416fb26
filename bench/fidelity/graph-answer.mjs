/** One reading or score of a GraphWalks answer by our rules, for graphwalks_tests.py. */
import { nodesOfLastLine, setScore } from '../../dist/extras/more-benchmarks/graph-walks/index.js';

const OURS = {
  nodes: (response) => {
    const nodes = nodesOfLastLine(response);
    return [nodes ?? [], nodes === undefined];
  },
  f1: (found, truth, failed) => (failed ? 0 : setScore(found, truth).f1),
};
const [name, ...rest] = JSON.parse(process.argv[2]);
console.log(JSON.stringify(OURS[name](...rest)));
