import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterAll as hook } from '../src/index.js';
import { imagine, toResult } from './results/rows-for-tests.js';

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

  it('says nothing of tests that are not ours', async () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await hook({ results: [{ prompt: {}, vars: {} }, null, 'text'] });
    expect(write).not.toHaveBeenCalled();
  });
});
