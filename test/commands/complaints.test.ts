import { afterEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../src/base/user-error.js';
import { complain } from '../../src/commands/complaints.js';

afterEach(() => vi.restoreAllMocks());

describe('a complaint', () => {
  it('has no key that an error carries, since build servers show it to everybody', () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const key = `sk-proj-${'Ab3'.repeat(16)}`;
    expect(complain(new UserError(`401 Incorrect API key provided: ${key}`))).toBe(3);
    const [[text]] = written.mock.calls as [[string]];
    expect(text).toMatch(/^error: 401 Incorrect API key/);
    expect(text).not.toContain(key);
  });
});
