/** Writes runs of the user's tests into a baseline file. */
import { jsonLine } from '../../../base/safe-output.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import type { SuiteRun, TestRound } from './suite-run.js';

/** Writes runs into a baseline file: a line for each test, the same for equal runs. */
export function suitesText(runs: readonly SuiteRun[]): string {
  const names = new Set(runs.flatMap((run) => run.map(({ name }) => name)));
  const models = [...names].map((name) => {
    const own = runs.map((run) => run.find((model) => model.name === name));
    const { provider, prompt } = own.find((model) => model !== undefined)!;
    const told = own.map((model) => model?.conditions ?? null);
    const conditions = told.some(Boolean) ? `      "conditions": ${jsonLine(told)},\n` : '';
    const prices = own.map((model) => model?.call ?? null);
    const calls = prices.some(Boolean) ? `      "calls": ${jsonLine(prices)},\n` : '';
    const tests = new Map(own.toReversed().flatMap((model) => [...(model?.tests ?? [])]));
    const lines = [...tests]
      .sort(([a], [b]) => byCodeUnits(a, b))
      .map(([id, test]) => {
        const rounds = own.map((model) => writtenRounds(model?.tests.get(id)?.rounds));
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
