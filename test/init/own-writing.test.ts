import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOwnWriting } from '../../src/init/own-writing.js';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });
const text = lines.map((list) => list.join('\n'));

describe('inOwnWriting', () => {
  it('makes a change and leaves all other lines as they are written', () => {
    const own = 'a:    1\n\n\nb: [x,\n  y]\nc: 3\n';
    const before = 'a: 1\n\nb: [x, y]\nc: 3\n';
    const after = 'a: 1\n\nb: [x, y]\nc: 4\nd: 5\n';
    expect(inOwnWriting(own, before, after)).toBe('a:    1\n\n\nb: [x,\n  y]\nc: 4\nd: 5\n');
  });

  it('makes nothing else of a text that is written as the change is', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(inOwnWriting(before, before, after)).toBe(after);
      }),
    );
  });

  it('leaves a text as it is when nothing changes', () => {
    fc.assert(
      fc.property(text, text, (own, before) => {
        expect(inOwnWriting(own, before, before)).toBe(own);
      }),
    );
  });
});
