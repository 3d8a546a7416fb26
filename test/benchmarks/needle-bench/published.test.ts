import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { NeedleBenchCase } from '../../../src/benchmarks/needle-bench/cases.js';
import { askedNeedles } from '../../../src/benchmarks/needle-bench/cases.js';
import { buildPrompt } from '../../../src/generators/prompt.js';
import { ancestralTrace, type NeedleBenchConfig, needleBench, score } from '../../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'needle-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** Twelve needles: four things, each with three answers, so that many cannot be asked together. */
const needles = Array.from({ length: 12 }, (_, i) => {
  const [arg1, arg2] = [
    `Isle ${'ABCD'[i % 4]}`,
    `${['copper', 'silver', 'golden'][i % 3]} kite ${i % 4}`,
  ];
  return {
    needle: `Hidden on ${arg1} is the ${arg2}.`,
    retrieval_question: `What is hidden on ${arg1}? Please answer in the format 'Hidden on ${arg1} is ______.'`,
    arg1,
    arg2,
    language: 'English',
  };
});
const lines = [
  ...needles,
  { ...needles[0]!, needle: '岛上有彗星石。', arg2: '彗星石', language: 'Chinese' },
];
write('needles.jsonl', lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
const chains = [2, 3, 4, 5].map((size) => ({
  derivation_count: size,
  derivations: Array.from({ length: size }, (_, i) => `Step ${i} of ${size} leads on.`),
  question: `Where does the way of ${size} steps end?`,
  answer: `harbour ${size}`,
}));
write('multi_needle_reasoning_en.json', JSON.stringify(chains));
const names = Array.from({ length: 40 }, (_, i) => `Person ${String.fromCharCode(65 + i)}x`);
write('names.json', JSON.stringify({ English: ['Ann Lee', 'Dr. Ann Lee', ...names].join(',') }));

async function casesOf(config: NeedleBenchConfig): Promise<NeedleBenchCase[]> {
  const all = { published: folder, haystack: 'prose', lengths: [2000], depths: [0.5], ...config };
  return (await needleBench(all)).map((test) => test.vars!.case as unknown as NeedleBenchCase);
}

describe("needles of NeedleBench's authors", () => {
  it('are asked in every task, as one overall score', async () => {
    const cases = await casesOf({ perCell: 2, evidence: 3 });
    expect(cases.map(({ task }) => task).sort()).toEqual(
      ['M-RS', 'M-RT', 'S-RT'].flatMap((task) => [task, task]),
    );
    expect(new Set(cases.map(({ composite }) => composite?.variant))).toEqual(
      new Set(['published']),
    );
    for (const theCase of cases) {
      const asked = askedNeedles(theCase);
      const { prompt } = await buildPrompt(theCase);
      for (const { sentences, question } of asked) {
        for (const part of [...sentences, question]) expect(prompt).toContain(part);
      }
      const answer = asked.map((needle) => needle.answer).join(', ');
      const graded = await score(answer, { vars: { case: theCase } } as never);
      expect(graded.score).toBe(1);
      if (theCase.task === 'M-RT') {
        const told = needles.filter(({ needle }) =>
          asked.some((one) => one.sentences[0] === needle),
        );
        expect(new Set(told.map(({ arg1 }) => arg1)).size).toBe(3);
        expect(new Set(told.map(({ arg2 }) => arg2)).size).toBe(3);
      }
    }
  });

  it('are those of the language', async () => {
    const [theCase] = await casesOf({ tasks: 'S-RT', perCell: 1, language: 'zh' });
    expect(askedNeedles(theCase!)[0]).toMatchObject({ name: 'line 13', answer: '彗星石' });
  });

  it('give several questions as one to a template, as parallel.py does', async () => {
    write('template.txt', '{context}\n\n{question}');
    const template = join(folder, 'template.txt');
    const [theCase] = await casesOf({ tasks: 'M-RT', perCell: 1, evidence: 2, template });
    const [one, two] = theCase!.cell.needle!.map((name) => needles[Number(name.slice(5)) - 1]!);
    expect((await buildPrompt(theCase!)).prompt.split('\n').at(-1)).toBe(
      `What is hidden on ${one!.arg1}?、What is hidden on ${two!.arg1}?Please answer in the format of ` +
        `'Hidden on ${one!.arg1} is ______、Hidden on ${two!.arg1} is ______'`,
    );
  });

  it.each([
    [{ published: '/nowhere' }, 'published: there is no file "/nowhere/needles.jsonl"'],
    [{ language: 'zh', tasks: 'M-RS' as const }, 'multi_needle_reasoning_zh.json"'],
    [{ needles: 'own.yaml' }, '`needles` is for needles of our own'],
    [{ tasks: 'M-RT' as const, evidence: 5 }, 'M-RT takes 20 different needles'],
  ])('refuses %j', async (config, message) => {
    await expect(casesOf(config)).rejects.toThrow(message);
  });
});

describe("names of NeedleBench's authors", () => {
  it('stand in chains of kinship, none a part of another', async () => {
    const [theCase] = await casesOf({ tasks: 'M-RS', scoring: 'opencompass-2', perCell: 1 });
    const { prompt } = await buildPrompt(theCase!);
    expect(prompt).toMatch(/(Person .x|Dr\. Ann Lee).*\\boxed/s);
    const trace = { published: folder, steps: 20, chains: 4, rotations: 1 };
    for (const { vars } of await ancestralTrace(trace)) {
      const { prompt: text } = await buildPrompt(vars!.case as never);
      expect(text).toMatch(/Person .x/);
      expect(text).not.toMatch(/(?<!Dr\. )Ann Lee/);
    }
  });

  it('must be enough', async () => {
    await expect(ancestralTrace({ published: folder, steps: 40, chains: 1 })).rejects.toThrow(
      'names.json has 41 names that are no part of another, and these chains take 53',
    );
  });
});
