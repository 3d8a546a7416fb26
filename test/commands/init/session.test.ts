import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { lookedInto, sessionLines, sessionText } from '../../../src/commands/init/session.js';
import { ASKED, everyFor } from '../../../src/extras/agents/own-history/options.js';
import { ownHistory } from '../../../src/index.js';

const EXAMPLE = 'examples/own-history/claude-code.jsonl';

const folder = mkdtempSync(join(tmpdir(), 'session-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('session', () => {
  it('says what is in a session and what compactions in it lost, and shows no value of it', async () => {
    const text = sessionText(await lookedInto([EXAMPLE], 'o200k_base'));
    expect(text).toContain(
      `${EXAMPLE}: Claude Code\n107 turns of 12.5K tokens, 47 calls with results`,
    );
    expect(text).toMatch(/Compaction 1: 9\.5K tokens became 63, a summary and 0 turns\./);
    expect(text).toMatch(/wrote again afterwards, 1 of 3 are left/);
    expect(text).not.toContain('28669');
  });

  it('says that there was no compaction where there was none', async () => {
    const looked = await lookedInto(['examples/own-history/openai.jsonl'], 'o200k_base');
    expect(sessionText(looked)).toMatch(/It was never compacted\.$/);
  });

  it('plants as many facts as a run plants, and says why little can be asked for', async () => {
    const looked = await lookedInto([EXAMPLE], 'o200k_base');
    const run = await ownHistory({ sessions: EXAMPLE, seeds: 1, lengths: [8000] } as never);
    const { every } = run[0]!.vars.case as unknown as { every: number };
    expect(every).toBe(everyFor([8000], ASKED));
    const asked = await lookedInto([EXAMPLE], 'o200k_base', [8000]);
    expect(looked.planted).toBeGreaterThan(asked.planted);
    const textOf = (more: object) => sessionText({ ...looked, ...more });
    expect(textOf({ own: 30 })).not.toContain('That is few');
    expect(textOf({ own: 2, found: 9 })).toContain(
      'of 9 values that a question could name, 7 stand',
    );
    expect(textOf({ own: 2, found: 3 })).toContain('hold 3 values that a question could name.');
    expect(textOf({ own: 0, calls: 0 })).toContain('no tool is called in it');
    const none = { of: 0, inTurns: 0, inSummary: 0 };
    expect(textOf({ compactions: [{ ...looked.compactions[0]!, used: none }] })).toMatch(
      /wrote again afterwards, there was none\.$/,
    );
  });

  it('says what a file does not tell of a compaction', async () => {
    const looked = await lookedInto([EXAMPLE], 'o200k_base');
    const [one] = looked.compactions;
    const compactions = [
      { ...one!, hasSummary: false, after: 20, kept: 2 },
      { ...one!, before: 0 },
    ];
    const [hidden, once, used, cut, ...more] = sessionText({ ...looked, compactions })
      .split('\n')
      .slice(-4);
    expect(hidden).toMatch(
      'Compaction 1: 9.5K tokens became 20 in 2 turns, and a summary that is not in the file as text',
    );
    expect(once).toMatch(/, 0 of \d+ are left in turns that were kept\.$/);
    expect(used).toMatch(/, 0 of 3 are left in turns that were kept\.$/);
    expect(cut).toBe('Compaction 2: what it shortened is not in the file.');
    expect(more).toEqual([]);
  });

  const linesOf = (compact: string[], tokens = 12_500, at = folder) =>
    sessionLines(at, { sessions: [join(folder, 's.jsonl')], compact }, { tokens });

  it('becomes options of a config, which sees its files from its folder', () => {
    expect(parse(linesOf([join(folder, 'c.mjs:cut')]))).toEqual({
      sessions: 's.jsonl',
      lengths: [2800, 5600, 11_200],
      compact: 'c.mjs:cut',
    });
    expect(parse(linesOf([], 12_500, join(folder, 'evals'))).sessions).toBe('../s.jsonl');
  });

  it('takes functions, programs and servers as compactions', () => {
    const compact = [
      'python3 compact.py',
      join(folder, 'c.mjs:cut'),
      'http://127.0.0.1:8000/compact',
    ];
    expect(parse(linesOf(compact)).compact).toEqual([
      { command: ['python3', 'compact.py'] },
      'c.mjs:cut',
      { url: 'http://127.0.0.1:8000/compact' },
    ]);
    expect(() => linesOf(['compact.py'])).toThrow('--compact compact.py is not a function');
  });

  it('is too short for a config below the shortest length', () => {
    expect(() => linesOf([], 1500)).toThrow('too short for a prompt of 2000. Pass more sessions.');
  });
});
