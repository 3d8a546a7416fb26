/** A verdict in Chinese, in every output: nothing of it stays English, and none of it is decided by words. */
import { describe, expect, it } from 'vitest';
import { speaking } from '../../../../src/base/text/speaking.js';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { gateJunit } from '../../../../src/measuring/verdicts/gate/verdict-junit.js';
import { gateMarkdown } from '../../../../src/measuring/verdicts/gate/verdict-markdown.js';
import { gateText } from '../../../../src/measuring/verdicts/gate/verdict-text.js';
import { gateAnswer } from '../../../../src/measuring/verdicts/gate/verdict-words.js';
import { inChinese } from '../../../sentences.js';
import { imagine, kept } from '../../results/rows-for-tests.js';

const LENGTHS = [4000, 8000, 16_000, 32_000];

/** Results of a reader whose names have no English words. */
const run = (name: string, recall: number, seeds = 6): Row[] =>
  imagine(name, () => recall, { lengths: LENGTHS, seeds, stars: 16 }).map((row) => ({
    ...row,
    provider: '模型',
    description: row.id,
    reason: '漏掉一些',
  }));

const before = run('before', 0.95);
const [first, second, ...others] = run('now', 0.95) as [Row, Row, ...Row[]];
const cached = (row: Row): Row => ({ ...row, cached: true });

const RUNS: readonly { name: string; rows: Row[]; head: RegExp }[] = [
  { name: 'a drop', rows: run('worse', 0.6), head: /^未通过：模型：下降 0\.\d+（95 % 区间 / },
  { name: 'no drop', rows: run('alike', 0.95), head: /^通过，下降至多 0\.\d+（32K 处 / },
  {
    name: 'too few prompts',
    rows: run('few', 0.95, 1).slice(0, 2),
    head: /^未通过：模型：缺少的题目：基线的 24 道题目中有 22 道没有结果/,
  },
  {
    name: 'cached answers',
    rows: [first, second, ...others].map(cached),
    head: /^无法判断：模型：24 条回答中 0 条是新的：全部由 promptfoo 取自缓存。/,
  },
  {
    name: 'failed calls, and cases that are new',
    rows: [{ ...first, marks: [], error: 'HTTP 500' }, { ...second, id: 'x.s9' }, ...others],
    head: /^未通过：模型：失败的调用：24 次调用中有 1 次失败/,
  },
];

/** Two words of English beside each other, where nothing is a name or a command. */
const ENGLISH = /(?<![\w`./-])[A-Za-z]{2,} [A-Za-z]{3,}(?![\w-]*`)/;

describe.each(RUNS)('a gate in Chinese of $name', ({ rows, head }) => {
  const judged = () => {
    const floors = [
      { kind: 'recall' as const, recall: 0.5 },
      { kind: 'effective-length' as const, tokens: 16_000 },
    ];
    return gate(evaluationOf(rows), kept(before), { ...DEFAULT_GATE, floors });
  };

  it('says everything in Chinese', () => {
    const outputs = speaking(['zh'], () => {
      const result = judged();
      return [gateText(result, { colour: false }), gateMarkdown(result), ...shown(result)];
    });
    expect(outputs[0]).toMatch(head);
    for (const output of outputs) expect(inChinese(output)).not.toMatch(ENGLISH);
  });

  it('decides the same as in English', () => {
    const verdicts = (result: ReturnType<typeof gate>) =>
      result.providers.map(({ verdict, completeness, floors }) => ({
        verdict,
        checks: [...completeness, ...floors].map((one) => one.verdict),
      }));
    const [english, chinese] = [judged(), speaking(['zh'], judged)];
    expect(verdicts(chinese)).toEqual(verdicts(english));
    const tags = (xml: string) => xml.match(/<(testsuites?|testcase|failure|error|skipped) [^>]*/g);
    const compared = (xml: string) => tags(xml)?.map((tag) => tag.replace(/message=".*"/, ''));
    const xml = speaking(['zh'], () => gateJunit(chinese));
    expect(xml).toContain('<testcase ');
    expect(compared(xml)).toEqual(compared(gateJunit(english)));
  });
});

function shown(result: ReturnType<typeof gate>): string[] {
  const { answer, beside, explained } = gateAnswer(result);
  return [answer, beside, ...explained];
}
