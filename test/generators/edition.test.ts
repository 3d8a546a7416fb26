import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Case } from '../../src/contract/case.js';

/** The package, where a file of `datasets/` says something else. */
async function packageWith(file?: string, change?: (text: string) => string) {
  vi.resetModules();
  vi.doMock('../../src/base/datasets.js', async (original) => {
    const datasets = await original<typeof import('../../src/base/datasets.js')>();
    const datasetText = (path: string) =>
      path === file ? change!(datasets.datasetText(path)) : datasets.datasetText(path);
    return {
      ...datasets,
      datasetText,
      datasetSource: datasetText,
      readDataset: (path: string, schema: Parameters<typeof datasets.readDataset>[1]) =>
        datasets.parseDataset(path, schema, datasetText(path)),
    };
  });
  const index = await import('../../src/index.js');
  const { caseId } = await import('../../src/contract/case-identity.js');
  return { ...index, caseId };
}

afterEach(() => vi.doUnmock('../../src/base/datasets.js'));

type Package = Awaited<ReturnType<typeof packageWith>>;
type Config = Record<string, unknown>;

async function idsOf(from: Package, generator: string, config: Config): Promise<string[]> {
  const generators = from as unknown as Record<string, (config: Config) => Promise<unknown>>;
  const tests = (await generators[generator]!(config)) as { metadata: { id: string } }[];
  return tests.map(({ metadata }) => metadata.id);
}

const withoutEdition = (id: string) => id.replace(/-[0-9a-f]+$/, '');

const STARS = { stars: 4, lengths: [2000], reserve: 100 };

describe('the edition of a Case', () => {
  it.each<[string, string, Config, string, string, string]>([
    ['a star sentence', 'countingStars', STARS, 'languages/en.yaml', 'counted', 'tallied'],
    [
      'the prose',
      'countingStars',
      { ...STARS, haystack: 'prose' },
      'languages/en.yaml',
      'fishmonger',
      'oysterman',
    ],
    [
      'an accepted answer',
      'multiDocumentQa',
      { documents: [2], questions: 40, depths: [0], reserve: 100 },
      'documents/en/works.yaml',
      'answers: [',
      'answers: [another one, ',
    ],
  ])('is another one after a change of %s', async (_, generator, config, file, from, to) => {
    const before = await idsOf(await packageWith(), generator, config);
    const text = (content: string) => content.replaceAll(from, to);
    const after = await idsOf(await packageWith(file, text), generator, config);
    const changed = after.filter((id, i) => id !== before[i]);
    expect(changed.length).toBeGreaterThan(0);
    if (generator === 'countingStars') {
      expect(after.map(withoutEdition)).toEqual(before.map(withoutEdition));
    }
  });

  it.each<[string, Config, string]>([
    ['the prose, where the haystack is a book', STARS, 'fishmonger'],
    ['the words of another task', STARS, 'had counted one too many'],
  ])('stays after a change of %s', async (_, config, word) => {
    const before = await idsOf(await packageWith(), 'countingStars', config);
    const other = await packageWith('languages/en.yaml', (text) => text.replaceAll(word, 'xyz'));
    expect(await idsOf(other, 'countingStars', config)).toEqual(before);
  });

  it('stays where a default is written down', async () => {
    const from = await packageWith();
    const plain = await idsOf(from, 'countingStars', STARS);
    const written = { ...STARS, order: 'shuffled', positions: 'even', distractors: 0, seeds: [1] };
    expect(await idsOf(from, 'countingStars', { ...written, repeat: false })).toEqual(plain);
  });

  it('keeps a prompt from being built of other content', async () => {
    const [test] = await (await packageWith()).countingStars(STARS);
    const vars = test!.vars as { case: Case };
    const other = await packageWith('languages/en.yaml', (text) =>
      text.replaceAll('counted', 'tallied'),
    );
    await expect(other.prompt({ vars })).rejects.toThrow(
      `case: ${other.caseId(vars.case)} was made with edition ${vars.case.edition} of its words, ` +
        'haystack and tokenizer, but installed now is edition',
    );
    await expect(other.prompt({ vars })).rejects.toThrow(
      'Install the versions that it was made with, or generate the test cases again.',
    );
  });
});
