/** Writes a Document as JUnit XML: a suite for each model or test file, a test case for each check. */

import { groupBy } from '../../../base/group-by.js';
import type { Check, Document, Tone } from '../document.js';
import { plain } from '../foreign.js';
import { escapeHtml } from '../markup.js';

const OUTCOMES: Readonly<Record<Tone, Check['outcome']>> = {
  good: 'passed',
  bad: 'failed',
  warn: 'inconclusive',
  plain: 'skipped',
};

/** What failed is a failure; what could not be decided is an error, so that no server takes it for passed. */
const TAGS: Readonly<Record<Exclude<Check['outcome'], 'passed'>, string>> = {
  failed: 'failure',
  inconclusive: 'error',
  skipped: 'skipped',
};

export function documentJunit(document: Document): string {
  const { kind } = document;
  const checks = document.checks ?? decided(document);
  const suites = [...groupBy(checks, ({ of }) => of)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(kind)}" ${totals(checks)}>`,
    ...suites.flatMap(([of, judged]) => [
      `  <testsuite name="${escaped(of)}" ${totals(judged)}>`,
      ...judged.flatMap((check) => testCase(`${kind}.${of}`, check)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function decided({ kind, decisions }: Document): Check[] {
  return decisions.map(({ tone, text }, i) => ({
    ...{ name: `${kind} ${i + 1}`, of: kind, outcome: OUTCOMES[tone], message: text },
  }));
}

function testCase(className: string, { name, outcome, message, details = [] }: Check): string[] {
  const open = `    <testcase classname="${escaped(className)}" name="${escaped(name)}"`;
  if (outcome === 'passed') return [`${open}/>`];
  const inner = [message, ...details].map(escaped).join('\n');
  return [
    `${open}>`,
    `      <${TAGS[outcome]} message="${escaped(message)}">${inner}</${TAGS[outcome]}>`,
    '    </testcase>',
  ];
}

function totals(checks: readonly Check[]): string {
  const count = (outcome: Check['outcome']) =>
    checks.filter((check) => check.outcome === outcome).length;
  return `tests="${checks.length}" failures="${count('failed')}" errors="${count('inconclusive')}" skipped="${count('skipped')}"`;
}

function escaped(text: string): string {
  return escapeHtml(plain(text));
}
