import { beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../../src/contract/case.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { scored } from '../../scored.js';
import { codeOf, LEDGERS, testsOf } from './files-for-tests.js';

const NOTICE = {
  id: 'leave',
  text: 'The notice period is six weeks. No exception is made for interns.',
};

let weeks: Case;
let no: Case;
let code: Case;

beforeAll(async () => {
  const tests = await testsOf(
    {
      'questions.jsonl': [
        { question: 'How long is the notice period?', answers: ['six weeks'], gold: 'leave' },
        { question: 'Are interns excepted?', answers: ['no'], gold: 'leave' },
        { question: 'What is the code of ledger 7?', answers: [codeOf(7)], gold: 'ledger-7' },
      ],
      'documents.jsonl': [NOTICE, ...LEDGERS],
    },
    { counts: 20 },
  );
  [weeks, no, code] = tests.map(({ vars }) => vars!.case as unknown as Case) as [Case, Case, Case];
});

describe('the score of own documents', () => {
  it.each(['No.', 'No, they are not.', 'Answer: no'])('"no" is said by %j', (text) => {
    expect(scored(text, no)).toMatchObject({ score: 1, readable: true });
  });

  it.each([
    ...['I do not know.', "I don't know.", 'nobody forbids it', 'Je ne sais pas.', 'No lo sé.'],
    ...[
      'Ich weiß es nicht.',
      '我不知道。',
      '모르겠습니다.',
      'Я не знаю.',
      'The documents do not say.',
    ],
  ])('"no" is not said by %j', (text) => {
    const { score, metadata } = scored(text, no);
    expect(score).toBe(0);
    expect(metadata).not.toHaveProperty('reading');
  });

  it('is 0 for a longer number, and for one of two, which is doubtful', () => {
    expect(scored('Six weeks.', weeks).score).toBe(1);
    expect(scored('Forty-six weeks.', weeks).score).toBe(0);
    expect(scored('Six weeks or eight weeks.', weeks)).toMatchObject({
      score: 0,
      metadata: { reading: 'doubtful', doubt: 'one of two', bounds: { low: 0, high: 1 } },
    });
  });

  it('is 0 for who repeats the prompt, which is doubtful', async () => {
    const { prompt: echo } = await buildPrompt(code);
    expect(scored(echo, code)).toMatchObject({
      score: 0,
      namedScores: { recall: 0 },
      metadata: { reading: 'doubtful', doubt: 'repeated' },
    });
    expect(scored(`${echo}\n\nIt is ${codeOf(7)}.`, code)).toMatchObject({ score: 1 });
    const quoted = `"Its code is ${codeOf(7)}."`;
    expect(scored(quoted, code)).toMatchObject({ score: 1 });
  });

  it('is 0 for who only repeats a question that has the answer in it', async () => {
    const [test] = await testsOf({
      'questions.jsonl': [
        { question: 'Is it six weeks or eight weeks?', answers: ['six weeks'], gold: 'leave' },
      ],
      'documents.jsonl': [NOTICE, ...LEDGERS],
    });
    const theCase = test!.vars!.case as unknown as Case;
    const repeated = 'Is it six weeks or eight weeks?';
    expect(scored(`${repeated} Eight weeks.`, theCase).score).toBe(0);
    expect(scored(`${repeated} Six weeks.`, theCase).score).toBe(1);
  });
});
