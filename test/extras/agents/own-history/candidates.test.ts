import { describe, expect, it } from 'vitest';
import {
  candidatesIn,
  isAboutExamples,
} from '../../../../src/extras/agents/own-history/candidates.js';
import { namesInCode } from '../../../../src/extras/agents/own-history/private.js';

const valuesOf = (line: string) => [...candidatesIn(0, line)].map(({ value }) => value);

describe('a value of a result', () => {
  it.each(['listening on port 48213', '  12→  "order": 48213,', 'Head commit: 1693142'])(
    'may be asked for in %j',
    (line) => expect(valuesOf(line)).toHaveLength(1),
  );

  it.each([
    '  12→  // order: 48213',
    'src/ledger_test.go:12: order := 48213',
    'order: 48213, for example',
    '"updatedAt":"2026-06-14T01:28:54Z"',
    'Original token count: 48213',
    '"foreground": "#338635"',
    '"session_id": "2026-uuid-4821"',
    'class: opacity-4821',
  ])('is not asked for in %j', (line) => expect(valuesOf(line)).toEqual([]));

  it.each([
    ['a test', { path: 'src/ledger.test.ts' }, true],
    ['a manual', { command: 'cat docs/ledger.md' }, true],
    ['a program', { path: 'src/ledger.ts' }, false],
  ])('of %s is an example or none', (_, given, isExample) => {
    const call = { role: 'call', id: 'c', tool: 'read', arguments: given } as const;
    expect(isAboutExamples(call)).toBe(isExample);
  });
});

it('words that code uses are no names of people', () => {
  expect(namesInCode('throw new Failure(x); Promise<Order>; Map.of(1) by Arvo Brovell')).toEqual([
    'Failure',
    'Promise',
    'Map',
  ]);
});
