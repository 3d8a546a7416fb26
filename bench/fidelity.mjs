/**
 * Compares our scores, prompts and grids with those of the originals' own code.
 *
 *   node bench/fidelity.mjs [OPENCOMPASS LOST_IN_THE_MIDDLE DATA] [NAME=PATH …]
 *
 * OPENCOMPASS and LOST_IN_THE_MIDDLE are checkouts of github.com/open-compass/opencompass and
 * github.com/nelson-liu/lost-in-the-middle; DATA is a folder with the latter's
 * kv-retrieval-75_keys.jsonl.gz and nq-open-oracle.jsonl.gz. `ruler=`, `nolima=`, `gym=` and `stars=` are
 * checkouts of github.com/NVIDIA/RULER, adobe-research/NoLiMa, NVIDIA-NeMo/Gym and nick7nlp/Counting-Stars,
 * `opencompass=` one of open-compass/opencompass for NeedleBench's prompts,
 * `recordings=` a folder with files of the last in their form, with answers or without. `fresh=SEED` compares a thousand
 * fresh answers of each rule instead, and says what differs why; `needles=` is a folder in the form of NeedleBench's data.
 * Needs `npm run build` and python3.
 */
import { join } from 'node:path';
import { freshAnswers } from './fidelity/fresh.mjs';
import { grids } from './fidelity/grids.mjs';
import { keyValuePrompts, questionPrompts } from './fidelity/prompts.mjs';
import {
  needleBenchPrompts,
  nolimaPrompts,
  recordedScores,
  rulerPrompts,
  starPrompts,
  starSizes,
} from './fidelity/reproductions.mjs';
import { rulerV2Prompts } from './fidelity/ruler-v2.mjs';
import { choices, firstLines, needleRules } from './fidelity/rules.mjs';
import { printTable } from './markdown.mjs';

const given = process.argv.slice(2);
const paths = Object.fromEntries(
  given.filter((one) => one.includes('=')).map((one) => one.split('=')),
);
const [opencompass, lost, data] = given.filter((one) => !one.includes('='));
if (!data && Object.keys(paths).length === 0) {
  console.error(
    'usage: node bench/fidelity.mjs [OPENCOMPASS LOST_IN_THE_MIDDLE DATA] [NAME=PATH …]',
  );
  process.exit(2);
}

/** Needle rules, Lost in the Middle and the grids of NeedleBench. */
async function originalRows() {
  const originals = { opencompass, lost };
  const prompts = join(lost, 'src/lost_in_the_middle/prompts');
  const pairs = join(data, 'kv-retrieval-75_keys.jsonl.gz');
  const oracle = join(data, 'nq-open-oracle.jsonl.gz');
  return [
    ...(await needleRules(originals)),
    await choices(originals),
    firstLines(originals, oracle),
    ...(await keyValuePrompts(originals, pairs, prompts)),
    ...(await questionPrompts(originals, oracle, prompts)),
    ...(await grids(originals)),
  ];
}

/** Rules with a thousand fresh answers. */
async function freshRows() {
  const files = {
    needles: paths.needles,
    oracle: join(data, 'nq-open-oracle.jsonl.gz'),
    pairs: join(data, 'kv-retrieval-75_keys.jsonl.gz'),
  };
  return freshAnswers({ opencompass, lost }, files, paths.fresh);
}

const rows = [
  ...(data ? await (paths.fresh ? freshRows() : originalRows()) : []),
  ...(paths.ruler ? [await rulerPrompts(paths)] : []),
  ...(paths.gym ? [await rulerV2Prompts(paths)] : []),
  ...(paths.nolima ? [await nolimaPrompts(paths)] : []),
  ...(paths.opencompass ? [await needleBenchPrompts(paths)] : []),
  ...(paths.stars ? await starPrompts(paths.stars) : []),
  ...(paths.stars && paths.recordings ? await starSizes(paths.stars, paths.recordings) : []),
  ...(paths.recordings ? await recordedScores(paths.recordings) : []),
];
printTable(
  ['what', 'equal', 'differs'],
  rows.map(({ name, compared, equal, differences = [], causes }) => {
    for (const difference of differences.slice(0, 3)) console.error(`${name}: ${difference}`);
    return [
      name,
      `${equal} of ${compared}`,
      causes ?? (compared === equal ? '' : compared - equal),
    ];
  }),
);
process.exitCode =
  !paths.fresh && rows.some(({ equal, compared }) => equal < 0.98 * compared) ? 1 : 0;
