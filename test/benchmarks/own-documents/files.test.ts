import { describe, expect, it } from 'vitest';
import { askedOf, type Files, LEDGERS, promptOf, testsOf } from './files-for-tests.js';

/** What is said of files and options: without the folder of the test. */
async function complaint(files: Files, config: Record<string, unknown> = { counts: [2] }) {
  const error = await testsOf(files, config).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error?.name).toBe('UserError');
  return error!.message.replaceAll(/[^\s"]*own-documents-\w+\//g, '');
}

const question = (fields: object) => ({ 'questions.jsonl': [{ ...askedOf(0), ...fields }] });

describe('questions', () => {
  it('may be CSV, YAML or JSON', async () => {
    const files = {
      'q.csv':
        '\uFEFFquestion,answers,gold,team\n"Which code, of 0?",Q1000Z,"[""ledger-0"",""ledger-1""]",ops\n',
      'q.yaml':
        '- question: Which code, of 0?\n  answers: Q1000Z\n  gold: [ledger-0, ledger-1]\n  team: ops\n',
      'q.json': JSON.stringify([
        {
          question: 'Which code, of 0?',
          answers: ['Q1000Z'],
          gold: ['ledger-0', 'ledger-1'],
          team: 'ops',
        },
      ]),
    };
    const prompts = await Promise.all(
      Object.keys(files).map(async (questions) => {
        const [test] = await testsOf(files, { questions, counts: [4] });
        expect(test!.vars).toMatchObject({ team: 'ops' });
        return (await promptOf(test!)).prompt;
      }),
    );
    expect(prompts[0]).toMatch(/Which code, of 0\?$/);
    expect(new Set(prompts).size).toBe(1);
  });

  it.each([
    [
      'gold that is none',
      question({ gold: { start: 5 } }),
      /record 1: `gold`: must be ids or documents with `text`, one or a list of them, or one `quote`\./,
    ],
    [
      'gold that does not exist',
      question({ gold: 'ledger-99x' }),
      'questions: number 1 ("What is the code of ledger 0?") has the document "ledger-99x", which is not in documents.jsonl. Did you mean "ledger-9"?',
    ],
    [
      'neither answers nor assertions',
      question({ answers: undefined }),
      /^questions: questions\.jsonl, record 1: `answers`: must be given, or `assert`: nothing else says what is right\. A record has/,
    ],
    [
      'a quotation that is nowhere',
      question({ gold: { quote: 'Once upon' } }),
      'questions: number 1 ("What is the code of ledger 0?") quotes "Once upon", which stands in documents.jsonl 0 times. Quote what stands there once.',
    ],
    [
      'a quotation that is everywhere',
      question({ gold: { quote: 'Its code' } }),
      'questions: number 1 ("What is the code of ledger 0?") quotes "Its code", which stands in documents.jsonl 60 times. Quote what stands there once.',
    ],
    [
      'a quotation and a document',
      question({ gold: ['ledger-1', { quote: 'Q1000Z' }] }),
      /record 1: `gold`: must be ids or documents with `text`, one or a list of them, or one `quote`\./,
    ],
    [
      'a field with the name of a var',
      question({ context: 'x' }),
      /record 1: `context`: is a var that every test has\. Rename this field\./,
    ],
    [
      'no question',
      question({ question: undefined }),
      /^questions: questions\.jsonl, record 1: `question`: .* A record has `question`, and `answers` or `assert`;/,
    ],
    [
      'an assertion that is none',
      question({ assert: 'contains' }),
      /record 1: `assert`: must be a list of assertions\./,
    ],
    [
      'retrieval results of a document that does not exist',
      question({ ctxs: ['nowhere'] }),
      /has the document "nowhere", which is not in documents\.jsonl\. Did you mean/,
    ],
    [
      'a broken line',
      { 'questions.jsonl': '{"question": ' },
      /^questions: questions\.jsonl cannot be read \(.*\)\. A record has/,
    ],
    [
      'an empty file',
      { 'questions.jsonl': '' },
      'questions: "questions.jsonl" is empty. Name a file that holds text.',
    ],
    ['no record', { 'questions.jsonl': '\n \n[]' }, /^questions: all records of questions\.jsonl are empty\./],
    [
      'documents without one',
      { 'documents.jsonl': ' \n' },
      'documents: "documents.jsonl" is empty. Name a file that holds text.',
    ],
    [
      'two documents of one id',
      { 'documents.jsonl': [LEDGERS[0]!, LEDGERS[0]!] },
      'documents: two documents of documents.jsonl have the id "ledger-0". Give every document an id of its own.',
    ],
    [
      'a document without text',
      { 'documents.jsonl': [{ id: 'a' }] },
      /^documents: documents\.jsonl, record 1: `.*`: .* A record has `text`/,
    ],
  ] as [string, Files, string | RegExp][])('are refused with %s', async (_, files, said) => {
    if (typeof said === 'string') expect(await complaint(files)).toBe(said);
    else expect(await complaint(files)).toMatch(said);
  });

  it('are refused as CSV without the column, which is named', async () => {
    expect(await complaint({ 'q.csv': 'text,answers\na,b\n' }, { questions: 'q.csv' })).toMatch(
      /^questions: q\.csv, record 1: `question`: is missing\. A record has `question`, and/,
    );
  });

  it('are refused where an answer is in all documents', async () => {
    expect(await complaint(question({ answers: ['code'] }), { counts: [5] })).toMatch(
      /^ownDocuments: question 1 of questions\.jsonl has 0 documents without its answer besides the gold ones, but a prompt of 5 needs 4\./,
    );
    expect(await complaint(question({ answers: ['code'] }), { lengths: [900] })).toMatch(
      /^ownDocuments: question 1 of questions\.jsonl has 0 documents without its answer besides the gold ones, of \d+ tokens with the prompt, but `lengths` has 900\./,
    );
  });
});

describe('options', () => {
  it.each([
    [
      { counts: [2], lengths: [500] },
      'ownDocuments: `counts` and `lengths` both say how much a prompt has. Give one of them.',
    ],
    [
      { lengths: [60] },
      /^ownDocuments: question 1 of questions\.jsonl takes \d+ tokens with its gold documents, but `lengths` has 60\. Use longer lengths\.$/,
    ],
    [
      { lengths: [900_000] },
      /has 59 documents without its answer besides the gold ones, of \d+ tokens with the prompt, but `lengths` has 900000\. Use shorter lengths, more documents, or answers that are not in all of them\.$/,
    ],
    [
      { counts: [2], distractors: 'ranked' },
      'ownDocuments: question 1 of questions.jsonl has no retrieval results. Give it `ctxs`, or use other `distractors`.',
    ],
    [
      { counts: [2], sent: 'vars' },
      'ownDocuments: `sent: vars` is for a pipeline that takes the documents from the vars. Give `form: parts`.',
    ],
    [
      { counts: [2], seeds: 2, distractors: 'similar', depths: [0] },
      /^ownDocuments: every one of the `seeds` would give the same prompts/,
    ],
    [
      { documents: 'nowhere/*.md' },
      'documents: there is no file in "nowhere/*.md". Give the path of your documents.',
    ],
    [
      { document: 'no place' },
      /^ownDocuments: `document` is "no place", but must be a text with \{text\} in it/,
    ],
    [{ questions: 'nowhere.jsonl' }, /^questions: nowhere\.jsonl cannot be read: /],
  ] as [Record<string, unknown>, string | RegExp][])('%j are refused', async (config, said) => {
    const message = (await complaint({}, config)).replace(/, seen from \S+\./, '.');
    if (typeof said === 'string') expect(message).toBe(said);
    else expect(message).toMatch(said);
  });

  it('are refused without questions', async () => {
    const { ownDocuments } = await import('../../../src/index.js');
    await expect(ownDocuments({} as never)).rejects.toThrow(
      'ownDocuments: `questions` is missing, but must be the path of a file of questions.',
    );
  });

  it('take documents from a folder, by the paths of its files', async () => {
    const files = {
      'docs/a/one.md': 'The first has code Q1000Z.',
      'docs/two.txt': 'The second has none.',
      ...question({ gold: 'a/one.md' }),
    };
    const [test] = await testsOf(files, { documents: 'docs', counts: [2], depths: [0] });
    expect((await promptOf(test!)).context).toBe(
      '[1] one\nThe first has code Q1000Z.\n\n[2] two\nThe second has none.',
    );
  });
});
