/** A run whose tests are Chinese: what a person reads is Chinese, from the config that `init` writes to the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ended } from './command.js';
import { Evaluator } from './evaluator.js';
import { INDEX, Project, SIMULATED_MODEL } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project);
afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

const CONFIG = {
  description: '数星星',
  prompts: [{ raw: '{{prompt}}', label: 'stars' }],
  providers: [
    { id: SIMULATED_MODEL, label: '甲', config: { profile: 'lost-in-the-middle' } },
    { id: SIMULATED_MODEL, label: '乙', config: { profile: 'window', tokens: 3000 } },
  ],
  tests: [
    {
      path: `${INDEX}:countingStars`,
      config: { language: 'zh', stars: 8, lengths: [2000, 4000, 8000], seeds: 3, threshold: 0 },
    },
  ],
  extensions: ['file://node_modules/promptfoo-counting-stars/dist/index.js:afterAll'],
};

/** Names that stay as they are: of benchmarks, files, options, programs, and words of the field. */
const NAMES =
  /counting-stars[\w./-]*|Counting-Stars|promptfoo[\w./-]*|[\w-]+\.(?:html|json|csv|md|svg|txt|ya?ml)|--?[\w-]+|\b(?:tokens?|reader|seeds?|prompt|Node|JSON|CSV|profile|API|moby-dick|en|zh|acquisition)\b/gi;

/** English words that stand side by side where a person reads. */
function english(text: string): string[] {
  const plain = text.replace(/`[^`]*`|https?:\/\/\S+/g, ' ').replace(NAMES, '，');
  return [...new Set(plain.match(/[A-Za-z]{2,}(?:[ ,;:.]+[A-Za-z]{2,})+/g))];
}

function pageText(html: string): string {
  return html
    .replace(/<(style|script|pre|code)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ， ')
    .replace(/&[a-z#0-9]+;/g, ' ');
}

describe('a Chinese run', () => {
  let output: string;

  beforeAll(async () => {
    const [first, second] = CONFIG.providers;
    const later = [{ ...first, config: { profile: 'forgetful', recall: 0.8 } }, second];
    const file = join(project.state, 'later.json');
    await evaluator.evaluate({ ...CONFIG, providers: later }, { file });
    ({ output } = await evaluator.evaluate(CONFIG));
  });

  it('ends with a Chinese summary and page', () => {
    const own = output.slice(output.indexOf('甲'));
    expect(own).toContain('找到的事实');
    expect(english(own.slice(0, own.indexOf('index.html')))).toEqual([]);
    const page = readFileSync(join(project.state, 'report', 'index.html'), 'utf8');
    expect(page).toContain('<html lang="zh">');
    expect(english(pageText(page))).toEqual([]);
    expect(english(readFileSync(join(project.state, 'report', 'summary.md'), 'utf8'))).toEqual([]);
  });

  it('has Chinese reasons beside the answers', () => {
    const { results } = JSON.parse(
      readFileSync(join(project.state, 'results.json'), 'utf8'),
    ).results;
    const reasons = results.flatMap(
      ({ gradingResult }: { gradingResult: { componentResults: { reason: string }[] } }) =>
        gradingResult.componentResults.map(({ reason }) => reason),
    );
    expect(reasons.length).toBeGreaterThan(0);
    expect(english(reasons.join('，'))).toEqual([]);
  });

  it.each([
    ['report', ['report', 'results.json', '-o', 'again']],
    ['baseline', ['baseline', 'results.json', '-o', 'baseline.json']],
    ['gate', ['gate', 'results.json', '--baseline', 'baseline.json', '--out', 'gate.html']],
    ['history', ['history', 'results.json', 'later.json', '-o', 'history.html']],
    ['report', ['report', 'baseline.json', '-o', 'board.html']],
  ])('speaks Chinese in %s', async (name, args) => {
    const there = args.map((arg) =>
      /^(results|later|baseline)\.json$|\.html$|^again$/.test(arg) ? join(project.state, arg) : arg,
    );
    const { stdout } = await ended(project, there);
    expect(stdout).toMatch(/\p{Script=Han}/u);
    expect(english(stdout.replaceAll(project.state, ''))).toEqual([]);
    const page = there.find((arg) => arg.endsWith('.html'));
    if (page) expect(english(pageText(readFileSync(page, 'utf8')))).toEqual([]);
    expect(name).toBe(args[0]);
  });

  it('speaks English where that is asked for', async () => {
    const results = join(project.state, 'results.json');
    const args = ['report', results, '-o', join(project.state, 'english'), '--language', 'en'];
    const { stdout } = await ended(project, args);
    expect(stdout).toMatch(/reliable/);
  });
});
