/** Every preset, from its config through promptfoo to report, baseline and gate, in every language that it has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { groupBy } from '../../src/base/group-by.js';
import { LANGUAGE_CODES, loadLanguage } from '../../src/base/languages.js';
import type { GeneratedTest } from '../../src/generators/generate.js';
import { loadPreset, PRESET_NAMES, type PresetPart } from '../../src/generators/presets.js';
import { Prose } from '../../src/haystack/prose.js';
import { battery } from '../../src/index.js';
import { SHORTER } from '../generators/shorter-presets.js';
import { PUBLISHED, writeAuthorsFiles } from './authors-files.js';
import { LONG, smallestWhole, WholeRuns } from './whole-runs.js';

const runs = new WholeRuns();
afterAll(() => runs.stop());

const TWO = ['en', 'zh'];

/** The languages of each generator that a preset asks. */
const LANGUAGES: Record<string, readonly string[]> = {
  agentHistory: TWO,
  ancestralTrace: TWO,
  countingStars: LANGUAGE_CODES,
  graphWalks: TWO,
  keyValueRetrieval: LANGUAGE_CODES,
  mrcr: ['en'],
  multiDocumentQa: TWO,
  needleBench: TWO,
  needleInAHaystack: TWO,
  nolima: TWO,
  repeatedWords: TWO,
  ruler: ['en'],
};

/** Those of the preset itself where it says which. */
function languagesOf({ generator, config }: PresetPart): readonly string[] {
  const { language = LANGUAGES[generator] } = config;
  return [language].flat() as string[];
}

/** Axes of which the first and the last value show as much as all. */
const AXES = ['lengths', 'pairs', 'documents', 'steps', 'words'];

/** A preset's parts; where its own lengths go to 1M, others. */
function partsOf(preset: string): PresetPart[] {
  const shorter = preset.endsWith('-1m') || preset === 'mrcr-openai' ? SHORTER[preset] : undefined;
  return loadPreset(preset).tests.map(({ generator, config }) => ({
    generator,
    config: { ...config, ...shorter },
  }));
}

/** Versions of Counting-Stars with the first eighth of their lengths, the only ones of which a prompt may be asked. */
function shortened({ versions, maxTokens }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(versions) || typeof maxTokens !== 'number' || maxTokens / 8 > LONG) return {};
  const fewer = versions.map((version: string) => {
    const [stars, lengths] = version.split('-').map(Number);
    return `${stars}-${lengths! / 8}`;
  });
  return { versions: fewer, maxTokens: maxTokens / 8 };
}

/** The same grid with the ends of its axes, and one prompt where there would be several alike. */
function thinned({ generator, config }: PresetPart): PresetPart {
  const ends = AXES.flatMap((axis) => {
    const values = config[axis];
    if (!Array.isArray(values)) return [];
    const few = axis === 'lengths' ? values.filter((tokens) => tokens < LONG) : values;
    return [[axis, few.length === 0 ? [values[0]] : [few[0], few.at(-1)]]];
  });
  const once = ['seeds', 'perCell', 'chains'].filter((option) => option in config);
  const fewer = [...ends, ...once.map((option) => [option, 1])];
  return { generator, config: { ...config, ...shortened(config), ...Object.fromEntries(fewer) } };
}

async function testsOf(parts: readonly PresetPart[], language: string): Promise<GeneratedTest[]> {
  const spoken = parts.filter((part) => languagesOf(part).includes(language));
  if (spoken.length === 0) return [];
  return (await battery({ tests: spoken.map(thinned), language })) as GeneratedTest[];
}

/** Presets of the same benchmarks are asked together: what several of them ask is asked once. */
function familiesOf(names: readonly string[]): string[][] {
  const benchmarks = (name: string) =>
    [...new Set(loadPreset(name).tests.map(({ generator }) => generator))].join();
  return [...groupBy(names, benchmarks).values()];
}

describe('a preset loses no prompt', () => {
  it.each(familiesOf(PRESET_NAMES).map((presets) => [presets]))('%j', async (presets) => {
    const tests = new Map<string, GeneratedTest>();
    for (const preset of presets) {
      const parts = partsOf(preset);
      for (const language of LANGUAGE_CODES) {
        for (const test of smallestWhole(await testsOf(parts, language))) {
          tests.set(String(test.metadata!.id), test);
        }
      }
    }
    await runs.expectWhole([...tests.values()]);
  });

  it('is asked in every language that its benchmarks have', async () => {
    for (const [generator, languages] of Object.entries(LANGUAGES)) {
      for (const language of LANGUAGE_CODES.filter((code) => !languages.includes(code))) {
        await expect(battery({ tests: [{ generator }], language })).rejects.toThrow(
          `only in ${languages.join(', ')}`,
        );
      }
    }
  });
});

describe('the authors’ presets with a novel of the user’s', () => {
  const { prose, between } = loadLanguage('zh');
  const text = new Prose(prose, between, 'a novel of ours').atLeast(130_000);
  // The authors' file has line breaks that are no ends of paragraphs.
  const novel = runs.project.write('novel.txt', text.replaceAll('。', '。\n'));

  it.each([
    ['paper', 32],
    ['counting-stars-leaderboard', 64],
  ])('%s in Chinese: all %i prompts count', async (preset, prompts) => {
    const tests = await battery({ preset, language: 'zh', haystack: novel, maxTokens: 64_000 });
    expect(tests).toHaveLength(prompts);
    const { data, verdict } = await runs.expectWhole(tests, { missing: [] });
    expect(data.missing.gaps).toEqual([]);
    expect(verdict).toMatch(/^通过/);
  });
});

describe('a published file loses no prompt', () => {
  const folder = join(runs.project.path, 'authors');
  writeAuthorsFiles(folder);

  it.each(PUBLISHED)('$generator $config', async ({ generator, config }) => {
    const files = ['published', 'squad', 'hotpotqa'].filter((option) => option in config);
    const named = files.map((option) => [option, join(folder, String(config[option]))]);
    const tests = await battery({
      tests: [{ generator, config: { ...config, ...Object.fromEntries(named) } }],
    });
    await runs.expectWhole(tests);
  });
});

describe('recorded answers', () => {
  it('count as they were given', async () => {
    const lines = readFileSync(join(runs.project.path, 'authors', 'counting-stars.jsonl'), 'utf8');
    const records = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const answered = records.map((record) => ({
      ...record,
      answer: JSON.stringify({ little_penguin: record.reference_counting_results }),
    }));
    const file = runs.project.write(
      'recorded.jsonl',
      answered.map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
    const recorded = {
      id: 'package:promptfoo-counting-stars:RecordedAnswers',
      label: 'recorded',
      config: { file },
    };
    const tests = await battery({
      tests: [{ generator: 'countingStars', config: { published: file } }],
    });
    const { data } = await runs.expectWhole(tests, { provider: recorded });
    expect(data.providers).toEqual(['recorded']);
  });
});
