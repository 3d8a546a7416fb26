import { describe, expect, it, vi } from 'vitest';
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
      /^questions: questions\.jsonl, record 1: `answers`: must be given, by this name \(not `answer`\), or `assert`: nothing else says what is right\. A record has/,
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
    [
      'no record',
      { 'questions.jsonl': '\n \n[]' },
      /^questions: all records of questions\.jsonl are empty\./,
    ],
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
      /^ownDocuments: question 1 of questions\.jsonl has 0 documents without its answer besides the gold ones, but a prompt of 5 needs 4\. Use `counts` up to 1, more documents/,
    );
    expect(await complaint(question({ answers: ['code'] }), { lengths: [900] })).toMatch(
      /^ownDocuments: question 1 of questions\.jsonl has 0 documents without its answer besides the gold ones, of \d+ tokens with the prompt, fewer than the 900 of a prompt\./,
    );
  });
});

describe('what is left out', () => {
  const pdf = '%PDF-1.7\n%\u00e2\u00e3 binary';

  /** What is printed while tests are made, without the folder. */
  async function noticesOf(files: Files, config: Record<string, unknown>) {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const tests = await testsOf(files, config);
      const lines = printed.mock.calls.map(([text]) =>
        `${text}`.replaceAll(/[^\s"(]*own-documents-\w+\//g, ''),
      );
      return { tests, lines };
    } finally {
      printed.mockRestore();
    }
  }

  it('is a PDF or an empty file beside other documents, which is named', async () => {
    const files = {
      'docs/one.md': 'The first has code Q1000Z.',
      'docs/two.txt': 'The second has none.',
      'docs/scan.pdf': pdf,
      'docs/void.txt': ' \n',
      ...question({ gold: 'one.md' }),
    };
    const { tests, lines } = await noticesOf(files, { documents: 'docs', counts: [2] });
    expect(tests).toHaveLength(1);
    expect(lines).toEqual([
      'promptfoo-counting-stars: documents: "scan.pdf" is left out, since it is a PDF, not text. Extract its text, ' +
        'for example with: pdftotext FILE.pdf FILE.txt.\n',
      'promptfoo-counting-stars: documents: "void.txt" is left out, since it is empty. Name a file that holds text.\n',
    ]);
    const gold = { ...files, ...question({ gold: 'scan.pdf' }) };
    expect(await complaint(gold, { documents: 'docs', counts: [2] })).toBe(
      'questions: number 1 ("What is the code of ledger 0?") has the document "scan.pdf", which is a PDF, not text. ' +
        'Extract its text, for example with: pdftotext FILE.pdf FILE.txt.',
    );
  });

  it('is nothing where there is nothing else', async () => {
    expect(await complaint({ 'a.pdf': pdf }, { documents: 'a.pdf', counts: [2] })).toBe(
      'documents: "a.pdf" is a PDF, not text. Extract its text, for example with: pdftotext FILE.pdf FILE.txt.',
    );
    expect(await complaint({ 'd.jsonl': [{ text: '' }] }, { documents: 'd.jsonl' })).toMatch(
      /^documents: all records of d\.jsonl are empty\./,
    );
  });

  it('is an empty record, of which others keep their numbers', async () => {
    const files = {
      'e.jsonl': [{ id: 'gone', text: ' ' }, ...LEDGERS.slice(0, 8), {}],
      'q.csv': 'question;answers;gold\n;;\nWhat is the code of ledger 7?;Q1007Z;ledger-7\n',
    };
    const config = { questions: 'q.csv', documents: 'e.jsonl', counts: [2] };
    const { tests, lines } = await noticesOf(files, config);
    expect(tests.map(({ description }) => description)).toEqual(['221 tokens · q.csv no. 2']);
    expect(lines).toEqual([
      'promptfoo-counting-stars: e.jsonl: 2 records without text left out (number 1, 10).\n',
      'promptfoo-counting-stars: q.csv: 1 record without text left out (number 1).\n',
    ]);
    expect(
      await complaint({ ...files, ...question({ gold: 'gone' }) }, { documents: 'e.jsonl' }),
    ).toMatch(/has the document "gone", which is empty\.$/);
  });
});

describe('gold documents', () => {
  const notices = async (questions: object[]) => {
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await testsOf({ 'questions.jsonl': questions }, { counts: [2] });
    const lines = printed.mock.calls.map(([text]) =>
      `${text}`.replaceAll(/[^\s"(]*own-documents-\w+\//g, ''),
    );
    printed.mockRestore();
    return lines;
  };

  it('are named where they hold no accepted answer', async () => {
    const wrong = [
      askedOf(0),
      { ...askedOf(1), gold: 'ledger-2' },
      { ...askedOf(3), answers: ['x?'] },
    ];
    expect(await notices(wrong)).toEqual([
      expect.stringMatching(
        /The gold documents of 2 questions of .*questions\.jsonl \(number 2, 3\) do not contain an accepted answer\. If/,
      ),
    ]);
    const judged = { question: 'Which?', assert: [{ type: 'is-json' }], gold: 'ledger-2' };
    expect(await notices([askedOf(0), judged])).toEqual([]);
  });

  it('may be missing of some questions, which are named, and not of all', async () => {
    const unanswerable = { question: 'What is the code of no ledger?', answers: ['none'] };
    expect(await notices([askedOf(0), unanswerable])).toEqual([
      expect.stringMatching(
        /1 question of .*questions\.jsonl \(number 2\) has no `gold`\. Documents with/,
      ),
    ]);
    expect(await complaint({ 'questions.jsonl': [unanswerable] })).toBe(
      'ownDocuments: no question of questions.jsonl has a document that answers it. Name them as `gold`, or give ' +
        '`ctxs` with what your retriever found.',
    );
  });
});

describe('documents of others', () => {
  it('may be those of LangChain, in Python and JavaScript', async () => {
    const text = (i: number) => LEDGERS[i]!.text;
    const files = {
      'chain.jsonl': [
        {
          id: null,
          type: 'Document',
          page_content: text(0),
          metadata: { id: 'ledger-0', title: 'Ledger 0' },
        },
        { pageContent: text(1), metadata: { source: 'a.pdf', page: 3 }, id: 'ledger-1' },
      ],
      ...question({}),
    };
    const config = {
      documents: 'chain.jsonl',
      counts: [2],
      depths: [0],
      document: '{title}|{text}|{metadata}',
    };
    const [test] = await testsOf(files, config);
    expect((await promptOf(test!)).context).toBe(
      `Ledger 0|${text(0)}|{"id":"ledger-0","title":"Ledger 0"}\n\n|${text(1)}|{"source":"a.pdf","page":3}`,
    );
  });

  it.each([';', '\t'])('may be CSV with %j', async (sign) => {
    const rows = [
      ['id', 'text', 'note'],
      ...LEDGERS.slice(0, 2).map(({ id, text }) => [id, text, 'a, b']),
    ];
    const files = { 'd.csv': rows.map((row) => row.join(sign)).join('\n'), ...question({}) };
    const config = { documents: 'd.csv', counts: [2], depths: [0], document: '{text} ({note})' };
    const [test] = await testsOf(files, config);
    expect((await promptOf(test!)).context).toBe(
      `${LEDGERS[0]!.text} (a, b)\n\n${LEDGERS[1]!.text} (a, b)`,
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
      /^ownDocuments: question 1 of questions\.jsonl takes \d+ tokens with its gold documents, more than the 60 of a prompt\. Use longer prompts\.$/,
    ],
    [
      { lengths: [900_000] },
      /has 59 documents without its answer besides the gold ones, of \d+ tokens with the prompt, fewer than the 900000 of a prompt\. Use shorter prompts, more documents, or answers that are not in all of them\.$/,
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
