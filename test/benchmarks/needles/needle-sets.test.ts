import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { referenceFile } from '../../../src/base/files/file-reference.js';
import { loadLanguage } from '../../../src/base/languages.js';
import { heldKeyword, keywordPattern } from '../../../src/benchmarks/needles/keywords.js';
import {
  assertTellApart,
  drawNeedles,
  loadNeedles,
} from '../../../src/benchmarks/needles/needle-files.js';
import { NEEDLE_LANGUAGES } from '../../../src/benchmarks/needles/needle-sets.js';
import { Prose } from '../../../src/haystack/prose.js';
import { haystackText } from '../../../src/haystack/texts.js';

const folder = mkdtempSync(join(tmpdir(), 'needles-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lamp = {
  name: 'lamp',
  sentence: 'The lamp is tangerine.',
  question: 'What colour is the lamp?',
  answer: 'Tangerine.',
  keywords: ['tangerine'],
};
const chain = {
  name: 'chain',
  sentences: ['The cook is Dario.', 'Dario keeps a kazoo.'],
  question: 'What does the cook keep?',
  answer: 'A kazoo.',
  keywords: ['kazoo'],
};

let files = 0;
function load(content: unknown, language = 'en') {
  const path = join(folder, `needles-${files++}.yaml`);
  writeFileSync(path, typeof content === 'string' ? content : stringify(content));
  return loadNeedles(language, referenceFile('needles', path, ''));
}

describe.each(NEEDLE_LANGUAGES)('our needles in %s', (language) => {
  const { single, chains } = loadNeedles(language);

  it('are enough for every task and number of sentences', () => {
    expect(single.length).toBeGreaterThanOrEqual(20);
    for (const size of [2, 3, 4, 5]) {
      const own = chains.filter(({ sentences }) => sentences.length === size);
      expect(own.length).toBeGreaterThanOrEqual(4);
    }
  });

  it('can be told apart in any combination', () => {
    expect(() => assertTellApart([...single, ...chains])).not.toThrow();
    for (const needle of [...single, ...chains]) {
      for (const other of [...single, ...chains]) {
        if (other === needle) continue;
        expect(heldKeyword(other.answer, needle.keywords)).toBeUndefined();
      }
    }
  });

  it('have four distractors each, none of which holds a keyword of any needle', () => {
    const all = [...single, ...chains];
    for (const { distractors, name } of all) {
      expect(distractors, name).toHaveLength(4);
      expect(new Set(distractors.flatMap(({ keywords }) => keywords)).size).toBe(4);
      for (const { sentence } of distractors) {
        for (const { keywords } of all) expect(heldKeyword(sentence, keywords)).toBeUndefined();
      }
    }
    const texts = all.flatMap(({ sentences, question }) => [...sentences, question]).join('\n');
    for (const { keywords } of all.flatMap(({ distractors }) => distractors)) {
      expect(heldKeyword(texts, keywords)).toBeUndefined();
    }
  });

  it('have keywords that no haystack of ours holds', () => {
    const { prose, between } = loadLanguage(language);
    const texts = [
      new Prose(prose, between, 'seed').atLeast(300_000),
      ...Object.values(prose.slots).map((words) => words.join('\n')),
      ...(language === 'en' ? [haystackText('moby-dick')] : []),
    ];
    for (const { keywords } of [...single, ...chains]) {
      for (const keyword of keywords) {
        for (const text of texts) expect(text).not.toMatch(keywordPattern(keyword));
      }
    }
  });
});

describe('needles of a file', () => {
  it('are asked for as our own are, unless the file says how', () => {
    expect(load({ single: [lamp] })).toMatchObject({ between: ' ', ...{ chains: [] } });
    expect(load({ single: [lamp] }).ask).toEqual(loadNeedles('en').ask);
    const own = { one: 'Q: {question}', several: 'Qs: {questions}' };
    expect(load({ between: '', ask: own, single: [lamp] })).toMatchObject({
      ask: own,
      between: '',
    });
    expect(load({ single: [lamp] }, 'ko').ask.one).toBe('{question}');
    expect(load({ single: [lamp] }, 'zh').absent).toEqual(loadNeedles('zh').absent);
    expect(load({ absent: ['No idea'], single: [lamp] }).absent).toEqual(['no idea']);
  });

  it('may have numbers for answers and keywords', () => {
    const needle = { ...lamp, sentence: 'It has 617 planks.', answer: 617, keywords: [617] };
    expect(load({ single: [needle] }).single[0]).toMatchObject({
      answer: '617',
      keywords: ['617'],
    });
  });

  it.each([
    ['a: [', /^needles: in .*needles-\d+\.yaml, the text: is not YAML/],
    [[], /, `the file`: .*\. The files in datasets\/needles\/ show what a set/],
    [{ single: [{ ...lamp, keywords: [] }] }, /`single\.0\.keywords`: must list at least one/],
    [{ single: [{ ...lamp, question: ' ' }] }, /`single\.0\.question`: must not be empty/],
    [
      { chains: [{ ...chain, sentences: ['One.'] }] },
      /`chains\.0\.sentences`: must be a list of two/,
    ],
    [
      { ask: { one: 'x', several: '{questions}' } },
      /`ask\.one`: must have the placeholder {question}/,
    ],
    [
      { single: [{ ...lamp, question: 'Is it tangerine?' }] },
      /the needle "lamp": the question holds the keyword "tangerine", which gives it away/,
    ],
    [
      { single: [{ ...lamp, answer: 'Red.' }] },
      /the answer "Red\." holds no keyword \(tangerine\)/,
    ],
    [
      { single: [{ ...lamp, sentence: 'It is red.' }] },
      /no sentence holds a keyword \(tangerine\)/,
    ],
    [
      {
        single: [{ ...lamp, distractors: [{ sentence: 'A tangerine door.', keywords: ['door'] }] }],
      },
      /the distractor "A tangerine door." holds the keyword "tangerine"/,
    ],
    [
      {
        single: [{ ...lamp, distractors: [{ sentence: 'The door is red.', keywords: ['blue'] }] }],
      },
      /the distractor "The door is red." holds no keyword of its own \(blue\)/,
    ],
    [{ absent: [], single: [lamp] }, /`absent`: must list at least one phrase/],
    [{ single: [lamp, lamp] }, /the needle "lamp": is there twice/],
  ])('%j is refused', (content, message) => {
    expect(() => load(content)).toThrow(message as RegExp);
  });

  it('are refused when the file has changed, and where there are none', () => {
    const path = join(folder, 'changed.yaml');
    writeFileSync(path, stringify({ single: [lamp] }));
    const reference = referenceFile('needles', path, '');
    writeFileSync(path, stringify({ single: [] }));
    expect(() => loadNeedles('en', reference)).toThrow('is gone or has changed since');
    expect(() => loadNeedles('ko')).toThrow(
      'there are needles only in en, zh, and `language` is "ko". Use one of these, or name a file',
    );
  });

  it('cannot be asked together when one holds a keyword of another', () => {
    const shade = {
      ...lamp,
      name: 'shade',
      sentences: ['A tangerine shade.'],
      keywords: ['shade'],
      distractors: [],
    };
    const red = { ...lamp, sentences: [lamp.sentence], distractors: [] };
    expect(() => assertTellApart([red, shade])).toThrow(
      'needles: "tangerine", a keyword of the needle "lamp", also stands in the needle "shade"',
    );
  });
});

describe('drawNeedles', () => {
  it('draws different needles, the same for the same seed, and no more than there are', () => {
    const { single } = loadNeedles('en');
    const draw = (seed: number) => drawNeedles(single, { groups: 4, size: 5, seed })!;
    const names = draw(1).flat();
    expect(draw(1)).toEqual(draw(1));
    expect(draw(2)).not.toEqual(draw(1));
    expect(new Set(names).size).toBe(20);
    expect(drawNeedles(single.slice(0, 9), { groups: 2, size: 5, seed: 1 })).toBeUndefined();
  });
});
