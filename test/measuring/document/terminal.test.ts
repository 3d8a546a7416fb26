import { afterEach, describe, expect, it, vi } from 'vitest';
import { aligned, clip, showsColour } from '../../../src/measuring/document/terminal.js';

describe('clip', () => {
  it.each([
    ['short', 'short'],
    ['exactly ten', 'exactly t…'],
    ['小企鹅数星星', '小企鹅数…'],
    ['🌟🌟🌟🌟🌟', '🌟🌟🌟🌟🌟'],
    ['🌟🌟🌟🌟🌟🌟', '🌟🌟🌟🌟…'],
    ['a\u001b[2Jb\nc', 'a [2Jb c'],
  ])('cuts %j to ten columns: %j', (text, expected) => {
    expect(clip(text, 10)).toBe(expected);
  });
});

describe('aligned', () => {
  it('counts columns, not characters', () => {
    const table = [
      ['', 'n'],
      ['企鹅', '1'],
      ['abc', '22'],
    ];
    expect(aligned(table)).toBe(['       n', '企鹅   1', 'abc   22'].join('\n'));
  });
});

describe('showsColour', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('honours terminals and NO_COLOR', () => {
    vi.stubEnv('FORCE_COLOR', '');
    vi.stubEnv('NO_COLOR', '');
    expect(showsColour({ isTTY: true })).toBe(true);
    expect(showsColour({})).toBe(false);
    vi.stubEnv('FORCE_COLOR', '1');
    expect(showsColour({})).toBe(true);
    vi.stubEnv('NO_COLOR', '1');
    expect(showsColour({ isTTY: true })).toBe(false);
  });
});
