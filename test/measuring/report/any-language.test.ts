/** What programs read of a report is the same whatever language is spoken, but for fields that hold sentences. */
import { expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { csvTables } from '../../../src/measuring/report/csv-report.js';
import { eeeRecords } from '../../../src/measuring/report/eee-report.js';
import { jsonReport } from '../../../src/measuring/report/json-report.js';
import { histories, questions } from './example-rows.js';

const CHINESE = /\p{Script=Han}/u;

/** The paths of fields that hold Chinese. */
function chineseFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return CHINESE.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...(CHINESE.test(name) ? [`${path}: ${name}`] : []),
    ...chineseFields(one, Array.isArray(value) ? path : `${path}.${name}`),
  ]);
}

function withoutFields(value: unknown, names: ReadonlySet<string>): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, one) => (names.has(name) ? undefined : (one as unknown))),
  );
}

const SENTENCES = new Set(['said', 'cause', 'why', 'amounts']);

it.each<[string, () => Row[]]>([
  ['agents’ histories', histories],
  ['questions about documents', questions],
])('of %s', (_, rows) => {
  const written = (code: string) =>
    speaking([code], () => {
      const data = analyse(evaluationOf(rows()));
      const heads = Object.values(csvTables(data)).map((text) => text.split('\n')[0]);
      return { heads, eee: [...eeeRecords(data)], json: JSON.parse(jsonReport(data)) as object };
    });
  const [english, chinese] = [written('en'), written('zh')];
  expect(chinese.heads).toEqual(english.heads);
  expect(chinese.eee).toEqual(english.eee);
  const fields = chineseFields(chinese.json).map((path) => path.split('.').at(-1)!);
  expect(fields).not.toEqual([]);
  expect(fields.filter((name) => !SENTENCES.has(name))).toEqual([]);
  expect(withoutFields(chinese.json, SENTENCES)).toEqual(withoutFields(english.json, SENTENCES));
});
