/**
 * One promptfoo that evaluates config after config, through promptfoo's Node API. To start promptfoo
 * takes two seconds of a processor, and a small evaluation a tenth of one.
 */
import { writeFileSync } from 'node:fs';
import { evaluate } from 'promptfoo';

process.on('message', async ({ config, variables, options, file, isStored, returned }) => {
  const own = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  set(variables);
  const { evaluateOptions, ...suite } = config;
  let error;
  try {
    const summary = await evaluate(
      { ...suite, writeLatestResults: isStored, outputPath: file },
      { ...evaluateOptions, ...options },
    );
    if (returned) writeFileSync(returned, JSON.stringify(summary));
  } catch (thrown) {
    error = String(thrown?.stack ?? thrown);
  }
  set(own);
  // As in evaluator.ts.
  process.stdout.write('\u0004');
  process.stderr.write('\u0004');
  process.send({ error });
});

process.send('ready');

/** Set variables of the environment, and remove those without a value. */
function set(variables) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
