/**
 * Compares our scores, prompts and grids with those of the originals' own code.
 *
 *   node bench/fidelity.mjs OPENCOMPASS LOST_IN_THE_MIDDLE DATA
 *
 * OPENCOMPASS and LOST_IN_THE_MIDDLE are checkouts of github.com/open-compass/opencompass and
 * github.com/nelson-liu/lost-in-the-middle; DATA is a folder with the latter's
 * kv-retrieval-75_keys.jsonl.gz and nq-open-oracle.jsonl.gz. Needs `npm run build` and python3.
 */
import { join } from 'node:path';
import { grids } from './fidelity/grids.mjs';
import { keyValuePrompts, questionPrompts } from './fidelity/prompts.mjs';
import { choices, firstLines, needleRules } from './fidelity/rules.mjs';
import { printTable } from './markdown.mjs';

const [opencompass, lost, data] = process.argv.slice(2);
if (!data) {
  console.error('usage: node bench/fidelity.mjs OPENCOMPASS LOST_IN_THE_MIDDLE DATA');
  process.exit(2);
}

const originals = { opencompass, lost };
const prompts = join(lost, 'src/lost_in_the_middle/prompts');
const files = {
  pairs: join(data, 'kv-retrieval-75_keys.jsonl.gz'),
  oracle: join(data, 'nq-open-oracle.jsonl.gz'),
};

const rows = [
  ...(await needleRules(originals)),
  await choices(originals),
  firstLines(originals, files.oracle),
  ...(await keyValuePrompts(originals, files.pairs, prompts)),
  ...(await questionPrompts(originals, files.oracle, prompts)),
  ...(await grids(originals)),
];
printTable(
  ['what', 'equal', 'differs'],
  rows.map(({ name, compared, equal, differences = [] }) => {
    for (const difference of differences.slice(0, 3)) console.error(`${name}: ${difference}`);
    return [name, `${equal} of ${compared}`, compared === equal ? '' : compared - equal];
  }),
);
process.exitCode = rows.some(({ equal, compared }) => equal < 0.995 * compared) ? 1 : 0;
