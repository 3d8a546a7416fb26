import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from '../../../../src/base/numbers.js';
import { packageVersion } from '../../../../src/base/version.js';

import {
  type Baseline,
  type BaselineCase,
  parseBaseline,
  readBaseline,
} from '../../../../src/measuring/results/baseline/baseline.js';
import { baselineText } from '../../../../src/measuring/results/baseline/baseline-text.js';

import { temporaryFolder } from '../../../e2e/promptfoo.js';

const RUN: Baseline = new Map([
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

/** Another run, which lacks a Case and a reader. */
const OTHER: Baseline = new Map([
  [
    'gpt',
    new Map([
      ['b.4000', { tokens: 4000, seed: 1, score: 0.5, marks: [0.5], description: 'short' }],
    ]),
  ],
]);

const IDENTITIES = new Map([['gpt', { provider: 'gpt', prompt: 'stars' }]]);

const ENTRIES = `
    "claude": {
      "c": {"tokens":9,"seed":2,"description":"sum","runs":[{"score":1,"marks":""},null]}
    },
    "gpt": {
      "b.4000": {"tokens":4000,"seed":1,"description":"short","runs":[{"score":0.75,"marks":[0.75],"scores":[0.5,1]},{"score":0.5,"marks":"2"}]},
      "b.8000": {"tokens":8000,"seed":1,"description":"a long \\"test\\"","runs":[{"score":0.4375,"marks":"4210","diagnosis":"scattered"},null]}
    }`;

const fileOf = (version: number, entries: string) => `{
  "format": "promptfoo-counting-stars baseline",
  "version": ${version},
  "madeBy": ${JSON.stringify(packageVersion())},
  "identities": {"gpt":{"provider":"gpt","prompt":"stars"}},
  "models": {${entries}
  }
}
`;

const TEXT = fileOf(4, ENTRIES);

describe('a baseline file', () => {
  it('has one line for each case, by length, with each run, marks as quarters', () => {
    expect(baselineText({ runs: [RUN, OTHER], identities: IDENTITIES })).toBe(TEXT);
  });

  it('is read as it was written', () => {
    const madeBy = packageVersion();
    expect(parseBaseline(TEXT, 'b.json')).toEqual({
      madeBy,
      runs: [RUN, OTHER],
      identities: IDENTITIES,
    });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const answered = fc
      .record(
        {
          marks: fc.array(fc.oneof(share, fc.constantFrom(0, 0.25, 0.5, 0.75, 1))),
          diagnosis: fc.string(),
          scores: fc.array(share, { minLength: 2 }),
        },
        { requiredKeys: ['marks'] },
      )
      .map(({ marks, scores, ...rest }) =>
        scores
          ? { ...rest, score: mean(scores), marks: [mean(scores)], scores }
          : { ...rest, score: marks.length > 0 ? mean(marks) : 0.5, marks },
      );
    const prompt = fc.record({
      tokens: fc.integer({ min: 1, max: 1e6 }),
      seed: fc.integer(),
      description: fc.string(),
    });
    // Two runs, the first of which has everything.
    const theCase = fc.tuple(prompt, answered, fc.option(answered));
    const models = fc.dictionary(fc.string(), fc.dictionary(fc.string(), theCase, { minKeys: 1 }), {
      minKeys: 1,
    });
    fc.assert(
      fc.property(models, (plain) => {
        const runs = ([1, 2] as const).map((run): Baseline => {
          const own = Object.entries(plain).map(([name, cases]) => {
            const kept = Object.entries(cases).flatMap(([id, entry]) => {
              const answer = entry[run];
              return answer ? [[id, { ...entry[0], ...answer }] as const] : [];
            });
            return [name, new Map<string, BaselineCase>(kept)] as const;
          });
          return new Map(own.filter(([, cases]) => cases.size > 0));
        });
        const text = baselineText({ runs, identities: new Map() });
        const { runs: read } = parseBaseline(text, 'b.json');
        // JSON has no -0.
        const plainly = (all: readonly Baseline[]) =>
          JSON.parse(
            JSON.stringify(
              all.map((run) => Object.fromEntries([...run].map(([k, v]) => [k, [...v].sort()]))),
            ),
          );
        expect(plainly(read)).toEqual(plainly(runs));
        expect(baselineText({ runs: read, identities: new Map() })).toBe(text);
      }),
    );
  });

  it.each([
    ['not json', 'b.json is not a baseline. Write one with `npx promptfoo-counting-stars baseline'],
    ['{"results":{"results":[]}}', 'b.json is not a baseline.'],
    [
      TEXT.replace('"version": 4', '"version": 6'),
      'b.json is a baseline of version 6, made by a newer version of promptfoo-counting-stars: update it.',
    ],
    [
      '{"format":"promptfoo-counting-stars baseline","version":7,"models":{}}',
      'b.json is a baseline of version 7, made by a newer version of promptfoo-counting-stars: update it.',
    ],
    [
      TEXT.replace('"version": 4', '"version": 4, "weather": {}'),
      'b.json is a baseline with `weather`, which this version does not know. Update promptfoo-counting-stars, or',
    ],
    [
      TEXT.replace('"version": 4', '"version": 0'),
      'b.json is a baseline of version 0, which this version does not read: make the baseline again.',
    ],
    [
      TEXT.replace(/ {2}"madeBy".*\n/, ''),
      'b.json does not say in `madeBy` which version of promptfoo-counting-stars made it. Make the baseline again.',
    ],
    [
      TEXT.replace('"score":0.75', '"score":75'),
      'b.json: the entry of the Case b.4000 is damaged (runs.0.score: ',
    ],
    [
      TEXT.replace('"4210"', '"4213"'),
      'b.json: the entry of the Case b.8000 is damaged (runs.0.marks: ',
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
    [
      TEXT.replace('{\n      "c"', '[\n      "c"'),
      'b.json is a baseline, but is damaged, perhaps by a merge (',
    ],
    [
      TEXT.replace(/( {6}"b.4000.*\n)/, '$1$1'),
      'b.json has 4 entries for 3 Cases, so some are there twice, perhaps after a merge. Delete it',
    ],
    [
      '{"format":"promptfoo-counting-stars baseline","version":4,"madeBy":"0.1.0","models":[]}',
      'b.json: `models` must be an object. Restore the file, or delete it and make the baseline again.',
    ],
  ])('refuses %j', (text, message) => {
    expect(() => parseBaseline(text, 'b.json')).toThrow(message);
  });

  it('is read with a byte order mark in front', () => {
    expect(parseBaseline(`\uFEFF${TEXT}`, 'b.json')).toEqual(parseBaseline(TEXT, 'b.json'));
  });

  it('says how a file that was compressed or saved as UTF-16 is made readable', () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'b.json');
    writeFileSync(file, gzipSync(TEXT));
    expect(() => readBaseline(file)).toThrow(`${file} is compressed with gzip.`);
    writeFileSync(file, Buffer.from(`\uFEFF${TEXT}`, 'utf16le'));
    expect(() => readBaseline(file)).toThrow(`${file} is UTF-16 text`);
    folder.remove();
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
