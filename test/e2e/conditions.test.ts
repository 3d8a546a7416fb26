/** What changed is named before a model is blamed: pairs of evaluations that differ in one condition, or in none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChatServer, perfectAnswer } from './chat-server.js';
import { ended, ours } from './command.js';
import { Evaluator } from './evaluator.js';
import { inFormat } from './formats.js';
import { INDEX, onOneLine, Project } from './promptfoo.js';

const project = new Project();
const evaluator = new Evaluator(project);
let server: ChatServer;

beforeAll(async () => {
  server = await ChatServer.start();
});

afterAll(async () => {
  await evaluator.stop();
  await server.stop();
  project.remove();
});

const SYSTEM = (text: string) =>
  `[{"role":"system","content":"${text}"},{"role":"user","content":{{prompt | dump}}}]`;

interface Condition {
  id?: string;
  settings?: object;
  prompt?: string;
  grid?: object;
  /** What else stands in the config. */
  more?: object | ((model: object) => object);
  providers?: (model: object) => unknown[];
}

function configOf({ id, settings, prompt = '{{prompt}}', grid, more, providers }: Condition) {
  const { config, ...model } = server.provider('gpt') as { config: object };
  const own = { ...model, ...(id && { id }), config: { ...config, temperature: 0, ...settings } };
  return {
    prompts: [{ raw: prompt, label: 'stars' }],
    providers: providers?.(own) ?? [own],
    tests: [
      {
        path: `${INDEX}:countingStars`,
        config: { stars: 8, lengths: [1200, 1600], seeds: 2, threshold: 0, ...grid },
      },
    ],
    evaluateOptions: { cache: false },
    ...(typeof more === 'function' ? more(own) : more),
  };
}

let files = 0;

/** Evaluate, and keep the results, changed as a later or an earlier program would write them. */
async function evaluated(condition: Condition, edit = (text: string) => text): Promise<string> {
  const file = `results-${files++}.json`;
  const { results, output } = await evaluator.evaluate(configOf(condition), { file });
  expect(results.length, output).toBeGreaterThan(0);
  project.write(file, edit(readFileSync(join(project.path, file), 'utf8')));
  return file;
}

const baselines = new Map<string, string>();

async function baselineOf(results: string): Promise<string> {
  const known = baselines.get(results);
  if (known) return known;
  const file = `baseline-${results}`;
  const { exitCode, output } = await ended(project, ['baseline', results, '-o', file]);
  expect(exitCode, output).toBe(0);
  baselines.set(results, file);
  return file;
}

/** What a command prints, without its progress. */
async function printed(...args: string[]) {
  const { exitCode, output } = await ended(project, args);
  return {
    exitCode,
    output: output.replaceAll(/^Reading results …\n|^Drawing the report …\n/gm, ''),
  };
}

async function compared(before: string, after: string) {
  const baseline = await baselineOf(before);
  return {
    gate: await printed('gate', after, '--baseline', baseline, '--out', 'gate.json'),
    history: await printed('history', before, after),
    report: await printed('report', after, '--baseline', baseline),
  };
}

/** What stands above the first table. */
const start = (text: string) =>
  onOneLine(text.split(/^(?:Prompt length|Run|Facts fou…) /m)[0]!).trim();

/** A message about a change, which may be one of several. */
const about = (message: string, { source }: RegExp) => new RegExp(`${message}: .*?${source}`);

/** What a planted change is called, and whether it leaves the verdict open. */
interface Planted extends Condition {
  named: RegExp;
  verdict: 'open' | 'stands' | 'refused';
  /** How the model is called afterwards. */
  called?: string;
  before?: Condition;
  edit?: (text: string) => string;
}

const PLANTED: Record<string, Planted> = {
  model: {
    id: 'openai:chat:gpt-4.1-mini',
    named: /model openai:chat:gpt-4\.1 → openai:chat:gpt-4\.1-mini/,
    verdict: 'open',
  },
  temperature: { settings: { temperature: 1 }, named: /temperature 0 → 1/, verdict: 'stands' },
  effort: {
    settings: { reasoning_effort: 'low' },
    named: /reasoning_effort unset → low/,
    verdict: 'stands',
  },
  'text of the prompt': {
    prompt: '{{prompt}} Please be brief.',
    named: /prompt "\{\{prompt\}\}" → "\{\{prompt\}\} Please be brief\."/,
    verdict: 'open',
  },
  suffix: {
    more: { defaultTest: { options: { suffix: ' Please be brief.' } } },
    named: /suffix unset → "Please be brief\."/,
    verdict: 'open',
  },
  'system prompt': {
    before: { prompt: SYSTEM('You are exact.') },
    prompt: SYSTEM('You are brief.'),
    named: /system prompt "You are exact\." → "You are brief\."/,
    verdict: 'open',
  },
  'who answers': {
    more: ({ label: _, ...own }: { label?: string }) => ({
      defaultTest: { provider: { ...own, id: 'openai:chat:gpt-4.1-nano' } },
    }),
    named: /model openai:chat:gpt-4\.1 → openai:chat:gpt-4\.1-nano/,
    called: 'openai:chat:gpt-4.1-nano',
    verdict: 'open',
  },
  'form of messages': {
    prompt: SYSTEM('You are exact.'),
    named: /form text → chat/,
    verdict: 'open',
  },
  tokenizer: {
    grid: { tokenizer: 'cl100k_base' },
    named: /tokenizer o200k_base → cl100k_base/,
    verdict: 'refused',
  },
  haystack: {
    grid: { haystack: 'prose' },
    named: /haystack moby-dick → prose/,
    verdict: 'refused',
  },
  edition: {
    edit: (text) => text.replaceAll(/-[0-9a-f]{8}(?=")/g, '-0a0a0a0a'),
    named: /edition of counting-stars [0-9a-f]{8} → 0a0a0a0a/,
    verdict: 'refused',
  },
  'version of promptfoo': {
    edit: (text) => text.replace(/"promptfooVersion":\s*"[^"]+"/, '"promptfooVersion": "0.999.0"'),
    named: /promptfoo [\d.]+ → 0\.999\.0/,
    verdict: 'stands',
  },
};

const UNCHANGED: Record<string, { after: Condition; before?: Condition; file?: string }> = {
  'the same again': { after: {} },
  'another concurrency': {
    after: { more: { evaluateOptions: { cache: false, maxConcurrency: 1 } } },
  },
  'the cache': { after: { more: { evaluateOptions: { cache: true } } } },
  'another order of providers': {
    before: { providers: (own) => [own, { ...own, label: 'other' }] },
    after: { providers: (own) => [{ ...own, label: 'other' }, own] },
  },
  'another key': { after: { settings: { apiKey: 'sk-rotated-0123456789abcdef' } } },
  'a key from another variable': { after: { settings: { apiKeyEnvar: 'ANOTHER_KEY' } } },
  'another header with a key': { after: { settings: { headers: { 'x-api-key': 'abc123' } } } },
  'more retries and time': { after: { settings: { maxRetries: 7, timeout: 120_000 } } },
  'a description': { after: { more: { description: 'Nightly', tags: { team: 'search' } } } },
  'spaces in the prompt': { after: { prompt: '{{ prompt }}' } },
  'a variable that is not in the prompt': {
    after: { more: { defaultTest: { vars: { ticket: 'A-17' } } } },
  },
  'another delay': { after: { providers: (own) => [{ ...own, delay: 1 }] } },
};

describe('twelve planted changes', () => {
  it.each(Object.entries(PLANTED))('names %s in the first lines', async (_, planted) => {
    const { named, verdict, before = {}, edit, called = 'gpt', ...condition } = planted;
    const [old, now] = [await evaluated(before), await evaluated(condition, edit)];
    const { gate, history, report } = await compared(old, now);
    const [older, run] = [await baselineOf(old), now.replace('.json', '')];
    const since = verdict === 'refused' ? 'error: Since the baseline' : `Since ${older}`;
    expect(start(gate.output)).toMatch(about('[Ss]ince the baseline', named));
    expect(start(history.output)).toMatch(about(`The setup changed in ${run}`, named));
    expect(start(report.output)).toMatch(about(since, named));
    if (verdict === 'stands') expect(gate.output).toMatch(/^Passed: any drop is at most 22 points/);
    if (verdict === 'open') {
      expect(gate.exitCode, gate.output).toBe(2);
      expect(start(gate.output)).toMatch(about('^Inconclusive: Changed since the baseline', named));
      const kept = inFormat('gate', readFileSync(join(project.path, 'gate.json'), 'utf8'));
      expect(kept).toMatchObject({
        verdict: 'inconclusive',
        providers: [{ changes: expect.any(Array) }],
      });
      const args = ['gate', now, '--baseline', older];
      for (const tested of ['--allow=changed', `--compare=gpt=${called}`]) {
        const { exitCode, output } = await printed(...args, tested);
        expect(exitCode, output).toBe(0);
        expect(start(output)).toMatch(about('^Passed: .*Since the baseline', named));
      }
    }
    if (verdict === 'refused') expect(gate.exitCode).not.toBe(0);
  });
});

describe('twelve pairs without a change', () => {
  it.each(Object.entries(UNCHANGED))('names nothing of %s', async (_, { before = {}, after }) => {
    const { gate, history, report } = await compared(
      await evaluated(before),
      await evaluated(after),
    );
    for (const { exitCode, output } of [gate, history, report]) {
      expect(exitCode, output).toBe(0);
      expect(output).not.toMatch(/Since [^\n]*:|setup changed|changed since/i);
      expect(output.replace(/Facts found: .*100% → 100%/g, '')).not.toContain('→');
    }
  });
});

/** Tests of the user's own, which say what the model says. */
const OWN = {
  tests: Array.from({ length: 40 }, (_, topic) => ({
    vars: { topic },
    assert: [{ type: 'contains', value: 'penguin' }],
  })),
};

describe("tests of the user's own", () => {
  it('name the change, and the verdict stands', async () => {
    const asked = (prompt: string) => evaluated({ prompt, more: OWN });
    const [old, now] = [
      await asked('Tell of {{topic}}.'),
      await asked('Tell briefly of {{topic}}.'),
    ];
    const { exitCode, output } = await printed('gate', now, '--baseline', await baselineOf(old));
    expect(exitCode, output).toBe(0);
    expect(start(output)).toMatch(
      /^Passed: no test broke\. .*! Since the baseline: prompt "Tell of \{\{topic\}\}\." → "Tell briefly of \{\{topic\}\}\."\./,
    );
  });
});

describe('a report of several baselines', () => {
  it('says whose prompts had another text around them', async () => {
    const suffix = { more: { defaultTest: { options: { suffix: ' Please be brief.' } } } };
    const files = [await evaluated({}), await evaluated(suffix)];
    const [one, other] = [await baselineOf(files[0]!), await baselineOf(files[1]!)];
    const { output } = await printed('report', one, other, '--out', 'board');
    expect(start(output)).toMatch(
      /^✓ gpt.* is reliable.*! Unlike gpt.*: suffix unset → "Please be brief\."\./,
    );
    expect(readFileSync(join(project.path, 'board/index.html'), 'utf8')).toContain(
      'Please be brief.',
    );
  });
});

describe('answers of one label under different conditions', () => {
  const report = async (condition: Condition) => {
    const file = await evaluated(condition);
    const { exitCode, output } = await ours(project, ['report', file]);
    const text = readFileSync(join(project.path, 'counting-stars-report/report.json'), 'utf8');
    return { exitCode, output, data: JSON.parse(text) };
  };
  const namesOf = ({ data }: { data: { providers: string[] } }) => data.providers.toSorted();

  it('are of different models, named by what differs', async () => {
    const styled = {
      prompt: '{{prompt}} {{style}}',
      more: { defaultTest: { vars: { style: ['Tersely.', 'At length.'] } } },
    };
    server.answering = (prompt) => ({
      content: prompt.endsWith('At length.') ? '{}' : perfectAnswer(prompt),
    });
    const found = await report(styled);
    expect(found.exitCode, found.output).toBe(0);
    expect(found.data.summary).toMatchObject([
      { provider: 'gpt · style=Tersely.', recall: { value: 1 }, answers: 4 },
      { provider: 'gpt · style=At length.', recall: { value: 0 }, answers: 4 },
    ]);
    expect(found.data.conditions).toMatchObject([
      { conditions: { variables: { style: ['At length.'] } } },
      { conditions: { variables: { style: ['Tersely.'] } } },
    ]);
    server.answering = (prompt) => ({ content: perfectAnswer(prompt) });
  });

  it('are of the model that a test names in place of the label', async () => {
    const found = await report({
      more: ({ label: _, ...own }: { label?: string }) => ({
        defaultTest: { provider: { ...own, id: 'openai:chat:gpt-4.1-nano', label: 'nano' } },
      }),
    });
    expect(namesOf(found)).toEqual(['nano']);
    expect(found.output).not.toContain('no result');
  });

  it('of two runs with different settings are two models in one report', async () => {
    const files = [await evaluated({}), await evaluated({ settings: { temperature: 1 } })];
    const { output } = await ours(project, ['report', ...files]);
    expect(output).toContain('gpt · temperature=0');
    expect(output).toContain('gpt · temperature=1');
  });

  it('are refused where a variable is another one for every prompt', async () => {
    const topics = Array.from({ length: 20 }, (_, i) => `Topic ${i}`);
    const file = await evaluated({
      prompt: '{{prompt}} {{topic}}',
      more: { defaultTest: { vars: { topic: topics } } },
    });
    const { exitCode, output } = await ours(project, ['report', file]);
    expect(exitCode).not.toBe(0);
    expect(output).toContain('The variable "topic" has 20 values around the prompts of "gpt"');
  });

  it("are one model where all that differs is the Case's own", async () => {
    const asks = await report({ grid: { asks: 2, lengths: [1600] } });
    expect(namesOf(asks)).toEqual(['gpt']);
    const parts = await report({ prompt: '{{context}}\n\n{{question}}', grid: { form: 'parts' } });
    expect(namesOf(parts)).toEqual(['gpt']);
  });
});
