/** What programs read of a report is the same in every language. */
import { expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import type { Row } from '../../../src/contract/row.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { csvTables, jsonReport } from '../../../src/measuring/report/report-files.js';
import { histories, questions } from './example-rows.js';

it.each<[string, () => Row[]]>([
  ['agents’ histories', histories],
  ['questions about documents', questions],
])('of %s', (_, rows) => {
  const written = (code: string) =>
    speaking([code], () => {
      const data = analyse(evaluationOf(rows()));
      const heads = Object.values(csvTables(data)).map((text) => text.split('\n')[0]);
      return { heads, json: JSON.parse(jsonReport(data)) as object };
    });
  const [english, chinese] = [written('en'), written('zh')];
  expect(chinese.heads).toEqual(english.heads);
  expect(chinese.json).toEqual(english.json);
});
