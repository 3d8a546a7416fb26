/** Pages name models that exist: those of scripts/example-models.yaml, and no other. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { pricingOf } from '../../src/measuring/planning/prices.js';
import { ROOT, run } from '../e2e/promptfoo.js';

interface Model {
  name: string;
  provider: string;
  ends?: string;
}

const FILE = join(ROOT, 'scripts/example-models.yaml');
const { models, ended } = parse(readFileSync(FILE, 'utf8')) as Record<'models' | 'ended', Model[]>;

/** Names of models as ids write them. `gpt-4*` is a pattern, and `recorded-gpt-4` a file. */
const NAMES =
  /(?<![\w-])(?:gpt-\d|claude-(?:[a-z]+-)?\d|gemini-\d|grok-\d|qwen3-\d)[\w.]*(?:-[\w.]+)*(?!\*)|(?<![\w./-])o[134](?:-(?:mini|pro))?(?![\w*.-])/gi;

/** Models and families that pages speak of: those of published work, and what OpenAI sells at the tier flex. */
const SPOKEN_OF = ['GPT-4', 'GPT-4o', 'gpt-5'];

/** Everything that users copy from: published work is cited in docs/method. */
const PAGES = [
  ...['README.md', 'README.zh-CN.md', 'promptfooconfig.yaml', 'datasets/help.yaml'],
  ...filesBelow('docs', /^(?!method\/|images\/|api\/).*\.md$/),
  ...filesBelow('examples', /\.(?:ya?ml|md|json|m?js|py)$/),
  ...filesBelow('datasets/init', /./),
  ...filesBelow('src/commands', /\.ts$/),
];

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .map((path) => path.split('\\').join('/').replace(/^\//, ''))
    .filter((path) => name.test(path.slice(folder.length + 1)));
}

/** A name as the list has it: a sentence ends in a full stop, and a capital begins a word. */
function listed(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

const named = PAGES.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(NAMES)].map(([name]) => ({
    page,
    name: name.replace(/\.$/, ''),
  })),
).filter(({ name }) => !SPOKEN_OF.includes(name));

describe('models of the pages', () => {
  it('are those of the list', () => {
    const known = models.flatMap(({ name, provider }) => [name, provider.split(/[:/]/).at(-1)!]);
    const families = known.map((name) => name.replace(/-[a-z]+$/, ''));
    const strangers = named.filter(({ name }) => ![...known, ...families].includes(listed(name)));
    expect(strangers).toEqual([]);
    expect(named.length).toBeGreaterThan(40);
    expect(new Set(PAGES).size).toBeGreaterThan(60);
  });

  it('are all named somewhere', () => {
    const found = new Set(named.map(({ name }) => listed(name)));
    expect(models.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });

  it('have a price, and none of them has ended', () => {
    expect(models.filter(({ provider }) => !pricingOf({ id: provider }, []))).toEqual([]);
    const old = ended.map(({ name }) => name);
    expect(models.filter(({ name }) => old.includes(name))).toEqual([]);
  });
});

describe('npm run check:models', () => {
  const folder = mkdtempSync(join(tmpdir(), 'example-models-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const sources = { openai: 'https://example.com/ends' };

  async function checked(today: string, file: string) {
    const script = join(ROOT, 'scripts/check-models.mjs');
    return run(process.execPath, [script, today, file], { cwd: ROOT, env: process.env });
  }

  function written(ends: string | undefined, checkedOn = '2026-11-24'): string {
    const file = join(folder, `${ends}-${checkedOn}.yaml`);
    const one = { name: 'gpt-9', maker: 'openai', ...(ends !== undefined && { ends }) };
    writeFileSync(file, stringify({ checked: checkedOn, sources, models: [one] }));
    return file;
  }

  it('passes on the day on which our list was checked', async () => {
    const { exitCode, output } = await checked('2026-11-24', FILE);
    expect(output).toContain('6 example models are there for 60 days from 2026-11-24');
    expect(exitCode).toBe(0);
  });

  it.each([
    ['2027-01-23', 0],
    ['2027-01-22', 1],
    ['2026-11-01', 1],
    [undefined, 0],
  ])('where a model ends on %s, seen on 2026-11-24, exits with %s', async (ends, code) => {
    const { exitCode, output } = await checked('2026-11-24', written(ends));
    expect(exitCode, output).toBe(code);
    if (code > 0) expect(output).toContain(`gpt-9 ends on ${ends} (${sources.openai}).`);
  });

  it.each([
    ['2027-02-22', 0],
    ['2027-02-23', 1],
  ])('on %s, of a list of 2026-11-24, exits with %s', async (today, code) => {
    const { exitCode, output } = await checked(today, written(undefined));
    expect(exitCode, output).toBe(code);
    if (code > 0) expect(output).toContain('was last checked on 2026-11-24. Look at https://');
  });

  it('refuses what is no date', async () => {
    const { exitCode, output } = await checked('tomorrow', written('2027-01-23'));
    expect(exitCode).toBe(1);
    expect(output).toContain('is no date such as 2026-12-24');
  });
});
