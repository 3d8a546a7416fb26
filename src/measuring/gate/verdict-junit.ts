import { visibleText } from '../../base/doors.js';
import { inEnglish, say } from '../../base/text/language.js';
import { missingShardsText } from '../evaluation/shards.js';
import { findingLines, testLists } from '../ordinary/gate-words.js';
import type { TestsGate } from '../ordinary/tests-gate.js';
import { sentenceOf } from '../output/answer.js';
import type { GateOptions, GateResult, ProviderGate } from './gate-result.js';
import type { WholeGate } from './gate-with-tests.js';
import { type CheckLine, checksOf, namedLines } from './verdict-words.js';

/** Names of the suites together, and how the classes of their test cases begin. */
const NAMES = {
  longContext: 'long-context gate',
  tests: 'gate of your tests',
  both: 'gate',
} as const;

/**
 * A gate's decision as JUnit XML: a suite for each reader, a test case for each check. What failed is
 * a failure; what could not be decided is an error. Servers know a test case again by its name, which is
 * English in every language.
 */
export function gateJunit(result: WholeGate): string {
  const suites = [
    ...(result.tests ? [testsSuite(result.tests)] : []),
    ...result.providers.map((provider) => suiteOf(provider, result.options)),
    ...shardSuite(result),
  ];
  const counts = totals(suites.flatMap(({ lines }) => lines));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${nameOf(result)}" ${counts}>`,
    ...suites.flatMap(({ name, lines, xml }) => [
      `  <testsuite name="${escaped(name)}" ${totals(lines)}>`,
      ...xml,
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function nameOf({ tests, longContext }: WholeGate): string {
  if (!tests) return NAMES.longContext;
  return longContext === undefined ? NAMES.tests : NAMES.both;
}

interface Suite {
  name: string;
  lines: Pick<CheckLine, 'verdict'>[];
  xml: string[];
}

function suiteOf(provider: ProviderGate, limits: GateOptions): Suite {
  const lines = withEnglishNames(() => checksOf(provider, limits));
  const completeness = lines.slice(lines.length - provider.completeness.length);
  const xml = lines.flatMap((line) => {
    const check = provider.completeness[completeness.indexOf(line)];
    const details = [
      line.note,
      line.drop && say`${line.baseline} → ${line.now}, drop ${line.drop}, p ${line.p}`,
      ...(check ? namedLines(check) : []),
    ];
    return testCase(classOf(provider.provider), line, details.filter(Boolean).join('\n'));
  });
  return { name: provider.provider, lines, xml };
}

function withEnglishNames<T extends { name: string }>(linesOf: () => T[]): T[] {
  const english = inEnglish(linesOf);
  return linesOf().map((line, i) => ({ ...line, name: english[i]!.name }));
}

/** Ordinary tests: what was looked at, every test that broke, and why else it did not pass. */
function testsSuite(gate: TestsGate): Suite {
  const name = 'your tests';
  const lists = testLists(gate).flatMap(({ title, lines }) => [say`${title}:`, ...lines]);
  const findings = withEnglishNames(() => findingLines(gate)).map((line) => ({
    ...line,
    note: line.verdict === 'passed' ? '' : say`${line.before} → ${line.now}, p ${line.p}`,
  }));
  const broken = gate.broke.map(({ reader, name: test, before, now }) => ({
    name: `${reader}: ${test}`,
    verdict: 'failed' as const,
    note: say`passed ${before.passed} of ${before.rounds} before, ${now.passed} of ${now.rounds} now`,
  }));
  const reasons = gate.reasons.map(({ kind, verdict, note }) => ({ name: kind, verdict, note }));
  const lines = [...findings, ...broken, ...reasons];
  const xml = lines.flatMap((line) =>
    testCase(
      NAMES.tests,
      line,
      findings.some((one) => one === line) ? lists.join('\n') : line.note,
    ),
  );
  return { name, lines, xml };
}

/** Missing shards belong to no reader. */
function shardSuite({ missingShards, options }: GateResult): Suite[] {
  const missing = missingShardsText(missingShards);
  if (missing === undefined) return [];
  const note = sentenceOf([missing]);
  const line = {
    name: 'shards',
    note,
    verdict: options.allow.missing ? ('passed' as const) : ('failed' as const),
  };
  return [{ name: 'shards', lines: [line], xml: testCase(classOf('shards'), line, note) }];
}

function classOf(suite: string): string {
  return `${NAMES.longContext}.${suite}`;
}

function testCase(
  className: string,
  { name, note, verdict }: Pick<CheckLine, 'name' | 'note' | 'verdict'>,
  details: string,
): string[] {
  const open = `    <testcase classname="${escaped(className)}" name="${escaped(name)}"`;
  if (verdict === 'passed') return [`${open}/>`];
  const tag = { failed: 'failure', inconclusive: 'error', unknown: 'skipped' }[verdict];
  return [
    `${open}>`,
    `      <${tag} message="${escaped(note)}">${escaped(details)}</${tag}>`,
    '    </testcase>',
  ];
}

function totals(lines: readonly Pick<CheckLine, 'verdict'>[]): string {
  const count = (verdict: CheckLine['verdict']) =>
    lines.filter((line) => line.verdict === verdict).length;
  return `tests="${lines.length}" failures="${count('failed')}" errors="${count('inconclusive')}" skipped="${count('unknown')}"`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escaped(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
