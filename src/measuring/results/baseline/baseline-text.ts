/** Writes a baseline file. */
import { jsonLine } from '../../../base/safe-output.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { packageVersion } from '../../../base/version.js';
import {
  BASELINE_FORMAT,
  BASELINE_VERSION,
  type BaselineCase,
  type BaselineFile,
  WITH_TESTS,
} from './baseline.js';
import type { BaselineSeries, SuiteRun, TestRound } from './kept-runs.js';

/** Writes the text of a baseline file, the same for equal runs and versions. */
export function baselineText({
  evaluations = [],
  runs,
  identities,
  asked,
  conditions,
  tests = [],
}: BaselineFile): string {
  const listed: string[] = [];
  const numberOf = (series: BaselineSeries | undefined) => {
    if (!series) return undefined;
    const text = jsonLine(series);
    const found = listed.indexOf(text);
    return found < 0 ? listed.push(text) - 1 : found;
  };
  const names = new Set(runs.flatMap((run) => [...run.keys()]));
  const models = [...names].sort(byCodeUnits).map((model) => {
    const byRun = runs.map((run) => run.get(model) ?? new Map<string, BaselineCase>());
    const first = new Map(byRun.toReversed().flatMap((cases) => [...cases]));
    const lines = [...first]
      .sort(
        ([a, kept], [b, other]) =>
          kept.tokens - other.tokens || kept.seed - other.seed || byCodeUnits(a, b),
      )
      .map(([id, { tokens, seed, description, measure, series, ...theCase }]) => {
        const { unit, cluster, size, composite, positions } = theCase;
        const belonging = { unit, cluster, size, composite, positions };
        const shared = { series: numberOf(series), ...belonging };
        const answers = byRun.map((cases) => runOf(cases.get(id)));
        const entry = { tokens, seed, description, measure, ...shared, runs: answers };
        return `      ${jsonLine(id)}: ${jsonLine(entry)}`;
      });
    return `    ${jsonLine(model)}: {\n${lines.join(',\n')}\n    }`;
  });
  return (
    `{\n  "format": ${JSON.stringify(BASELINE_FORMAT)},\n  "version": ${tests.length > 0 ? WITH_TESTS : BASELINE_VERSION},\n` +
    `  "madeBy": ${JSON.stringify(packageVersion())},\n` +
    (evaluations.length > 0 ? `  "evaluations": ${jsonLine(evaluations)},\n` : '') +
    `  "identities": ${jsonLine(Object.fromEntries(identities))},\n` +
    byRunText('asked', asked) +
    byRunText('conditions', conditions) +
    (listed.length > 0 ? `  "series": [\n    ${listed.join(',\n    ')}\n  ],\n` : '') +
    (models.length > 0 ? `  "models": {\n${models.join(',\n')}\n  }` : '  "models": {}') +
    (tests.length > 0 ? `,\n  "tests": ${suitesText(tests)}` : '') +
    '\n}\n'
  );
}

function byRunText(
  name: string,
  models: ReadonlyMap<string, readonly (object | undefined)[]> = new Map(),
): string {
  const lines = [...models]
    .filter(([, runs]) => runs.some(Boolean))
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([model, runs]) => `    ${jsonLine(model)}: ${jsonLine(runs.map((run) => run ?? null))}`);
  return lines.length > 0 ? `  "${name}": {\n${lines.join(',\n')}\n  },\n` : '';
}

function runOf(theCase: BaselineCase | undefined) {
  if (!theCase) return null;
  const { score, marks, diagnosis, scores, unread } = theCase;
  const digits = marks.map((mark) => String(4 * mark));
  const short = digits.every((digit) => /^[0124]$/.test(digit)) ? digits.join('') : marks;
  return { score, marks: short, diagnosis, scores, unread };
}

/** Writes runs into a baseline file: a line for each test, the same for equal runs. */
export function suitesText(runs: readonly SuiteRun[]): string {
  const names = new Set(runs.flatMap((run) => run.map(({ name }) => name)));
  const models = [...names].map((name) => {
    const ofName = runs.map((run) => run.find((model) => model.name === name));
    const { provider, prompt } = ofName.find((model) => model !== undefined)!;
    const told = ofName.map((model) => model?.conditions ?? null);
    const conditions = told.some(Boolean) ? `      "conditions": ${jsonLine(told)},\n` : '';
    const prices = ofName.map((model) => model?.call ?? null);
    const calls = prices.some(Boolean) ? `      "calls": ${jsonLine(prices)},\n` : '';
    const tests = new Map(ofName.toReversed().flatMap((model) => [...(model?.tests ?? [])]));
    const lines = [...tests]
      .sort(([a], [b]) => byCodeUnits(a, b))
      .map(([id, test]) => {
        const rounds = ofName.map((model) => writtenRounds(model?.tests.get(id)?.rounds));
        const answer = test.answer !== undefined && { answer: test.answer };
        return `        ${jsonLine(id)}: ${jsonLine({ name: test.name, ...answer, runs: rounds })}`;
      });
    return (
      `    ${jsonLine(name)}: {\n      "provider": ${jsonLine(provider)},\n      "prompt": ${jsonLine(prompt)},\n${conditions}${calls}` +
      `      "tests": {\n${lines.join(',\n')}\n      }\n    }`
    );
  });
  return `{\n${models.join(',\n')}\n  }`;
}

function writtenRounds(rounds: readonly TestRound[] = []) {
  if (rounds.length === 0) return null;
  // Rounds are exchangeable, and equal runs must give equal files.
  const sorted = rounds.toSorted(
    (a, b) =>
      Number(b.pass) - Number(a.pass) ||
      b.score - a.score ||
      byCodeUnits(a.blank ?? '', b.blank ?? '') ||
      byCodeUnits(metricsText(a), metricsText(b)),
  );
  const names = [...new Set(sorted.flatMap(({ metrics }) => Object.keys(metrics)))].sort(
    byCodeUnits,
  );
  return {
    pass: sorted.map(({ pass }) => Number(pass)).join(''),
    ...(sorted.some(({ pass, score }) => score !== Number(pass)) && {
      scores: sorted.map(({ score }) => score),
    }),
    ...(names.length > 0 && {
      metrics: Object.fromEntries(
        names.map((name) => [name, sorted.map(({ metrics }) => metrics[name] ?? null)]),
      ),
    }),
    ...(sorted.some(({ blank }) => blank) && {
      blank: sorted.map(({ blank }) => blank?.[0] ?? '-').join(''),
    }),
  };
}

function metricsText({ metrics }: TestRound): string {
  return JSON.stringify(Object.entries(metrics).sort(([a], [b]) => byCodeUnits(a, b)));
}
