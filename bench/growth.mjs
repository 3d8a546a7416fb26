import { median, rounded, runProgram } from './measure.mjs';

const RUNS = 3;
const LENGTHS = [128_000, 1_000_000, 8_000_000];
const HAYSTACKS = { 'state-of-the-union': { repeat: true }, prose: {} };

/**
 * Build one prompt; once more from another Case when everything is loaded, which is what a further
 * prompt of the same grid costs.
 */
const program = (config) => `
  import { countingStars, prompt } from 'promptfoo-counting-stars';
  const tests = await countingStars(${JSON.stringify(config)});
  await prompt(tests[0]);
  const again = { ...tests[0].vars.case, reserve: tests[0].vars.case.reserve + 1 };
  const start = performance.now();
  await prompt({ vars: { case: again } });
  console.log('again ' + (performance.now() - start));
`;

/** One prompt of 128K, 1M and 8M tokens, each in a fresh process, and the cost of each token. */
export async function measureGrowth() {
  const rows = [];
  for (const [haystack, extra] of Object.entries(HAYSTACKS)) {
    let perTokenAtFirst;
    for (const tokens of LENGTHS) {
      const source = program({ haystack, ...extra, stars: 32, lengths: [tokens] });
      const runs = [];
      for (let run = 0; run < RUNS; run++) runs.push(await runProgram(source));
      const seconds = median(runs.map((run) => run.seconds));
      const again = median(runs.map(({ output }) => Number(/again ([\d.]+)/.exec(output)[1])));
      perTokenAtFirst ??= seconds / tokens;
      rows.push({
        measurement: `one prompt of ${tokens} tokens: ${haystack}`,
        seconds: rounded(seconds),
        peakMegabytes: Math.round(median(runs.map((run) => run.megabytes))),
        milliseconds: rounded(again, 1),
        perToken: rounded(seconds / tokens / perTokenAtFirst),
        runs: RUNS,
      });
    }
  }
  return rows;
}
