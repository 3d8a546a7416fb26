import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../../src/benchmarks/registry.js';
import type { Case } from '../../src/contract/case.js';
import { caseId } from '../../src/contract/case-identity.js';
import { caseIn } from '../../src/contract/case-line.js';
import { caseLine } from '../../src/generators/generate.js';
import * as plugin from '../../src/index.js';
import { configsOf } from '../benchmarks/configs.js';
import { exampleCase } from './example-case.js';

const REFERENCE = 'package:promptfoo-counting-stars:prompt';

const generators = plugin as unknown as Record<string, plugin.TestGenerator<object>>;

/** What begins a tag of promptfoo's templates. */
const TAG = /\{[{%#]/;

function readBack(theCase: Case): unknown {
  return caseIn({ prompt: caseLine(REFERENCE, theCase) });
}

describe('a Case behind the reference to its prompt', () => {
  it('has what tells prompts apart first, in short lines', () => {
    const line = caseLine(REFERENCE, exampleCase({ template: { file: 'my {{x}}', sha256: '0' } }));
    expect(line.split('\n')).toEqual([
      `${REFERENCE}:`,
      'benchmark=counting-stars',
      'task=acquisition tokens=64000',
      'evidence=32 seed=1 language=en',
      'haystack=moby-dick tokenizer=o200k_base',
      'reserve=240 edition="0f1e2d3c"',
      'template={"file":"my\\u0020\\u007b{x}}","sha256":"0"}',
    ]);
  });

  it.each(BENCHMARKS.map(({ generator }) => generator))('is read back whole: %s', async (name) => {
    for (const config of configsOf(name)) {
      for (const { vars, metadata } of await generators[name]!(config)) {
        const line = String(vars.prompt ?? vars.context);
        const read = caseIn({ prompt: line }) as Case;
        expect(read).toEqual(vars.case);
        expect(caseId(read)).toBe(metadata!.id);
        expect(line).not.toMatch(TAG);
        // One word alone may be longer than a line.
        const long = line.split('\n').filter((one) => one.length > 39 && one.includes(' '));
        expect(long).toEqual([]);
      }
    }
  });

  it('is read back whole, whatever stands in it', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.constantFrom('true', '{{', '{%x#}'),
    );
    fc.assert(
      fc.property(value, fc.string(), (own, name) => {
        const theCase = { ...exampleCase(), own, language: { file: name, sha256: name } } as Case;
        expect(readBack(theCase)).toEqual(JSON.parse(JSON.stringify(theCase)));
        expect(caseLine(REFERENCE, theCase)).not.toMatch(TAG);
      }),
    );
  });
});

describe('caseIn', () => {
  const theCase = exampleCase();
  const prompt = caseLine(REFERENCE, theCase);

  it('finds the Case of older results in the var `case`', () => {
    expect(caseIn({ case: theCase, prompt: REFERENCE })).toBe(theCase);
  });

  it('finds it in each form of a prompt', () => {
    const context = caseLine('package:promptfoo-counting-stars:context', theCase);
    expect(caseIn({ context, question: 'package:promptfoo-counting-stars:question' })).toEqual(
      theCase,
    );
    expect(caseIn({ prompt: caseLine('package:promptfoo-counting-stars:chat', theCase) })).toEqual(
      theCase,
    );
  });

  it('finds it in the test where promptfoo put the prompt in the place of its reference', () => {
    expect(caseIn({ prompt: 'Call me Ishmael.' }, { vars: { prompt } })).toEqual(theCase);
  });

  it('finds it in the text that a function of ours put there, for the functions that come next', async () => {
    const [test] = await plugin.countingStars({ stars: 4, lengths: [1000], form: 'parts' });
    const vars: Record<string, unknown> = { ...test!.vars };
    expect(Object.keys(vars)).toEqual(['context', 'question']);
    vars.context = (await plugin.context('context', '', vars)).output;
    expect(String(vars.context)).toContain('The little penguin');
    expect(caseIn(vars)).toEqual(test!.vars.case);
    expect(String((await plugin.question('question', '', vars)).output)).toContain('penguin');
  });

  it("takes no var `case` of the user's own for a Case", () => {
    expect(caseIn({ case: 'brief', prompt })).toEqual(theCase);
    expect(caseIn({ case: 'brief' })).toBe('brief');
  });

  it.each([
    undefined,
    null,
    {},
    { prompt: REFERENCE },
    { prompt: `${REFERENCE}:\ntokens={` },
    { prompt: `package:another:prompt:\ntokens=1` },
  ])('finds nothing in %j', (vars) => {
    expect(caseIn(vars)).toBeUndefined();
  });
});
