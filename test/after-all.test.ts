import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Row } from '../src/contract/row.js';
import { afterAll as hook } from '../src/index.js';
import { baselineText } from '../src/measuring/results/baseline/baseline-text.js';
import { imagine, kept, toResult } from './measuring/results/rows-for-tests.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the hook', () => {
  it('tells providers of the same name apart, by their columns', async () => {
    vi.stubEnv('COUNTING_STARS_REPORT', 'off');
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const column = (recall: number, promptIdx: number) =>
      imagine('reader', () => recall).map((row) => ({ ...toResult(row), promptIdx }));
    await hook({ results: [...column(1, 0), ...column(0, 1)] });
    expect(written.join('')).toMatch(
      /^reader \(1\) +100% .*\nreader \(2\) +0% .* Not reliable at 4K$/m,
    );
  });

  it('counts a call once that `promptfoo retry` made again, and that failed again', async () => {
    vi.stubEnv('COUNTING_STARS_REPORT', 'off');
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const results = imagine('reader', () => 1, { seeds: 2 }).map((row, testIdx) => ({
      ...toResult(row),
      ...{ testIdx, promptIdx: 0 },
    }));
    const failed = (i: number) => ({ ...results[i]!, failureReason: 2, error: 'HTTP 500' });
    await hook({
      results: [failed(3), failed(6), ...results.with(3, failed(3))],
      evalId: 'eval-1',
    });
    expect(written.join('')).toContain('reader: 1 of 8 calls failed');
  });

  it('says where answers are that promptfoo cannot write, and nothing where it can', async () => {
    vi.stubEnv('COUNTING_STARS_REPORT', 'off');
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const rows = imagine('reader', () => 1, { seeds: 30 });
    const raw = 'a'.repeat(4_600_000);
    const results = rows.map((row, testIdx) => ({ ...toResult(row), testIdx, prompt: { raw } }));
    const config = { outputPath: ['big.json'] };
    await hook({ results, evalId: 'eval-1', config });
    expect(written.join('')).toMatch(
      /about 553 MB of results may be too large for promptfoo to write to big\.json\. No answer is lost: `npx promptfoo-counting-stars report --eval eval-1` /,
    );
    written.length = 0;
    await hook({ results: results.slice(0, 8), evalId: 'eval-1', config });
    await hook({ results, evalId: 'eval-1', config: { outputPath: 'big.jsonl' } });
    expect(written.join('')).toBe('');
  });

  it('prints to standard error in the MCP server, whose standard output is for JSON-RPC', async () => {
    vi.stubEnv('COUNTING_STARS_REPORT', 'off');
    const toOutput = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const toError = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { argv } = process;
    process.argv = ['node', 'promptfoo', 'mcp', '--transport', 'stdio'];
    try {
      await hook({ results: imagine('reader', () => 1).map(toResult) });
    } finally {
      process.argv = argv;
    }
    expect(toOutput).not.toHaveBeenCalled();
    expect(toError.mock.calls.join('')).toContain('reader');
  });

  it('has a column of changes where all tests name one baseline, and each verdict after the report', async () => {
    vi.stubEnv('COUNTING_STARS_REPORT', 'off');
    const written: string[] = [];
    const write = (text: unknown) => {
      written.push(String(text));
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(write);
    vi.spyOn(process.stderr, 'write').mockImplementation(write);
    const folder = mkdtempSync(join(tmpdir(), 'hook-'));
    const baseline = join(folder, 'main.json');
    const rows = imagine('reader', () => 1, { seeds: 8 });
    writeFileSync(baseline, baselineText(kept(rows)));
    const asked = (file?: string) => (row: Row) => {
      const metadata = { benchmark: row.benchmark, id: row.id };
      const gated = { ...metadata, ...(file && { baseline: file, maxDrop: 0.02 }) };
      return { ...toResult(row), metadata, testCase: { description: '', metadata: gated } };
    };
    const { exitCode } = process;
    try {
      await hook({ results: rows.map(asked(baseline)) });
      expect(written.join('')).toMatch(
        / Since main\.json\n.* no drop > [\d.]+ points\n[\s\S]*\nGate, compared with/,
      );
      written.length = 0;
      await hook({ results: [...rows.slice(1).map(asked(baseline)), asked()(rows[0]!)] });
      expect(written.join('')).not.toMatch(/ Since main/);
      written.length = 0;
      const gone = join(folder, 'gone.json');
      const results = rows.map((row, i) => asked(i < 16 ? baseline : gone)(row));
      await hook({ results });
      expect(written.join('')).toMatch(
        /^reader [\s\S]*\nGate, compared with .*main\.json\n[\s\S]*could not run its gate: There is no baseline/m,
      );
      expect(written.join('')).not.toMatch(/ Since main/);
    } finally {
      process.exitCode = exitCode;
      rmSync(folder, { recursive: true });
    }
  });

  it('says nothing of tests that are not ours', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await hook({ results: [{ prompt: {}, vars: {} }, null, 'text'] });
    expect(write).not.toHaveBeenCalled();
  });
});
