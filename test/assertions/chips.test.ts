import { expect, it } from 'vitest';
import { chipsOf } from '../../src/assertions/score.js';

it('names the score first, as promptfoo sorts names, and few others', () => {
  const quarters = { 'recall q1 start': 1, 'recall q2': 0.5, 'recall q3': 0, 'recall q4 end': 0 };
  const all = chipsOf(0.4, { ...quarters, recall: 0.4, precision: 1, format: 0.5, anywhere: 1 });
  const names = Object.keys(all).sort((a, b) => a.localeCompare(b, 'en'));
  expect(names).toEqual([
    ...['facts found', 'format', 'precision'],
    ...['q1 start', 'q2', 'q3', 'q4 end'],
  ]);
  expect(all).toMatchObject({ 'facts found': 0.4, q2: 0.5 });
});

it('names nothing twice', () => {
  expect(
    chipsOf(0.5, { likeness: 0.5, f1: 0.5, recall: 0.5, boxed: 1, anywhere: 1, exact: 0 }),
  ).toEqual({
    'facts found': 0.5,
    'in a box': 1,
    'found anywhere': 1,
    'matches exactly': 0,
  });
});
