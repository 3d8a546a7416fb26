import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumberHints } from '../../src/answers/answer.js';
import { chineseNumber } from '../../src/answers/numbers/worded-numbers.js';
import { readList, readNumber } from '../../src/answers/readable-answer.js';
import { setAsideReasoning } from '../../src/answers/texts/final-text.js';
import { halfWidth } from '../../src/base/text/half-width.js';
import { expectLinear } from '../growth.js';

/** Characters of a long answer. */
const SIZES = [28_000, 224_000];

const hints: NumberHints = {
  keys: ['little_penguin', '小企鹅', 'пингвинёнок'],
  units: ['stars', 'star', '颗', '★'],
  recited: [
    /the little penguin counted (?<count>\d+) ★/giu,
    /the little penguin counted \d+ ★, started over and got (?<count>\d+) ★/giu,
    /小企鹅数了(?<count>[\d一二三四五六七八九十]+)颗★/giu,
  ],
};
const read = (output: unknown) => readList(output, hints);
const listed = (form: string, ...numbers: number[]) => ({ form, numbers });

describe('readList', () => {
  it.each([
    ['prose', [3, 5, 9], 'They are \\boxed{3, 5, 9}, in all \\boxed{3}.'],
    ['prose', [3, 5, 9], 'First \\boxed{3, 5}, and corrected \\boxed{3, 5, 9}.'],
    ['embedded', [3, 5, 9], 'In all \\boxed{3}: {"little_penguin": [3, 5, 9]}'],
    ['lines', [3, 5, 9], '\\boxed{\\text{see below}}, \\boxed{3} of them.\n\n3, 5, 9'],
  ])('boxes: %s %j from %j', (step, numbers, text) => {
    expect(read(text)).toMatchObject(listed(step, ...numbers));
  });

  it('has no more than 100,000 numbers', () => {
    const text = JSON.stringify({ little_penguin: Array(100_001).fill(1) });
    expect(read(text).numbers).toHaveLength(100_000);
  });

  describe('json: the whole answer', () => {
    it.each([
      ['as asked for', '{"little_penguin": [3, 5, 9]}'],
      ['with white space around', '\n  {"little_penguin": [3, 5, 9]}\n\n'],
      ['the key of another language', '{"小企鹅": [3, 5, 9]}'],
      ['the key in capitals', '{"Little Penguin": [3, 5, 9]}'],
      ['the key with a hyphen', '{"little-penguin": [3, 5, 9]}'],
      ['an unknown key', '{"penguin": [3, 5, 9]}'],
      ['an array', '[3, 5, 9]'],
      ['an array in an array', '[[3, 5, 9]]'],
      ['nested', '{"result": {"answer": {"little_penguin": [3, 5, 9]}}}'],
      ['nested the other way round', '{"little_penguin": {"counts": [3, 5, 9], "total": 17}}'],
      ['the key among other lists', '{"owl": [1, 2], "little_penguin": [3, 5, 9], "fox": [4]}'],
      ['two keys, the one asked for', '{"小企鹅": [1], "little_penguin": [3, 5, 9]}'],
      ['texts', '{"little_penguin": ["3", " 5", "9"]}'],
      ['units', '{"little_penguin": ["3 ★", "5颗", "9 stars"]}'],
      ['full-width digits', '{"小企鹅": ["３", "５", "９"]}'],
      ['Chinese numerals', '{"小企鹅": ["三", "五颗", "九颗★"]}'],
      ['star sentences as items', '["The little penguin counted 3 ★.", "it was 5", "9!"]'],
      [
        'corrected star sentences as items',
        '["The little penguin counted 4 ★, started over and got 3 ★.", "5 ★, not 6", "9"]',
      ],
      ['objects with one number', '{"little_penguin": [{"count": 3}, {"count": 5}, {"at": "9"}]}'],
      ['an object of numbers', '{"little_penguin": {"first": 3, "second": 5, "third": "9"}}'],
      ['a list as text', '{"little_penguin": "[3, 5, 9]"}'],
      ['a list as text without brackets', '{"little_penguin": "3, 5, 9"}'],
      ['JSON in a JSON text', JSON.stringify('{"little_penguin": [3, 5, 9]}')],
      [
        'the arguments of a tool call',
        JSON.stringify([{ function: { name: 'f', arguments: '{"little_penguin": [3, 5, 9]}' } }]),
      ],
      ['items without a number', '{"little_penguin": [3, null, "?", 5, {}, 9, "..."]}'],
      ['numbers that are not finite', '{"little_penguin": [1e999, 3, -1e999, 5, 9]}'],
      ['numbers longer than any count', `{"little_penguin": [3, ${'9'.repeat(400)}, 5, 9]}`],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject(listed('json', 3, 5, 9));
    });

    it('keeps a thousands separator where nothing else can be meant', () => {
      expect(read('["1,024", "2\u202f048", "3’072 ★", "1.5"]').numbers).toEqual([
        1024, 2048, 3072, 1.5,
      ]);
    });

    it('reads a single number under the key as a list of one', () => {
      expect(read('{"little_penguin": 3}')).toMatchObject(listed('json', 3));
    });

    it.each(['{"little_penguin": []}', '[]', '```json\n{"little_penguin": []}\n```'])(
      'reads the empty list %j',
      (output) => {
        expect(read(output)).toMatchObject({ numbers: [] });
        expect(read(output).form).not.toBe('unreadable');
      },
    );

    it('reads what a provider has parsed', () => {
      expect(read({ little_penguin: [3, '5', 9] })).toMatchObject(listed('json', 3, 5, 9));
      expect(read([3, 5, 9])).toMatchObject(listed('json', 3, 5, 9));
    });

    it('reads the text in what a provider has parsed', () => {
      const message = { role: 'assistant', content: 'They are ```[3, 5, 9]```.' };
      expect(read(message)).toMatchObject(listed('fenced', 3, 5, 9));
    });
  });

  describe('fenced: a fenced block', () => {
    it.each([
      ['with a language', '```json\n{"little_penguin": [3, 5, 9]}\n```'],
      ['behind words', 'Here it is:\n```\n[3, 5, 9]\n```\nDone.'],
      ['in one line', 'It is ```{"little_penguin": [3, 5, 9]}```.'],
      ['that does not close', 'It is\n````json\n{"little_penguin": [3, 5, 9]}'],
      ['the last one', '```\n[1, 2]\n```\nNo:\n```\n[3, 5, 9]\n```'],
      [
        'the last one with a key',
        '```\n{"little_penguin": [3, 5, 9]}\n```\nTest:\n```\n[1, 2]\n```',
      ],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject(listed('fenced', 3, 5, 9));
    });
  });

  describe('embedded: a part of the text', () => {
    it.each([
      ['an object', 'I found {"little_penguin": [3, 5, 9]} in [1] the text.'],
      ['the last of two', '{"little_penguin": [1]} or rather {"little_penguin": [3, 5, 9]}'],
      ['a nested object', 'So: {"a": {"b": 1}, "little_penguin": {"all": [3, 5, 9]}}!'],
      ['an array behind a key', 'The **Little Penguin**: [3, 5, 9], and others: [1, 2]'],
      ['an array behind a full-width key', '“小企鹅”：［３，５，９］'],
      ['an array behind an equals sign', 'little_penguin = [3, 5, 9]  # see [1, 2]'],
      ['an array', 'The numbers are [3, 5, 9], I think.'],
      ['an array, not a footnote', 'The numbers are [3, 5, 9], see [1] and [2].'],
      ['behind an opening bracket', 'I [think that {"little_penguin": [3, 5, 9]} is it'],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject(listed('embedded', 3, 5, 9));
    });

    it('reads an empty list only under the key', () => {
      expect(read("There are none: {'little_penguin': []}")).toMatchObject(listed('damaged'));
      expect(read('It is a list, as in x[].').form).toBe('unreadable');
    });
  });

  describe('repaired: damaged JSON under a key', () => {
    it.each([
      ['a trailing comma', '{"little_penguin": [3, 5, 9,]}'],
      ['single quotes', "{'little_penguin': ['3', '5', '9']}"],
      ['no quotes', '{little_penguin: [3, 5, 9]}'],
      ['an ellipsis', '{"little_penguin": [3, 5, 9, ...]}'],
      ['units without quotes', '{"little_penguin": [3 ★, 5 stars, 9颗]}'],
      ['remarks', '{"little_penguin": [3, // first\n 5, // then\n 9]}'],
      ['Chinese numerals', '小企鹅：[三、五、九]'],
      ['an escaped text', '"The list: {\\"little_penguin\\": [3, 5, 9]}" is it'],
      ['the last of two, damaged', '{"little_penguin": [1]} no, {"little_penguin": [3, 5, 9,]}'],
      ['missing commas', '{"little_penguin": [3 5 9]}'],
      ['missing commas, no braces', 'little_penguin: [3\n5\n9]'],
      ['a missing bracket', 'So: {"little_penguin": [3, 5, 9}'],
      ['a comment with a number', '{"little_penguin": [3, 5, // not 7\n 9]}'],
      ['objects in single quotes', "{'little_penguin': [{'n': 3}, {'n': 5}, {'n': 9}]}"],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject(listed('damaged', 3, 5, 9));
    });

    it.each([
      'I read [of the penguin] and {of 3 owls, 4 foxes}.',
      '{"little_penguin": [x, x, x, ...]}',
    ])('does not turn prose into a list: %s', (output) => {
      expect(read(output).form).toBe('unreadable');
    });
  });

  describe('cut-off: a list that does not end', () => {
    it.each([
      ['behind a comma', '{"little_penguin": [3, 5, 9, '],
      ['inside a number', '{"little_penguin": [3, 5, 9, 1'],
      ['inside a text', '{"little_penguin": ["3", "5", "9", "1'],
      ['behind a number and a space', '{"little_penguin": [3, 5, 9\n'],
      ['inside a fence', '```json\n{"little_penguin": [3, 5, 9, 1'],
      ['inside an object', '{"little_penguin": [{"n": 3}, {"n": 5}, {"n": 9}, {"n": 1'],
      ['behind another list', '{"pages": [1, 2], "little_penguin": [3, 5, 9, 1'],
      ['without a key', 'They are [3, 5, 9, 1'],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject(listed('damaged', 3, 5, 9));
    });

    it.each(['{"little_penguin": [', '{"little_penguin": [1', '{"little_penguin": 201', '[7'])(
      'finds nothing in %j',
      (output) => {
        expect(read(output).form).toBe('unreadable');
      },
    );
  });

  describe('lines and prose: nothing but numbers', () => {
    it.each([
      ['with commas', '3, 5, 9'],
      ['with Chinese commas', '3、5、9。'],
      ['in Chinese numerals', '三颗，五颗，九颗'],
      ['in lines', '3\n5\n9'],
      ['in lines with bullets', '- 3\n* 5\n• 9'],
      ['in numbered lines', '1. 3 ★\n2. 5 ★\n3. 9 ★'],
      ['in columns', '1 | 3\n2 | 5\n3 | 9'],
      ['with units', '3 ★, 5 stars and 9颗'],
      ['behind a key', 'little_penguin: 3, 5, 9'],
      ['behind a key in lines', 'little_penguin:\n  - 3\n  - 5\n  - 9\n'],
      ['in round brackets', '{"little_penguin": (3, 5, 9)}'],
      ['in a fence', '```\n3\n5\n9\n```'],
      ['in the last lines', 'Of 2 pages:\n\n- 3 ★\n- 5 ★\n- 9 ★\n\nI hope that helps.'],
      ['behind a colon', 'I found these: 3, 5 and 9.'],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject({ numbers: [3, 5, 9] });
    });
  });

  describe('recited: star sentences', () => {
    it.each([
      [
        'one after the other',
        'The little penguin counted 3 ★. Then the little penguin counted 5 ★.\n' +
          '"The Little Penguin counted ９ ★", it says.',
      ],
      ['of another language', '小企鹅数了3颗★，小企鹅数了五颗★，小企鹅数了９颗★。'],
      [
        'of two kinds, where one begins like the other',
        'The little penguin counted 3 ★. The little penguin counted 6 ★, started over and got 5 ★. ' +
          'The little penguin counted 9 ★.',
      ],
    ])('%s', (_name, output) => {
      expect(read(output)).toMatchObject(listed('recited', 3, 5, 9));
    });

    it('comes after a list that follows the sentences', () => {
      const output = 'The little penguin counted 3 ★.\n{"little_penguin": [3]}';
      expect(read(output)).toMatchObject(listed('embedded', 3));
    });

    it('takes patterns without the flag g', () => {
      const output = 'Owl saw 3. Owl saw 5.';
      const recited = [/owl saw (?<count>\d+)/i];
      expect(readList(output, { keys: [], recited }).numbers).toEqual([3, 5]);
    });
  });

  it.each([
    '',
    ' \n ',
    'I cannot help with that.',
    'In chapter 3 of 9, on page 27, there are 12 mice.',
    'See [note 3] and [chapter 5 of 9].',
    '{"little_penguin": "many"}',
    '{"little_penguin": "none", "pages": [1, 2]}',
    '{}',
    'null',
    'true',
    '<think>[3, 5, 9]',
  ])('finds nothing in %j', (output) => {
    expect(read(output)).toMatchObject({ form: 'unreadable', numbers: [] });
  });

  it.each([undefined, null, true, {}, { a: { b: 1 } }, Symbol('a'), 1n, () => [1, 2], Number.NaN])(
    'finds nothing in the value %s',
    (output) => {
      expect(read(output).form).toBe('unreadable');
    },
  );

  it('survives values that JSON does not have', () => {
    const cycle: Record<string, unknown> = { little_penguin: [3] };
    cycle.self = cycle;
    expect(read(cycle).form).toBe('unreadable');
    const trap = {
      get little_penguin() {
        throw new Error('trap');
      },
    };
    expect(read(trap).form).toBe('unreadable');
  });
});

describe('readNumber', () => {
  it.each([
    ['{"little_penguin": 2016}', 'json'],
    ['{"小企鹅": "2,016 ★"}', 'json'],
    ['{"little_penguin": [2016]}', 'json'],
    ['{"little_penguin": {"total": 2016}}', 'json'],
    ['{"total": 2016}', 'json'],
    ['{"little_penguin": [1000, 1016], "total": 2016}', 'json'],
    ['```json\n{"little_penguin": 2016}\n```', 'fenced'],
    ['I get {"little_penguin": 2016} from [32] sentences.', 'embedded'],
    ["{'little_penguin': '2016'}", 'damaged'],
    ['2016', 'prose'],
    ['２０１６', 'prose'],
    ['二千零一十六', 'prose'],
    ['The 32 sentences give a total of 2,016 ★.', 'prose'],
    ['That makes 2016 stars in 32 sentences.', 'prose'],
    ['1000 + 1016 = **2016**', 'prose'],
    ['[1000, 1016] is 2016', 'prose'],
    ['\\boxed{2016}', 'boxed'],
    ['The little penguin counted 7 ★. The sum is 2016.', 'prose'],
    ['<think>2015?</think>2016', 'prose'],
  ])('reads %j', (output, step) => {
    expect(readNumber(output, hints)).toEqual({ form: step, number: 2016 });
  });

  it('reads what a provider has parsed', () => {
    expect(readNumber({ little_penguin: 2016 }, hints).number).toBe(2016);
    expect(readNumber(2016, hints).number).toBe(2016);
  });

  it.each([
    '',
    'I cannot add that up.',
    '{"little_penguin": [3, 5, 9]}',
    "{'little_penguin': [3, 5, 9]}",
    '{"little_penguin": [3, 5, 9, 1',
    '{"little_penguin": 201',
    'The little penguin counted 3 ★. The little penguin counted 5 ★.',
    '9'.repeat(400),
    '{"little_penguin": 1e999}',
    undefined,
    {},
  ])('finds nothing in %j', (output) => {
    expect(readNumber(output, hints)).toEqual({ form: 'unreadable', number: undefined });
  });
});

describe('setAsideReasoning', () => {
  it.each([
    ['<think>no</think>yes', 'yes'],
    ['<thinking>no</thinking>yes', 'yes'],
    ['<THINK class="x">no</THINK>yes', 'yes'],
    ['<reasoning>no</reasoning>yes', 'yes'],
    ['<reflection>no</reflection>yes', 'yes'],
    ['<seed:think>no</seed:think>yes', 'yes'],
    ['◁think▷no◁/think▷yes', 'yes'],
    ['[THINK]no[/THINK]yes', 'yes'],
    ['<|begin_of_thought|>no<|end_of_thought|>yes', 'yes'],
    ['<think>no <think> no </think> no </think>yes', 'yes'],
    ['<think>no</think><think>no</think>yes', 'yes'],
    ['no</think>yes', 'yes'],
    ['yes<think>no', 'yes'],
    ['<think>no', ''],
    ['no</think>', ''],
    [
      '<|channel|>analysis<|message|>no<|end|><|start|>assistant<|channel|>final<|message|>yes',
      'yes',
    ],
    ['<|channel|>analysis<|message|>no<|channel|>final<|message|>yes<|return|>', 'yes'],
    ['<|channel|>analysis<|message|>no', ''],
    ['<|channel|>final', ''],
    ['analysisno[1]assistantfinalyes', 'yes'],
    ['Thinking: no\n\nno\n\nyes', 'yes'],
    ['Thinking: no\n\nno\nSignature: abc=\n\nyes', 'yes'],
    ['Thinking: no', ''],
    ['Thinking: no\nSignature: abc=', ''],
    ['I think that <b>yes</b>', 'I think that <b>yes</b>'],
  ])('%s', (text, answer) => {
    expect(setAsideReasoning(text).trim()).toBe(answer);
  });
});

describe('numbers', () => {
  it.each([
    ['〇', 0],
    ['七', 7],
    ['两', 2],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['九十九', 99],
    ['一百零五', 105],
    ['一百一十', 110],
    ['一百五', 150],
    ['兩千零二十四', 2024],
    ['一万两千', 12_000],
    ['二〇一六', 2016],
    ['二三十', undefined],
    ['多', undefined],
    ['', undefined],
  ])('reads %j as %s', (text, number) => {
    expect(chineseNumber(text)).toBe(number);
  });

  it('makes full-width characters half-width, one for one', () => {
    expect(halfWidth('“小企鹅”：［３、５］　😀\ud800')).toBe('"小企鹅":[3,5] 😀\ud800');
    expect(halfWidth('abc')).toBe('abc');
  });
});

describe('hostile answers', () => {
  const pieces = [
    '[',
    ']',
    '{',
    '}',
    '(',
    '"',
    "'",
    '\\',
    ',',
    ':',
    '：',
    '```',
    'json',
    'little_penguin',
    '"little_penguin": ',
    '小企鹅',
    '1',
    '9e999',
    '1e5',
    '99999999999999999999',
    '0.1.2',
    '-',
    '★',
    '十二',
    '３',
    'null',
    '<think>',
    '</think>',
    '<|channel|>final',
    'The little penguin counted 3 ★.',
    '\n',
    ' ',
    '\ud800',
    '__proto__',
  ];
  const noise = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...pieces) }, fc.string()))
    .map((parts) => parts.join(''));

  const expectSound = (output: unknown) => {
    const list = read(output);
    expect(list.numbers.every(Number.isFinite)).toBe(true);
    expect(read(output)).toEqual(list);
    const { number } = readNumber(output, hints);
    expect(number === undefined || Number.isFinite(number)).toBe(true);
  };

  it('never throws and gives only finite numbers, the same every time', { tags: ['slow'] }, () => {
    fc.assert(fc.property(noise, expectSound), { numRuns: 400 });
  });

  it('keeps that promise for values that a provider has parsed', { tags: ['slow'] }, () => {
    fc.assert(fc.property(fc.anything({ withBigInt: true }), expectSound), { numRuns: 250 });
  });

  it('keeps that promise for mutated valid answers', { tags: ['slow'] }, () => {
    const forms = [
      (list: string) => `{"little_penguin": [${list}]}`,
      (list: string) => `Here:\n\`\`\`json\n{"小企鹅": [${list}]}\n\`\`\``,
      (list: string) => `<think>[${list}]</think>\nThe little penguin: [${list}]`,
      (list: string) => list,
      (list: string) => list.replace(/\d+/g, 'The little penguin counted $& ★.'),
    ];
    const mutated = fc
      .record({
        numbers: fc.array(fc.nat(300), { minLength: 1, maxLength: 64 }),
        form: fc.constantFrom(...forms),
        edits: fc.array(
          fc.record({
            at: fc.double({ min: 0, max: 1, noNaN: true }),
            cut: fc.nat(5),
            piece: fc.constantFrom('', ...pieces),
          }),
          { maxLength: 4 },
        ),
      })
      .map(({ numbers, form, edits }) =>
        edits.reduce(
          (text, { at, cut, piece }) => {
            const offset = Math.floor(at * text.length);
            return text.slice(0, offset) + piece + text.slice(offset + cut);
          },
          form(numbers.join(', ')),
        ),
      );
    fc.assert(fc.property(mutated, expectSound), { numRuns: 500 });
  });

  it('reads every well-formed answer as it is', () => {
    const numbers = fc.array(fc.nat(300), { minLength: 1, maxLength: 128 });
    fc.assert(
      fc.property(numbers, (given) => {
        expect(read(JSON.stringify({ little_penguin: given })).numbers).toEqual(given);
        expect(read(`So: {"little_penguin": [${given.join()}]}.`).numbers).toEqual(given);
      }),
    );
  });

  it.each([
    '[',
    ']',
    '{',
    '[]',
    '[1]',
    '[1,',
    '[["',
    '{"a":',
    '"',
    '\\',
    '"\\"',
    '`',
    '```',
    '```json\n[1]\n',
    '<think>',
    '</think>',
    '<think',
    '<|channel|>final',
    'little_penguin: ',
    '{"little_penguin": [',
    '{"little_penguin": [x]} ',
    'little_penguin: [1 2]',
    ' ',
    ' \n',
    '1',
    '1 ',
    '1,',
    '1,111,',
    '-1 ',
    '1\n',
    '三、',
    '，',
    '★',
    'a:1\n',
    '"a\n',
    'The little penguin counted 3 ★. ',
    'The little penguin counted ',
  ])('takes time linear in an answer that repeats %j', { tags: ['slow'] }, (unit) => {
    const repeated = (length: number) => unit.repeat(length / unit.length);
    const listed = (length: number) => `{"little_penguin": [${repeated(length)}]}`;
    const list = (output: string) => readList(output, hints);
    const number = (output: string) => readNumber(output, hints);
    expectLinear(SIZES, repeated, list);
    expectLinear(SIZES, repeated, number);
    expectLinear(SIZES, listed, list);
  });

  it('takes time linear in lists that repeat, up to where no more of them are read', () => {
    const lists = (length: number) => '```json\n[1]\n'.repeat(length / 12);
    expectLinear([3500, 28_000], lists, (output) => readNumber(output, hints));
  });
});
