/** Results of a stretched evaluation of a reader whose truth is known, as promptfoo's files have them. */
import seedrandom from 'seedrandom';
import type { StretchNote } from '../../../src/contract/stretch.js';
import type { TestSource } from '../../../src/measuring/facts/tests/suite.js';
import { testRow } from '../../../src/measuring/results/test-row.js';

type Arm = Pick<StretchNote, 'arm' | 'length' | 'time'>;

export interface Simulated {
  tests: number;
  repeats?: number;
  lengths?: readonly number[];
  provider?: string;
  seed?: string;
  /** Whether a call passes: its test, what stands around it, and chance from 0 to 1. */
  passes: (test: number, arm: Arm, chance: number) => boolean;
  /** Why a call fails. */
  error?: (test: number, arm: Arm) => string | undefined;
  /** More fields of the result of a call. */
  more?: (test: number, arm: Arm) => object;
}

/** What promptfoo writes of one call. */
function resultOf(test: number, column: number, provider: string, arm: Arm, pass: boolean) {
  const note: StretchNote = {
    ...{ provider, ...arm, tokens: arm.length === 0 ? 20 : arm.length - 3 },
    ...{ tokenizer: 'cl100k_base', as: 'conversation' },
    ...(arm.arm !== 'as-is' && { padding: { from: 0, to: 60 + 4 * arm.length } }),
  };
  const assertion = { type: 'contains', value: `right ${test}` };
  const output = pass ? `It is right ${test}.` : 'I do not know.';
  const reason = pass ? 'Assertion passed' : `Expected output to contain "right ${test}"`;
  return {
    ...{ promptIdx: column, testIdx: test, success: pass, score: Number(pass), namedScores: {} },
    testCase: { vars: { question: `Question ${test}?` }, assert: [assertion] },
    vars: { question: `Question ${test}?` },
    provider: { id: `stretch:${arm.arm}:${arm.length}:${arm.time}:${provider}`, label: '' },
    prompt: { raw: `Be brief. Question ${test}?`, label: 'ask' },
    response: { output, metadata: { stretch: note } },
    metadata: { stretch: note },
    gradingResult: {
      ...{ pass, score: Number(pass), reason },
      componentResults: [{ pass, score: Number(pass), reason, assertion }],
    },
    failureReason: Number(!pass),
  };
}

const LENGTHS = [8000, 32000, 128000];

/** All calls as promptfoo makes them: each test of each column, and all of that again for each repeat. */
export function simulatedResults({
  tests,
  repeats = 3,
  lengths = LENGTHS,
  provider = 'gpt',
  seed = 'stretched',
  passes,
  error = () => undefined,
  more = () => ({}),
}: Simulated): object[] {
  const random = seedrandom(seed);
  const arms: Arm[] = [
    { arm: 'as-is', length: 0, time: 0 },
    { arm: 'as-is', length: 0, time: 1 },
    { arm: 'one-turn', length: 0, time: 0 },
    ...lengths.map((length): Arm => ({ arm: 'padded', length, time: 0 })),
  ];
  const range = (count: number) => Array.from({ length: count }, (_, i) => i);
  return range(repeats).flatMap(() =>
    range(tests).flatMap((test) =>
      arms.map((arm, column) => {
        const pass = passes(test, arm, random.quick());
        const result = { ...resultOf(test, column, provider, arm, pass), ...more(test, arm) };
        const why = error(test, arm);
        return why === undefined
          ? result
          : {
              ...{ ...result, success: false, score: 0, gradingResult: null, metadata: {} },
              ...{ response: { error: why }, error: why, failureReason: 2 },
            };
      }),
    ),
  );
}

/** The same as rows. */
export function simulatedRun(simulated: Simulated): TestSource[] {
  return [
    {
      name: 'results.json',
      tests: simulatedResults(simulated).flatMap((one) => testRow(one) ?? []),
    },
  ];
}

/** A reader that breaks some tests from a length on, and fails any other with a small probability. */
export function breaking(broken: ReadonlyMap<number, number>, flake = 0.05): Simulated['passes'] {
  return (test, { length }, chance) =>
    length >= (broken.get(test) ?? Number.POSITIVE_INFINITY) ? false : chance >= flake;
}
