import { median, rounded, runProgram } from './measure.mjs';

const RUNS = 10;

const program = (specifier) => `
  const start = performance.now();
  await import(${JSON.stringify(specifier)});
  console.log('import ' + (performance.now() - start));
`;

/** Loading the package in a fresh process, beside loading a module with nothing in it. */
export async function measureImportTime() {
  const specifiers = {
    'promptfoo-counting-stars': 'promptfoo-counting-stars',
    'an empty module': 'data:text/javascript,export {}',
  };
  const times = { 'promptfoo-counting-stars': [], 'an empty module': [] };
  for (let run = 0; run < RUNS; run++) {
    for (const [name, specifier] of Object.entries(specifiers)) {
      const { output } = await runProgram(program(specifier));
      times[name].push(Number(/import ([\d.]+)/.exec(output)[1]));
    }
  }
  return Object.entries(times).map(([name, milliseconds]) => ({
    measurement: `import ${name}`,
    milliseconds: rounded(median(milliseconds), 1),
    runs: RUNS,
  }));
}
