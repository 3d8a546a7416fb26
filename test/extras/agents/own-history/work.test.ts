import { describe, expect, it } from 'vitest';
import { workIn } from '../../../../src/extras/agents/own-history/candidates.js';
import type { Turn } from '../../../../src/haystack/messages/transcript.js';

const valuesOf = (turn: Turn, isFree = (_: string) => true) =>
  [...workIn(0, turn, isFree)].map(({ value }) => value);
const result = (content: string): Turn => ({ role: 'result', id: 'c', tool: 'bash', content });
const call = (given: Record<string, unknown>): Turn => ({
  ...{ role: 'call', id: 'c', tool: 'edit' },
  arguments: given,
});

describe('what an agent worked with', () => {
  it.each([
    ["NameError: name 'pixel_dtype' is not defined", 'pixel_dtype'],
    ['  def handle_event(params) do', 'handle_event'],
    ['+  const retryBudget = limit;', 'retryBudget'],
    ['src/fields.py:1474:    def _serialize(self):', 'fields.py'],
    ['Tests  214 passed, 0 failed', '214'],
  ])('is asked for where a line says it: %s', (line, value) => {
    expect(valuesOf(result(line))).toEqual([value]);
  });

  it('is asked for in calls that do something', () => {
    expect(valuesOf(call({ command: 'pytest tests/check_budget.py' }))).toEqual([
      'check_budget.py',
    ]);
    expect(valuesOf(call({ new_string: 'return parsed_total;' }))).toEqual(['parsed_total']);
    expect(valuesOf(call({ description: 'see parsed_total', timeout: 300 }))).toEqual([]);
  });

  it.each([
    ['of a line that says nothing of the work', 'the parsed_total is here'],
    ['of the number of a line in a listing', '338   - old'],
    ['of a colour', '+ color: #4a5b6c'],
    ['of a method that looks like a file', '+ await response.json()'],
    ['of what a program writes for itself', '-rw-r--r-- 1 root root 4096 error_log.txt'],
  ])('is nothing %s', (_, line) => {
    expect(valuesOf(result(line))).toEqual([]);
  });

  it('is one value of each stretch, and none that stands elsewhere', () => {
    const lines = Array.from(
      { length: 40 },
      (_, i) => `Error: cannot find module_${'abcdefghij'[i % 10]}x`,
    );
    expect(valuesOf(result(lines.join('\n'))).length).toBeLessThan(5);
    expect(valuesOf(result('Error: no parsed_total'), () => false)).toEqual([]);
  });
});
