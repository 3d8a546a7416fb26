import { describe, expect, it } from 'vitest';
import { OwnTests } from '../../../src/measuring/results/own-tests.js';

const passed = { success: true, vars: { word: 'a' }, provider: { id: 'echo' } };
const failed = {
  ...passed,
  success: false,
  testCase: { description: 'says a' },
  gradingResult: { reason: 'Expected output to contain "a"' },
};

function counted(...results: unknown[]): OwnTests {
  const tests = new OwnTests();
  for (const result of results) tests.add(result);
  return tests;
}

describe('tests of the user’s own', () => {
  it('are counted, and those that failed are named', () => {
    const { asked, failures, failed: named } = counted(passed, failed);
    expect([asked, failures]).toEqual([2, 1]);
    expect(named).toEqual([
      { name: 'says a', provider: 'echo', reason: 'Expected output to contain "a"', times: 1 },
    ]);
  });

  it('are named once, however often they were asked', () => {
    const other = { ...failed, vars: { word: 'b' } };
    const { failures, failed: named } = counted(failed, failed, other, failed);
    expect(failures).toBe(4);
    expect(named.map(({ name, times }) => [name, times])).toEqual([
      ['says a', 3],
      ['says a', 1],
    ]);
  });

  it('have failed where the call failed, and are named by their variables where nothing else names them', () => {
    const called = { ...passed, success: false, error: 'HTTP 500', provider: { label: 'mine' } };
    expect(counted(called).failed).toEqual([
      { name: '{"word":"a"}', provider: 'mine', reason: 'HTTP 500', times: 1 },
    ]);
  });

  it.each([{}, { success: 'yes' }, { ...failed, testCase: 5, provider: null, gradingResult: [] }])(
    'count as failed where nothing says that they passed: %j',
    (result) => {
      expect(counted(result).failed).toHaveLength(1);
    },
  );

  it('are shown without keys, on one short line', () => {
    const key = `sk-proj-${'Ab3'.repeat(16)}`;
    const { failed: told } = counted({ ...failed, error: `${'x'.repeat(180)}\n${key}` });
    expect(JSON.stringify(told)).not.toContain('Ab3Ab3');
    expect(told[0]!.reason.length).toBeLessThanOrEqual(201);
    expect(told[0]!.reason).not.toContain('\n');
  });
});
