import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context, RunningScriptOptions } from 'node:vm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { digestOf } from '../../src/base/files/files.js';
import { limitedCounting } from '../../src/haystack/limited-counting.js';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';

// A tenth of the time, so that nobody waits for ten seconds.
vi.mock('node:vm', async (original) => {
  const real = await original<typeof import('node:vm')>();
  class Script extends real.Script {
    override runInContext(context: Context, options: RunningScriptOptions) {
      return super.runInContext(context, { timeout: Math.ceil(options.timeout! / 10) });
    }
  }
  return { ...real, Script };
});

const folder = mkdtempSync(join(tmpdir(), 'tokenizer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EXPONENTIAL = /^(a+)+$/;
const HOSTILE = `${'a'.repeat(50)}!`;

describe('limitedCounting', () => {
  it('stops an expression that would take years', () => {
    expect(() => limitedCounting('t', 0, () => EXPONENTIAL.test(HOSTILE))).toThrow(
      'tokenizer: "t" was stopped: for 0 characters it takes more than 10 seconds.',
    );
  });

  it('passes on what comes out, and what is thrown', () => {
    expect(limitedCounting('t', 10, () => 42)).toBe(42);
    expect(() =>
      limitedCounting('t', 10, () => {
        throw new TypeError('x');
      }),
    ).toThrow(TypeError);
  });

  it('limits the whole of what is counted, and not each part again', () => {
    expect(limitedCounting('t', 10, () => limitedCounting('t', 5, () => 7))).toBe(7);
  });
});

describe('a tokenizer.json with a catastrophic expression', () => {
  it('is stopped with one sentence', async () => {
    const file = join(folder, 'tokenizer.json');
    const text = JSON.stringify({
      version: '1.0',
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: {
        type: 'Split',
        pattern: { Regex: '(a+)+$' },
        behavior: 'Isolated',
        invert: false,
      },
      post_processor: null,
      decoder: null,
      model: { type: 'BPE', unk_token: '?', vocab: { '?': 0, a: 1, '!': 2 }, merges: [] },
    });
    writeFileSync(file, text);
    const tokenizer = await loadTokenizer({ file, sha256: digestOf(text) });
    expect(tokenizer.count('aa')).toBeGreaterThan(0);
    expect(() => tokenizer.count(HOSTILE)).toThrow(
      /^tokenizer: ".*tokenizer\.json" was stopped: for 51 characters it takes more than 10 seconds\. A regular expression in it takes exponential time/,
    );
  });
});
