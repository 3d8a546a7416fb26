import { describe, expect, it } from 'vitest';
import { speaking } from '../../../src/base/text/speaking.js';
import { suiteNotes } from '../../../src/commands/suite/suite-notes.js';
import type { Suite, SuiteTest } from '../../../src/measuring/planning/expand-suite.js';

const OURS: SuiteTest = {
  prompts: ['stars'],
  vars: {
    case: { benchmark: 'counting-stars', tokens: 1000 },
    prompt: 'package:promptfoo-counting-stars:prompt',
  },
};
const PARTS: SuiteTest = {
  ...OURS,
  vars: {
    case: OURS.vars!.case,
    context: 'package:promptfoo-counting-stars:context',
    question: 'package:promptfoo-counting-stars:question',
  },
};
const MINE: SuiteTest = { description: 'mine', vars: { word: 'x' } };
const STARS = { label: 'stars', raw: '{{prompt}}' };
const POLITE = { label: 'polite', raw: 'Say {{word}} politely' };
const FUNCTION = { label: 'polite', raw: 'function ask({ vars }) { return vars.word; }' };

function notesOf(suite: Partial<Suite>): string[] {
  return suiteNotes({ providers: [{ id: () => 'echo' }], prompts: [STARS, POLITE], ...suite });
}

describe('notes on prompts', () => {
  it('names tests of the user that would be sent our prompt', () => {
    const strays = [MINE, { vars: { word: 'y' } }];
    expect(notesOf({ tests: [OURS, ...strays] })).toEqual([
      '2 tests of your own would also be sent the prompt of the generated tests, with nothing in it ' +
        '(first: "mine"). Add to each test of your own: `prompts: [polite]`.',
    ]);
    expect(notesOf({ tests: [OURS, strays[1]!] })[0]).toContain('(first: "{\\"word\\":\\"y\\"}")');
    const alone = notesOf({ prompts: [STARS], tests: [OURS, MINE] });
    expect(alone[0]).toContain('`prompts: [label of their prompt]`');
  });

  it('names the prompt of the user that ours would be sent', () => {
    const { prompts: _, ...anywhere } = OURS;
    expect(notesOf({ tests: [anywhere] })).toEqual([
      'The generated tests would also be sent "Say {{word}} politely", which does not ask what they ask. Add to ' +
        'their `config`: `prompts: [stars]`.',
    ]);
  });

  it.each<[string, Partial<Suite>]>([
    ['tests that name their prompt', { tests: [OURS, { ...MINE, prompts: ['polite'] }] }],
    ['a default that names it', { tests: [OURS, MINE], defaultTest: { prompts: ['polite'] } }],
    [
      'providers that have lists of prompts',
      { tests: [OURS, MINE], providerPromptMap: { echo: ['polite'] } },
    ],
    [
      'a var of the same name',
      { tests: [OURS, { ...MINE, vars: { prompt: 'x' } }], prompts: [STARS] },
    ],
    [
      'a prompt that is a function',
      { tests: [OURS, { ...MINE, prompts: ['polite'] }], prompts: [STARS, FUNCTION] },
    ],
    ['no test of ours', { tests: [MINE] }],
    ['no test of the user', { tests: [OURS], prompts: [STARS] }],
    [
      'one prompt that asks both',
      {
        prompts: [{ label: 'stars', raw: '{{context}} {{question}}' }],
        tests: [PARTS, { vars: { context: 'x', question: 'y' } }],
      },
    ],
  ])('says nothing of %s', (_, suite) => {
    expect(notesOf(suite)).toEqual([]);
  });

  it('takes tests of ours of another form for no test of the user', () => {
    const prompts = [STARS, { label: 'parts', raw: '{{context}} {{question}}' }];
    const tests = [OURS, { ...PARTS, prompts: ['parts'] }];
    expect(notesOf({ prompts, tests })).toEqual([]);
    expect(notesOf({ prompts, tests: [OURS, PARTS].map(({ vars }) => ({ vars: vars! })) })).toEqual(
      [
        expect.stringContaining(
          'The generated tests would also be sent "{{context}} {{question}}"',
        ),
      ],
    );
  });
});

describe('suiteNotes', () => {
  it('speaks the language of who asks for them', () => {
    const ours = { ...OURS.vars!.case!, language: 'zh' };
    const tests = [{ ...OURS, vars: { ...OURS.vars, case: ours } }, MINE];
    expect(
      speaking(['zh'], () =>
        suiteNotes({ providers: [{ id: () => 'echo' }], prompts: [STARS, POLITE], tests }),
      ),
    ).toEqual([
      '生成的测试所用的提示词也会发给你自己的 1 个测试，而其中没有内容（第一个："mine"）。请在你自己的每个测试里加上：`prompts: [polite]`。',
    ]);
  });
});

const test = (theCase: object) => ({
  vars: { case: { benchmark: 'counting-stars', tokens: 1000, ...theCase } },
});

/** A provider as promptfoo makes one. */
function made(type: string, id: string, label = '') {
  const provider = new (class {
    id = () => id;
    label = label;
    callApi = () => undefined;
  })();
  Object.defineProperty(provider.constructor, 'name', { value: type });
  return provider as Suite['providers'][number];
}

describe('notes on forms', () => {
  const chat = made('OpenAiChatCompletionProvider', 'gpt-5.1');
  const completion = made('OpenAiCompletionProvider', 'davinci', 'old');
  const notesOf = (providers: Suite['providers'], ...tests: object[]) =>
    suiteNotes({ providers, prompts: [], tests: tests.map(test) } as Suite);

  it('names two forms in one comparison', () => {
    expect(notesOf([chat, completion], { container: 'tools' })).toEqual([
      'Histories go as chat messages to gpt-5.1, and as one text to old. Set `transcript` ' +
        'to compare them in one form.',
    ]);
    const settled = [
      notesOf([chat, completion], { container: 'tools', transcript: 'text' }),
      notesOf([chat, completion], {}),
      notesOf([chat], { container: 'chat' }),
    ];
    expect(settled).toEqual([[], [], []]);
  });

  it('names a form that is not known, before anybody is asked', () => {
    const mine = made('Mine', 'file://mine.js');
    expect(notesOf([mine, chat], { benchmark: 'agent-history' })).toEqual([
      expect.stringContaining("Set `transcript: { 'file://mine.js': openai }`"),
    ]);
    const transcript = { 'file:*': 'openai' };
    expect(notesOf([mine, chat], { benchmark: 'agent-history', transcript })).toEqual([]);
  });
});
