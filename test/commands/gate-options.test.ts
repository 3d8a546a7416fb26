import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { speaking } from '../../src/base/text/speaking.js';
import { gateOuts } from '../../src/commands/gate.js';
import { documentMarkdown } from '../../src/measuring/document/render/markdown.js';
import { DEFAULT_GATE } from '../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../src/measuring/verdicts/gate/gate-document.js';
import { withTests } from '../../src/measuring/verdicts/gate/gate-with-tests.js';

const folder = mkdtempSync(join(tmpdir(), 'gate-options-'));
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
