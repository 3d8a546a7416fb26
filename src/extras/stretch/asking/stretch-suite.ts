/** A suite of promptfoo's, changed so that each test is asked under a long context. */
import type { ApiProvider, CallApiContextParams, CallApiOptionsParams } from 'promptfoo';
import { matchesName } from '../../../base/text/wildcard.js';
import { UserError } from '../../../base/user-error.js';
import { namesOf } from '../../../contract/by-provider.js';
import type { Asserted, AssertedTest } from './looked-for.js';
import { askedName, StretchedColumn } from './stretched-provider.js';

interface Test {
  vars?: Record<string, unknown>;
  assert?: readonly Asserted[];
  providers?: string[];
  provider?: unknown;
}

/** The suite that a hook is given before an evaluation, as far as it is looked at or changed. */
export interface StretchedSuite {
  providers: ApiProvider[];
  prompts: {
    raw?: unknown;
    function?: (context: { vars: unknown; provider?: ApiProvider }) => unknown;
  }[];
  providerPromptMap?: Record<string, string[]>;
  tests?: Test[];
  scenarios?: { config: Test[]; tests?: Test[] }[];
  defaultTest?: Test | string;
  redteam?: unknown;
  extensions?: string[];
}

/** All tests of a suite, the parts that scenarios are made of, and the default one. */
export function testsIn({ tests = [], scenarios = [], defaultTest }: StretchedSuite): Test[] {
  return [
    ...tests,
    ...scenarios.flatMap(({ config, tests: own = [] }) => [...config, ...own]),
    ...(typeof defaultTest === 'object' ? [defaultTest] : []),
  ];
}

/** What each test asserts, with its variables; those of scenarios in each of their combinations. */
export function assertedTests(suite: StretchedSuite): AssertedTest[] {
  const { tests = [], scenarios = [], defaultTest } = suite;
  const defaults = typeof defaultTest === 'object' ? defaultTest : {};
  const together = (parts: readonly Test[]): AssertedTest => ({
    assert: parts.flatMap(({ assert = [] }) => assert),
    vars: Object.assign({}, ...parts.map(({ vars }) => vars)),
  });
  return [
    ...(tests.length > 0 ? tests : [{}]).map((test) => together([defaults, test])),
    ...scenarios.flatMap(({ config, tests: own = [{}] }) =>
      config.flatMap((data) => own.map((test) => together([defaults, data, test]))),
    ),
  ];
}

/** Assertions that compare the answers of several providers. */
const COMPARES = /^(?:not-)?(?:select-best|max-score)$/;

/** @throws {UserError} for a suite whose answers are not judged one by one */
export function assertJudgeable(suite: StretchedSuite): void {
  const asserted = testsIn(suite).flatMap(({ assert = [] }) => assert.flatMap(withInner));
  const comparing = asserted.find(({ type }) => COMPARES.test(String(type)));
  if (comparing) {
    throw new UserError(
      `The assertion \`${comparing.type}\` compares the answers of several providers, and would compare lengths ` +
        'here. Leave these tests out, for example with `stretch -- --filter-pattern NAME`, or give them another assertion.',
    );
  }
  if (suite.redteam !== undefined) {
    throw new UserError(
      'Red-team tests make their prompts as they go, and cannot be stretched. Name a config without `redteam`.',
    );
  }
}

/** Providers that send what their config says, by their ids. */
const TEMPLATED = /^(?:https?|wss?|websocket)(?::|$)/;

/** @throws {UserError} for a provider that would be sent no text around prompts, since it is sent none of them */
export function assertTakesPrompts({ providers }: StretchedSuite): void {
  const without = providers.find(
    (one) =>
      TEMPLATED.test(one.id()) && !`${one.id()} ${writtenOut(one.config)}`.includes('prompt'),
  );
  if (!without) return;
  throw new UserError(
    `The provider "${askedName(without)}" sends no \`{{prompt}}\`, so no text can stand around it. Use \`{{prompt}}\` in ` +
      'its `body`, or leave it out with `stretch -- --filter-providers NAME`.',
  );
}

/** A config as a text, with its functions. */
function writtenOut(config: unknown): string {
  return JSON.stringify(config, (_, one) => (typeof one === 'function' ? String(one) : one)) ?? '';
}

function withInner(one: Asserted): Asserted[] {
  return [one, ...(one.assert ?? []).flatMap(withInner)];
}

/**
 * Put other providers into a suite, each for one of the user's. The user's stay in it without a prompt, so that promptfoo
 * finds graders among them as it does else.
 *
 * @param columns - what is asked, in order; with those of prompts as they are first, positions in results are as in
 *   a plain evaluation
 */
export function replaceProviders(suite: StretchedSuite, columns: readonly StretchedColumn[]): void {
  const { providers, providerPromptMap = {} } = suite;
  for (const test of testsIn(suite)) {
    const { providers: allowed } = test;
    if (allowed) {
      test.providers = columns
        .filter(({ original }) => allowed.some((name) => isNamed(original, name)))
        .map((column) => column.id());
    }
    if (isProvider(test.provider)) test.provider = forEachColumn(test.provider);
  }
  const prompts = columns.flatMap((column) => {
    const own = providerPromptMap[askedName(column.original)];
    return own ? [[column.id(), own] as const] : [];
  });
  suite.providerPromptMap = {
    ...Object.fromEntries(prompts),
    ...Object.fromEntries(providers.map((provider) => [askedName(provider), []])),
  };
  suite.providers = [...columns, ...providers];
  for (const prompt of suite.prompts) {
    const { function: write } = prompt;
    if (write) prompt.function = (context) => write({ ...context, ...originalOf(context) });
  }
}

function isNamed(provider: ApiProvider, name: string): boolean {
  return namesOf(provider).some((own) => own !== '' && matchesName(name, own));
}

/** Prompt functions are told the user's provider. */
function originalOf({ provider }: { provider?: ApiProvider }): { provider?: ApiProvider } {
  return provider instanceof StretchedColumn ? { provider: provider.original } : {};
}

/** Providers that talk to the one that is tested, and hand it prompts of their own. */
const TALKS = /^promptfoo:/;

/** A test's own provider, asked as the column asks its own. */
function forEachColumn(own: ApiProvider): ApiProvider {
  if (TALKS.test(own.id())) return own;
  return {
    ...(own.label !== undefined && { label: own.label }),
    config: own.config,
    id: () => own.id(),
    callApi: (prompt: string, context?: CallApiContextParams, options?: CallApiOptionsParams) => {
      const column = context?.originalProvider;
      return column instanceof StretchedColumn
        ? column.ask(own, prompt, context, options)
        : own.callApi(prompt, context, options);
    },
  };
}

function isProvider(value: unknown): value is ApiProvider {
  return typeof (value as ApiProvider | null | undefined)?.id === 'function';
}

/** Letters of one script, and how many of another a letter is worth: of Chinese, one is about half a word. */
const SCRIPTS = [
  { language: 'zh', letters: /\p{Script=Han}/gu, worth: 3 },
  { language: 'ko', letters: /\p{Script=Hangul}/gu, worth: 2 },
  { language: 'ru', letters: /\p{Script=Cyrillic}/gu, worth: 1 },
  // No prose is in the languages of these, and English is read by most models.
  { language: 'en', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, worth: 6 },
  { language: 'en', letters: /\p{Script=Latin}/gu, worth: 1 },
] as const;

/** So much text tells the language. */
const MOST_TESTS = 200;
const MOST_CHARACTERS = 2000;

/** Of the variables of tests; of prompts where these have no letters. */
export function languageOfTests(suite: StretchedSuite): string {
  const vars = assertedTests(suite)
    .slice(0, MOST_TESTS)
    .flatMap((test) => Object.values(test.vars ?? {}));
  const prompts = suite.prompts.map(({ raw }) => raw);
  return languageIn(vars) ?? languageIn(prompts) ?? 'en';
}

function languageIn(values: readonly unknown[]): string | undefined {
  const texts = values.flatMap((one) =>
    typeof one === 'string' ? one.slice(0, MOST_CHARACTERS) : [],
  );
  const text = texts.join('\n');
  const counts = SCRIPTS.map(({ language, letters, worth }) => {
    return { language, count: worth * (text.match(letters)?.length ?? 0) };
  });
  const [most] = counts.sort((a, b) => b.count - a.count);
  return most!.count > 0 ? most!.language : undefined;
}
