/** What `plan` says beforehand is what promptfoo then does; and it does nothing itself. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { loadTokenizer } from '../../src/haystack/tokenizer.js';
import type { Plan } from '../../src/measuring/planning/plan.js';
import { ours } from './command.js';
import { environment, INDEX, Project, ROOT, run, SIMULATED_MODEL } from './promptfoo.js';

const project = new Project();
afterAll(() => project.remove());

const MARK = `
import { appendFileSync } from 'node:fs';
const mark = () => appendFileSync(new URL('called', import.meta.url), 'x');
`;

/** A provider and a hook that each leave a mark when they are called. */
const PROVIDER = `${MARK}
export default class Marker {
  id() { return 'marker'; }
  async callApi() { mark(); return { output: '{"little_penguin": [3]}' }; }
}`;
const HOOK = `${MARK}
export async function beforeAll() { mark(); }`;

const CONFIG = {
  prompts: [
    { id: `${INDEX}:prompt`, label: 'stars' },
    { raw: 'Say {{word}}.', label: 'theirs' },
    { raw: 'Shout {{word}}!', label: 'theirs:loud' },
    // By its label a prompt of the user's own tests too, which have nothing for it.
    { raw: '{{prompt}}', label: 'theirs:stars' },
  ],
  providers: [
    'file://marker.mjs',
    { id: SIMULATED_MODEL, label: 'reader', config: { profile: 'perfect' }, prompts: ['stars'] },
  ],
  tests: [
    {
      path: `${INDEX}:countingStars`,
      config: { stars: 4, lengths: [1000, 2000], seeds: 2, threshold: 0, prompts: ['stars'] },
    },
    { vars: { word: ['hello', 'goodbye'] }, prompts: ['theirs'] },
    { vars: { word: 'once' }, prompts: ['theirs:loud'], options: { repeat: 1 } },
  ],
  extensions: ['file://hook.mjs:beforeAll', `${INDEX}:beforeAll`],
  commandLineOptions: { repeat: 2 },
};

const NOTE =
  '1 test of your own would also be sent the prompt of the generated tests, with nothing in it (first: ' +
  '"{\\"word\\":[\\"hello\\",\\"goodbye\\"]}"). Add to each test of your own: `prompts: [label of their prompt]`.';

const cli = (args: readonly string[]) => ours(project, args);

/** The plan as data; a line on standard error says that the config is being read. */
function planIn({ exitCode, output }: { exitCode: number | null; output: string }): Plan {
  expect(exitCode, output).toBe(0);
  return JSON.parse(output.replace('Reading the config …\n', '')) as Plan;
}

const marker = join(project.path, 'called');

let plan: Plan;

beforeAll(async () => {
  project.write('marker.mjs', PROVIDER);
  project.write('hook.mjs', HOOK);
  project.write('promptfooconfig.yaml', stringify(CONFIG));
  const args = [join(ROOT, 'dist', 'cli.js'), 'plan', '--json'];
  const surroundings = { cwd: project.path, env: environment(project.state) };
  plan = planIn(await run(process.execPath, args, surroundings));
});

describe('plan', () => {
  it('calls no provider and no other hook, and stores no evaluation', async () => {
    const { providers, total, others } = plan;
    expect(providers.map(({ provider, cases, calls }) => [provider, cases, calls])).toEqual([
      ['marker', 4, 8],
      ['reader', 4, 8],
    ]);
    expect(total).toMatchObject({ cases: 4, calls: 16, longestPrompt: 2000 - 52 });
    expect(others).toMatchObject({ tests: 2, calls: 13 });
    expect(others.unpriced).toEqual([{ why: 'no price', name: 'marker', tests: 2, calls: 13 }]);
    expect(plan.notes).toEqual([NOTE]);
    expect(existsSync(marker)).toBe(false);
    expect((await cli(['report', '--eval', 'latest'])).exitCode).toBe(3);
  });

  it('says what promptfoo then does', async () => {
    const { providers, others } = plan;
    const { results, output } = await project.evaluate(CONFIG);
    const callsOf = (name: string) =>
      results.filter(({ provider, vars }) => vars.case && (provider.label || provider.id) === name)
        .length;
    expect(results.length, output).toBeGreaterThan(0);
    expect(output).toContain(`promptfoo-counting-stars: ${NOTE}\n`);
    expect(providers.map(({ provider }) => callsOf(provider))).toEqual(
      providers.map(({ calls }) => calls),
    );
    expect(results.filter(({ vars }) => !vars.case)).toHaveLength(others.calls);
    rmSync(marker);
  });

  it('counts the tokens of tests of your own that promptfoo then sends, and says which it cannot', async () => {
    const chat = [
      { role: 'system', content: 'You help {{who}}.' },
      { role: 'user', content: '{{question}}\n{{text}}' },
    ];
    project.write('shout.cjs', 'module.exports = (text) => text.toUpperCase();');
    project.write('long.txt', 'A long text.\n'.repeat(200));
    project.write('code.cjs', 'module.exports = () => ({ output: "made by code" });');
    project.write('function.cjs', 'module.exports = ({ vars }) => vars.question;');
    project.write('chat.json', JSON.stringify(chat));
    const config = {
      prompts: [
        { raw: '{% if text %}Read: {{text}} {% endif %}{{question | shout}}', label: 'plain' },
        { id: 'file://chat.json', label: 'chat' },
        { id: 'file://function.cjs', label: 'coded' },
      ],
      providers: [
        { id: 'echo', label: 'free' },
        { id: 'echo', label: 'paid', config: { max_tokens: 50 } },
      ],
      nunjucksFilters: { shout: './shout.cjs' },
      defaultTest: { vars: { who: 'people' } },
      tests: [
        { vars: { question: ['Why?', 'When {{who}} ask?'], text: 'file://long.txt' } },
        { vars: { question: '为什么？', text: 'file://code.cjs' }, options: { max_tokens: 7 } },
      ],
      commandLineOptions: { repeat: 2 },
    };
    const { results, output } = await project.evaluate(config);
    const price = ['--price', 'paid=1000000/1000000', '--thinking', 'none', '--json'];
    const { others, total } = planIn(await cli(['plan', ...price]));
    project.write('promptfooconfig.yaml', stringify(CONFIG));
    const tokenizer = await loadTokenizer('o200k_base');
    const sent = results.filter(
      ({ provider, prompt, vars }) =>
        provider.label === 'paid' && prompt.label !== 'coded' && vars.question !== '为什么？',
    );
    const messages = (raw: string) =>
      raw.startsWith('[') ? (JSON.parse(raw) as { content: string }[]) : [{ content: raw }];
    const tokens = sent.map(({ prompt: { raw } }) =>
      messages(raw).reduce(
        (sum, { content }) => sum + tokenizer.count(content) + (raw.startsWith('[') ? 4 : 0),
        0,
      ),
    );
    const all = tokens.reduce((sum, one) => sum + one, 0);
    expect(sent.length, output).toBe(8);
    expect(total.calls).toBe(0);
    expect(others).toMatchObject({ tests: 2, calls: results.length });
    expect(others.providers.map(({ provider }) => provider)).toEqual(['free', 'paid']);
    expect(others.providers[1]).toMatchObject({
      ...{ cases: 1, calls: 8, promptTokens: all, longestPrompt: Math.max(...tokens) },
      ...{ answers: 'config', answerTokens: 8 * 50, cost: all + 8 * 50 },
    });
    expect(others.unpriced).toEqual([
      { why: 'function', name: 'coded', tests: 2, calls: 12 },
      { why: 'variable', name: 'text', tests: 1, calls: 8 },
    ]);
    expect(existsSync(marker)).toBe(false);
  });

  it('passes options of promptfoo on', async () => {
    const filters = ['--filter-providers', 'reader', '--filter-metadata', 'seed=2'];
    const planned = await cli(['plan', '--json', '--', '--repeat', '3', ...filters]);
    const { providers, total } = planIn(planned);
    expect(providers.map(({ provider, calls }) => [provider, calls])).toEqual([['reader', 6]]);
    expect(total.cases).toBe(2);
  });

  it('needs no key, and says what a list price or a given price makes', async () => {
    const providers = [
      ...['openai:chat:gpt-4.1', 'mistral:no-such-model', 'openrouter:openai/gpt-4.1'],
      { id: 'openai:gpt-4.1', label: 'local', config: { apiBaseUrl: 'http://localhost:1' } },
    ];
    project.write('keys.yaml', stringify({ ...CONFIG, providers }));
    project.write('one-key.yaml', stringify({ ...CONFIG, providers: [providers[1]] }));
    for (const name of ['OPENAI', 'MISTRAL', 'OPENROUTER']) vi.stubEnv(`${name}_API_KEY`, '');
    const price = ['--price', 'mistral:*=10/20'];
    const plans = [
      await cli(['plan', '-c', 'keys.yaml', ...price]),
      await cli(['plan', '-c', 'one-key.yaml', ...price, '--thinking', 'none']),
    ];
    vi.unstubAllEnvs();
    const [{ exitCode, output }, unthinking] = plans as [(typeof plans)[0], (typeof plans)[0]];
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/^openai:gpt-4\.1 +4 +8 +11,584 +1,948 +\$0\.0\d+–\$0\.0265$/m);
    expect(output).toMatch(/^mistral:no-such-model +4 +8 +11,584 +1,948 +\$0\.110–\$0\.826$/m);
    expect(output.replace(/\s+/g, ' ')).toContain(
      'mistral:no-such-model is not in the list of models. Upper cost assumes 4,000 thinking tokens per answer ' +
        '(--thinking none if it doesn’t think).',
    );
    expect(unthinking.output).toMatch(/^mistral:no-such-model .+ +\$0\.110–\$0\.186$/m);
    expect(unthinking.output).not.toContain('think');
    expect(output).toMatch(
      /^openrouter:openai\/gpt-4\.1 +4 +8 +11,584 +1,948 +\$0\.0\d+–\$0\.0265$/m,
    );
    expect(output).toMatch(/^local +4 +8 +11,584 +1,948 +–$/m);
    expect(output).toContain('plan -c keys.yaml --price local=2/8');
    expect(output).not.toContain('\u001b');
  });

  it.each<[string, string[], string]>([
    ['no config', ['-c', 'none.yaml'], 'promptfoo could not read the config (No configuration'],
    ['a misspelt price', ['--price', '2.5'], 'It must be the prices per million tokens of prompts'],
    ['a price of nobody', ['--price', 'gpt=1/2'], '--price: "gpt=1/2" names no provider of the'],
    ['a config behind --', ['--', '-c', 'none.yaml'], 'plan takes -c before --, for example `plan'],
    ['a config without -c', ['none.yaml'], 'none.yaml is a config. Pass it with -c none.yaml.'],
  ])('says in one sentence what is wrong: %s', async (_, args, message) => {
    const { exitCode, output } = await cli(['plan', ...args]);
    expect(output).toContain(message);
    expect(exitCode).toBe(3);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('passes on what a generator refuses', async () => {
    const tests = [{ path: `${INDEX}:countingStars`, config: { stars: 64, lengths: [1000] } }];
    project.write('refused.yaml', stringify({ ...CONFIG, tests }));
    const { exitCode, output } = await cli(['plan', '-c', 'refused.yaml']);
    expect(exitCode).toBe(3);
    expect(output).toMatch(
      /^error: 64 pieces of evidence do not fit into 1000 tokens: .* tokens\.$/m,
    );
    expect(output).not.toContain('triggerUncaughtException');
  });
});
