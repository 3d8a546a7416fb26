import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { speaking } from '../../src/base/text/speaking.js';
import { commandLine } from '../../src/commands/command-line.js';
import { gateOuts } from '../../src/commands/gate.js';
import { documentMarkdown } from '../../src/measuring/document/render/markdown.js';
import { DEFAULT_GATE } from '../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../src/measuring/verdicts/gate/gate-document.js';
import { withTests } from '../../src/measuring/verdicts/gate/gate-with-tests.js';

const gate = async (...args: string[]) =>
  (await commandLine('gate')).parseAsync(['gate', ...args], { from: 'user' });

describe('gate --run', () => {
  it.each([
    ['--min-recall', '90%'],
    ['--min-length', '64K'],
    ['--min-pass', '8/10'],
  ])('refuses %s, which it would not check', async (option, value) => {
    const asked = gate('--run', '--budget', '1M', '--baseline', 'b.json', option, value);
    await expect(asked).rejects.toThrow(`${option} isn't checked by gate --run.`);
  });

  it('is what options of a run need', async () => {
    await expect(gate('--budget', '1M')).rejects.toThrow('--budget is for gate --run');
  });
});

describe('gate', () => {
  it('refuses results that are their own baseline, unless two of their models are compared', async () => {
    const itself = gate('./both.json', '--baseline', 'both.json');
    await expect(itself).rejects.toThrow('so nothing can differ. Pass --compare OLD=NEW');
    const compared = gate('./both.json', '--baseline', 'both.json', '--compare', 'a=b');
    await expect(compared).rejects.not.toThrow('nothing can differ');
  });
});

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file of a verdict', () => {
  it.each(['en', 'zh'])('is replaced, whatever language it was written in: %s', (code) => {
    const markdown = join(folder, `${code}.md`);
    const result = withTests(undefined, undefined, DEFAULT_GATE);
    writeFileSync(
      markdown,
      speaking([code], () => documentMarkdown(gateDocument(result))),
    );
    expect(gateOuts({ out: [markdown] }).files).toEqual([markdown]);
    expect(speaking(['zh'], () => gateOuts({ out: [markdown] })).files).toEqual([markdown]);
  });

  it('is not replaced where it is of somebody else', () => {
    const markdown = join(folder, 'notes.md');
    writeFileSync(markdown, '# 会议记录\n');
    expect(() => gateOuts({ out: [markdown] })).toThrow('notes.md');
  });
});
