/** Writes a baseline file. */

import { jsonLine } from '../../../base/safe-output.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { packageVersion } from '../../../base/version.js';
import type { BaselineSeries } from './asked-run.js';
import {
  BASELINE_FORMAT,
  BASELINE_VERSION,
  type BaselineCase,
  type BaselineFile,
  WITH_TESTS,
} from './baseline.js';
import { suitesText } from './suite-text.js';

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
    const own = runs.map((run) => run.get(model) ?? new Map<string, BaselineCase>());
    const first = new Map(own.toReversed().flatMap((cases) => [...cases]));
    const lines = [...first]
      .sort(
        ([a, one], [b, other]) =>
          one.tokens - other.tokens || one.seed - other.seed || byCodeUnits(a, b),
      )
      .map(([id, { tokens, seed, description, measure, series, ...theCase }]) => {
        const { unit, cluster, size, composite, positions } = theCase;
        const belonging = { unit, cluster, size, composite, positions };
        const shared = { series: numberOf(series), ...belonging };
        const answers = own.map((cases) => runOf(cases.get(id)));
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
    .filter(([, own]) => own.some(Boolean))
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([model, own]) => `    ${jsonLine(model)}: ${jsonLine(own.map((run) => run ?? null))}`);
  return lines.length > 0 ? `  "${name}": {\n${lines.join(',\n')}\n  },\n` : '';
}

function runOf(theCase: BaselineCase | undefined) {
  if (!theCase) return null;
  const { score, marks, diagnosis, scores, unread } = theCase;
  const digits = marks.map((mark) => String(4 * mark));
  const short = digits.every((digit) => /^[0124]$/.test(digit)) ? digits.join('') : marks;
  return { score, marks: short, diagnosis, scores, unread };
}
