/** The document of a gate: which decision comes first, in every medium and language. */
import { describe, expect, it } from 'vitest';
import { speaking } from '../../../../src/base/text/speaking.js';
import type { Row } from '../../../../src/contract/row.js';
import { documentHtml } from '../../../../src/measuring/document/render/html.js';
import { documentJunit } from '../../../../src/measuring/document/render/junit.js';
import { documentMarkdown } from '../../../../src/measuring/document/render/markdown.js';
import { documentTerminal } from '../../../../src/measuring/document/render/terminal.js';
import { evaluationOf } from '../../../../src/measuring/facts/evaluation/evaluation.js';
import { DEFAULT_GATE } from '../../../../src/measuring/verdicts/gate/gate.js';
import { gateDocument } from '../../../../src/measuring/verdicts/gate/gate-document.js';
import type { GateOptions } from '../../../../src/measuring/verdicts/gate/gate-result.js';
import { gateWithFloors } from '../../../../src/measuring/verdicts/gate/gate-with-floors.js';
import { gateJson } from '../../../../src/measuring/verdicts/gate/verdict-json.js';
import { imagine, kept } from '../../results/rows-for-tests.js';
import { verdictLine } from './said.js';

const LENGTHS = [4000, 8000, 16_000, 32_000, 64_000];
const GRID = { lengths: LENGTHS, seeds: 8, stars: 32 };
const good = imagine('model', () => 0.99, GRID);
/** Reads the first 27.5K tokens. */
const cut = imagine('model', (tokens, place) => Number(place * tokens <= 27_500), GRID);

const judged = (now: readonly Row[], options: Partial<GateOptions> = {}, before = good) =>
  gateWithFloors(evaluationOf(now), options.floors ? undefined : kept(before), {
    ...DEFAULT_GATE,
    ...options,
  });
const FILES = { results: ['today.json'], baseline: 'base.json' };
const LOOK = { colour: false, width: 78 };

describe('the first decision of a gate', () => {
  it.each<[string, string, RegExp]>([
    [
      'a model that stops reading',
      verdictLine(judged(cut)),
      /^Failed: model now ignores everything after the first 2\d(\.\d)?K tokens\.$/,
    ],
    [
      'recall that fell',
      verdictLine(judged(imagine('model', () => 0.9, GRID))),
      /^Failed: model's recall fell [\d.]+ points \(99% → 9\d%, 95% CI [\d.]+–[\d.]+\)\.$/,
    ],
    [
      'nothing that fell',
      verdictLine(judged(good)),
      /^Passed: any drop is at most [\d.]+ points\.$/,
    ],
    [
      'minimums that are met',
      verdictLine(judged(good, { floors: [{ kind: 'recall', recall: 0.9 }] })),
      /^Passed: all minimums met\.$/,
    ],
    [
      'a minimum that is missed',
      verdictLine(judged(cut, { floors: [{ kind: 'effective-length', tokens: 64_000 }] })),
      /^Failed: model ignores everything after the first .* tokens\. The minimum is 64K tokens\.$/,
    ],
    [
      'a margin that is not shown',
      verdictLine(judged(good, { margin: 0.001 })),
      /^Inconclusive: model's drop may exceed 0\.1 points \(at most [\d.]+\)\.$/,
    ],
    [
      'one prompt',
      verdictLine(judged(good.slice(0, 1), {}, good.slice(0, 1))),
      /^Inconclusive: With 1 prompt, model could lose half its recall unnoticed\.$/,
    ],
  ])('of %s', (_, said, expected) => {
    expect(said).toMatch(expected);
  });
});

describe('the document of a model that stops reading', () => {
  const document = gateDocument(judged(cut), FILES);

  it('has 24 lines of 78 columns in a terminal, and ends with what to do', () => {
    const text = documentTerminal(document, LOOK);
    expect(text.split('\n').length).toBeLessThanOrEqual(24);
    expect(text).toMatch(/^Failed: model now ignores/);
    expect(text).toMatch(/\n64K +8 +\d+% +\d+% +−\d+ points\n/);
    expect(text).toContain('Next  Find what cuts the prompts of model');
    expect(text).toContain('baseline today.json -o base.json');
  });

  it('is a comment with what fell, and a page with where', () => {
    expect(documentMarkdown(document)).toMatch(/^### ❌ Long-context gate: `model` now ignores/);
    const page = documentHtml(document);
    expect(page).toMatch(/<title>Failed: model now ignores/);
    expect(page).toContain('<rect class="lost"');
    expect(page).toMatch(/<h2><a href="#lost-1">.*<dialog id="lost-1"/s);
  });

  it('has a test case for each check of each model', () => {
    const xml = documentJunit(document);
    expect(xml).toMatch(/<testsuites name="gate" tests="\d+" failures="[1-9]\d*" errors="0"/);
    expect(xml).toContain('<testcase classname="gate.model" name="All, 4K–64K">');
  });
});

it('is the same to programs in every language', () => {
  const all = [judged(cut), judged(good, { margin: 0.001 })];
  const [english, chinese] = [['en'], ['zh']].map((codes) =>
    speaking(codes, () =>
      all.map((result) => [
        gateJson(judged(cut)),
        gateJson(result),
        documentJunit(gateDocument(result)).match(/<testcase [^>]*/g),
      ]),
    ),
  );
  expect(chinese).toEqual(english);
});
