import { median, rounded, runProgram } from './measure.mjs';

const RUNS = 5;

const GRIDS = {
  'en, moby-dick': { language: 'en', haystack: 'moby-dick' },
  'zh, prose': { language: 'zh', haystack: 'prose' },
};

/** Expand four 32×32 grids and build each of their prompts once. */
const program = (config) => `
  import { countingStars, prompt } from 'promptfoo-counting-stars';
  const tests = await countingStars(${JSON.stringify(config)});
  let characters = 0;
  for (const { vars } of tests) characters += (await prompt({ vars })).length;
  console.log(tests.length, characters);
`;

/** All 128 prompts of four 32×32 grids up to 128K tokens, as a whole process from node's start. */
export async function measureBuildGrids() {
  const rows = [];
  for (const [name, grid] of Object.entries(GRIDS)) {
    const source = program({
      ...grid,
      versions: ['32-32'],
      maxTokens: 128_000,
      seeds: [1, 2, 3, 4],
    });
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
