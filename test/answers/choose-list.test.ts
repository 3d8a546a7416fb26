import { describe, expect, it } from 'vitest';
import type { ListCandidate } from '../../src/answers/choose-list.js';
import { chooseList } from '../../src/answers/choose-list.js';

const NAMES = ['little', 'penguin'];

/** Candidates one behind the other. */
const choice = (...found: Partial<ListCandidate>[]) =>
  chooseList(
    found.map((one, i) => ({
      start: 10 * i,
      end: 10 * i + 9,
      numbers: [],
      form: 'prose',
      label: '',
      ...one,
    })),
    NAMES,
  );
const numbersOf = (...found: Partial<ListCandidate>[]) => choice(...found)?.chosen.numbers;

describe('chooseList', () => {
  it.each<[string, Partial<ListCandidate>[], number[] | undefined]>([
    ['none', [], undefined],
    ['the last of two alike', [{ numbers: [1, 2, 3] }, { numbers: [1, 2, 4] }], [1, 2, 4]],
    [
      'the one that is called right',
      [{ label: 'Correct', numbers: [1, 2] }, { numbers: [1, 3] }],
      [1, 2],
    ],
    [
      'the one that is not set aside',
      [{ numbers: [1, 2] }, { label: 'Mistaken', numbers: [3, 4, 5] }],
      [1, 2],
    ],
    ['none where all are set aside', [{ label: 'Mistaken', numbers: [3, 4, 5] }], undefined],
    [
      'what stands under the key although it is set aside',
      [{ label: 'Without mistaken ones', numbers: [3], keyed: true, form: 'embedded' }],
      [3],
    ],
    [
      'the one under the key',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2] },
        { form: 'embedded', numbers: [1, 3] },
      ],
      [1, 2],
    ],
    [
      'the one of who counts',
      [
        { label: 'Penguin', numbers: [1, 2, 3] },
        { label: 'Goat', numbers: [3, 4, 5] },
      ],
      [1, 2, 3],
    ],
    ['the longer one', [{ numbers: [1, 2, 3, 4, 5, 6] }, { numbers: [1, 2] }], [1, 2, 3, 4, 5, 6]],
    [
      'the one that holds the other and more',
      [
        { form: 'embedded', numbers: [1, 2] },
        { form: 'prose', numbers: [2, 1, 3] },
      ],
      [2, 1, 3],
    ],
    [
      'the one under the key where another has some of its numbers',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2] },
        { form: 'prose', numbers: [2, 3, 4] },
      ],
      [1, 2],
    ],
    [
      'the one that holds the last one that is not set aside',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2] },
        { label: 'Mistaken', numbers: [7, 8, 9] },
        { form: 'prose', numbers: [1, 2, 3] },
      ],
      [1, 2, 3],
    ],
    [
      'a correction about as long',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2, 3, 4] },
        { label: 'Corrected', numbers: [1, 2, 5] },
      ],
      [1, 2, 5],
    ],
    [
      'no correction much shorter',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2, 3, 4] },
        { label: 'Corrected', numbers: [1, 2] },
      ],
      [1, 2, 3, 4],
    ],
    ['no number alone', [{ numbers: [1], single: true }], undefined],
    ['an array of one number', [{ numbers: [1], single: true, form: 'embedded' }], [1]],
    [
      'the last array of one number',
      [
        { numbers: [1], single: true, form: 'embedded' },
        { numbers: [2], single: true, form: 'fenced' },
      ],
      [2],
    ],
    ['no loose number', [{ numbers: [1], loose: true, keyed: true }], undefined],
  ])('takes %s', (_, found, numbers) => {
    expect(numbersOf(...found)).toEqual(numbers);
  });

  it('prefers forms in this order', () => {
    const forms = ['counted', 'prose', 'lines', 'embedded', 'recited'] as const;
    forms.forEach((form, i) => {
      const others = forms.slice(0, i).map((other) => ({ form: other, numbers: [1, 3] }));
      expect(numbersOf(...others, { form, numbers: [1, 2] })).toEqual([1, 2]);
    });
  });

  it('says why', () => {
    expect(choice({ numbers: [1, 2] })?.why).toBe('only');
    expect(choice({ numbers: [1, 2] }, { numbers: [1, 2] })?.why).toBe('only');
    expect(choice({ numbers: [1, 2] }, { numbers: [1, 3] })?.why).toBe('last');
    expect(choice({ label: 'Right', numbers: [1, 2] }, { numbers: [1, 3] })?.why).toBe(
      'called right',
    );
    expect(choice({ keyed: true, numbers: [1, 2] }, { numbers: [1, 3] })?.why).toBe(
      'under the key',
    );
    expect(choice({ form: 'recited', numbers: [1, 2] }, { numbers: [1, 3] })?.why).toBe('form');
    expect(choice({ numbers: [1, 2] }, { numbers: [1, 2, 3] })?.why).toBe('corrects');
    expect(choice({ numbers: [1, 2, 3, 4, 5, 6] }, { numbers: [7, 1] })?.why).toBe('longer');
  });

  it('is in doubt where another one is near', () => {
    const near = (...found: Partial<ListCandidate>[]) =>
      choice(...found)?.near.map(({ numbers }) => numbers);
    expect(near({ numbers: [1, 2, 3, 4] }, { numbers: [1, 5, 6] })).toEqual([[1, 2, 3, 4]]);
    expect(near({ numbers: [1, 2, 3] }, { numbers: [1, 5, 6] })).toEqual([[1, 2, 3]]);
    expect(near({ numbers: [1, 2, 3] }, { label: 'penguin', numbers: [1, 5, 6] })).toEqual([]);
    expect(near({ numbers: [1, 2, 3] }, { numbers: [1, 2, 3] })).toEqual([]);
    expect(near({ keyed: true, numbers: [1, 2, 3] }, { form: 'counted', numbers: [1, 2] })).toEqual(
      [],
    );
  });
});

describe('siblings', () => {
  const part = (label: string, ...numbers: number[]) => ({ label, numbers });
  it.each<[string, Partial<ListCandidate>[], number[] | undefined]>([
    ['parts', [part('Beginning', 1, 2), part('End', 3)], [1, 2, 3]],
    ['parts that are told', [part('It saw', 1, 2), part('and then', 3, 4)], [1, 2, 3, 4]],
    ['chapters', [part('Chapter 1', 1, 2), part('Chapter 2', 3, 4)], [1, 2, 3, 4]],
    ['three parts', [part('First', 1), part('Second', 2), part('Third', 3)], [1, 2, 3]],
    [
      'lines and prose',
      [part('First', 1, 2), { ...part('Second', 3, 4), form: 'lines' }],
      [1, 2, 3, 4],
    ],
    ['no parts that repeat', [part('First', 1, 2), part('Second', 2, 4)], [2, 4]],
    [
      'no part that repeats one before the last',
      [part('First', 1, 2), part('Second', 3, 4), part('Third', 3, 5)],
      [1, 2, 3, 4],
    ],
    ['no lists of others', [part('Goats', 1, 2), part('Owls', 3, 4)], [3, 4]],
    ['nothing mistaken', [part('First, mistaken', 1, 2), part('Second', 3, 4)], [3, 4]],
    ['nothing that is right', [part('First', 1, 2), part('Second, correct', 3, 4)], [3, 4]],
    [
      'objects with nothing between them',
      [
        { form: 'embedded', numbers: [1, 2] },
        { form: 'embedded', numbers: [3, 4], adjacent: true },
      ],
      [1, 2, 3, 4],
    ],
    [
      'objects of one number, also the same',
      [
        { form: 'fenced', numbers: [1], single: true },
        { form: 'embedded', numbers: [1], single: true, adjacent: true },
      ],
      [1, 1],
    ],
    [
      'no footnote',
      [
        { form: 'embedded', numbers: [1, 2] },
        { form: 'embedded', numbers: [3], single: true, adjacent: true },
      ],
      [1, 2],
    ],
    [
      'the key and parts of it',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2] },
        { form: 'embedded', keyed: true, numbers: [3], label: 'The remaining ones' },
      ],
      [1, 2, 3],
    ],
    [
      'no list without the key',
      [
        { form: 'embedded', keyed: true, numbers: [1, 2] },
        { form: 'embedded', numbers: [3, 4], adjacent: true },
      ],
      [1, 2],
    ],
    [
      'no list in brackets and prose',
      [{ form: 'embedded', ...part('First', 1, 2) }, part('Second', 3, 4)],
      [1, 2],
    ],
  ])('of %s', (_, found, numbers) => {
    expect(numbersOf(...found)).toEqual(numbers);
  });

  it('an empty list goes with no other', () => {
    expect(
      numbersOf(
        { form: 'embedded', keyed: true, numbers: [1, 2] },
        { form: 'embedded', keyed: true, numbers: [], adjacent: true },
      ),
    ).toEqual([1, 2]);
  });

  it('parts of the right list are the right list', () => {
    const found = [
      part('Correct, beginning', 1, 2),
      part('End', 3, 4),
      part('Also seen', 5, 6, 7, 8),
    ];
    expect(numbersOf(...found.slice(0, 2), { numbers: [1, 9, 3, 8] })).toEqual([1, 2, 3, 4]);
  });
});
