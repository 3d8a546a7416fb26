import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { LANGUAGE_CODES, loadLanguage } from '../../src/base/languages.js';
import type { CountingStarsCase } from '../../src/benchmarks/counting-stars/stars.js';
import { STARS_TASKS, starWords } from '../../src/benchmarks/counting-stars/words.js';
import { buildPrompt } from '../../src/generators/prompt.js';
import {
  ancestralTrace,
  countingStars,
  keyValueRetrieval,
  SimulatedReader,
  score,
} from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'languages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A made-up language: English words backwards. */
function madeUp() {
  const backwards = (text: string) =>
    text
      .split(/(\{\w+\})/)
      .map((part) => (part.startsWith('{') ? part : [...part].reverse().join('')))
      .join('');
  const { prose, ...general } = loadLanguage('en');
  const { tasks, ...stars } = starWords('en');
  const english = { ...general, ...stars };
  const turned = Object.fromEntries(
    Object.entries(tasks).map(([task, texts]) => [
      task,
      Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [
          name,
          name === 'question'
            ? `${backwards('List all of them')}: {"{key}": [x]}`
            : `${backwards(text.slice(0, -1))}.`,
        ]),
      ),
    ]),
  );
  return {
    ...english,
    name: 'hsilgnE',
    subject: 'niugnep elttil eht',
    key: 'niugnep',
    tasks: turned,
    prose: {
      ...prose,
      slots: Object.fromEntries(
        Object.entries(prose.slots).map(([slot, values]) => [slot, values.map(backwards)]),
      ),
    },
  };
}

function languageFile(name: string, change: object = {}): string {
  const path = join(folder, name);
  writeFileSync(path, stringify({ ...madeUp(), ...change }));
  return path;
}

describe('the languages of the package', () => {
  it('are en, ko, ru and zh', () => {
    expect(LANGUAGE_CODES).toEqual(['en', 'ko', 'ru', 'zh']);
  });

  it.each(LANGUAGE_CODES)(
    '%s has every task, read and answered by a perfect reader',
    async (language) => {
      const model = new SimulatedReader();
      const tests = await countingStars({
        language,
        tasks: [...STARS_TASKS],
        stars: 16,
        lengths: [4000],
        haystack: 'prose',
        distractors: 8,
      });
      expect(tests).toHaveLength(4);
      for (const { vars } of tests) {
        const { prompt } = await buildPrompt(vars!.case as never);
        const { output } = await model.callApi(prompt, { vars } as never);
        const result = await score(output, { vars: vars as Record<string, unknown> });
        expect([(vars!.case as unknown as CountingStarsCase).task, result.score]).toEqual([
          (vars!.case as unknown as CountingStarsCase).task,
          1,
        ]);
      }
    },
  );
});

describe('a fifth language', () => {
  it('is one more file', async () => {
    const language = languageFile('backwards.yaml');
    const tests = await countingStars({
      language,
      tasks: [...STARS_TASKS],
      stars: 8,
      lengths: [3000],
    });
    expect(tests[0]!.description).toBe('3K · acquisition');
    expect(tests[0]!.metadata!.language).toBe('backwards');
    for (const { vars } of tests) {
      const built = await buildPrompt(vars!.case as never);
      expect(built.prompt).toContain('niugnep');
      const model = new SimulatedReader();
      const { output } = await model.callApi(built.prompt, { vars } as never);
      expect((await score(output, { vars: vars as Record<string, unknown> })).score).toBe(1);
    }
  });

  it('that changes later is noticed', async () => {
    const language = languageFile('changing.yaml');
    const [test] = await countingStars({ language, stars: 4, lengths: [2000] });
    languageFile('changing.yaml', { name: 'changed' });
    const again = { ...(test!.vars!.case as object), seed: 99 };
    const { sha256 } = (again as { language?: { sha256: string } }).language!;
    await expect(
      buildPrompt({ ...again, language: { file: language, sha256: `${sha256}0` } } as never),
    ).rejects.toThrow('changing.yaml is gone or has changed since this test case was made');
  });

  it.each([
    ['without distractors', { distractors: undefined }, '`distractors`'],
    ['with a field too many', { colour: 'red' }, 'colour'],
    [
      'with a slot that has no list',
      { prose: { paragraph: [2, 3], sentences: ['See {thing}.'], slots: {} } },
      '`prose.slots` has no list for {thing}',
    ],
  ])('%s gets a clear error', async (name, change, message) => {
    const language = languageFile(`${name.replaceAll(' ', '-')}.yaml`, change);
    await expect(countingStars({ language })).rejects.toThrow(message);
  });

  it('with a bad placeholder gets a clear error', async () => {
    const { tasks } = madeUp();
    const broken = { ...tasks, sum: { ...tasks.sum, star: 'They saw {number} {symbol}.' } };
    const language = languageFile('placeholder.yaml', { tasks: broken });
    await expect(countingStars({ language })).rejects.toThrow(
      /placeholder\.yaml, `tasks\.sum\.star`: has the placeholder \{number\}, which does not exist here/,
    );
  });

  it('that is missing or not YAML gets a clear error', async () => {
    await expect(countingStars({ language: 'no/such.yaml' })).rejects.toThrow(
      'language: there is no file "no/such.yaml"',
    );
    const path = join(folder, 'broken.yaml');
    writeFileSync(path, 'a: [');
    await expect(countingStars({ language: path })).rejects.toThrow('is not YAML');
  });

  it('is known by what it holds, whatever its name', async () => {
    const path = join(folder, 'zh.yaml');
    const russian = readFileSync(
      new URL('../../datasets/languages/ru.yaml', import.meta.url),
      'utf8',
    );
    writeFileSync(path, russian);
    const [test] = await keyValueRetrieval({ language: path, pairs: 2, depths: [0] });
    const [own] = await keyValueRetrieval({ language: 'ru', pairs: 2, depths: [0] });
    const questionOf = async (one: typeof test) =>
      (await buildPrompt(one!.vars!.case as never)).question;
    expect(await questionOf(test)).toBe(await questionOf(own));
    await expect(ancestralTrace({ language: path, steps: 2 })).rejects.toThrow(
      'ancestralTrace: kinship is written only in en, zh, and `language` is "ru". Use one of these.',
    );
    writeFileSync(path, russian.replace(/^name: .*$/m, 'name: suomi'));
    await expect(keyValueRetrieval({ language: path, pairs: 2 })).rejects.toThrow(
      '`language` is the file zh, which is in none of them. Use one of these.',
    );
  });
});
