import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCase } from 'promptfoo';
import { afterAll, describe, expect, it } from 'vitest';
import type { Case } from '../../src/contract/case.js';
import {
  type AncestralTraceCase,
  puzzleOf,
} from '../../src/extras/more-benchmarks/ancestral-trace/cases.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import {
  ancestralTrace,
  countingStars,
  keyValueRetrieval,
  multiDocumentQa,
  needleBench,
  nolima,
  ruler,
  SimulatedReader,
  score,
} from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'templates-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const caseOf = (test: TestCase) => test.vars!.case as unknown as Case;

const DOCUMENTS = file('qa.prompt', 'Read this.\n\n{search_results}\n\nQ: {question}\nA:\n');
const CLOSED = file('closed.prompt', 'Q: {question}\nA:');
const AWARE = file('aware.prompt', 'Q: {question}\n\n{search_results}\n\nQ: {question}\nA:');
const PAIRS = file('kv.prompt', 'JSON:\n{formatted_kv_records}\n\nKey: "{key}"\nValue:\n');

const ASKED = file('asked.txt', 'Read this.\n{haystack}\n\nQ: {question}\nA:');
const NIAH = file('niah.txt', 'Some are here.\n{context}\nWhich are all for {query}? They are');
const LIST = file('list.txt', 'Read:\n{context}\nWhich words are there most often?');

const RECORDS = file(
  'records.jsonl',
  ['Ada', 'Bo']
    .map((name) =>
      JSON.stringify({
        question: `who is  ${name}'s {cat}`,
        answers: [`${name}'s Tom`],
        ctxs: [
          { title: 'Cats', text: `It is ${name}'s Tom.`, isgold: true },
          { title: 'Dogs', text: 'A dog.', isgold: false },
          { title: 'Eels', text: 'An eel.', isgold: false },
        ],
      }),
    )
    .join('\n'),
);

async function prompts(tests: TestCase[]): Promise<string[]> {
  return Promise.all(tests.map(async (test) => (await buildPrompt(caseOf(test))).prompt));
}

describe('a template', () => {
  it('is filled with statements of kinship, and whom each kind of question is about', async () => {
    const written = {
      open: 'Eldest of {last_person}?\n{shuffled_story}',
      ancestor: '{shuffled_story}\n{n} above {person}? In \\boxed{{}}.',
      descendant: '{shuffled_story}\n{n} below {person}?',
      distance: '{shuffled_story}\nFrom {person_a} to {person_b}?',
    };
    const template = Object.fromEntries(
      Object.entries(written).map(([task, text]) => [task, file(`${task}.txt`, text)]),
    );
    const tasks = ['open', 'ancestor', 'descendant', 'distance'] as const;
    const tests = await ancestralTrace({
      ...{ preset: 'ancestral-trace-opencompass-2', tasks: [...tasks], steps: 2, chains: 1 },
      template,
    });
    for (const test of tests) {
      const theCase = caseOf(test) as AncestralTraceCase;
      const { prompt } = await buildPrompt(theCase);
      const { chain, links, statements } = puzzleOf(theCase);
      const [youngest, eldest] = [chain[0]!, chain.at(-1)!];
      const n = links.reduce((sum, { generations }) => sum + generations, 0);
      const story = statements.join(' ');
      const expected = {
        open: `Eldest of ${youngest}?\n${story}`,
        ancestor: `${story}\n${n} above ${youngest}? In \\boxed{}.`,
        descendant: `${story}\n${n} below ${eldest}?`,
        distance: `${story}\nFrom ${eldest} to ${youngest}?`,
      };
      expect(prompt).toBe(expected[theCase.task as keyof typeof expected]);
    }
    expect(tests).toHaveLength(4);
    await expect(
      ancestralTrace({ template: file('eldest.txt', '{question}'), examples: 2 }),
    ).rejects.toThrow('`examples` has no part in it');
  });

  it('is filled with documents as the authors write them, and the question as it is', async () => {
    const tests = await multiDocumentQa({
      published: RECORDS,
      tasks: ['documents', 'closed-book', 'oracle'],
      indices: [1],
      questions: 1,
      template: { documents: AWARE, 'closed-book': CLOSED, oracle: DOCUMENTS },
    });
    expect(await prompts(tests)).toEqual([
      "Q: who is Ada's {cat}\n\nDocument [1](Title: Dogs) A dog.\n" +
        "Document [2](Title: Cats) It is Ada's Tom.\nDocument [3](Title: Eels) An eel.\n\n" +
        "Q: who is Ada's {cat}\nA:",
      "Q: who is Ada's {cat}\nA:",
      "Read this.\n\nDocument [1](Title: Cats) It is Ada's Tom.\n\nQ: who is Ada's {cat}\nA:",
    ]);
    for (const test of tests) {
      const { promptTokens } = await buildPrompt(caseOf(test));
      expect(caseOf(test).tokens).toBe(promptTokens);
    }
  });

  it('writes documents and pairs as a format says', async () => {
    const [first] = await prompts(
      await multiDocumentQa({
        published: RECORDS,
        indices: [0],
        questions: 1,
        template: DOCUMENTS,
        document: '{number}. {text}',
      }),
    );
    expect(first).toContain("\n\n1. It is Ada's Tom.\n2. A dog.\n3. An eel.\n\n");
    const [pairs] = await prompts(
      await keyValueRetrieval({
        pairs: 2,
        indices: [0],
        template: PAIRS,
        pair: '{key} -> {value}',
      }),
    );
    expect(pairs).toMatch(
      /^JSON:\n\{[-0-9a-f]{36} -> [-0-9a-f]{36},\n [-0-9a-f]{36} -> \S{36}\}\n\nKey: "/,
    );
  });

  it.each([
    ['stars', () => countingStars({ stars: 8, lengths: [2000], template: ASKED })],
    ['needles', () => needleBench({ lengths: [2000], depths: 1, perCell: 1, template: ASKED })],
    ['facts', () => nolima({ lengths: [600], depths: 1, questions: 2, template: ASKED })],
    [
      'RULER',
      () =>
        ruler({
          lengths: [2048],
          template: { niah: NIAH, vt: NIAH, cwe: LIST, fwe: LIST, qa: NIAH },
        }),
    ],
    [
      'RULER, announced',
      () => ruler({ lengths: [2048], announce: true, tasks: ['niah_multivalue', 'vt'] }),
    ],
    ['documents', () => multiDocumentQa({ documents: 5, questions: 3, template: AWARE })],
    ['an oracle', () => multiDocumentQa({ tasks: 'oracle', questions: 3, template: DOCUMENTS })],
    ['pairs', () => keyValueRetrieval({ pairs: 8, template: PAIRS })],
    ['pairs of a length', () => keyValueRetrieval({ lengths: [1000], template: PAIRS })],
    [
      'pairs in another format',
      () => keyValueRetrieval({ pairs: 8, template: PAIRS, pair: '{key} -> {value}' }),
    ],
  ])('can be read by a perfect reader: %s', async (_, generate) => {
    const provider = new SimulatedReader({ config: { profile: 'perfect' } });
    for (const test of await generate()) {
      const vars = test.vars as { case: Case };
      const { prompt, promptTokens } = await buildPrompt(vars.case);
      expect(promptTokens).toBeLessThanOrEqual(vars.case.tokens);
      const context = { vars, prompt: { raw: '', label: '' } };
      const { output } = await provider.callApi(prompt, context as never);
      expect((await score(output, { vars, test })).score).toBe(1);
    }
  });

  it('of RULER says "is" for one value, and announces what is asked, as the original', async () => {
    const [one] = await prompts(
      await ruler({ tasks: 'niah_single_1', lengths: [1024], template: NIAH }),
    );
    expect(one).toMatch(/^A is here\.\n[\s\S]+\nWhich is for [\w-]+\? They is$/u);
    const [ours] = await prompts(
      await ruler({ tasks: 'niah_single_1', lengths: [1024], announce: true }),
    );
    expect(ours).toMatch(/^A secret number stands somewhere in the text below\. /);
  });

  it.each([
    [() => multiDocumentQa({ template: CLOSED }), /has no \{search_results\}/],
    [() => multiDocumentQa({ template: DOCUMENTS, queryAware: true }), /`queryAware` has no part/],
    [() => multiDocumentQa({ document: '{text}' }), /`document` is for a `template`/],
    [
      () => multiDocumentQa({ tasks: ['oracle'], template: { documents: DOCUMENTS } }),
      /no file is named for oracle/,
    ],
    [() => keyValueRetrieval({ template: DOCUMENTS }), /has no \{formatted_kv_records\}/],
    [() => keyValueRetrieval({ pair: '{key}={value}' }), /`pair` is for a `template`/],
    [
      () => keyValueRetrieval({ template: PAIRS, pair: '{key}' }),
      /must be a text with \{key\} and/,
    ],
    [() => keyValueRetrieval({ template: PAIRS, form: 'parts' }), /are sent byte for byte/],
    [() => keyValueRetrieval({ template: 'no.prompt' }), /there is no file "no\.prompt"/],
  ])('refuses what does not fit', async (generate, message) => {
    await expect(generate()).rejects.toThrow(message);
  });
});
