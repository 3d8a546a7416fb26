/** Every way to get a prompt out of a Case, and what stands beside it in one config. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPrompt } from '../../src/generators/prompt.js';
import { Evaluator } from './evaluator.js';
import {
  type EvalResult,
  type Evaluation,
  firstDifference,
  INDEX,
  onOneLine,
  Project,
  SIMULATED_MODEL,
} from './promptfoo.js';

const GRID = { stars: 8, lengths: [2000, 4000] };
const PERFECT = { id: SIMULATED_MODEL, config: { profile: 'perfect' } };
const WORDS = 'river lantern harbour morning quiet market letter garden window road'.split(' ');

const project = new Project();
const evaluator = new Evaluator(project);

afterAll(async () => {
  await evaluator.stop();
  project.remove();
});

function generated(config: object): object {
  return { path: `${INDEX}:countingStars`, config };
}

/** A text of our own: plain sentences, and in every fourth one of the `hazards`. */
function haystackWith(hazards: readonly string[]): string {
  const sentences = Array.from({ length: 900 }, (_, i) => {
    const words = Array.from({ length: 7 }, (_, j) => WORDS[(i * 7 + j * j + (i >> 3)) % 10]);
    if (i % 4 === 3) words.splice(3, 0, hazards[(i >> 2) % hazards.length]);
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  });
  const paragraphs: string[] = [];
  for (let i = 0; i < sentences.length; i += 5)
    paragraphs.push(sentences.slice(i, i + 5).join(' '));
  return paragraphs.join('\n\n');
}

/** What looks odd but is no template. */
const ODD_TEXTS = [
  'C:\\notes\\new \\"quoted\\" \\u0041 \\\\',
  '$& $1 $$ $` \u0024{home}',
  '“Größe” naïve 雨の日 🐧 e\u0301',
  `"double" 'single' \`tick\``,
  '{ "json": [1, 2, "three"] }',
  '<b>bold</b> &amp; <!-- comment -->',
  '}} %} } %',
];

const TEMPLATES = [
  '{% if x %}',
  '{{ vars }}',
  '{# note #}',
  '{% endraw %}',
  '{% raw %}',
  '{%',
  '{{',
  '{#',
  '{%- endraw -%}',
  '{{{%raw%}}}',
  '{{case}}',
  '{{ env.HOME }}',
  '#}',
];

function byLabel({ results }: Pick<Evaluation, 'results'>, label: string): EvalResult[] {
  return results
    .filter(({ prompt }) => prompt.label === label)
    .sort((a, b) => a.vars.case.tokens - b.vars.case.tokens);
}

/** The text of the one message of a recorded chat prompt. */
function messageOf(result: EvalResult): string {
  const messages = JSON.parse(result.prompt.raw) as { role: string; content: string }[];
  expect(messages.map(({ role }) => role)).toEqual(['user']);
  return messages[0]!.content;
}

/** What promptfoo handed to its `echo` provider is what it recorded; JSON may be spaced anew. */
function expectEchoed({ prompt, response }: EvalResult): void {
  const output = String(response?.output);
  const isChat = prompt.label === 'chat';
  const compact = (text: string) => (isChat ? JSON.stringify(JSON.parse(text)) : text);
  expect(firstDifference(compact(output), compact(prompt.raw))).toBeUndefined();
}

/** Without its stars, a context must be a piece of its haystack, which is read as a ring. */
function expectCutFrom(haystack: string, prompt: string, question: string): void {
  const stars = / ?The little penguin counted \d+ ★\./g;
  expect(prompt.match(stars)).toHaveLength(GRID.stars);
  expect(prompt.endsWith(`\n\n${question}`)).toBe(true);
  const text = prompt.slice(0, -`\n\n${question}`.length).replace(stars, '');
  expect(text.length).toBeGreaterThan(4000);
  expect(`${haystack}\n\n${haystack}`.includes(text)).toBe(true);
}

describe('prompt, chat and vars', () => {
  let functions: Evaluation;
  let vars: Omit<Evaluation, 'exitCode'>;

  beforeAll(async () => {
    const config = {
      prompts: [
        { id: `${INDEX}:prompt`, label: 'prompt' },
        { id: `${INDEX}:chat`, label: 'chat' },
      ],
      providers: [PERFECT],
      tests: [generated(GRID)],
    };
    const own = {
      prompts: [
        { raw: '{{context}}\n\n{{question}}', label: 'own' },
        {
          raw: '[{"role": "system", "content": "Be exact."}, {"role": "user", "content": "{{context}}\\n\\n{{question}}"}]',
          label: 'own chat',
        },
      ],
      providers: [PERFECT],
      tests: [generated({ ...GRID, form: 'parts' })],
    };
    functions = await project.evaluate(config);
    vars = await evaluator.evaluate(own);
  });

  it('give the same bytes', async () => {
    expect(functions.stats).toMatchObject({ successes: 4, failures: 0, errors: 0 });
    expect(vars.stats).toMatchObject({ successes: 4, failures: 0, errors: 0 });
    const built = await Promise.all(
      byLabel(functions, 'prompt').map(({ vars }) => buildPrompt(vars.case)),
    );
    const prompts = built.map(({ prompt }) => prompt);
    expect(prompts.map((text) => text.length > 6000)).toEqual([true, true]);
    expect(byLabel(functions, 'prompt').map(({ prompt }) => prompt.raw)).toEqual(prompts);
    expect(byLabel(functions, 'chat').map(messageOf)).toEqual(prompts);
    expect(byLabel(vars, 'own').map(({ prompt }) => prompt.raw)).toEqual(prompts);
  });

  it('leave room for a system message of the user’s own', async () => {
    for (const { prompt, vars: stored } of byLabel(vars, 'own chat')) {
      const built = await buildPrompt(stored.case);
      expect(JSON.parse(prompt.raw)).toEqual([
        { role: 'system', content: 'Be exact.' },
        { role: 'user', content: built.prompt },
      ]);
    }
  });

  it('give a perfect reader a perfect score', () => {
    for (const { score, namedScores } of [...functions.results, ...vars.results]) {
      expect(score).toBe(1);
      expect(namedScores).toMatchObject({ 'facts found': 1, precision: 1, format: 1 });
    }
  });

  it('store a reference in the place of the context', () => {
    for (const { vars: stored } of vars.results) {
      expect(Object.keys(stored).sort()).toEqual(['context', 'question']);
      expect(JSON.stringify(stored).length).toBeLessThan(1024);
    }
  });
});

describe('a haystack full of template syntax', () => {
  const hazards = [...TEMPLATES, ...ODD_TEXTS];
  const haystack = haystackWith(hazards);

  it('arrives unchanged through prompt and chat', async () => {
    const file = project.write('templates.txt', haystack);
    const evaluation = await project.evaluate({
      prompts: [
        { id: `${INDEX}:prompt`, label: 'prompt' },
        { id: `${INDEX}:chat`, label: 'chat' },
      ],
      providers: ['echo', PERFECT],
      tests: [generated({ ...GRID, haystack: file, threshold: 0 })],
    });
    expect(evaluation.stats.errors, evaluation.output).toBe(0);
    expect(evaluation.results).toHaveLength(8);
    for (const result of evaluation.results) {
      const text = result.prompt.label === 'chat' ? messageOf(result) : result.prompt.raw;
      const built = await buildPrompt(result.vars.case);
      expect(firstDifference(text, built.prompt)).toBeUndefined();
      expectCutFrom(haystack, text, built.question);
      if (result.provider.id !== 'echo') expect(result.score).toBe(1);
      else expectEchoed(result);
    }
    const longest = byLabel(evaluation, 'prompt').at(-1)!.prompt.raw;
    expect(hazards.filter((hazard) => !longest.includes(hazard))).toEqual([]);
  });

  it.each([
    ['text', '{{prompt}}'],
    ['chat', '{{prompt}}'],
    ['parts', '{{context}}\n\n{{question}}'],
  ])('arrives unchanged through vars: form %s', async (form, raw) => {
    // Promptfoo trims what ends in a line break, and would substitute the name of a var.
    const file = project.write(`${form}.txt`, `${haystack}\n\n{{prompt}} {{context}}\n`);
    const evaluation = await evaluator.evaluate({
      prompts: [{ raw, label: form }],
      providers: ['echo', PERFECT],
      tests: [generated({ ...GRID, haystack: file, form, threshold: 0 })],
    });
    expect(evaluation.stats.errors, evaluation.output).toBe(0);
    expect(evaluation.results).toHaveLength(4);
    for (const result of evaluation.results) {
      const text = form === 'chat' ? messageOf(result) : result.prompt.raw;
      const built = await buildPrompt(result.vars.case);
      expect(firstDifference(text, built.prompt)).toBeUndefined();
      if (result.provider.id === 'echo') expectEchoed(result);
      else expect(result.score).toBe(1);
      expect(JSON.stringify(result.vars).length).toBeLessThan(1024);
    }
  });
});

describe('a haystack that is odd but no template', () => {
  it('arrives unchanged through vars', async () => {
    const haystack = haystackWith(ODD_TEXTS);
    const file = project.write('odd.txt', haystack);
    const evaluation = await evaluator.evaluate({
      prompts: [{ raw: '{{context}}\n\n{{question}}', label: 'own' }],
      providers: ['echo'],
      tests: [generated({ ...GRID, haystack: file, form: 'parts', threshold: 0 })],
    });
    expect(evaluation.results, evaluation.output).toHaveLength(2);
    for (const { prompt, response, vars } of evaluation.results) {
      const built = await buildPrompt(vars.case);
      expect(firstDifference(prompt.raw, built.prompt)).toBeUndefined();
      expect(response?.output).toBe(prompt.raw);
      expectCutFrom(haystack, prompt.raw, built.question);
    }
  });
});

describe('beside a test of somebody else’s', () => {
  const theirPrompt = { raw: 'Say {{word}}.', label: 'theirs' };
  const assert = [{ type: 'contains', value: 'answer' }];

  it('runs each test with its own prompt when both are restricted', async () => {
    const evaluation = await evaluator.evaluate({
      prompts: [{ raw: '{{prompt}}', label: 'stars' }, theirPrompt],
      providers: [PERFECT],
      tests: [
        generated({ ...GRID, prompts: ['stars'] }),
        { vars: { word: 'hello' }, prompts: ['theirs'], assert },
      ],
    });
    expect(evaluation.stats, evaluation.output).toMatchObject({
      successes: 3,
      failures: 0,
      errors: 0,
    });
    expect(evaluation.results.map(({ prompt }) => prompt.label).sort()).toEqual([
      'stars',
      'stars',
      'theirs',
    ]);
    const theirs = evaluation.results.find(({ prompt }) => prompt.label === 'theirs');
    expect(theirs?.prompt.raw).toBe('Say hello.');
  });

  it('tells how to restrict them when they are not', async () => {
    const evaluation = await project.evaluate({
      prompts: [{ id: `${INDEX}:prompt`, label: 'stars' }, theirPrompt],
      providers: [{ ...PERFECT, label: 'perfect' }],
      tests: [generated({ ...GRID }), { vars: { word: 'hello' }, assert }],
      extensions: [`${INDEX}:afterAll`],
    });
    expect(evaluation.exitCode).not.toBe(0);
    const errors = evaluation.results.filter(({ error }) => error?.includes('has no Case'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ success: false, prompt: { label: 'stars' } });
    expect(errors[0]?.error).toContain(
      'This prompt, context or score needs a generated test, and this test has no Case.',
    );
    expect(errors[0]?.error).toContain('give each test `prompts: [label of its prompt]`');
    // Nobody is called with a prompt that does not ask our tests, and it is no reader of the report.
    const strays = evaluation.results.filter(({ error }) => error?.includes('asks something else'));
    expect(strays.map(({ prompt }) => prompt.label)).toEqual(['theirs', 'theirs']);
    expect(strays.map(({ response }) => response?.output)).toEqual([undefined, undefined]);
    expect(onOneLine(evaluation.output)).toContain(
      '2 results left out, with prompts that ask something else ("theirs"). Give the prompt of these ' +
        'tests a label',
    );
    expect(evaluation.output).toMatch(/^perfect +100% +100% +100% +Reliable up to 2K/m);
  });
});
