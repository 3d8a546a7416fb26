/**
 * One promptfoo that evaluates config after config, through promptfoo's Node API. To start promptfoo
 * takes a second of a processor, and a small evaluation a tenth of one.
 */
import { writeFileSync } from 'node:fs';
import { cache, evaluate } from 'promptfoo';

process.on('message', async ({ path, config, variables, options, file, isStored, returned }) => {
  if (path !== process.cwd()) {
    process.chdir(path);
    // What a project's model answered is not known in the next project.
    await cache.clearCache();
  }
  cache.enableCache();
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
  // As in evaluator-process.ts.
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
