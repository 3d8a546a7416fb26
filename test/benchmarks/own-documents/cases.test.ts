import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/contract/case-identity.js';
import { askedOf, codeOf, LEDGERS, promptOf, testsOf } from './files-for-tests.js';

const goldOf = ({ vars }: { vars: Record<string, unknown> }) => JSON.parse(vars.gold as string);

describe('own documents', () => {
  it.each([400, 1000, 2500])('fill a length of %i tokens to within 4', async (tokens) => {
    const tests = await testsOf({}, { lengths: [tokens], depths: [0, 0.5, 1] });
    expect(tests).toHaveLength(6);
    for (const test of tests) {
      const { promptTokens, prompt } = await promptOf(test);
      const { reserve } = test.vars.case;
      expect(tokens - promptTokens - reserve).toBeLessThanOrEqual(4);
      expect(tokens - promptTokens - reserve).toBeGreaterThanOrEqual(0);
      const { documents } = await promptOf(test);
      // Whole documents, but for one that is cut at sentences.
      const whole = new Set(LEDGERS.map(({ text }) => text));
      const cut = documents!.filter(({ text }) => !whole.has(text!));
      expect(cut.length).toBeLessThanOrEqual(1);
      for (const { text = '' } of cut) expect(text).toMatch(/^(Entry|Its).*\.$/);
      expect(prompt.endsWith(test.vars.case.benchmark)).toBe(false);
    }
  });

  it('stand where they are asked for, with the right one in its place', async () => {
    const tests = await testsOf({}, { counts: [5], depths: [0, 0.5, 1], examples: 1 });
    expect(tests.map(goldOf)).toEqual([1, 3, 5].map((number) => [{ number, id: 'ledger-0' }]));
    const { context, question, positions } = await promptOf(tests[1]!);
    expect(context.split('\n\n')[2]).toBe(`[3] Ledger 0\n${LEDGERS[0]!.text}`);
    expect(context.match(/^\[\d\] Ledger/gm)).toHaveLength(5);
    expect(question).toBe('What is the code of ledger 0?');
    expect(positions).toEqual([0.5]);
  });

  it.each([2, 7, 16])(
    'have as many of %i questions in each part of the context',
    async (examples) => {
      const questions = Array.from({ length: 16 }, (_, i) => askedOf(i));
      const config = { counts: [3, 16], seeds: 3, examples };
      const tests = await testsOf({ 'questions.jsonl': questions }, config);
      for (const [size, seed] of [
        ['3 documents', 1],
        ['16 documents', 3],
      ]) {
        const own = tests.flatMap(({ vars: { case: one } }) =>
          one.size === size && one.seed === seed ? (one.cell!.depth as number) : [],
        );
        const parts = own.map((depth) => Math.floor(depth * examples)).sort((a, b) => a - b);
        expect(parts).toEqual([...Array(examples).keys()]);
      }
    },
  );

  it('are one draw for each question, at every length, depth and seed', async () => {
    const tests = await testsOf({}, { counts: [3, 5], depths: [0, 1], seeds: [1, 2] });
    const clusters = tests.map(({ vars }) => vars.case.cluster);
    expect(clusters).toHaveLength(16);
    expect(new Set(clusters).size).toBe(2);
    // Which question it is makes no other prompt of it.
    const { cluster: _, ...other } = tests[0]!.vars.case;
    expect(caseId(other)).toBe(tests[0]!.metadata!.id);
  });

  it('have one depth for each question and seed, the same at every length', async () => {
    const tests = await testsOf({}, { lengths: [500, 1500], seeds: 2 });
    const depths = tests.map(({ metadata }) => metadata!.depth as number);
    expect(depths[0]).toBe(depths[1]);
    expect(new Set(depths).size).toBe(4);
  });

  it('of a larger prompt are those of a smaller one and more', async () => {
    const [small, large] = await testsOf({}, { counts: [5, 9], depths: [0], examples: 1 });
    const idsOf = async (test: typeof small) =>
      (await promptOf(test!)).documents!.map(({ id }) => id);
    expect((await idsOf(large)).slice(0, 5)).toEqual(await idsOf(small));
  });

  it('are passed over where they hold an accepted answer', async () => {
    const also = LEDGERS.map((one, i) =>
      i > 0 && i < 57 ? { ...one, text: `${one.text} See q1000z.` } : one,
    );
    const tests = await testsOf(
      { 'documents.jsonl': also },
      { counts: [4], examples: 1, depths: [0] },
    );
    const { documents } = await promptOf(tests[0]!);
    expect(documents!.map(({ id }) => id).sort()).toEqual([
      'ledger-0',
      'ledger-57',
      'ledger-58',
      'ledger-59',
    ]);
  });

  it('that are most like the question come first with `similar`', async () => {
    const documents = [
      { id: 'far', text: 'Clouds drift over the valley in spring.' },
      { id: 'near', text: 'The harbour master keeps the tide tables of the harbour.' },
      { id: 'gold', text: 'The harbour crane was built in 1911.' },
      { id: 'some', text: 'A crane stood in the field.' },
    ];
    const questions = [
      { question: 'When was the harbour crane built?', answers: ['1911'], gold: 'gold' },
    ];
    const [test] = await testsOf(
      { 'documents.jsonl': documents, 'questions.jsonl': questions },
      { counts: [3], distractors: 'similar', depths: [0] },
    );
    expect((await promptOf(test!)).documents!.map(({ id }) => id)).toEqual([
      'gold',
      'near',
      'some',
    ]);
  });

  it('are in the order that is asked for', async () => {
    const config = { counts: [6], distractors: 'similar', depths: [0], examples: 1 };
    const orderOf = async (order: string) => {
      const [test] = await testsOf({}, { ...config, order });
      return (await promptOf(test!)).documents!.map(({ id }) => id).slice(1);
    };
    const given = await orderOf('given');
    expect(await orderOf('reversed')).toEqual([...given].reverse());
    expect((await orderOf('shuffled')).sort()).toEqual([...given].sort());
  });

  it('that are several right ones stand together', async () => {
    const questions = [
      { question: 'Which?', answers: ['none'], gold: ['ledger-1', 'ledger-2', 'ledger-3'] },
    ];
    const config = { counts: [9], depths: [0.5] };
    const [together] = await testsOf({ 'questions.jsonl': questions }, config);
    expect(goldOf(together!).map(({ number }: { number: number }) => number)).toEqual([4, 5, 6]);
  });

  it('have controls: no documents, and the right ones alone', async () => {
    const tests = await testsOf({}, { tasks: ['closed-book', 'oracle'], examples: 1 });
    const [closed, oracle] = await Promise.all(tests.map(promptOf));
    expect(closed!.context).toBe('');
    expect(oracle!.documents!.map(({ id }) => id)).toEqual(['ledger-0']);
    expect(tests[0]!.vars.case.control).toBe(true);
  });

  it('may be none that answers, and may stand with the question', async () => {
    const questions = [
      { question: 'Is it said?', assert: [{ type: 'contains', value: 'no' }] },
      { question: 'Who?', answers: ['Ada'], gold: { title: 'Note', text: 'It was Ada.' } },
    ];
    const tests = await testsOf({ 'questions.jsonl': questions }, { counts: [3] });
    expect(tests).toHaveLength(2);
    expect((await promptOf(tests[0]!)).positions).toEqual([]);
    expect((await promptOf(tests[1]!)).context).toMatch(/\] Note\nIt was Ada\./);
  });

  it('can be written otherwise', async () => {
    const [test] = await testsOf(
      {},
      { counts: [2], depths: [0], document: '<doc id="{id}">{text}</doc>' },
    );
    expect((await promptOf(test!)).context).toMatch(
      /^<doc id="ledger-0">Entry.*<\/doc>\n\n<doc id="ledger-\d+">/,
    );
  });

  it('give the bytes of a prompt only with the files that it was made of', async () => {
    const { writeFileSync } = await import('node:fs');
    const [test] = await testsOf({}, { counts: [2] });
    const { documents } = test!.vars.case as unknown as { documents: { file: string } };
    writeFileSync(documents.file, JSON.stringify({ id: 'ledger-0', text: 'Other.' }));
    const changed = { ...test!.vars.case, documents: { ...documents, sha256: '0' } };
    await expect(promptOf({ ...test!, vars: { ...test!.vars, case: changed } })).rejects.toThrow(
      /or its documents, have changed since this test case was made/,
    );
  });
});

describe('a text with answers in it', () => {
  const text = Array.from({ length: 400 }, (_, i) =>
    i === 200
      ? 'The notice period is\nsix weeks.'
      : `Rule ${i} says ${'again and '.repeat((i * i * 13) % 7)}${'quite '.repeat((i * 31) % 5)}that it holds.`,
  ).join(' ');
  const questions = [
    {
      question: 'How long is the notice period?',
      answers: ['six weeks'],
      gold: { quote: 'The notice period is six weeks' },
    },
  ];
  const files = { 'handbook.txt': text, 'questions.jsonl': questions };

  it.each([0, 0.25, 0.5, 1])('is cut so that they stand at depth %d', async (depth) => {
    const tests = await testsOf(files, {
      documents: 'handbook.txt',
      lengths: [600, 1500],
      depths: [depth],
    });
    for (const test of tests) {
      const { context, promptTokens } = await promptOf(test);
      const missing = test.vars.case.tokens - test.vars.case.reserve - promptTokens;
      expect(missing).toBeGreaterThanOrEqual(0);
      expect(missing).toBeLessThanOrEqual(4);
      const at = context.indexOf('The notice period is\nsix weeks.');
      expect(Math.abs(at / (context.length - 30) - depth)).toBeLessThan(0.16);
      expect(test.vars.case.task).toBe('text');
    }
  });

  it('follows itself where it ends', async () => {
    const [test] = await testsOf(
      {
        ...files,
        'questions.jsonl': [
          { question: 'Rule 399?', answers: ['holds'], gold: { quote: 'Rule 399' } },
        ],
      },
      { documents: 'handbook.txt', lengths: [300], depths: [0] },
    );
    expect((await promptOf(test!)).context).toMatch(/^Rule 399 .*\n\nRule 0 says/);
  });
});

describe('retrieval results', () => {
  const ctxs = ['ledger-3', 'ledger-7', 'ledger-0', 'ledger-9'];
  const files = {
    'questions.jsonl': [
      { ...askedOf(0), ctxs },
      { ...askedOf(5), ctxs },
    ],
  };

  it('stay in their order, whatever is right among them', async () => {
    const tests = await testsOf(files, { counts: [2, 4], examples: 1 });
    const lists = await Promise.all(
      tests.map(async (test) => (await promptOf(test)).documents!.map(({ id }) => id)),
    );
    expect(lists).toEqual([ctxs.slice(0, 2), ctxs]);
    expect(tests.map(goldOf)).toEqual([[], [{ number: 3, id: 'ledger-0' }]]);
    expect(tests[0]!.vars.case.task).toBe('retrieved');
  });

  it('may stand in a file of their own, by question, with documents in it', async () => {
    const results = [
      {
        question: askedOf(0).question,
        ctxs: [
          { title: 'Other', text: 'Nothing.', isgold: false },
          { title: 'Right', text: 'Its code is Q1000Z.', isgold: true },
        ],
      },
    ];
    const [test] = await testsOf(
      {
        'questions.jsonl': [{ question: askedOf(0).question, answers: ['Q1000Z'] }],
        'results.jsonl': results,
      },
      { documents: 'results.jsonl', counts: [2] },
    );
    expect((await promptOf(test!)).context).toBe(
      '[1] Other\nNothing.\n\n[2] Right\nIts code is Q1000Z.',
    );
    expect(goldOf(test!)).toEqual([{ number: 2, id: '1.2' }]);
  });

  it('are distractors at depths where `depths` is given', async () => {
    const [first, last] = await testsOf(files, {
      counts: [3],
      examples: 1,
      distractors: 'ranked',
      depths: [0, 1],
    });
    expect((await promptOf(first!)).documents!.map(({ id }) => id)).toEqual([
      'ledger-0',
      'ledger-3',
      'ledger-7',
    ]);
    expect(goldOf(last!)).toEqual([{ number: 3, id: 'ledger-0' }]);
  });

  it('say with each answer whether the right one was among them', async () => {
    const { retrieval } = await import('../../../src/index.js');
    const tests = await testsOf(files, { counts: [2, 4], examples: 1 });
    const graded = await Promise.all(
      tests.map(({ vars }) => retrieval('It is Q1000Z.', { vars } as never)),
    );
    expect(graded.map(({ namedScores }) => namedScores)).toEqual([
      { retriever: 0, 'without the answer': 1 },
      { retriever: 1, 'with the answer': 1 },
    ]);
    expect(tests[0]!.assert!.map((one) => (one as { value?: unknown }).value)).toContain(
      'package:promptfoo-counting-stars:retrieval',
    );
    expect(codeOf(0)).toBe('Q1000Z');
  });
});

describe('a test', () => {
  it('has the fields and assertions of its question', async () => {
    const questions = [
      {
        ...askedOf(0),
        team: 'ops',
        tags: ['a', 'b'],
        assert: [{ type: 'contains', value: '[', metric: 'cites' }],
      },
    ];
    const [test] = await testsOf({ 'questions.jsonl': questions }, { counts: [2], form: 'parts' });
    expect(test!.vars).toMatchObject({
      team: 'ops',
      tags: '["a","b"]',
      documents: 'package:promptfoo-counting-stars:documents',
    });
    expect(test!.metadata).toMatchObject({ team: 'ops', benchmark: 'own-documents' });
    expect(test!.assert).toHaveLength(2);
    expect(test!.assert![1]).toMatchObject({ metric: 'cites' });
  });

  it('has no recall of ours where a question has no answers', async () => {
    const { score } = await import('../../../src/index.js');
    const questions = [{ question: 'Sum up.', gold: 'ledger-0', assert: [{ type: 'is-json' }] }];
    const [test] = await testsOf({ 'questions.jsonl': questions }, { counts: [2] });
    expect(test!.assert![0]).toMatchObject({ weight: 0 });
    const graded = await score('Anything', { vars: test!.vars, test: test! });
    expect(graded.metadata).toMatchObject({ scored: false });
    expect(graded.namedScores).toEqual({});
    expect(graded.pass).toBe(true);
  });
});
