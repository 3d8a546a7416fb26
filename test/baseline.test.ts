import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Baseline,
  type BaselineCase,
  baselineText,
  parseBaseline,
  readBaseline,
} from '../src/baseline.js';
import { mean } from '../src/numbers.js';
import { packageVersion } from '../src/version.js';

const BASELINE: Baseline = new Map([
  [
    'gpt',
    new Map<string, BaselineCase>([
      [
        'b.8000',
        {
          tokens: 8000,
          seed: 1,
          score: 0.4375,
          marks: [1, 0.5, 0.25, 0],
          description: 'a long "test"',
          diagnosis: 'scattered',
        },
      ],
      [
        'b.4000',
        {
          tokens: 4000,
          seed: 1,
          score: 0.75,
          marks: [0.75],
          description: 'short',
          scores: [0.5, 1],
        },
      ],
    ]),
  ],
  ['claude', new Map([['c', { tokens: 9, seed: 2, score: 1, marks: [], description: 'sum' }]])],
]);

const TEXT = `{
  "format": "promptfoo-counting-stars baseline",
  "version": 1,
  "madeBy": ${JSON.stringify(packageVersion())},
  "readers": {
    "claude": {
      "c": {"tokens":9,"seed":2,"score":1,"marks":"","description":"sum"}
    },
    "gpt": {
      "b.4000": {"tokens":4000,"seed":1,"score":0.75,"marks":[0.75],"description":"short","scores":[0.5,1]},
      "b.8000": {"tokens":8000,"seed":1,"score":0.4375,"marks":"4210","description":"a long \\"test\\"","diagnosis":"scattered"}
    }
  }
}
`;

describe('a baseline file', () => {
  it('has one line for each case, by length, marks as quarters', () => {
    expect(baselineText(BASELINE)).toBe(TEXT);
  });

  it('is read as it was written', () => {
    expect(parseBaseline(TEXT, 'b.json')).toEqual({ madeBy: packageVersion(), readers: BASELINE });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const theCase = fc
      .record(
        {
          tokens: fc.integer({ min: 1, max: 1e6 }),
          seed: fc.integer(),
          marks: fc.array(fc.oneof(share, fc.constantFrom(0, 0.25, 0.5, 0.75, 1))),
          description: fc.string(),
          diagnosis: fc.string(),
          scores: fc.array(share, { minLength: 2 }),
        },
        { requiredKeys: ['tokens', 'seed', 'marks', 'description'] },
      )
      .map(({ marks, scores, ...rest }) =>
        scores
          ? { ...rest, score: mean(scores), marks: [mean(scores)], scores }
          : { ...rest, score: marks.length > 0 ? mean(marks) : 0.5, marks },
      );
    const readers = fc.dictionary(
      fc.string(),
      fc.dictionary(fc.string(), theCase, { minKeys: 1 }),
      { minKeys: 1 },
    );
    fc.assert(
      fc.property(readers, (plain) => {
        const baseline: Baseline = new Map(
          Object.entries(plain).map(([name, cases]) => [name, new Map(Object.entries(cases))]),
        );
        const text = baselineText(baseline);
        // JSON has no -0.
        const expected = JSON.parse(JSON.stringify([...baseline].map(([k, v]) => [k, [...v]])));
        const { readers: read } = parseBaseline(text, 'b.json');
        const sorted = (list: [string, [string, unknown][]][]) =>
          list.map(([k, v]) => [k, v.sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1));
        expect(sorted([...read].map(([k, v]) => [k, [...v]]))).toEqual(sorted(expected));
        expect(baselineText(read)).toBe(text);
      }),
    );
  });

  it.each([
    ['not json', 'b.json is not a baseline. Write one with `npx promptfoo-counting-stars baseline'],
    ['{"results":{"results":[]}}', 'b.json is not a baseline.'],
    [
      TEXT.replace('"version": 1', '"version": 2'),
      'b.json is a baseline of version 2, made by a newer version of promptfoo-counting-stars: update it.',
    ],
    [
      TEXT.replace('"version": 1', '"version": 0'),
      'b.json is a baseline of version 0, which never was written: make the baseline again.',
    ],
    [
      TEXT.replace(/ {2}"madeBy".*\n/, ''),
      'b.json does not say in `madeBy` which version of promptfoo-counting-stars made it. Make the baseline again.',
    ],
    [
      TEXT.replace('"score":0.75', '"score":75'),
      'b.json: the entry of the Case b.4000 is damaged (score: ',
    ],
    [
      TEXT.replace('"score":0.4375', '"score":1'),
      'b.json: the entry of the Case b.8000 contradicts itself (its score is 1, but the mean of its marks ' +
        'is 0.4375), so it was changed by hand or by a merge. Restore the file',
    ],
    [
      TEXT.replace('"score":0.75,"marks":[0.75]', '"score":0.8,"marks":[0.75]'),
      'b.json: the entry of the Case b.4000 contradicts itself (its score is 0.8, but the mean of its ' +
        'scores is 0.75)',
    ],
    [TEXT.replace('"4210"', '"4213"'), 'b.json: the entry of the Case b.8000 is damaged (marks: '],
    [
      TEXT.replace('{\n      "c"', '[\n      "c"'),
      'b.json is a baseline, but is damaged, perhaps by a merge (',
    ],
    [
      TEXT.replace(/( {6}"b.4000.*\n)/, '$1$1'),
      'b.json has 4 entries for 3 Cases, so some are there twice, perhaps after a merge. Delete it',
    ],
    [
      '{"format":"promptfoo-counting-stars baseline","version":1,"madeBy":"0.1.0","readers":[]}',
      'b.json: `readers` must be an object. Restore the file, or delete it and make the baseline again.',
    ],
  ])('refuses %j', (text, message) => {
    expect(() => parseBaseline(text, 'b.json')).toThrow(message);
  });

  it('is read with a byte order mark in front', () => {
    expect(parseBaseline(`\uFEFF${TEXT}`, 'b.json')).toEqual(parseBaseline(TEXT, 'b.json'));
  });

  it('says what a folder is', () => {
    expect(() => readBaseline('test')).toThrow('"test" is a folder. Name the baseline file in it.');
  });

  it('says how to write one when there is none', () => {
    expect(() => readBaseline('none.json')).toThrow(
      /^There is no baseline "none.json" in .*-o none/,
    );
  });
});
