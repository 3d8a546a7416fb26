/** The authors' curves and maps in a report: next to a run like theirs, and nowhere else. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import type { Block, Chart, Strips } from '../../../src/measuring/document/document.js';
import { plain } from '../../../src/measuring/document/foreign.js';
import { evaluationOf } from '../../../src/measuring/facts/evaluation/evaluation.js';
import { analyse } from '../../../src/measuring/facts/tables/analyse.js';
import { reportDocument } from '../../../src/measuring/report/report-document.js';
import { PAPER_GRID } from '../facts/tables/paper-grid.js';
import { imagine } from '../results/rows-for-tests.js';
import { htmlOf, visibleText } from './outputs.js';

const under = (temperature: string) => ({ under: { config: { temperature } } }) as Partial<Row>;

const stars = (temperature = '0'): Row[] =>
  imagine('reader', () => 1, { lengths: PAPER_GRID.lengths, stars: 32, seeds: 1 }).map((row) => ({
    ...row,
    ...under(temperature),
    benchmark: 'counting-stars',
    version: '32-32',
    task: 'acquisition',
    conditions: PAPER_GRID.conditions,
  }));

const PLACES = [0, 4, 9, 14, 19].map((index) => index / 19);

/** All 2,655 questions at five places: every answer right, the first lines of those at the first place wrong. */
const documents = (conditions: Record<string, string> = {}): Row[] =>
  PLACES.flatMap((place) =>
    imagine('reader', () => 1, { lengths: [3000], stars: 1, seeds: 2655 }).map((row) => ({
      ...row,
      ...under('0'),
      id: `${row.id}-${place}`,
      benchmark: 'multi-document-qa',
      task: 'documents',
      positions: [place],
      namedScores: { 'first line': place === 0 ? 0 : 1 },
      conditions: {
        language: 'en',
        order: 'as listed',
        wording: 'a template 368a84fe24373cc0',
        documents: 'a file of yours 19d062a7c970798a',
        ...conditions,
      },
    })),
  );

function all(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) =>
    block.kind === 'section' ? [block, ...all(block.blocks)] : [block],
  );
}

const documentOf = (rows: readonly Row[]) => reportDocument(analyse(evaluationOf(rows)));

const quietOf = (blocks: readonly Block[]) =>
  blocks
    .filter((block): block is Block & Chart => block.kind === 'chart')
    .flatMap(({ series }) => series.filter(({ isQuiet }) => isQuiet));

describe("the authors' runs", () => {
  it('are grey lines by length, and maps that are folded', () => {
    const document = documentOf(stars());
    const blocks = all(document.blocks);
    const quiet = quietOf(blocks);
    expect(quiet.map(({ name }) => plain(name))).toEqual([
      'GPT-4 Turbo (Figure 3)',
      'Kimi Chat (Figure 3)',
    ]);
    expect(quiet[1]!.points).toHaveLength(32);
    const sections = blocks.filter((block) => block.kind === 'section');
    const map = sections.find(
      ({ heading }) => plain(heading) === 'Kimi Chat, March 2024, Figure 3',
    );
    expect(map!.look).toBe('folded');
    const [theirs, own] = map!.blocks.filter(
      (block): block is Block & Strips => block.kind === 'strips',
    );
    expect(theirs!.strips).toHaveLength(32);
    expect(theirs!.strips[0]!.marks).toHaveLength(32);
    expect(own!.strips.map(({ text }) => text)).toEqual(Array(32).fill('100%'));
    expect(visibleText(htmlOf(document))).toMatch(/Kimi Chat ?, March 2024, Figure 3/);
  });

  it('are not there at another temperature, which one line says', () => {
    const document = documentOf(stars('1'));
    expect(quietOf(all(document.blocks))).toEqual([]);
    const text = visibleText(htmlOf(document));
    expect(text).not.toContain('March 2024');
    expect(text.match(/Not drawn: /g)).toHaveLength(1);
    expect(text).toContain('temperature: 0, not 1');
  });

  it('are curves by place, next to what answers score by the same rule', () => {
    const document = documentOf(documents());
    const blocks = all(document.blocks);
    const quiet = quietOf(blocks);
    expect(quiet.map(({ name }) => plain(name))).toEqual([
      'mpt-30b-instruct (20 documents, Figure 5)',
      'longchat-13b-16k (20 documents, Figure 5)',
      'Llama-2-70b-chat-hf (20 documents, Figure 5)',
    ]);
    const chart = blocks.find(
      (block): block is Block & Chart =>
        block.kind === 'chart' && block.series.some(({ isQuiet }) => isQuiet),
    )!;
    expect(chart.series[0]!.points.map((point) => point!.value)).toEqual([0, 1, 1, 1, 1]);
    const text = visibleText(htmlOf(document));
    expect(text).toMatch(/reader ?, this run ?\( ?first line ?\) 80%/);
  });

  it('are not there for another prompt', () => {
    const others = documents({ wording: 'a template 0000000000000000' });
    expect(quietOf(all(documentOf(others).blocks))).toEqual([]);
  });
});
