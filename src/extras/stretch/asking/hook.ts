/** What promptfoo runs before an evaluation that `stretch` starts: it puts other providers into the suite. */

import { writeFileSync } from 'node:fs';
import type { ApiProvider, ProviderResponse } from 'promptfoo';
import { UserError } from '../../../base/user-error.js';
import type { TokenizerReference } from '../../../contract/case.js';
import { caseIn } from '../../../contract/case-line.js';
import type { StretchNote } from '../../../contract/stretch.js';
import { loadTokenizer } from '../../../haystack/tokenizer.js';
import { isCase, plannedProviders } from '../../../measuring/planning/expand-suite.js';
import type { PlannedProvider } from '../../../measuring/planning/suite.js';
import { assertedForm, ownTokens } from './frames.js';
import { lookedFor } from './looked-for.js';
import { paddingByRepeat } from './padding.js';
import {
  assertedTests,
  assertJudgeable,
  assertTakesPrompts,
  languageOfTests,
  replaceProviders,
  type StretchedSuite,
  testsIn,
} from './stretch-suite.js';
import { armsOf, askedName, StretchedColumn, StretchedProvider } from './stretched-provider.js';

/** What is asked around the tests of a config: plain data. */
export interface StretchOptions {
  lengths: readonly number[];
  as: StretchNote['as'];
  tokenizer: TokenizerReference;
  seed: number;
}

/** What a rehearsal finds. */
export interface Rehearsal {
  providers: PlannedProvider[];
  /** Tokens of each prompt as it is, once for each repeat, by provider. */
  prompts: number[][];
  /** What assertions look for that no padding could be found without. */
  unavoidable: string[];
  /** Generated tests, which are left out. */
  leftOut: number;
  /** The language of the padding, which is that of the tests. */
  language: string;
  /** The first mistake of the user's. */
  error?: string;
}

interface HookContext {
  suite: StretchedSuite;
}

/** The hook of an evaluation. */
export function stretching(options: StretchOptions): (context: HookContext) => Promise<void> {
  let calls = 0;
  return async ({ suite }) => {
    // promptfoo runs this hook first, and hooks of the user's may still change the suite.
    const { extensions = [] } = suite;
    const [own] = extensions;
    if (own !== undefined && extensions.at(-1) !== own) extensions.push(own);
    calls++;
    if (calls < extensions.filter((one) => one === own).length) return;
    calls = 0;
    withoutGenerated(suite);
    const { paddingOf } = await paddingFor(suite, options);
    const { providers } = suite;
    const columns = armsOf(options.as, options.lengths).flatMap((arm) =>
      providers.map((provider) => new StretchedProvider(provider, arm, paddingOf)),
    );
    replaceProviders(suite, columns);
  };
}

/**
 * Rehearses: promptfoo renders every prompt as it will be sent, and nobody is called. No other hook runs.
 * @param file - where what is found is written as JSON, at the end of the process
 */
export function rehearsing(
  options: StretchOptions,
  file: string,
): (context: HookContext) => Promise<void> {
  return async ({ suite }) => {
    suite.extensions?.splice(0);
    const found: Rehearsal = {
      ...{ providers: [], prompts: suite.providers.map(() => []) },
      ...{ unavoidable: [], leftOut: 0, language: 'en' },
    };
    process.once('exit', () => writeFileSync(file, JSON.stringify(found)));
    const orError = (act: () => void) => {
      try {
        act();
      } catch (error) {
        found.error ??= messageOf(error);
      }
    };
    try {
      found.providers = plannedProviders(suite, process.env);
      found.leftOut = withoutGenerated(suite);
      assertJudgeable(suite);
      assertTakesPrompts(suite);
      const { paddingOf, language } = await paddingFor(suite, options);
      const { unavoidable, tokenizer } = paddingOf(0);
      Object.assign(found, { language, unavoidable: unavoidable.map(({ name }) => name) });
      const columns = suite.providers.map((provider, i) => {
        const rehearse = (prompt: string) => {
          assertedForm(prompt, options.as, provider);
          found.prompts[i]!.push(ownTokens(prompt, (text) => tokenizer.count(text)));
        };
        return new RehearsedProvider(provider, (prompt) => orError(() => rehearse(prompt)));
      });
      withoutJudging(suite);
      replaceProviders(suite, columns);
    } catch (error) {
      found.error = messageOf(error);
      process.exit(0);
    }
  };
}

/** A provider that is asked nothing. */
class RehearsedProvider extends StretchedColumn {
  constructor(
    original: ApiProvider,
    private readonly rehearse: (prompt: string) => void,
  ) {
    super(original);
  }

  id(): string {
    return `rehearsed:${askedName(this.original)}`;
  }

  ask(_: ApiProvider, prompt: string): Promise<ProviderResponse> {
    this.rehearse(prompt);
    return Promise.resolve({ output: '' });
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  throw error;
}

/** Leave out the tests of our generators, which have lengths of their own, and count them. */
function withoutGenerated(suite: StretchedSuite): number {
  const { tests = [] } = suite;
  const own = tests.filter(({ vars }) => !isCase(caseIn(vars)));
  if (tests.length > 0 && own.length === 0) {
    throw new UserError(
      'All tests of the config were made by promptfoo-counting-stars and have lengths of their own. Name a config of ' +
        'ordinary tests with -c.',
    );
  }
  suite.tests = own;
  return tests.length - own.length;
}

/** In a rehearsal nothing is judged, and no test talks to a provider of its own. */
function withoutJudging(suite: StretchedSuite): void {
  for (const test of testsIn(suite)) {
    delete test.assert;
    delete test.provider;
  }
}

async function paddingFor(suite: StretchedSuite, { tokenizer, lengths, seed }: StretchOptions) {
  const looked = lookedFor(assertedTests(suite));
  const language = languageOfTests(suite);
  const longest = Math.max(...lengths);
  const loaded = await loadTokenizer(tokenizer);
  return { language, paddingOf: paddingByRepeat(loaded, longest, looked, seed, language) };
}
