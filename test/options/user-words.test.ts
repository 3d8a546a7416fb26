/** Words of a user's that are names of what every object has, or no paths. */
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/user-error.js';
import { BENCHMARKS } from '../../src/benchmarks/registry.js';
import * as plugin from '../../src/index.js';

const WORDS = ['__proto__', 'a\0b'];

/** Makes grids small, where they are not refused. */
const SMALL = { lengths: [2000], chains: 1 };

describe.each(BENCHMARKS)('$generator', ({ generator, options: { shape } }) => {
  const expand = Reflect.get(plugin, generator) as (config: object) => Promise<unknown>;
  const small = Object.fromEntries(Object.entries(SMALL).filter(([name]) => name in shape));
  const outcomeOf = (name: string, word: string) =>
    // A literal `__proto__` would be no key.
    expand({ ...small, ...JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(word)}}`) }).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each(WORDS)('takes %j as it takes any other word', async (word) => {
    const errors: unknown[] = [];
    for (const name of [...Object.keys(shape), 'preset', 'baseline', word]) {
      errors.push(await outcomeOf(name, word));
    }
    const found = errors.filter((error) => error !== undefined);
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((error) => !(error instanceof UserError))).toEqual([]);
  });
});
