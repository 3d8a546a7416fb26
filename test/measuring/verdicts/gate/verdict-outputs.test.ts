/** The decision as terminal text, Markdown and JUnit XML, with hostile text in it. */

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/contract/row.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateWithFloors as gate } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { probabilityText } from '../../../../src/measuring/verdicts/gate/regression-words.js';
import { gateHtml } from '../../../../src/measuring/verdicts/gate/verdict-html.js';
import { gateJunit } from '../../../../src/measuring/verdicts/gate/verdict-junit.js';
import { gateMarkdown } from '../../../../src/measuring/verdicts/gate/verdict-markdown.js';
import { gateText } from '../../../../src/measuring/verdicts/gate/verdict-text.js';
import { shownChecks, verdictLine } from '../../../../src/measuring/verdicts/gate/verdict-words.js';
import { imagine, kept } from '../../results/rows-for-tests.js';

const PLAIN = { colour: false };
const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => 8000 * n);

/** A name with everything that could break out of a format. */
const HOSTILE = 'a|b`c`<i>&"\'\u0000\u001b[2J\ud800\ufffe]]>--> @you';

const before = imagine('reader', () => 1, { lengths: LENGTHS, seeds: 2 });
const half = (row: Row): Row => ({
  ...row,
  score: 0.5,
  marks: [1, 1, 1, 1, 0, 0, 0, 0],
  reason: '4/8 ★; missing 4 of the last 4 (missing-tail)',
});
const fallen = before.map((row) => (row.tokens > 32_000 ? half(row) : row));
const baseline = kept(before);
const failed = gate(evaluationOf(fallen), baseline, {
  ...DEFAULT_GATE,
  floorsBy: 'estimate',
  floors: [
    { kind: 'recall', recall: 0.7 },
    { kind: 'effective-length', tokens: 64_000 },
  ],
});

describe('gateText', () => {
  it('has the verdict, a table, the power and the worst cells', () => {
    const text = gateText(failed, PLAIN);
    const lines = text.split('\n');
    expect(lines[0]).toMatch(
      /^FAILED: reader: drop 0\.250 \(95 % interval 0\.151 to 0\.426\), at most 0\.374 \(0\.852 at 64K\) with one-sided 95 % confidence; all lengths, 8K to 64K: p = 0\.0020; longer half, 40K to 64K: drop of 0\.500, p = 0\.0178; /,
    );
    expect(lines.slice(2, 7)).toEqual([
      'reader  failed',
      '                             prompts  baseline    now    drop (95 % interval)  at most (one-sided)       p  verdict',
      'all lengths, 8K to 64K            16     1.000  0.750  0.250 (0.151 to 0.426)                0.374  0.0020   failed',
      'reliable length                           64K+    32K',
      'longer half, 40K to 64K            8     1.000  0.500  0.500 (0.108 to 0.735)                0.735  0.0178   failed',
    ]);
    expect(text).toContain('  Assumed: whole runs shift by about 0.011 (standard deviation)');
    expect(text).toMatch(/power: a uniform drop of 0\.05 is found with a probability of \d+% \(/);
    expect(text).toContain(
      '    1.000 → 0.500  40000 tokens, seed 1: 4/8 ★; missing 4 of the last 4 (missing-tail)',
    );
    expect(text).not.toContain('\u001b');
  });

  it('uses colours where they may be used', () => {
    expect(gateText(failed, { ...PLAIN, colour: true })).toContain('\u001b[31mfailed\u001b[0m');
  });

  it('leaves out columns without content, and says what passed', () => {
    const floors = [{ kind: 'recall' as const, recall: 0.5 }];
    const result = gate(evaluationOf(before), undefined, { ...DEFAULT_GATE, floors });
    expect(gateText(result, PLAIN)).toBe(
      'PASSED: all floors are reached\n\nreader  passed\n' +
        '                now  verdict\nrecall ≥ 0.5  1.000   passed',
    );
    expect(verdictLine(gate(evaluationOf(before), baseline))).toBe(
      'PASSED, drop at most 0.068 (0.462 at 64K): reader: drop 0.000 (95 % interval −0.165 to 0.120); a loss of ' +
        '70% of recall at 64K alone (2 prompts) is found in <1% of runs, with 3 prompts there in 55%',
    );
  });

  it('names what is missing', () => {
    const broken = before.slice(1).map((row, i) => (i < 7 ? { ...row, error: 'HTTP 500' } : row));
    const text = gateText(gate(evaluationOf(broken), baseline), PLAIN);
    expect(text).toContain('failed  failed calls: 7 of 15 calls failed\n');
    expect(text).toContain('    24000 tokens, seed 1: HTTP 500\n');
    expect(text).toContain('    and 2 more\n');
    expect(text).toContain('missing cases: 1 of 16 cases of the baseline have no result\n');
    expect(text).toContain('    8000 tokens, seed 1\n');
  });
});

describe('a gate of several series', () => {
  const inBenchmarks = (rows: readonly Row[]) =>
    ['stars', 'needles'].flatMap((benchmark) =>
      rows.map((row) => ({ ...row, benchmark, id: `${benchmark} ${row.id}` })),
    );
  const floors = [{ kind: 'effective-length' as const, tokens: 64_000 }];
  const result = gate(evaluationOf(inBenchmarks(fallen)), kept(inBenchmarks(before)), {
    ...DEFAULT_GATE,
    floors,
  });
  const [provider] = result.providers;
  const checks = shownChecks(provider!, result.options);

  it('prints each row once, and counts those of single series that decide nothing', () => {
    const [, ...lines] = gateText(result, PLAIN).split('\n');
    for (const { name, isDetail } of checks) {
      const own = lines.filter((line) => line.startsWith(`${name} `) || line.includes(`${name}: `));
      expect(own, name).toHaveLength(isDetail ? 0 : 1);
    }
    const details = checks.filter(({ isDetail }) => isDetail).length;
    if (details > 0) {
      expect(lines.join('\n')).toMatch(
        new RegExp(`^  ${details} checks? of single series, none failed: drop at most \\d`, 'm'),
      );
    }
  });

  it('has the reliable length of each benchmark, before and now', () => {
    const lengths = checks.filter(({ name }) => name.endsWith(', reliable length'));
    expect(lengths.map(({ name, baseline }) => [name, baseline]).reverse()).toEqual([
      ['stars, reliable length', '64K+'],
      ['needles, reliable length', '64K+'],
    ]);
    for (const { now } of lengths) expect(now).not.toBe('64K+');
  });

  it('is a page that begins with the answer, and folds what decides nothing', () => {
    const page = gateHtml(result);
    const text = page.replace(/<(style|script)>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');
    expect(text).toMatch(
      /Failed: reader: recall fell by 0\.250 \(1\.000 → 0\.750\)\.The drop is 0\.\d{3} to 0\.\d{3} \(95 % interval\), at most 0\.\d{3} \(0\.\d{3} at 64K\) with one-sided 95 % confidence\. /,
    );
    for (const { name, drop } of checks) {
      if (drop !== '') expect(page.split(`<th scope="row">${name}</th>`)).toHaveLength(2);
    }
  });
});

describe('missing shards', () => {
  const half = before.map((row) => ({ ...row, shard: '1/2' }));
  const sentence = 'Shard 2/2 is missing: its prompts are not in these results';

  it('stand in the verdict, or below it where they are allowed', () => {
    const refused = gate(evaluationOf(half), baseline);
    expect(gateText(refused, PLAIN).split('\n')[0]).toBe(`FAILED: ${sentence}`);
    const allow = { errors: false, missing: true, extra: false, cached: false, changed: false };
    const allowed = gate(evaluationOf(half), baseline, { ...DEFAULT_GATE, allow });
    expect(gateText(allowed, PLAIN).split('\n')[2]).toBe(`${sentence} (--allow missing).`);
    expect(gateMarkdown(allowed)).toContain(`\n\n${sentence} (--allow missing).\n\n###`);
  });
});

describe('hostile text', () => {
  const rows = fallen.map((row, i) => ({
    ...row,
    provider: HOSTILE,
    description: HOSTILE,
    reason: HOSTILE,
    ...(i === 0 && { error: HOSTILE }),
  }));
  const result = gate(evaluationOf(rows), baseline, {
    ...DEFAULT_GATE,
    providers: [`reader=${HOSTILE}`],
  });

  it('stays text in JUnit XML, without characters that XML forbids', () => {
    const xml = gateJunit(result);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe]/u);
    const texts = [...xml.matchAll(/(?:name|message)="([^"]*)"|>([^<]+)<\//g)];
    expect(texts.length).toBeGreaterThan(5);
    expect(
      xml.replace(/<(\/?)(testsuites|testsuite|testcase|failure|error|skipped)\b[^<>]*>/g, ''),
    ).not.toMatch(/<(?!\?xml)/);
    expect(xml).toContain('a|b`c`&lt;i&gt;&amp;&quot;&apos;␀␛[2J\ufffd\ufffd]]&gt;--&gt; @you');
  });

  it('stays code in Markdown', () => {
    const markdown = gateMarkdown(result);
    expect(markdown.split('@you').length).toBeGreaterThan(5);
    // Nothing of it is outside of code, which two backticks open and close.
    expect(markdown.replace(/`` .*? ``(?!`)/g, '')).not.toMatch(/@you|<i>/);
    expect(markdown).not.toContain('\u001b');
  });

  it('does not move the cursor of a terminal', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(gateText(result, PLAIN)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe('gateJunit', () => {
  it('has a suite for each reader and a test case for each check', () => {
    const lines = gateJunit(failed).split('\n');
    expect(lines.slice(0, 7)).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="long-context gate" tests="5" failures="4" errors="0" skipped="0">',
      '  <testsuite name="reader" tests="5" failures="4" errors="0" skipped="0">',
      '    <testcase classname="long-context gate.reader" name="all lengths, 8K to 64K">',
      '      <failure message="drop of 0.250, p = 0.0020">drop of 0.250, p = 0.0020',
      '1.000 → 0.750, drop 0.250 (0.151 to 0.426), p 0.0020</failure>',
      '    </testcase>',
    ]);
    expect(lines.slice(-6)).toEqual([
      '    <testcase classname="long-context gate.reader" name="reliable length ≥ 64K">',
      '      <failure message="reliable length is 32K (not at 40K)">reliable length is 32K (not at 40K)</failure>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
  });

  it('shows what could not be decided as an error, and missing shards as a suite', () => {
    const few = before.slice(0, 2).map((row) => ({ ...row, shard: '1/2' }));
    const xml = gateJunit(gate(evaluationOf(few), kept(few)));
    expect(xml).toContain(
      '<error message="too little data: the drop may be half of all recall or more',
    );
    expect(xml).toContain(
      '<failure message="Shard 2/2 is missing: its prompts are not in these results.">',
    );
    expect(xml).toMatch(/tests="\d+" failures="1" errors="1" skipped="1"/);
  });
});

describe('gateMarkdown', () => {
  it('is a heading, a sentence and tables', () => {
    const markdown = gateMarkdown(failed);
    expect(markdown).toContain('## ❌ Long-context gate: failed\n\n`reader: drop 0.250 (');
    expect(markdown).toContain(
      '| `longer half, 40K to 64K` | 8 | 1.000 | 0.500 | 0.500 (0.108 to 0.735) | 0.735 | 0.0178 | ❌ failed |',
    );
    expect(markdown).toContain('| `40000 tokens, seed 1` | 1.000 | 0.500 | `4/8 ★; missing');
    expect(markdown).toMatch(/[^\n]\n$/);
  });
});

describe('probabilityText', () => {
  it('is never 0', () => {
    expect(probabilityText(2 ** -40)).toBe('< 0.0001');
    expect(probabilityText(0.01234)).toBe('0.0123');
  });
});
