import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { describe, expect, it } from 'vitest';
import { candidatesIn } from '../../../../src/extras/agents/own-history/candidates.js';
import {
  isPrivate,
  masked,
  privateAtoms,
} from '../../../../src/extras/agents/own-history/private.js';
import {
  ATOM,
  anonymous,
  kindOf,
  likeValue,
} from '../../../../src/extras/agents/own-history/values.js';

const LIKE = { files: ['harvest', 'ledger'], shapes: new Map() };

describe('a value', () => {
  it.each([
    ['W2378156', 'id'],
    ['req_8fa3c1', 'id'],
    ['1,203.45', 'number'],
    ['53598', 'number'],
    ['2024-05-16', 'date'],
    ['2024-05-16T10:31:22Z', 'time'],
    ['v0.7.16', 'version'],
    ['9b2adfbc2', 'hash'],
    ['user-profile.test.ts', 'file'],
    ['c2b7a1de-0f3e-4a51-9b61-2d5c7e8f9a01', 'uuid'],
  ])('%s is a %s, and so is what takes its place', (value, kind) => {
    expect(value.match(ATOM)).toEqual([value]);
    expect(kindOf(value)).toBe(kind);
    for (let seed = 0; seed < 50; seed++) {
      const other = likeValue(value, kind, seedrandom(`${seed}`), LIKE);
      if (kind !== 'hash') expect(kindOf(other), other).toBe(kind);
      if (kind !== 'file') expect(other).toHaveLength(value.length);
    }
  });

  it('has commas between thousands where all of them stand so', () => {
    const plain =
      /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])|[A-Za-z0-9_]+(?:(?:[-.]|(?<=\d):(?=\d))[A-Za-z0-9_]+)*/g;
    const unit = fc.constantFrom(
      '1',
      '23',
      '345',
      '6789',
      ',',
      ',',
      ',',
      '.',
      'a',
      '-',
      ':',
      ' ',
      '_',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 24 }), (text) => {
        expect(text.match(ATOM)).toEqual(text.match(plain));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['2024', '42', 'sha256', 'utf-8', 'hello', 'README', 'x86'])(
    'is not %s, which can be guessed',
    (word) => {
      expect(kindOf(word)).toBeUndefined();
    },
  );

  it('is drawn like its peers, where these differ enough', () => {
    const peers = Array.from({ length: 40 }, (_, i) => `HAT${i % 4}${i % 10}${(7 * i) % 10}`);
    const shapes = new Map([['HAT000', peers]]);
    const drawn = Array.from({ length: 50 }, (_, i) =>
      likeValue('HAT123', 'id', seedrandom(`${i}`), { ...LIKE, shapes }),
    );
    expect(drawn.every((one) => /^HAT[0-3]\d\d$/.test(one))).toBe(true);
  });
});

const candidates = (content: string) => [...candidatesIn(0, content)].map(({ value }) => value);

describe('a candidate', () => {
  it.each([
    ['a field of JSON', '  "order_id": "W2378156",', 'W2378156'],
    ['a setting', 'port = 53598', '53598'],
    ['what a word names', 'commit 9b2adfbc2', '9b2adfbc2'],
    ['what words say', 'server listening on port 53598', '53598'],
    ['a file with its folders', 'modified: src/tui/user-list.ts', 'user-list.ts'],
  ])('is %s', (_, line, value) => {
    expect(candidates(line)).toEqual([value]);
  });

  it.each([
    ['a length', 'content length: 53598'],
    ['bytes', 'Successfully wrote 10923 bytes'],
    ['a frame of a stack', '  File "/srv/app/run.py", line 10923, in main'],
    ['a download', 'Downloading numpy-1.26.4.tar.gz'],
    ['a hash of a diff', 'index 83db48f..bf2a6b1 100644'],
    ['a number without a name', '53598'],
    ['a key', 'api_key = sk-proj-abcdefgh12345678, port = 53598'],
    ['a person', '"email": "jo@example.org", "order_id": "W2378156"'],
    ['a birthday', '"dob": "1980-02-03"'],
    ['a payment', '"payment_id": "credit_card_4421486"'],
  ])('is not %s, nor anything on its line', (_, line) => {
    expect(candidates(line)).toEqual([]);
  });

  it('of a line without end is judged by what stands around it', () => {
    const far = `"cabin": "economy", `.repeat(30);
    const line = `{"first_name": "Mira", ${far}"flight_number": "HAT495"}`;
    expect(candidates(line)).toEqual(['HAT495']);
  });
});

describe('what is private', () => {
  it.each([
    'mail jo.doe@example.org now',
    'call +49 170 1234567',
    'Author: Jo Doe',
    'password = hunter2hunter',
    'export TOKEN=ghp_abcdefghijklmnop1234',
    '/home/jodoe/work',
    '"last_name": "Doe"',
  ])('is known: %s', (line) => {
    expect(isPrivate(line)).toBe(true);
  });

  it('is masked, in the length that it had', () => {
    let often = 0;
    const text = 'mail jo.doe@example.org, password = hunter2hunter, port = 53598';
    const safe = masked(text, 1, () => often++);
    expect(safe).not.toMatch(/jo\.doe|example|hunter2/);
    expect(safe).toHaveLength(text.length);
    expect(safe).toMatch(/port = 53598$/);
    expect(often).toBe(2);
  });

  it('gets other names and digits wherever it is repeated', () => {
    expect(
      privateAtoms('"first_name": "Mira", "user_id": "mira_lee_3668", "zip": "10923"'),
    ).toEqual(expect.arrayContaining(['Mira', 'mira_lee_3668']));
    const other = anonymous('mira_lee_36682', seedrandom('1'), ['Arvo']);
    expect(other).toMatch(/^arvo_arvo_\d{5}$/);
  });

  it('is masked without an error in any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        (text) => typeof masked(text, 1, () => {}) === 'string',
      ),
    );
  });
});
