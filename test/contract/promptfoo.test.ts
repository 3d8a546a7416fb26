import type * as promptfoo from 'promptfoo';
import { describe, expectTypeOf, it } from 'vitest';
import type * as ours from '../../src/contract/promptfoo.js';
import type { GeneratedTest, SimulatedReader, score } from '../../src/index.js';

describe('what promptfoo is handed', () => {
  it('is what its own types take', () => {
    expectTypeOf<GeneratedTest[]>().toExtend<NonNullable<promptfoo.TestSuiteConfig['tests']>>();
    expectTypeOf<ours.TestCase>().toExtend<promptfoo.TestCase>();
    expectTypeOf<ours.Assertion>().toExtend<promptfoo.Assertion>();
    expectTypeOf<Awaited<ReturnType<typeof score>>>().toExtend<promptfoo.GradingResult>();
    expectTypeOf<ours.ProviderResponse>().toExtend<promptfoo.ProviderResponse>();
    expectTypeOf<SimulatedReader>().toExtend<promptfoo.ApiProvider>();
  });

  it('hands over what is used of it', () => {
    expectTypeOf<promptfoo.CallApiContextParams>().toExtend<ours.CallContext>();
  });
});
