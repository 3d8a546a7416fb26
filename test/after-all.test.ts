import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { baselineText } from '../src/baseline/baseline.js';
import { afterAll as hook } from '../src/index.js';
import type { Row } from '../src/results/rows.js';
import { imagine, kept, toResult } from './results/rows-for-tests.js';

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
      /^A {2}reader \(1\) .* 1\.000 .*\n[A-C ] {2}reader \(2\) .* 0\.000 /m,
    );
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
        / since main\n.* no drop > 0\.\d{3}\n[\s\S]*\nGate, compared with/,
      );
      written.length = 0;
      await hook({ results: [...rows.slice(1).map(asked(baseline)), asked()(rows[0]!)] });
      expect(written.join('')).not.toMatch(/ since main\n/);
      written.length = 0;
      const gone = join(folder, 'gone.json');
      const results = rows.map((row, i) => asked(i < 16 ? baseline : gone)(row));
      await hook({ results });
      expect(written.join('')).toMatch(
        /^A {2}reader [\s\S]*\nGate, compared with .*main\.json\n[\s\S]*could not run its gate: There is no baseline/m,
      );
      expect(written.join('')).not.toMatch(/ since main\n/);
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
