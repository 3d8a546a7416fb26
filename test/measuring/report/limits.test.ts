/** What a server does to longer prompts stands in the first line of every output, and their lengths are no coin toss. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { plain } from '../../../src/measuring/document/foreign.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { reportDocument } from '../../../src/measuring/report/report-document.js';
import { jsonReport } from '../../../src/measuring/report/report-files.js';
import { imagine } from '../results/rows-for-tests.js';
import { htmlReport, markdownReport, terminalReport, visibleText } from './outputs.js';

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];

/** A model that finds all, with prompts beyond 16K changed. */
const dataOf = (change: Partial<Row>) => {
  const rows = imagine('reader', () => 1, { lengths: LENGTHS, seeds: 3, stars: 16 });
  return analyse(
    evaluationOf(rows.map((row) => (row.tokens > 16_000 ? { ...row, ...change } : row))),
  );
};

const lost = { score: 0, marks: new Array<number>(16).fill(0), passed: false };
const tooLong = "400 This model's maximum context length is 16384 tokens.";

describe('a limit of a server', () => {
  it.each<[string, string, Partial<Row>]>([
    [
      'cut',
      'The server seems to cut prompts above 16K: longer ones got answers about something else.',
      { ...lost, reading: 'unreadable', promptTokens: 16_000 },
    ],
    ['window', 'reader rejects prompts above 16K (context limit).', { error: tooLong }],
    [
      'refused',
      'reader rejects prompts above 16K.',
      { ...lost, reading: 'unreadable', diagnosis: 'refused' },
    ],
  ])('is in the first line: %s', (limit, sentence, change) => {
    const data = dataOf(change);
    const document = reportDocument(data);
    expect(document.decisions.map(({ text }) => plain(text))).toEqual([sentence]);
    const outputs = [terminalReport(data), markdownReport(data), visibleText(htmlReport(data))];
    for (const output of outputs) {
      const text = output.replaceAll('`', '').replace(/\s+/g, ' ');
      expect(text).toContain(sentence);
      expect(text).not.toContain('format, not memory');
      expect(text).not.toContain('coin toss');
    }
    const [row] = JSON.parse(jsonReport(data)).summary;
    expect(row.reliableLength).toMatchObject({
      ...{ kind: 'limit', tokens: 16_000, notFrom: 32_000, cappedBy: 'limit' },
      ...{ limit, limitAt: 16_000, limitFrom: 32_000 },
    });
    const beyond = row.likely.filter(({ tokens }: { tokens: number }) => tokens > 16_000);
    expect(beyond.every(({ probability }: { probability: number }) => probability <= 0.01)).toBe(
      true,
    );
  });
});
