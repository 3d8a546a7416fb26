import { expect, it } from 'vitest';
import { defined, picked } from '../../src/base/fields.js';

it('leaves out what is undefined or null, and keeps what is false, 0 or empty', () => {
  const fields = { a: undefined, b: null, c: 0, d: '', e: false, f: 'x' };
  expect(Object.keys(defined(fields))).toEqual(['c', 'd', 'e', 'f']);
});

it('copies named fields in the order of their names', () => {
  const row: { id: string; unit?: string; seed: number } = { id: 'a', seed: 1 };
  expect(Object.keys(picked(row, ['seed', 'unit', 'id']))).toEqual(['seed', 'id']);
});
