import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OwnSize, ownSize } from '../../../src/commands/init/own-size.js';
import {
  askedOf,
  type Files,
  folderWith,
  LEDGERS,
} from '../../benchmarks/own-documents/files-for-tests.js';

const QUESTIONS = [askedOf(0), askedOf(7)];

const sizeFor = (documents: Files[string], given?: OwnSize, questions: object[] = QUESTIONS) => {
  const folder = folderWith({ 'questions.jsonl': questions, 'documents.jsonl': documents });
  const files = {
    questions: join(folder, 'questions.jsonl'),
    documents: join(folder, 'documents.jsonl'),
  };
  return ownSize(files, 1, given);
};

const times = (text: string, repeats: number) =>
  Array.from({ length: repeats }, () => text).join(' ');

describe('ownSize', () => {
  it('takes 2,000 to 8,000 tokens where documents fill them', async () => {
    const long = LEDGERS.map((one) => ({ ...one, text: `${one.text} ${times(one.text, 4)}` }));
    expect(await sizeFor(long)).toEqual({ lengths: [2000, 4000, 8000] });
  });

  it('takes shorter ones where documents are few', async () => {
    expect(await sizeFor(LEDGERS)).toEqual({ lengths: [1500, 3000, 6000] });
    expect(await sizeFor(LEDGERS.slice(0, 12))).toEqual({ lengths: [750, 1500] });
  });

  it('takes longer ones where the documents that answer are long', async () => {
    const long = LEDGERS.map((one) => ({
      ...one,
      text: `${one.text} ${times('The clerk wrote it all again.', 1400)}`,
    }));
    expect(await sizeFor(long)).toEqual({ lengths: [12_000, 24_000, 48_000] });
  });

  it('counts documents where no length fits all questions', async () => {
    expect(
      await sizeFor(LEDGERS.slice(0, 8).map((one) => ({ ...one, text: one.text.slice(-30) }))),
    ).toEqual({ counts: [1, 2, 4, 8] });
  });

  it('keeps what is given, or says why it cannot be asked', async () => {
    expect(await sizeFor(LEDGERS, { counts: [3, 9] })).toEqual({ counts: [3, 9] });
    await expect(sizeFor(LEDGERS, { counts: [3, 900] })).rejects.toThrow('Use `counts` up to 60');
    expect(await sizeFor(LEDGERS, { lengths: [1200, 1300] })).toEqual({ lengths: [1200, 1300] });
    await expect(sizeFor(LEDGERS, { lengths: [1200, 90_000] })).rejects.toThrow(
      /fewer than the 90000 of a prompt/,
    );
  });

  it('says what is wrong with the files', async () => {
    await expect(sizeFor(LEDGERS, undefined, [{ ...askedOf(0), gold: 'nowhere' }])).rejects.toThrow(
      /has the document "nowhere"/,
    );
    await expect(
      sizeFor(LEDGERS, undefined, [{ question: 'Why?', answers: ['x'] }]),
    ).rejects.toThrow(/no question of .* has a document that answers it/);
  });
});
