import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/analysis/analyse.js';
import { evaluationOf } from '../../src/evaluation/evaluation.js';
import { DEFAULT_GATE, gate } from '../../src/gate/gate.js';
import { gateText } from '../../src/gate/verdict-text.js';
import { terminalReport } from '../../src/report/terminal-report.js';
import { logJson, logText } from '../../src/text/log-text.js';
import { imagine } from '../results/rows-for-tests.js';

/** What a runner takes for a command. GitHub's reads `::` behind white space, and `##[` anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours that we print.
const COMMAND = /^\s*(?:\u001b\[[\d;]*m)*\s*::|##\[|##vso\[|##teamcity\[/m;

const NAMES = [
  '::error::x',
  '  ::stop-commands::t',
  'a ##[error]x',
  '##vso[task.x]',
  'a\n::error::x',
  'a\u2028::error::x',
  'a\r::error::x',
];

describe('logText', () => {
  it.each(NAMES)('makes no command of %j', (name) => {
    expect(logText(name)).not.toMatch(COMMAND);
    expect(logText(`one\n${name}\n`)).not.toMatch(COMMAND);
    expect(logText(`\u001b[1m${name}\u001b[0m`)).not.toMatch(COMMAND);
  });

  it('leaves all other text as it is', () => {
    const text = 'openai::chat x::y\n## heading #[a]\n  64K: 0.9\n';
    expect(logText(text)).toBe(text);
  });

  it.each(NAMES)('a reader called %j gives no command in the terminal', (name) => {
    const rows = imagine(name, () => 0.5);
    const look = { colour: true, width: 80 };
    expect(logText(terminalReport(analyse(evaluationOf(rows)), look))).not.toMatch(COMMAND);
    const floors = [{ kind: 'recall' as const, recall: 0.9 }];
    const result = gate(evaluationOf(rows), undefined, { ...DEFAULT_GATE, floors });
    expect(logText(gateText(result, look))).not.toMatch(COMMAND);
  });
});

describe('logJson', () => {
  it('stays the same data', () => {
    const data = { name: '##[error]x', other: '##vso[x]', turned: 'a\u202eb\u2066c\u009bd' };
    const json = logJson(JSON.stringify(data));
    expect(json).not.toMatch(COMMAND);
    expect(json).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(json)).toEqual(data);
  });
});
