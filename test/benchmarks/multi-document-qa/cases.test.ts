import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import {
  documentWords,
  holdsAnswer,
  loadDocumentSet,
  normaliseAnswer,
  parseDocumentSet,
  SET_LANGUAGES,
} from '../../../src/benchmarks/documents.js';
import {
  type DocumentCase,
  documentsOf,
  goldOf,
  passageQuestion,
} from '../../../src/benchmarks/multi-document-qa/documents.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { type MultiDocumentQaConfig, multiDocumentQa } from '../../../src/index.js';
import { sortedBy } from '../../sorted-by.js';

const folder = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function casesOf(config?: MultiDocumentQaConfig): Promise<DocumentCase[]> {
  const tests = await multiDocumentQa(config);
  return tests.map(({ vars }) => vars!.case as unknown as DocumentCase);
}

const titles = (theCase: DocumentCase) => documentsOf(theCase).map(({ title }) => title);

function publish(name: string, records: (object | string)[]): string {
  const path = join(folder, name);
  const lines = records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const text = lines.join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

/** A record like those with distractors: the gold document first, as in the authors' files. */
const record = (n: number) => ({
  question: `which number is  number ${n}`,
  answers: [`Number-${n}x`],
  ctxs: [
    { title: `T${n}`, text: `It is number ${n}x, $& {title}.`, hasanswer: true, isgold: true },
    ...['A', 'B', 'C'].map((title) => ({ title, text: `text of ${title}`, isgold: false })),
  ],
  nq_annotated_gold: { title: `T${n}` },
});

const oracleRecord = (n: number) => ({ ...record(n), ctxs: record(n).ctxs.slice(0, 1) });

describe('multiDocumentQa', () => {
  it('has the grids of the paper: 10, 20 and 30 documents, the gold one from first to last', async () => {
    const cases = sortedBy(
      await casesOf({ questions: 2 }),
      ({ cell }) => cell.documents!,
      (theCase) => goldOf(theCase)!.index,
    );
    const questions = new Set(cases.map(({ cell }) => cell.question));
    expect(questions.size).toBe(2);
    for (const question of questions) {
      const own = cases.filter(({ cell }) => cell.question === question);
      expect(own.map((theCase) => [theCase.cell.documents, goldOf(theCase)!.index])).toEqual([
        ...[0, 2, 5, 7, 9].map((gold) => [10, gold]),
        ...[0, 5, 10, 14, 19].map((gold) => [20, gold]),
        ...[0, 7, 15, 22, 29].map((gold) => [30, gold]),
      ]);
    }
    const [first] = (await multiDocumentQa({ questions: 1 })).filter(
      ({ metadata }) => metadata!.depth === 0 && metadata!.documents === 10,
    );
    expect(first!.description).toMatch(/^\d+ tokens · 10 documents · index 0 · question \d+$/);
    expect(first!.metadata).not.toHaveProperty('haystack');
  });

  it.each(SET_LANGUAGES)(
    'gives documents exactly one of which holds the answer, in %s',
    async (language) => {
      const { normalise } = documentWords(language);
      for (const theCase of await casesOf({
        language,
        documents: [30],
        questions: 40,
        indices: [17],
      })) {
        const { answers } = passageQuestion(theCase);
        const holding = documentsOf(theCase).map(({ title, text }) =>
          holdsAnswer(normaliseAnswer(`${title}\n${text}`, normalise), answers, normalise),
        );
        expect(holding.flatMap((holds, i) => (holds ? [i] : []))).toEqual([goldOf(theCase)!.index]);
        expect(new Set(titles(theCase)).size).toBe(30);
      }
    },
  );

  it('takes the same distractors at every place, and more of them for more documents', async () => {
    const cases = await casesOf({ documents: [10, 20], questions: 1, indices: [0, 9] });
    const [small, moved, large] = cases.map((theCase) => {
      const found = titles(theCase);
      found.splice(goldOf(theCase)!.index, 1);
      return found;
    });
    expect(moved).toEqual(small);
    expect(large!.slice(0, 9)).toEqual(small);
    expect(new Set(cases.slice(0, 2).map(({ tokens }) => tokens)).size).toBe(1);
  });

  it('prefers distractors of the topic, first or in random order', async () => {
    const [fixed] = await casesOf({ documents: [15], questions: 1, indices: [0] });
    const [random] = await casesOf({
      documents: [15],
      questions: 1,
      indices: [0],
      shuffleDistractors: true,
    });
    const topicOf = new Map(loadDocumentSet('en').map(({ gold, topic }) => [gold.title, topic]));
    const { topic } = passageQuestion(fixed!);
    const close = titles(fixed!).map((title) => topicOf.get(title) === topic);
    const amount = close.filter(Boolean).length;
    expect(amount).toBeGreaterThan(3);
    expect(close).toEqual(close.map((_, i) => i < amount));
    expect(titles(random!)).not.toEqual(titles(fixed!));
    expect([...titles(random!)].sort()).toEqual([...titles(fixed!)].sort());
    expect(random!.shuffleDistractors).toBe(true);
  });

  it('has the controls: no documents, and the right one alone', async () => {
    const cases = await casesOf({
      tasks: ['closed-book', 'oracle', 'documents'],
      documents: [3],
      depths: [1],
      questions: 4,
      queryAware: true,
    });
    expect(cases.map(({ task }) => task).slice(0, 3)).toEqual([
      'closed-book',
      'oracle',
      'documents',
    ]);
    expect(new Set(cases.map(({ cell }) => cell.question)).size).toBe(4);
    for (const theCase of cases) {
      const { context, question, prompt } = await buildPrompt(theCase);
      const { gold, question: asked } = passageQuestion(theCase);
      const expected = { 'closed-book': 0, oracle: 1, documents: 3 }[theCase.task];
      expect(context.match(/^\[\d\] /gm)?.length ?? 0).toBe(expected);
      expect(context.includes(gold.text)).toBe(expected > 0);
      expect(question.startsWith(`${asked}\n`)).toBe(true);
      expect(prompt).toBe(`${context}\n\n${question}`);
      expect(context.startsWith(question)).toBe(theCase.task !== 'closed-book');
    }
  });

  it('draws questions and distractors anew for every seed, and the same for the same', async () => {
    const config = { documents: [5], indices: [2], questions: 10, seeds: 2 };
    const cases = await casesOf(config);
    const questions = [1, 2].map((seed) =>
      cases.filter((one) => one.seed === seed).map(({ cell }) => cell.question),
    );
    expect(questions[0]).not.toEqual(questions[1]);
    expect(questions.map((list) => new Set(list).size)).toEqual([10, 10]);
    expect(await casesOf(config)).toEqual(cases);
    const again = { ...cases[0]!, seed: 7 };
    expect(titles(again)).not.toEqual(titles(cases[0]!));
  });

  it.each(['qa.jsonl', 'qa.jsonl.gz'])(
    'reads %s in its order, and moves the gold document',
    async (name) => {
      const published = publish(name, [record(1), '', record(2), record(3)]);
      const cases = await casesOf({ published, indices: [0, 3], questions: 2 });
      expect(cases.map(titles).map((list) => list.join(''))).toEqual([
        'T1ABC',
        'ABCT1',
        'T2ABC',
        'ABCT2',
      ]);
      const { context, question } = await buildPrompt(cases[1]!);
      expect(context).toContain('[4] T1\nIt is number 1x, $& {title}.');
      expect(question).toMatch(/^which number is number 1\n/);
      expect(await casesOf({ published })).toHaveLength(3 * 4);
      const mixed = await casesOf({ published, indices: [0], shuffleDistractors: true, seeds: 8 });
      expect(new Set(mixed.map(titles).map((list) => list.slice(1).join(''))).size).toBeGreaterThan(
        2,
      );
      expect(new Set(mixed.map(titles).map(([first]) => first))).toEqual(
        new Set(['T1', 'T2', 'T3']),
      );
    },
  );

  it('draws distractors from other gold documents where a file has none', async () => {
    const same = { ...oracleRecord(9), question: 'and again', answers: ['text'] };
    const published = publish('oracle.jsonl.gz', [...[1, 2, 3, 4, 5].map(oracleRecord), same]);
    const every = await casesOf({ published, tasks: ['oracle'] });
    expect(every).toHaveLength(6);
    const cases = await casesOf({ published, documents: [4], questions: 6, depths: [0.5] });
    expect(cases).toHaveLength(6);
    for (const theCase of cases) {
      const found = documentsOf(theCase);
      const { answers, gold } = passageQuestion(theCase);
      expect(new Set(found.map(({ text }) => text)).size).toBe(4);
      expect(found[2]!.text).toBe(gold.text);
      expect(found.filter(({ answers: own }) => own === answers)).toHaveLength(1);
    }
  });

  it('passes over questions whose answer stands in too many documents', async () => {
    const common = { ...oracleRecord(9), question: 'what is it', answers: ['it is'] };
    const published = publish('common.jsonl', [...[1, 2, 3, 4].map(oracleRecord), common]);
    const config = { published, documents: [2, 4], depths: [0] };
    for (const seed of [1, 2, 3]) {
      const cases = await casesOf({ ...config, questions: 4, seeds: [seed] });
      expect([...new Set(cases.map(({ cell }) => cell.question))].sort()).toEqual([0, 1, 2, 3]);
    }
    await expect(casesOf({ ...config, questions: 5 })).rejects.toThrow(
      '`questions` is 5, but only 4 can be asked with 4 documents: too many documents hold the ' +
        'answers of the others. Ask fewer questions, or use fewer `documents`.',
    );
    expect(await casesOf({ ...config, questions: 5, tasks: ['oracle'] })).toHaveLength(5);
  });

  it.each<[object, string]>([
    [
      { tasks: ['open-book'] },
      '`tasks[0]` is "open-book", but must be one of documents, closed-book, oracle',
    ],
    [
      { documents: 0 },
      '`documents` is 0, but must be a whole number of at least 1, or a list of them',
    ],
    [
      { documents: [10], indices: [10] },
      '`indices` has 10, but a prompt has 10 documents, so the last index is 9',
    ],
    [{ questions: 10_000 }, '`questions` is 10000, but there are only'],
    [
      { documents: [5000], questions: 1 },
      '`documents` is 5000, but there are only 320. Use at most',
    ],
    [
      { documents: 20, indices: [0, 20] },
      '`indices` has 20, but a prompt has 20 documents, so the last index is 19',
    ],
    [{ shuffle: true }, 'no option `shuffle`. Did you mean `shuffleDistractors`?'],
    [{ order: 'random' }, 'there is no option `order`. Did you mean `'],
    [
      { language: 'ko' },
      'there are documents only in en, zh, and `language` is "ko". Use one of these.',
    ],
    [{ published: 'x.jsonl' }, 'published: there is no file "x.jsonl"'],
    [{ lengths: [1000] }, 'multiDocumentQa: there is no option `lengths`'],
  ])('refuses %j', async (config, message) => {
    await expect(multiDocumentQa(config as never)).rejects.toThrow(message);
  });

  it('refuses what a published file with distractors cannot do', async () => {
    const published = publish('own.jsonl', [record(1)]);
    const uneven = publish('uneven.jsonl', [record(1), oracleRecord(2)]);
    await expect(multiDocumentQa({ published, documents: [10] })).rejects.toThrow(
      'questions with 4 documents, its own distractors among them. Leave `documents` out.',
    );
    const fitting = await multiDocumentQa({
      published,
      documents: [4, 10],
      indices: { 4: [0, 3] },
    });
    expect(fitting).toHaveLength(2);
    await expect(multiDocumentQa({ published, seeds: 2 })).rejects.toThrow(
      'every one of the `seeds` would give the same prompts',
    );
    await expect(multiDocumentQa({ published: uneven })).rejects.toThrow(
      'has questions with 4, 1 documents. Use a file in which all have the same number.',
    );
    await expect(multiDocumentQa({ published, language: 'ru' })).rejects.toThrow(
      'there are words only in en, zh, and `language` is "ru"',
    );
  });

  it.each<[string, object, string]>([
    [
      'answers',
      { ...record(1), answers: [] },
      'line 1: `answers`: must have an answer. A published file',
    ],
    [
      'gold',
      { ...record(1), ctxs: record(1).ctxs.slice(1) },
      '`ctxs`: must have exactly one document with',
    ],
    ['text', { ...record(1), ctxs: [{ title: 'T' }] }, '`ctxs.0.text`: Invalid input'],
  ])('says what is wrong with a published file: %s', async (name, line, message) => {
    const published = publish(`bad-${name}.jsonl`, [line]);
    await expect(multiDocumentQa({ published })).rejects.toThrow(message);
  });

  it('says where a set of documents is wrong', () => {
    const passage = '{title: t, text: x, question: q, answers: []}';
    expect(() => parseDocumentSet(`[{topic: a, passages: [${passage}]}]`, 'en/a.yaml')).toThrow(
      'datasets/documents/en/a.yaml: `0.passages.0.answers`: must have an answer.',
    );
  });
});

describe.each(SET_LANGUAGES)('our documents in %s', (language) => {
  const set = loadDocumentSet(language);
  const { normalise } = documentWords(language);

  it('answer their own questions', () => {
    for (const { question, answers, gold } of set) {
      const text = normaliseAnswer(gold.text, normalise);
      expect(holdsAnswer(text, answers, normalise), question).toBe(true);
    }
  });

  it('have questions, titles and texts that are all different', () => {
    for (const field of [
      set.map(({ question }) => question),
      set.map(({ gold }) => gold.title),
      set.map(({ gold }) => gold.text),
    ]) {
      expect(new Set(field).size).toBe(set.length);
    }
  });
});
