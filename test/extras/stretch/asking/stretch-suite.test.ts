import { describe, expect, it } from 'vitest';
import type { StretchedSuite } from '../../../../src/extras/stretch/asking/stretch-suite.js';
import { languageOfTests } from '../../../../src/extras/stretch/asking/stretch-suite.js';

const suite = (vars: Record<string, unknown>, raw = 'Answer: {{q}}'): StretchedSuite => ({
  ...{ providers: [], prompts: [{ raw }], tests: [{ vars }] },
});

describe('the language of tests', () => {
  it.each([
    ['en', 'When do you open?'],
    ['zh', '这是 question 3，请回答 iPhone 的保修期有多长？'],
    ['ko', '언제 문을 여나요?'],
    ['ru', 'Когда вы открываетесь?'],
    ['en', 'お店は何時に開きますか？'],
  ])('is %s of %s', (language, q) => {
    expect(languageOfTests(suite({ q }))).toBe(language);
  });

  it('is that of prompts where variables have no words', () => {
    expect(languageOfTests(suite({ q: '12 + 3' }, '请计算：{{q}}'))).toBe('zh');
    expect(languageOfTests(suite({ q: 12 }, '{{q}}'))).toBe('en');
  });
});
