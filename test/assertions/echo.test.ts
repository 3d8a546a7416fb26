import { describe, expect, it } from 'vitest';
import { groupBy } from '../../src/base/group-by.js';
import { benchmarkOf } from '../../src/benchmarks/registry.js';
import type { Case } from '../../src/contract/case.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import * as plugin from '../../src/index.js';
import { CONFIGS } from '../benchmarks/digest.mjs';

type Generator = (config: object) => Promise<{ vars: { case: Case } }[]>;

describe.each(Object.entries(CONFIGS))('%s', (generator, configs) => {
  it('never scores an echo of the prompt as if it were read', { timeout: 120_000 }, async () => {
    for (const config of configs) {
      const tests = await (plugin as unknown as Record<string, Generator>)[generator]!(config);
      // Two of each task and length: another seed has the same words around other data.
      const kinds = groupBy(tests, ({ vars: { case: one } }) => `${one.task} ${one.tokens}`);
      for (const { vars } of [...kinds.values()].flatMap((alike) => alike.slice(0, 2))) {
        const { prompt } = await buildPrompt(vars.case);
        const { score, metadata, reason } = await plugin.score(prompt, { vars, prompt });
        if (benchmarkOf(vars.case).repeats) continue;
        if (score! > 0.1) expect(metadata!.reading, `${generator}: ${reason}`).not.toBe('read');
      }
    }
  });
});

it('scores who answers behind a long quotation as before', async () => {
  const [test] = await plugin.keyValueRetrieval({ pairs: [20] });
  const vars = test!.vars as unknown as { case: Case };
  const { prompt } = await buildPrompt(vars.case);
  const task = benchmarkOf(vars.case).task(vars.case);
  const answer = `${prompt}\n\n${task.answer}`;
  expect(await plugin.score(answer, { vars, prompt })).toMatchObject({
    score: 1,
    metadata: { reading: 'read' },
  });
});
