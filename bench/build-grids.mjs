import { median, rounded, runProgram } from './measure.mjs';

const RUNS = 5;

const GRIDS = {
  'en, moby-dick': { language: 'en', haystack: 'moby-dick' },
  'zh, prose': { language: 'zh', haystack: 'prose' },
};

/**
 * The authors' four grids, acquisition and reasoning in English and Chinese; the Chinese haystack is a file
 * of the user's: CHINESE_NOVEL=<file> npm run bench build-grids
 */
const novel = process.env.CHINESE_NOVEL;
const AUTHORS = [
  { language: 'en', haystack: 'moby-dick' },
  { language: 'zh', haystack: { files: novel } },
].flatMap((grid) => ['acquisition', 'reasoning'].map((tasks) => ({ ...grid, tasks })));

/** Expand 32×32 grids and build each of their prompts once. */
const program = (configs) => `
  import { countingStars, prompt } from 'promptfoo-counting-stars';
  let prompts = 0;
  let characters = 0;
  for (const config of ${JSON.stringify(configs)}) {
    const tests = await countingStars(config);
    prompts += tests.length;
    for (const { vars } of tests) characters += (await prompt({ vars })).length;
  }
  console.log(prompts, characters);
`;

const SHARED = { versions: ['32-32'], maxTokens: 128_000 };

/** All 128 prompts of four 32×32 grids up to 128K tokens, as a whole process from node's start. */
export async function measureBuildGrids() {
  const rows = [];
  const seeds = [1, 2, 3, 4];
  const grids = Object.entries(GRIDS).map(([name, grid]) => [
    name,
    [{ ...grid, ...SHARED, seeds }],
  ]);
  if (novel)
    grids.push(['the four of the authors', AUTHORS.map((grid) => ({ ...grid, ...SHARED }))]);
  for (const [name, configs] of grids) {
    const source = program(configs);
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await runProgram(source));
    rows.push({
      measurement: `128 prompts up to 128K tokens: ${name}`,
      seconds: rounded(median(runs.map((run) => run.seconds))),
      peakMegabytes: Math.round(median(runs.map((run) => run.megabytes))),
      runs: RUNS,
    });
  }
  return rows;
}
