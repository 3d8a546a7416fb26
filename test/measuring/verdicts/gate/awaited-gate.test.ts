/** Tests that name a baseline, and a hook that does not come. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitGate, gateCame } from '../../../../src/measuring/verdicts/gate/awaited-gate.js';

const naming = (baseline: unknown) => ({ metadata: { baseline } });

/** What is said, and the exit code, when the process ends. */
let said: string;
let code: typeof process.exitCode;

/** What waits for the end of the process: it is asked for once, by whichever test comes first. */
const waiting: (() => void)[] = [];

function ended(): string {
  for (const complain of waiting) complain();
  return said;
}

beforeEach(() => {
  vi.spyOn(process, 'once').mockImplementation((event, complain) => {
    if (event === 'exit') waiting.push(complain);
    return process;
  });
  said = '';
  code = process.exitCode;
  process.exitCode = undefined;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => {
  gateCame();
  vi.restoreAllMocks();
  process.exitCode = code;
});

describe('a gate that is awaited', () => {
  it('is none without a test that names a baseline', () => {
    for (const test of [undefined, null, {}, { metadata: null }, { metadata: {} }, naming(7)]) {
      awaitGate(test);
    }
    expect(ended()).toBe('');
    expect(process.exitCode).toBeUndefined();
  });

  it('is missed at the end, once, with the names of all baselines', () => {
    for (const file of ['b.json', 'a.json', 'b.json']) awaitGate(naming(file));
    expect(waiting).toHaveLength(1);
    expect(ended()).toBe(
      'promptfoo-counting-stars: nothing was compared with the baseline (a.json, b.json), since the hook ' +
        'did not run. Add it to `extensions` (docs/ci.md shows how), or leave `baseline` out.\n',
    );
    expect(process.exitCode).toBe(3);
  });

  it('leaves an exit code that says more', () => {
    awaitGate(naming('b.json'));
    process.exitCode = 100;
    expect(ended()).toContain('(b.json)');
    expect(process.exitCode).toBe(100);
  });

  it('is awaited no more when it came, until another test is scored', () => {
    awaitGate(naming('b.json'));
    gateCame();
    expect(ended()).toBe('');
    awaitGate(naming('c.json'));
    expect(ended()).toContain('(c.json)');
  });
});
