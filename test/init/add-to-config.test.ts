import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addToConfig } from '../../src/init/add-to-config.js';
import { changeText } from '../../src/init/change.js';

const WANTED = {
  providers: ['openai:chat:gpt-4.1'],
  lengths: [8000, 32_000],
  seeds: 3,
  home: 'node_modules/promptfoo-counting-stars',
};
const FILE = 'promptfooconfig.yaml';
const INDEX = 'file://node_modules/promptfoo-counting-stars/dist/index.js';

const EXISTING = `# Our project
description: "Translations" # keep

prompts:
  # the first one
  - file://prompts/short.txt
  - 'Say {{word}} politely' # inline

providers:
  - echo

tests:
  - vars: {word: hello} # greeting
`;

function added(text: string, wanted: Partial<typeof WANTED> = {}) {
  const addition = addToConfig(text, FILE, { ...WANTED, ...wanted })!;
  return { ...addition, config: parse(addition.text) };
}

describe('addToConfig', () => {
  it('changes only what it must, and keeps comments, order and quotes', () => {
    const { text } = added(EXISTING);
    expect(changeText(EXISTING, text, { colour: false }).split('\n')).toEqual([
      ' prompts:',
      '   # the first one',
      '-  - file://prompts/short.txt',
      "-  - 'Say {{word}} politely' # inline",
      '+  - id: file://prompts/short.txt',
      '+    label: short.txt',
      "+  - raw: 'Say {{word}} politely' # inline",
      '+    label: prompt 2',
      `+  - id: ${INDEX}:prompt`,
      '+    label: counting-stars',
      ' ',
      ' providers:',
      '   - echo',
      '+  - id: openai:chat:gpt-4.1',
      '+    prompts: [counting-stars]',
      ' ',
      ' tests:',
      '   - vars: {word: hello} # greeting',
      '+  # Stars hidden in a long text: the model is asked for all their numbers.',
      `+  - path: ${INDEX}:countingStars`,
      '+    config:',
      '+      stars: 32',
      '+      lengths: [8000, 32000]',
      '+      seeds: 3',
      '+      threshold: 0.85',
      '+      prompts: [counting-stars]',
      '+',
      '+defaultTest:',
      '+  prompts: [short.txt, prompt 2]',
      '+',
      '+extensions:',
      '+  - file://node_modules/promptfoo-counting-stars/dist/index.js:afterAll',
    ]);
  });

  it('does nothing when our generator is there, wherever the package is', () => {
    expect(addToConfig(added(EXISTING).text, FILE, WANTED)).toBeUndefined();
    const other = 'tests: { path: "file://dist/index.js:countingStars" }';
    expect(addToConfig(other, FILE, WANTED)).toBeUndefined();
  });

  it('keeps lists as they are written: flush with their key, padded, or alone', () => {
    const flush = 'prompts:\n- id: file://p.txt\n  label: p\ntests: file://tests.csv\n';
    const { text, config } = added(flush);
    expect(text).toContain(`prompts:\n- id: file://p.txt\n  label: p\n- id: ${INDEX}:prompt\n`);
    expect(config.tests[0]).toBe('file://tests.csv');
    expect(config.tests[1].path).toBe(`${INDEX}:countingStars`);
    expect(added('prompts: [{ id: a, label: b }]').text).toContain('{ id: a, label: b }');
  });

  it('gives each prompt a label of its own', () => {
    const { config } = added(
      'prompts:\n  - {raw: x, label: a.txt}\n  - file://a.txt\n  - id: b\n  - |\n    Two\n    lines\n',
    );
    expect(config.prompts.slice(0, 4)).toEqual([
      { raw: 'x', label: 'a.txt' },
      { id: 'file://a.txt', label: 'a.txt (2)' },
      { id: 'b', label: 'prompt 3' },
      { raw: 'Two\nlines\n', label: 'prompt 4' },
    ]);
    expect(config.defaultTest.prompts).toEqual(['a.txt', 'a.txt (2)', 'prompt 3', 'prompt 4']);
  });

  it('keeps asking prompts of a config without tests', () => {
    expect(added('prompts: Hello').config.tests[0]).toEqual({
      description: 'the prompts as they are',
      vars: {},
    });
  });

  it('names the prompt that promptfoo asks where a config has none', () => {
    const { config } = added('providers: [echo]\ntests: [{vars: {prompt: hello}}]\n');
    expect(config.prompts[0]).toEqual({ raw: '{{prompt}}', label: 'prompt 1' });
    expect(config.defaultTest.prompts).toEqual(['prompt 1']);
  });

  it('says that asserts of defaultTest judge our tests too', () => {
    const { notes } = added('prompts: [a]\ndefaultTest: {assert: [{type: is-json}]}\n');
    expect(notes[0]).toBe(
      '`defaultTest.assert` judges our tests too: move it to your own if it should not.',
    );
  });

  it('keeps indents, folded texts, blank lines and the ends of lines', () => {
    const written = [
      'prompts:',
      '    - raw: >',
      '          a long line',
      '          and another',
      '      label: mine',
      '',
      '',
      'providers:   # ours',
      '    - "echo"',
      'tests:',
      '    - vars:',
      '          number: 0x1F',
      '',
    ];
    for (const end of ['\n', '\r\n']) {
      const before = `\uFEFF${written.join(end)}`;
      const { text, config } = added(before);
      const left = changeText(before, text, { colour: false }).match(/^-.*$/gm);
      expect(left, 'lines that go').toBeNull();
      expect(text.replaceAll(end, '')).not.toMatch(/[\r\n]/);
      expect(text).toContain(`${end}      config:${end}          stars: 32${end}`);
      expect(config.tests[0]).toEqual({ vars: { number: 31 } });
    }
  });

  it('leaves what already says which prompts are asked', () => {
    const { config } = added('prompts: [a]\ndefaultTest: {prompts: [a]}\n');
    expect(config.prompts[0]).toBe('a');
    expect(config.defaultTest).toEqual({ prompts: ['a'] });
  });

  it('adds to a config that asks nothing yet, with a reader that needs no key', () => {
    const { config, notes } = added('description: new\n', { providers: [] });
    expect(config.providers[0].id).toBe('package:promptfoo-counting-stars:SimulatedReader');
    expect(config).not.toHaveProperty('defaultTest');
    expect(notes).toEqual(['The simulated reader needs no key: put your provider in its place.']);
    expect(added('').config.tests).toHaveLength(1);
  });

  it('adds no provider twice, and uses `targets` where the config does', () => {
    expect(added('providers: openai:chat:gpt-4.1').config.providers).toEqual([
      'openai:chat:gpt-4.1',
    ]);
    const { config } = added('targets: [echo]');
    expect(config).not.toHaveProperty('providers');
    expect(config.targets).toHaveLength(2);
  });

  it('says what providers with prompts of their own need', () => {
    const { notes } = added('providers: [{id: echo, label: mine, prompts: [a]}]');
    expect(notes).toEqual([
      'The provider mine has `prompts` of its own: add counting-stars to them, or it is not asked.',
    ]);
  });

  it('writes JSON as JSON', () => {
    const text = '{\n    "prompts": ["Say {{word}}"],\n    "providers": ["echo"]\n}\n';
    const addition = addToConfig(text, 'promptfooconfig.json', WANTED)!;
    expect(JSON.parse(addition.text).prompts[0]).toEqual({
      raw: 'Say {{word}}',
      label: 'prompt 1',
    });
    expect(addition.text).toMatch(/^\{\n {4}"prompts": \[\n {8}\{/);
  });

  it.each([
    [
      'prompts: [a\n',
      /^promptfooconfig\.yaml cannot be read \(.+\)\. Mend it, then run init again\.$/,
    ],
    ['- a\n', 'promptfooconfig.yaml is not a config: it must be a map. Mend it, or remove it.'],
    [
      'prompts: {a.txt: short}',
      'promptfooconfig.yaml: `prompts` is a map, to which init adds nothing. Make it a list of `{ id: file, label: name }`, then run init again.',
    ],
    [
      'prompts: [a]\ndefaultTest: file://d.yaml',
      'promptfooconfig.yaml: `defaultTest` is in a file of its own. Write what it says into this config, then run init again.',
    ],
    [
      'prompts: [file://prompts/*.txt]',
      'promptfooconfig.yaml: `prompts[0]` stands for several prompts, which cannot be labelled here. Name its files one by one, then run init again.',
    ],
    ['prompts: [{id: file://a.csv, label: mine}]', '`prompts[0]` stands for several prompts'],
    ['prompts: [Hello, prompts/*]', '`prompts[1]` stands for several prompts'],
    ['prompts: file://prompts/', '`prompts[0]` stands for several prompts'],
    [
      'prompts: [{raw: a, label: "counting-stars: mine"}]',
      'promptfooconfig.yaml: `prompts[0]` has the label of our prompt, counting-stars. Give it another one, then run init again.',
    ],
    [
      'mine: &t [{vars: {a: 1}}]\nprompts: [a]\ntests: *t',
      'promptfooconfig.yaml: `tests` is shared by an anchor or an alias, to which init adds nothing. Write it out in its place, then run init again.',
    ],
    ['tests: &t [{vars: {a: 1}}]\nmine: *t', '`tests` is shared by an anchor or an alias'],
    ['b: &b {tests: [{vars: {a: 1}}]}\n<<: *b', '`<<` is shared by an anchor or an alias'],
    [
      'prompts: [a]\ntests: [{prompts: [a]}]',
      'promptfooconfig.yaml: `prompts[0]` has no label, but tests or providers choose prompts by name. Give every prompt a label and use it there, then run init again.',
    ],
    ['prompts: [3]', '`prompts[0]` has no label and is no text.'],
  ])('refuses what is not safe to change: %j', (text, message) => {
    expect(() => addToConfig(text, FILE, WANTED)).toThrow(message);
  });
});

describe('changeText', () => {
  it('shows far changes apart, in colour where it may', () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join('');
    const after = before.replace('line 2\n', 'two\n').replace('line 17\n', '');
    expect(changeText(before, after, { colour: false })).toBe(
      [
        ...[' line 0', ' line 1', '-line 2', '+two', ' line 3', ' line 4'],
        '…',
        ...[' line 15', ' line 16', '-line 17', ' line 18', ' line 19'],
      ].join('\n'),
    );
    expect(changeText('a\n', 'b', { colour: true })).toBe(
      '\u001b[31m-a\u001b[39m\n\u001b[32m+b\u001b[39m',
    );
  });
});
