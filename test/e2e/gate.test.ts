/** A regression gate as a person sets it up: evaluate, keep a baseline, evaluate again, decide. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Since } from '../../src/measuring/facts/tables/tables.js';
import { ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { inFormat } from './formats.js';
import { environment, INDEX, Project, ROOT, run, SIMULATED_MODEL } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project, { isApart: true });
afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

const LENGTHS = [1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000];

/** A config with models by label. */
function configOf(models: Record<string, object>, grid: object = {}) {
  return {
    prompts: [{ raw: '{{prompt}}', label: 'stars' }],
    providers: Object.entries(models).map(([label, config]) => ({
      id: SIMULATED_MODEL,
      label,
      config,
    })),
    tests: [
      {
        path: `${INDEX}:countingStars`,
        config: { stars: 16, lengths: LENGTHS, threshold: 0, ...grid },
      },
    ],
  };
}

const GOOD = { profile: 'perfect' };
const WORSE = { profile: 'forgetful', recall: 0.6 };

/** Evaluate and keep the results under a name, in the project's folder. */
async function results(file: string, config: object): Promise<void> {
  const { output } = await evaluator.evaluate(config, { file, isStored: true });
  expect(existsSync(join(project.path, file)), output).toBe(true);
}

const cli = (...args: string[]) => ours(project, args);

/** The same as a process of its own. */
function asProcess(...args: string[]) {
  return run(process.execPath, [join(ROOT, 'dist', 'cli.js'), ...args], {
    cwd: project.path,
    env: environment(project.state),
  });
}

const read = (name: string) => readFileSync(join(project.path, name), 'utf8');

beforeAll(async () => {
  project.write('promptfooconfig.yaml', 'prompts: []\n');
  project.write('notes.md', '# Mine\n');
  mkdirSync(join(project.path, 'site'));
  project.write('site/index.html', '<h1>Mine</h1>');
  await results('good.json', configOf({ model: GOOD }));
  await results('again.json', configOf({ model: GOOD }));
  await results('worse.json', configOf({ model: WORSE }));
  await results('few.json', configOf({ model: GOOD }, { lengths: [1500, 2000] }));
  await results('other.json', configOf({ 'other model': GOOD }));
});

describe('promptfoo-counting-stars baseline and gate', () => {
  it('writes a small baseline without prompts and answers, and says what a new one changes', async () => {
    const first = await cli('baseline', 'good.json', '-o', 'kept/baseline.json');
    expect(first.exitCode).toBe(0);
    // A busy machine has to wait for results, which is said on standard error.
    expect(first.output.replace('Reading results …\n', '')).toBe(
      'model: 8 prompts, recall 100%. New in this baseline.\nkept/baseline.json\n',
    );
    const text = read('kept/baseline.json');
    expect(text.split('\n')).toHaveLength(LENGTHS.length + 21);
    expect(text.length).toBeLessThan(3000);
    expect(text).not.toContain('little_penguin');
    const { output } = await cli('baseline', 'worse.json', '-o', 'kept/baseline.json');
    expect(output).toMatch(
      /^model: 8 prompts, recall \d\d% \(was 100%\)\. 0 added, 0 removed, 8 of 8 changed\.\n/,
    );
    await cli('baseline', 'good.json', '-o', 'kept/baseline.json');
    expect(read('kept/baseline.json')).toBe(text);
  });

  it('puts baselines of the same prompts on one page', async () => {
    await cli('baseline', 'good.json', 'again.json', '-o', 'boards/one.json');
    await cli('baseline', 'other.json', '-o', 'boards/two.json');
    await cli('baseline', 'few.json', '-o', 'boards/few.json');
    const { exitCode, output } = await cli('report', 'boards/*.json', '-o', 'pages/board.html');
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/^✓ model \(one\) is reliable up to 5K tokens/);
    expect(output).toMatch(/\npages\/board\.html\n$/);
    const page = read('pages/board.html');
    expect(page).toMatch(/<li>Results: <bdi>one, 20\d\d-\d\d-\d\d<\/bdi><\/li>/);
    expect(inFormat('baseline', read('boards/one.json'))).toMatchObject({
      asked: { model: [{ calls: 8, cached: 0 }, { calls: 8 }] },
      series: [{ benchmark: 'counting-stars', language: 'en' }],
    });
    expect((await cli('report', 'boards/one.json', '-o', 'pages/board.html')).exitCode).toBe(0);
  });

  it('passes the same model with 0', async () => {
    const args = ['gate', 'good.json', '--baseline', 'kept/baseline.json'];
    const { exitCode, output } = await asProcess(...args);
    expect(exitCode, output).toBe(0);
    expect(await cli(...args)).toEqual({ exitCode, output });
    expect(output).toMatch(
      /^Passed: any drop is at most \d+ points\.\nmodel is reliable up to 5K tokens, as before\./,
    );
  });

  it('fails a worse one with 1, in all forms', async () => {
    const { exitCode, output } = await asProcess(
      ...['gate', 'worse.json', '--baseline', 'good.json', '--min-length', '4000'],
      ...['--out', 'out/gate.md', '--out', 'out/gate.json', '--out', 'out/gate.xml'],
    );
    expect(exitCode, output).toBe(1);
    expect(output).toContain('Baseline: good.json (promptfoo results).');
    expect(output).toMatch(
      /Failed: model's recall fell \d+ points \(100% → \d+%, 95% CI \d+–\d+\)\./,
    );
    expect(output).toContain('baseline worse.json\n');
    expect(read('out/gate.md')).toContain("### ❌ Long-context gate: `model`'s recall fell");
    expect(read('out/gate.xml')).toContain('<testsuites name="gate" tests="5" failures="');
    expect(inFormat('gate', read('out/gate.json'))).toMatchObject({
      format: 'promptfoo-counting-stars gate',
      verdict: 'failed',
      version: 3,
      providers: [{ regression: { prompts: 8, verdict: 'failed', reasons: ['drop'] } }],
    });
    const json = await cli('gate', 'worse.json', '--min-recall', '0.9', '--json');
    expect(JSON.parse(json.output)).toMatchObject({ verdict: 'failed' });
  });

  it('cannot decide with too few prompts, which is 2', async () => {
    const { exitCode, output } = await cli('gate', 'few.json', '--baseline', 'boards/few.json');
    expect(exitCode, output).toBe(2);
    expect(output).toMatch(
      /^Inconclusive: With 2 prompts, model could lose half its recall unnoticed\./m,
    );
  });

  it('asks for proof with a margin', async () => {
    const args = ['gate', 'good.json', '--baseline', 'kept/baseline.json', '--prove', '0.05'];
    const { exitCode, output } = await cli(...args);
    expect(exitCode, output).toBe(2);
    expect(output).toContain("model's drop may exceed 5 points");
  });

  it('keeps several runs, says which they are, and measures the drift between them', async () => {
    const write = ['baseline', 'good.json', 'again.json', 'worse.json', '-o', 'runs.json'];
    const { exitCode, output } = await cli(...write);
    expect(exitCode, output).toBe(0);
    expect(output).toContain('Run 1: good.json\nRun 2: again.json\nRun 3: worse.json\n');
    expect(JSON.parse(read('runs.json'))).toMatchObject({ version: 4 });
    const judged = await cli('gate', 'good.json', '--baseline', 'runs.json', '-o', 'runs.md');
    expect(judged.exitCode, judged.output).toBe(0);
    expect(read('runs.md')).toMatch(
      /Run-to-run drift: [\d.]+ points, measured in 3 baseline runs\./,
    );
  });

  it('follows runs over time, from files and from the database', async () => {
    const files = ['good.json', 'again.json', 'worse.json'];
    const { exitCode, output } = await cli(
      'history',
      ...files,
      '-o',
      'out/history.html',
      '-o',
      'out/history.md',
    );
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(
      /^✗ model got worse in worse(?:, when its setup changed)?: \d+ points lower/m,
    );
    expect(read('out/history.html')).toContain('got worse in <bdi>worse</bdi>');
    expect(read('out/history.md')).toContain('got worse in `worse`');
    const stored = await cli('history', '--last', '2', '--json');
    const json = stored.output.slice(stored.output.indexOf('{'));
    expect(inFormat('history', json)).toMatchObject({ format: 'promptfoo-counting-stars history' });
    const both = await cli('history', 'good.json', '--last', '2');
    expect(both.output).toContain("--last 2 can't be combined with files or --eval.");
    expect(both.exitCode).toBe(3);
  });

  it('compares two models of different names', async () => {
    const args = ['gate', 'other.json', '--baseline', 'kept/baseline.json'];
    expect((await cli(...args)).output).toContain(
      'error: The results ("other model") and the baseline ("model") share no model.',
    );
    const { exitCode, output } = await cli(...args, '--compare', 'model=other model');
    expect(exitCode, output).toBe(0);
    expect(output).toContain('Passed: any drop');
  });

  it('says in a report what changed, in the words of the gate', async () => {
    const args = ['report', 'worse.json', '--baseline', 'kept/baseline.json', '--out', 'since'];
    const { exitCode, output } = await cli(...args);
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/▼ \d+ points/);
    const { since } = inFormat('report', read('since/report.json')) as {
      since: Since;
    };
    expect(since).toMatchObject({
      baseline: 'baseline.json',
      changes: [{ provider: 'model', verdict: 'worse' }],
    });
    const summary = read('since/summary.md');
    expect(summary).toContain('Worse than `baseline.json`: `model`.');
    expect(summary).toMatch(/^\| Model \|.* Since `baseline\.json` \|/m);
    expect(read('since/index.html')).toContain('Worse than <bdi>baseline.json</bdi>');
    const json = (await cli('gate', 'worse.json', '--baseline', 'kept/baseline.json', '--json'))
      .output;
    const { value } = JSON.parse(json).providers[0].regression.drop;
    expect(since.changes[0]!.drop!.value).toBe(value);
    const other = ['report', 'other.json', '--baseline', 'kept/baseline.json', '--out', 'since'];
    expect((await cli(...other)).output).toContain(
      'error: The results ("other model") and the baseline',
    );
    const named = await cli(...other, '--compare', 'model=other model');
    expect(named.output).toMatch(/^other mod\S* .* no drop > \d+ points$/m);
    expect(read('since/summary.md')).toContain('no drop > ');
  });

  it('says which file has failed calls, and refuses a baseline of some shards', async () => {
    const { results: parsed } = JSON.parse(read('good.json'));
    const [first] = parsed.results;
    const broken = {
      ...first,
      error: 'HTTP 500\n::error::x',
      failureReason: 2,
      gradingResult: null,
    };
    project.write('broken.json', JSON.stringify({ results: { results: [broken] } }));
    const args = ['gate', 'good.json', '--baseline', 'broken.json', '--allow=missing'];
    expect(await cli(...args)).toMatchObject({
      exitCode: 3,
      output: expect.stringContaining(
        'error: --baseline broken.json: 1 of 1 cases have no answer or an error (the first: HTTP 500 ::error::x).',
      ),
    });
    for (const result of parsed.results) result.testCase.metadata.shard = '1/2';
    project.write('shard.json', JSON.stringify({ results: parsed }));
    const write = ['baseline', 'shard.json', '-o', 'shard-baseline.json'];
    expect(await cli(...write)).toEqual({
      exitCode: 3,
      output:
        'error: Shard 2/2 is missing: its prompts are not in these results. Give the files of all ' +
        'shards, or take what is there with `--allow missing`.\n',
    });
    expect((await cli(...write, '--allow=missing')).exitCode).toBe(0);
    expect((await cli('gate', 'good.json', '--baseline', 'shard.json')).output).toContain(
      'error: --baseline shard.json: Shard 2/2 is missing',
    );
  });

  it.each([
    [['gate', 'good.json'], 'error: Nothing to compare with. Pass --baseline FILE'],
    [['gate'], 'error: Nothing to compare with. Pass --baseline FILE'],
    [['gate', 'good.json', '--baseline', 'none.json'], 'error: There is no baseline "none.json"'],
    [
      ['gate', 'good.json', '--baseline', 'promptfooconfig.yaml'],
      'it is not a baseline, and as results',
    ],
    [['gate', 'good.json', '--min-recall', '0.9@4x'], 'whole number of tokens, for example 64000'],
    [['gate', 'good.json', '--min-recall', '0.9@1@2'], 'Write it as 0.9, 90% or 0.9@64K.'],
    [['gate', 'good.json', '--min-recall', '0.9', '--alpha', '0'], 'It must be between 0 and 1'],
    [
      ['gate', 'good.json', '--min-recall', '0.9', '--alpha', '1e-17'],
      'and at least 0.000001, for example 0.05.',
    ],
    [
      ['gate', 'good.json', '--min-recall', '0.9', '--detect', '0.01'],
      'must be more than --max-drop',
    ],
    [['gate', 'good.json', '--min-recall', '0', '--out', 'good.json/x.json'], 'cannot be written'],
    [
      ['gate', 'good.json', '--min-recall', '0', '--out', './good.json'],
      'error: ./good.json already exists and is not replaced, since promptfoo-counting-stars',
    ],
    [
      ['gate', 'good.json', '--min-recall', '0', '--out', 'notes.md'],
      'error: notes.md already exists and is not replaced',
    ],
    [['history', 'good.json', '-o', 'notes.md'], 'error: notes.md already exists and is not'],
    [['board', 'good.json'], 'error: board is now report.'],
    [['report', 'good.json', 'kept/baseline.json'], 'good.json'],
    [
      ['report', 'kept/baseline.json', '-o', 'notes.md'],
      'error: notes.md already exists and is not',
    ],
    [['report', 'good.json', '--out', 'site'], 'error: site/index.html already exists and is not'],
    [
      ['search', '--out', 'site', '--yes'],
      'error: site/index.html already exists and is not replaced',
    ],
    [['gate', 'good.json', '--min-recal', '0'], 'Did you mean --min-recall?'],
    [
      ['baseline', 'good.json', '-o', 'good.json'],
      'error: good.json already exists and is not replaced, since promptfoo-counting-stars',
    ],
  ])('%j is a mistake, which is 3', async (args, message) => {
    const { exitCode, output } = await cli(...args);
    expect(output).toContain(message);
    expect(exitCode).toBe(3);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

describe('the option baseline, inside promptfoo', () => {
  const grid = { baseline: 'kept/baseline.json', maxDrop: 0.05 };
  const judged = (model: object) =>
    project.evaluate({
      ...configOf({ model }, grid),
      extensions: [`${INDEX}:afterAll`],
    });

  it('lets the hook run the gate, whose verdict is the exit code', async () => {
    const good = await judged(GOOD);
    expect(good.output).toContain(
      'Gate, compared with kept/baseline.json\nPassed: any drop is at most',
    );
    expect(good.exitCode, good.output).toBe(0);
    expect(good.output).toMatch(/no drop > \d+ points/);
    const worse = await judged({ profile: 'forgetful', recall: 0.3 });
    expect(worse.results.every(({ success }) => success)).toBe(true);
    expect(worse.output).toMatch(/\nFailed: model/);
    expect(worse.exitCode, worse.output).toBe(1);
  });

  it('says that nothing was compared where the config lacks the hook, and ends with 3', async () => {
    const { exitCode, output } = await project.evaluate(configOf({ model: GOOD }, grid));
    expect(output.replace(/\s+/g, ' ')).toContain(
      'nothing was compared with the baseline (kept/baseline.json), since the hook did not run.',
    );
    expect(exitCode, output).toBe(3);
  });

  it('ends with 3 where the baseline has gone', async () => {
    const gone = join(project.path, 'gone.mjs');
    project.write(
      'gone.mjs',
      "import { rmSync } from 'node:fs';\nexport const beforeAll = () => rmSync('gone.json');\n",
    );
    project.write('gone.json', read('kept/baseline.json'));
    const { exitCode, output } = await project.evaluate({
      ...configOf({ model: GOOD }, { baseline: 'gone.json' }),
      extensions: [`file://${gone}:beforeAll`, `${INDEX}:afterAll`],
    });
    expect(output).toContain('could not run its gate: There is no baseline "gone.json"');
    expect(exitCode, output).toBe(3);
  });

  it('refuses a grid that the baseline does not have, before any provider is called', async () => {
    const { output, results: cells } = await evaluator.evaluate(
      configOf({ model: GOOD }, { ...grid, stars: 17 }),
    );
    expect(output.replace(/\s+/g, ' ')).toContain('lacks 8 of the 8 cases of this config');
    expect(cells).toEqual([]);
  });
});
