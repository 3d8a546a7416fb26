/** The language that tests are written in, of those that there is prose in. */
import { assertedTests, type StretchedSuite } from './stretch-suite.js';

/** Letters of one script, and how many of another a letter is worth: of Chinese, one is about half a word. */
const SCRIPTS = [
  { language: 'zh', letters: /\p{Script=Han}/gu, worth: 3 },
  { language: 'ko', letters: /\p{Script=Hangul}/gu, worth: 2 },
  { language: 'ru', letters: /\p{Script=Cyrillic}/gu, worth: 1 },
  // No prose is in the languages of these, and English is read by most models.
  { language: 'en', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, worth: 6 },
  { language: 'en', letters: /\p{Script=Latin}/gu, worth: 1 },
] as const;

/** So much text tells the language. */
const MOST_TESTS = 200;
const MOST_CHARACTERS = 2000;

/** Of the variables of tests; of prompts where these have no letters. */
export function languageOfTests(suite: StretchedSuite): string {
  const vars = assertedTests(suite)
    .slice(0, MOST_TESTS)
    .flatMap((test) => Object.values(test.vars ?? {}));
  const prompts = suite.prompts.map(({ raw }) => raw);
  return languageIn(vars) ?? languageIn(prompts) ?? 'en';
}

function languageIn(values: readonly unknown[]): string | undefined {
  const texts = values.flatMap((one) =>
    typeof one === 'string' ? one.slice(0, MOST_CHARACTERS) : [],
  );
  const text = texts.join('\n');
  const counts = SCRIPTS.map(({ language, letters, worth }) => {
    return { language, count: worth * (text.match(letters)?.length ?? 0) };
  });
  const [most] = counts.sort((a, b) => b.count - a.count);
  return most!.count > 0 ? most!.language : undefined;
}
