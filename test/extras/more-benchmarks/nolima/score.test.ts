import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { containsAnswer } from '../../../../src/extras/more-benchmarks/nolima/index.js';
import {
  loadNolimaWords,
  type NolimaCase,
  pairOf,
} from '../../../../src/extras/more-benchmarks/nolima/pairs.js';
import { type NolimaConfig, nolima } from '../../../../src/index.js';
import { scored } from '../../../scored.js';

async function aCase(config: NolimaConfig = {}): Promise<NolimaCase> {
  const [test] = await nolima({ lengths: [500], depths: [0.6], questions: 1, ...config });
  return test!.vars!.case as unknown as NolimaCase;
}

describe('the score of NoLiMa', () => {
  it('looks for the name letter by letter', () => {
    expect(containsAnswer('I think that Adelmar has.', ['Adelmar'])).toBe(true);
    expect(containsAnswer('It is a Compass.', ['compass', 'Compass'])).toBe(true);
    expect(containsAnswer('ADELMAR', ['Adelmar'])).toBe(false);
  });

  it('is the mark of the one fact, where it stands', async () => {
    const theCase = await aCase();
    const { answers } = pairOf(theCase);
    const [name] = answers;
    expect(scored(`I think that ${name} has.`, theCase)).toEqual({
      score: 1,
      readable: true,
      reason: `${name}: "I think that ${name} has."`,
      namedScores: { recall: 1, 'recall q3': 1 },
      metadata: { diagnosis: 'complete', marks: [1], positions: [0.6] },
    });
    for (const text of [`Zebedee or ${name}`, `It is not ${name}.`]) {
      expect(scored(text, theCase)).toMatchObject({
        score: 1,
        metadata: { reading: 'doubtful', bounds: { low: 0, high: 1 } },
      });
    }
    expect(scored('Somebody.', theCase)).toEqual({
      score: 0,
      readable: true,
      reason: `not ${name}: "Somebody."`,
      namedScores: { recall: 0, 'recall q3': 0 },
      metadata: { diagnosis: 'wrong', marks: [0], positions: [0.6] },
    });
    expect(scored('', theCase)).toMatchObject({ score: 0, readable: false });
  });

  it('says what an answer without the name is', async () => {
    const theCase = await aCase();
    const { answers } = pairOf(theCase);
    const other = loadNolimaWords('en').names.find((name) => !answers.includes(name))!;
    const diagnosisOf = (answer: string) => scored(answer, theCase).metadata.diagnosis;
    expect(diagnosisOf(answers[0]!)).toBe('complete');
    expect(diagnosisOf(`It is ${other}.`)).toBe('another');
    expect(diagnosisOf('That is not mentioned.')).toBe('missing');
    expect(diagnosisOf('')).toBe('empty');
    expect(diagnosisOf('Maybe.')).toBe('wrong');
  });

  it('says of a name in another fact that it is a distractor', async () => {
    const theCase = await aCase({ lengths: [2000], distractors: 2 });
    const [{ character } = { character: '' }] = pairOf(theCase).distractors;
    expect(scored(`It is ${character}.`, theCase)).toMatchObject({
      score: 0,
      metadata: { diagnosis: 'distractor' },
    });
  });

  it('takes nothing for a distractor of a published set that has no character', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nolima-score-'));
    const published = join(folder, 'set.json');
    const set = {
      id: '1',
      needle: '{CHAR} kept a {1} in the cellar.',
      questions: { onehop: 'Who has fed a {2}?' },
      character_set: ['Zuzanna'],
      tests: { T01: { input_args: ['falcon', 'bird'] } },
      distractors: { onehop: 'A {2} was painted above the door.' },
    };
    try {
      writeFileSync(published, JSON.stringify([set]));
      const theCase = await aCase({ published });
      expect(scored('Zuzanna', theCase).metadata.diagnosis).toBe('complete');
      expect(scored('Blue.', theCase).metadata.diagnosis).toBe('wrong');
      const [other] = loadNolimaWords('en').names;
      expect(scored(`It is ${other}.`, theCase).metadata.diagnosis).toBe('wrong');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes the letter of a choice, or its name', async () => {
    const theCase = await aCase({ choice: true });
    const { answers, options } = pairOf(theCase);
    const right = options.indexOf(answers[0]!);
    const letter = (turn: number) => 'ABCD'[(right + turn) % 4];
    const other = options[(right + 1) % 4]!;
    expect(scored(`Answer: ${letter(0)}`, theCase)).toMatchObject({ score: 1 });
    expect(scored(answers[0], theCase)).toMatchObject({ score: 1, readable: true });
    expect(scored(`Answer: ${letter(1)}`, theCase)).toMatchObject({
      score: 0,
      readable: true,
      metadata: { diagnosis: 'another' },
    });
    // The name of the right one does not count where another one was chosen.
    expect(scored(`Not ${answers[0]}.\n\nAnswer: ${other}`, theCase).score).toBe(0);
    expect(scored('Hard to say.', theCase)).toMatchObject({
      score: 0,
      readable: false,
      metadata: { diagnosis: 'wrong' },
    });
  });
});
