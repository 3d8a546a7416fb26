/** Our presets beside the configuration files of OpenCompass: lengths, depths and prompts of each cell. */
import { needleBench } from '../../dist/index.js';
import { askOriginals, compare } from './ask-originals.mjs';

const SIZES = ['4k', '8k', '32k', '128k', '200k', '256k', '1000k'];
const VERSIONS = { v1: 'needlebench', v2: 'needlebench_v2' };
const FILES = { 'S-RT': 'single', 'M-RT': 'multi_retrieval', 'M-RS': 'multi_reasoning' };

export async function grids(originals) {
  const rows = [];
  for (const [version, folder] of Object.entries(VERSIONS)) {
    const items = [];
    const requests = [];
    for (const size of SIZES) {
      const tests = await needleBench({
        preset: `needle-bench-${version}-${size}`,
        haystack: 'prose',
      });
      for (const [task, file] of Object.entries(FILES)) {
        const cases = tests.map((test) => test.vars.case).filter((one) => one.task === task);
        items.push({ ours: gridOf(cases, task), note: `${version} ${size} ${task}` });
        const name = `${folder}_${size}`;
        requests.push({ rule: 'grid', file: `${folder}/${name}/${folder}_${file}_${size}.py` });
      }
    }
    const theirs = askOriginals(originals, requests).map(commonGrid);
    rows.push(compare(`grids of ${folder}`, items, theirs));
  }
  return rows;
}

function gridOf(cases, task) {
  const lengths = [...new Set(cases.map(({ tokens }) => tokens))];
  const depths = [...new Set(cases.flatMap(({ depths: all, cell }) => all ?? [cell.depth]))];
  const cells = task === 'M-RT' ? lengths.length : lengths.length * depths.length;
  const kinds = task === 'M-RS' ? 4 : 1;
  return {
    sets: kinds,
    lengths,
    depths: depths.map((depth) => Math.round(100 * depth)),
    repeats: [cases.length / cells / kinds],
  };
}

/** The grid that all data sets of a file have. */
function commonGrid(sets) {
  const all = Object.values(sets);
  const [first] = new Set(all.map((one) => JSON.stringify(one)));
  return { sets: all.length, ...JSON.parse(first) };
}
