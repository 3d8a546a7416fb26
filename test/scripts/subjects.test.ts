/** Subjects of commits begin with a verb and are short. */
import { describe, expect, it } from 'vitest';

const { complaintOf } = (await import(
  new URL('../../scripts/check-subjects.mjs', import.meta.url).href
)) as { complaintOf(subject: string): string | undefined };

describe('the subject of a commit', () => {
  it.each([
    'Translate command output',
    'Shorten the gate guide',
    'Label test bugs in test output',
    'Test how a new user reads the gate',
  ])('is fine: %s', (subject) => {
    expect(complaintOf(subject)).toBeUndefined();
  });

  it.each([
    ['Commands are said', 'begins with "Commands" instead of a verb such as Add, Fix or Show'],
    ['Shorter', 'begins with "Shorter" instead of a verb such as Add, Fix or Show'],
    ['Fixes the gate', 'begins with "Fixes" instead of a verb such as Add, Fix or Show'],
    ['docs: shorten a guide', 'begins with "docs:" instead of a verb such as Add, Fix or Show'],
    ['Test of the gate', 'reads as a noun, not as a verb with its object'],
    [
      'Explain at length what every one of the many changes of this commit does',
      'has 72 characters, at most 60',
    ],
  ])('is refused: %s', (subject, complaint) => {
    expect(complaintOf(subject)).toBe(complaint);
  });
});
