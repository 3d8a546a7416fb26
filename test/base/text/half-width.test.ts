import { expect, it } from 'vitest';
import { halfWidth, withAsciiDigits } from '../../../src/base/text/half-width.js';

it('digits and all full-width characters have counterparts in ASCII, nothing else has', () => {
  expect(withAsciiDigits('３')).toBe('3');
  expect(withAsciiDigits('／０９：')).toBe('／09：');
  expect(halfWidth('５')).toBe('5');
  expect(halfWidth('\uff00！～\uff5f')).toBe('\uff00!~\uff5f');
  expect(halfWidth('“”‘’、。−　')).toBe(`""'',.- `);
  expect(halfWidth('数，\ud83d\ude00')).toBe('数,\ud83d\ude00');
});
