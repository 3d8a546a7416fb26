import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableAnswer } from '../../../src/answers/readable-answer.js';
import { documentWords, loadDocumentSet } from '../../../src/benchmarks/documents.js';
import {
  type DocumentCase,
  documentsOf,
  passageQuestion,
} from '../../../src/benchmarks/multi-document-qa/documents.js';
import { findAnswer, markFirstLine } from '../../../src/benchmarks/multi-document-qa/score.js';
import { multiDocumentQa, score } from '../../../src/index.js';

const [test, closed] = await multiDocumentQa({
  tasks: ['documents', 'closed-book'],
  documents: [10],
  indices: [4],
  questions: 1,
});
const vars = test!.vars as Record<string, unknown>;
const theCase = vars.case as DocumentCase;
const { answers } = passageQuestion(theCase);
const [answer] = answers as [string];
const other = documentsOf(theCase)[7]!.answers![0]!;
const { normalise } = documentWords('en');
const markAnswer = (text: string, accepted: string[]) =>
  findAnswer(readableAnswer(text), accepted, [], normalise).mark;
const document = { title: 'A mill', text: 'It stands by the river.' };
const graded = (output: unknown) => score(output, { vars });

describe('score of multi-document QA', () => {
  it('is the worked example of the paper: who got the first nobel prize in physics', () => {
    const accepted = ['Wilhelm Conrad Röntgen'];
    expect(markAnswer('It was Wilhelm Conrad Röntgen, in 1901.', accepted)).toBe(1);
    expect(markAnswer('WILHELM "CONRAD" RÖNTGEN', accepted)).toBe(1);
    expect(markAnswer('Röntgen', accepted)).toBe(0);
  });

  it('is doubtful where whole words in the part that answers say otherwise', async () => {
    const inside = await graded(`x${answer}x`);
    expect(inside).toMatchObject({ score: 1, metadata: { reading: 'doubtful', doubt: 'part' } });
    for (const output of [`${answer} or ${other}`, `It was not ${answer}.`, `${answer}?`]) {
      expect((await graded(output)).metadata, output).toMatchObject({ reading: 'doubtful' });
    }
    expect((await graded(answer)).metadata).toMatchObject({ reading: 'read' });
    expect((await graded(other)).metadata).toMatchObject({ reading: 'read' });
  });

  it('is 1 when an accepted answer stands in the answer', async () => {
    for (const output of [
      answer,
      `It is the ${answer.toUpperCase()}!`,
      { answer },
      `<think>no</think>${answer}`,
    ]) {
      expect(await graded(output)).toMatchObject({
        pass: true,
        score: 1,
        reason: 'Found the answer of document 5 of 10.',
        namedScores: { 'facts found': 1, 'first line': 1, q2: 1 },
        metadata: { diagnosis: 'complete', marks: [1], positions: [4 / 9] },
      });
    }
  });

  it('does not depend on which quotation marks and hyphens a model writes', () => {
    expect(markAnswer('It is the Bishop’s Thumb', ["Bishop's Thumb"])).toBe(1);
    expect(markAnswer('Salvine Trask\u2011Moreau', ['Trask-Moreau'])).toBe(1);
    expect(markAnswer('from 1914-1918', ['1914–1918'])).toBe(1);
    expect(
      markFirstLine(readableAnswer('It is the Bishop’s Thumb'), ["Bishop's Thumb"], normalise),
    ).toBe(0);
    expect(
      markFirstLine(readableAnswer("It is the Bishop's Thumb"), ["Bishop's Thumb"], normalise),
    ).toBe(1);
  });

  it.each([
    ['It was finished in 1537.', '1537', 1],
    ['It has 15370 steps.', '1537', 0],
    ['It has 21537 steps.', '1537', 0],
    ['It has 15370 steps and dates from 1537.', '1537', 1],
    ['In 1914-Verdun was far away.', 'Verdun', 1],
    ['Verdun-1914', 'Verdun', 1],
    ['It is house 12b-31.', '12b', 1],
    ['There are thirty-two of them.', '32', 1],
    ['It is called Seven Oaks.', 'Seven Oaks', 1],
    ['There are 32.', '***', 0],
    ['It was not Quill who built it, but Marlow.', 'Quill', 0],
    ['It was not Quill who built it, but Marlow.', 'Marlow', 1],
    ['It was not QUILL\nSons.', 'Quill Sons', 0],
  ])('%j gives %j: %s', (output, accepted, mark) => {
    expect(markAnswer(output, [accepted])).toBe(mark);
    expect(
      findAnswer(
        readableAnswer(output),
        ['Zzyzx'],
        [{ ...document, answers: [accepted] }],
        normalise,
      ),
    ).toEqual(mark === 1 ? { mark: 0, other: 0 } : { mark: 0 });
  });

  it.each([
    ['建于1912年。', '1912年', 1],
    ['建于11912年。', '1912年', 0],
    ['是“七 橡 树”客栈', '七橡树', 1],
    ['不是七橡树，而是青石桥。', '七橡树', 0],
    ['不是七橡树，而是青石桥。', '青石桥', 1],
  ])('%j gives %j: %s', (output, accepted, mark) => {
    const { normalise } = documentWords('zh');
    expect(findAnswer(readableAnswer(output), [accepted], [], normalise).mark).toBe(mark);
  });

  it('finds nothing of a document whose answers are not known', () => {
    const documents = [document, { ...document, answers: ['Quill'] }];
    expect(findAnswer(readableAnswer('Quill'), ['Zzyzx'], documents, normalise)).toEqual({
      mark: 0,
      other: 1,
    });
    expect(findAnswer(readableAnswer(document.text), ['Zzyzx'], documents, normalise)).toEqual({
      mark: 0,
    });
  });

  it.each([
    ['Tesla', ['Tesla'], 1],
    ['Tesla', ['Nikola Tesla', 'Tesla'], 1],
    ['\nTesla', ['Tesla'], 0],
    ['<think>hm</think>\n\nTesla', ['Tesla'], 1],
    ['anything', ['The'], 1],
    ['', ['.'], 1],
    ['', ['Tesla'], 0],
  ])('marks the first line of %j for %j as the authors do', (output, accepted, mark) => {
    const { normalise } = documentWords('en');
    expect(markFirstLine(readableAnswer(output), accepted, normalise)).toBe(mark);
  });

  it('says beside it whether the first line alone would do, as for the authors', async () => {
    expect((await graded(`Let me see.\n${answer}`)).namedScores).toMatchObject({
      'facts found': 1,
      'first line': 0,
    });
    const json = JSON.stringify({ thoughts: 'It stands there.', answer });
    expect((await graded(json)).namedScores).toMatchObject({ 'facts found': 1, 'first line': 1 });
  });

  it.each([
    [other, 'another', 'Gave the answer of document 8 instead of that of document 5 of 10.'],
    [
      'The documents do not say.',
      'missing',
      'Reports that the answer of document 5 of 10 is not there. The answer begins: "The',
    ],
    [
      'The documents don’t mention it.',
      'missing',
      'Reports that the answer of document 5 of 10 is not there. The answer begins: "The',
    ],
    ['Zzyzx.', 'wrong', 'Did not give the answer of document 5 of 10. The answer begins: "Zzyzx."'],
    [
      "I'm sorry, but I can't help with that.",
      'refused',
      'The model refused. The answer begins: "I\'m sorry',
    ],
    ['', 'empty', 'The answer is empty.'],
    [null, 'empty', 'The answer is empty.'],
    [`<think>${answer}</think>`, 'empty', 'The answer is empty.'],
  ])('%j: %s', async (output, diagnosis, reason) => {
    const result = await graded(output);
    expect(result).toMatchObject({ pass: false, score: 0, metadata: { diagnosis, marks: [0] } });
    expect(result.reason).toContain(reason);
  });

  it('has no position in a closed book', async () => {
    const result = await score('Zzyzx.', { vars: closed!.vars as Record<string, unknown> });
    expect(result).toMatchObject({
      reason: 'Did not give the answer. The answer begins: "Zzyzx."',
      metadata: { diagnosis: 'wrong', marks: [], positions: [] },
    });
    expect(result.namedScores).toEqual({ 'facts found': 0, 'first line': 0 });
  });

  it('fails no closed book, even with an empty answer', async () => {
    const result = await score('', { vars: closed!.vars as Record<string, unknown> });
    expect(result).toMatchObject({ pass: true, score: 0, reason: 'The answer is empty.' });
  });

  it('finds an accepted answer of every question of ours inside any answer', () => {
    const set = loadDocumentSet('en');
    fc.assert(
      fc.property(fc.constantFrom(...set), fc.lorem(), fc.nat(10), (asked, around, i) => {
        const accepted = asked.answers[i % asked.answers.length]!;
        expect(markAnswer(`${around}: "${accepted}". ${around}`, asked.answers)).toBe(1);
      }),
    );
  });

  it('takes linear time', async () => {
    for (const output of ['a '.repeat(300_000), '\n'.repeat(1_000_000), '-'.repeat(1_000_000)]) {
      expect((await graded(output)).score).toBe(0);
    }
  });
});
