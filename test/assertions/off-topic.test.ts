/** Answers to prompts whose end, with the question, a server cut: they are about something else, in every language. */
import { describe, expect, it } from 'vitest';
import { scoreAnswer } from '../../src/assertions/score.js';
import type { HiddenTask } from '../../src/benchmarks/benchmark.js';
import { benchmarkOf } from '../../src/benchmarks/registry.js';
import * as plugin from '../../src/index.js';

const generators = plugin as unknown as Record<string, plugin.TestGenerator<object>>;

/** What models say of a long text that ends without a question. */
const ASTRAY = {
  en: [
    'The passage describes a long voyage at sea.',
    'It looks like you pasted a text. What would you like me to do with it?',
    'and the waves rolled on beneath the bows, while the mate stood silent by the rail.',
  ],
  zh: ['这段文字描写了一次漫长的海上航行。', '您似乎粘贴了一段很长的内容，请告诉我您想做些什么。'],
  ru: ['В отрывке описано долгое плавание по морю и жизнь команды корабля.'],
  ko: ['이 글은 긴 바다 항해와 배에서의 생활을 자세히 묘사하고 있습니다.'],
};

const CONFIGS = {
  needleInAHaystack: { lengths: [2000], depths: 1 },
  keyValueRetrieval: { pairs: [5], depths: 1, seeds: 1 },
  multiDocumentQa: { documents: [5], depths: 1, questions: 1 },
};

async function caseOf(generator: string, language: string) {
  const config = CONFIGS[generator as keyof typeof CONFIGS];
  const [test] = await generators[generator]!({ ...config, language });
  return test!.vars.case;
}

const diagnosisOf = async (answer: string, theCase: unknown) => {
  const { score, metadata } = await scoreAnswer(answer, { vars: { case: theCase } });
  return { score, diagnosis: metadata!.diagnosis, reading: metadata!.reading };
};

describe.each(Object.keys(CONFIGS))('%s', (generator) => {
  // Needles and documents are in two languages.
  const languages = generator === 'keyValueRetrieval' ? ['en', 'zh', 'ru', 'ko'] : ['en', 'zh'];
  it.each(languages)('takes %s answers for off-topic', async (language) => {
    const theCase = await caseOf(generator, language);
    for (const answer of ASTRAY[language as keyof typeof ASTRAY]) {
      expect({ answer, ...(await diagnosisOf(answer, theCase)) }).toEqual({
        ...{ answer, score: 0, diagnosis: 'off-topic', reading: 'read' },
      });
    }
  });
});

describe('an answer to the question', () => {
  it.each([
    ['is short', 'needleInAHaystack', 'With gold coins.', 'wrong'],
    ['names what was asked', 'needleInAHaystack', undefined, 'wrong'],
    ['is not there', 'needleInAHaystack', 'The text does not mention it anywhere.', 'missing'],
    [
      'has the form of the right one',
      'keyValueRetrieval',
      'I looked through the whole object, and it is 0a1b2c3d-0000-4000-8000-00000000abcd.',
      'wrong',
    ],
  ])('is none where it %s', async (_, generator, answer, diagnosis) => {
    const theCase = await caseOf(generator, 'en');
    const { wording } = benchmarkOf(theCase).task(theCase) as HiddenTask;
    const given = answer ?? `I am not quite sure of this one: ${wording!.places!.question}`;
    expect(await diagnosisOf(given, theCase)).toEqual({ score: 0, diagnosis, reading: 'read' });
  });
});
