/** Which provider would be asked which test how often, in promptfoo's process. */
import { writesWhole } from '../../base/cache-modes.js';
import { isTruthy } from '../../base/environment.js';
import { groupBy } from '../../base/group-by.js';
import { kept } from '../../base/kept.js';
import { matchesName } from '../../base/text/wildcard.js';
import type { Case } from '../../contract/case.js';
import { caseIn } from '../../contract/case-line.js';
import type { OwnPrompts, PlannedProvider, PlannedSuite, PlannedTest, Unsized } from './suite.js';
import { configuredThinking } from './thinking.js';

/** promptfoo's test suite as a `beforeAll` hook gets it, as far as a plan looks at it. */
export interface Suite {
  providers: readonly { id(): string; label?: string; config?: unknown; transform?: unknown }[];
  prompts: readonly SuitePrompt[];
  /** By label or id of a provider: the prompts it is asked, where it has a list of its own. */
  providerPromptMap?: Record<string, string[]>;
  tests?: readonly SuiteTest[];
  scenarios?: readonly { config: readonly SuiteTest[]; tests?: readonly SuiteTest[] }[];
  defaultTest?: SuiteTest | string;
  nunjucksFilters?: Readonly<Record<string, (...args: never[]) => unknown>>;
}

export interface SuitePrompt {
  id?: string;
  label?: string;
  /** Its template, or the source of a function. */
  raw?: string;
  function?: unknown;
  config?: unknown;
}

export interface SuiteTest {
  description?: string;
  vars?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  prompts?: string[];
  providers?: string[];
  options?: {
    repeat?: number;
    disableVarExpansion?: boolean;
    transform?: unknown;
    transformVars?: unknown;
    postprocess?: unknown;
  };
  assert?: unknown;
  provider?: unknown;
}

type Sized = { tokens: number; isForeign: boolean } | Unsized;

export interface ExpandOptions {
  /** How often each test is run that does not say so itself. */
  repeat: number;
  /** Variables of promptfoo's process, with those of `.env`. */
  env: NodeJS.ProcessEnv;
  /** Names of files that match a var's `file://` pattern. */
  filesOf: (pattern: string) => readonly string[];
  /** How long a prompt of the user's is with these variables; without it, none is looked at. */
  sizeOf?: (prompt: SuitePrompt, vars: Readonly<Record<string, unknown>>) => Sized;
}

/**
 * Which provider would be asked which test how often, decided as promptfoo's evaluator decides it
 * (0.121.20 and 0.123.1): by the lists `prompts` and `providers` of providers and tests, lists in
 * vars, scenarios, and repeats.
 *
 * promptfoo has no dry run, and it expands a suite only as it evaluates it, after the last hook that
 * could stop it. Without these rules a plan would count calls that nobody makes: a repeat or a filter
 * changes the cost several times over. test/measuring/planning/suite.test.ts and test/e2e/plan.test.ts compare them
 * with promptfoo itself.
 */
export function expandSuite(suite: Suite, options: ExpandOptions): PlannedSuite {
  const defaults = defaultsOf(suite);
  const tests = expanded(suite).map(({ test, vars, prompts }): PlannedTest => {
    const repeats = repeatsOf(test, defaults, options);
    const all = combinations(vars, keepsLists(test, defaults, options), options);
    const { shard, measures, marks } = test.metadata ?? {};
    const theCase = caseIn(vars);
    return {
      ...(isCase(theCase) && { case: theCase }),
      ...(test.description !== undefined && { description: test.description }),
      ...(typeof shard === 'string' && { shard }),
      ...(typeof marks === 'number' && { marks }),
      ...(Array.isArray(measures) && { measures: measures.map(String) }),
      ...(!isCase(theCase) &&
        options.sizeOf && {
          yours: ownPrompts(test, defaults, all, prompts, repeats, options.sizeOf),
        }),
      calls: prompts.map(({ length }) => repeats * all.length * length),
    };
  });
  return { providers: plannedProviders(suite, options.env), tests };
}

/** The prompts of a test of the user's, each rendered once for all providers. */
function ownPrompts(
  test: SuiteTest,
  defaults: SuiteTest,
  all: readonly Record<string, unknown>[],
  prompts: readonly SuitePrompt[][],
  repeats: number,
  sizeOf: NonNullable<ExpandOptions['sizeOf']>,
): OwnPrompts {
  const [transformed] = [test, defaults].filter(({ options }) => options?.transformVars);
  const provider = test.provider ?? defaults.provider;
  const sized = new Map<SuitePrompt, Sized[]>();
  const sizesOf = (prompt: SuitePrompt): Sized[] => {
    if (provider !== undefined) return all.map(() => ({ why: 'provider', name: nameOf(provider) }));
    if (transformed) return all.map(() => ({ why: 'variable', name: 'transformVars' }));
    return all.map((vars) => sizeOf(prompt, vars));
  };
  const sizes = prompts.map((ofProvider) =>
    ofProvider.flatMap((prompt) => kept(sized, prompt, () => sizesOf(prompt))),
  );
  const unsized = groupBy(
    sizes.flat().filter((size) => 'why' in size),
    (size) => JSON.stringify(size),
  );
  const limits = [...sized.keys()].flatMap(({ config }) => answerLimit(config) ?? []);
  const most =
    answerLimit(test.options) ??
    answerLimit(defaults.options) ??
    (limits.length > 0 && limits.length === sized.size ? Math.max(...limits) : undefined);
  return {
    tokens: sizes.map((ofProvider) =>
      ofProvider.flatMap((size) => ('why' in size ? [] : size.tokens)),
    ),
    repeats,
    ...(most !== undefined && { most }),
    isForeign: sizes.flat().some((size) => 'tokens' in size && size.isForeign),
    unsized: [...unsized.values()].map((alike) => ({
      ...alike[0]!,
      calls: repeats * alike.length,
    })),
  };
}

/** The id of a test's own provider, in whatever form it is given. */
function nameOf(provider: unknown): string {
  const { id } = provider as { id?: unknown };
  const value: unknown = typeof id === 'function' ? (provider as { id(): unknown }).id() : id;
  return String(value ?? (typeof provider === 'string' ? provider : ''));
}

/** Settings of promptfoo's providers that end an answer after so many tokens. */
const LIMITS = [
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'max_new_tokens'],
  ...['maxTokens', 'maxOutputTokens', 'num_predict'],
];

/** Settings that those of some providers are in. */
const INSIDE = ['generationConfig', 'inferenceConfig'];

/** The tokens that an answer has at most by a config. */
function answerLimit(config: unknown): number | undefined {
  if (typeof config !== 'object' || config === null) return undefined;
  const settings = config as Record<string, unknown>;
  const found = LIMITS.map((name) => settings[name]).find(
    (value) => typeof value === 'number' && value > 0,
  );
  if (found !== undefined) return found as number;
  return INSIDE.map((name) => answerLimit(settings[name])).find((limit) => limit !== undefined);
}

/** Models that OpenAI sells at half price to those who can wait. */
const HAS_FLEX = /^openai:.*\b(o3|o4-mini|gpt-5)(?!\S*chat)/;

/** What is known of the providers of a suite without asking them. */
export function plannedProviders(
  { providers }: Pick<Suite, 'providers'>,
  env: NodeJS.ProcessEnv,
): PlannedProvider[] {
  return providers.map((provider): PlannedProvider => {
    const address = addressOf(provider, env);
    const { service_tier: tier } = (provider.config ?? {}) as { service_tier?: unknown };
    const thinking = configuredThinking(provider.config);
    const mostAnswer = answerLimit(provider.config);
    return {
      id: provider.id(),
      ...(tier === 'flex' && HAS_FLEX.test(provider.id()) && { isFlex: true as const }),
      ...(writesWhole(provider.id(), provider.config) && { writesWhole: true }),
      ...(thinking !== undefined && { thinking }),
      ...(mostAnswer !== undefined && { mostAnswer }),
      ...(provider.label && { label: provider.label }),
      ...(address !== undefined && { address }),
    };
  });
}

/** Each test with all its vars and, for each provider, the prompts that it is asked with. */
export function expanded(suite: Suite) {
  const defaults = defaultsOf(suite);
  const prompts = suite.providers.map((provider) => {
    const allowed = suite.providerPromptMap?.[provider.label || provider.id()];
    return suite.prompts.filter((prompt) => isAllowed([prompt.label, prompt.id], allowed));
  });
  return testsOf(suite, defaults).map((test) => ({
    test,
    vars: { ...defaults.vars, ...test.vars },
    prompts: suite.providers.map((provider, i) => {
      const names = [provider.label, provider.id()];
      if (!isAllowed(names, test.providers ?? defaults.providers)) return [];
      const allowed = test.prompts ?? defaults.prompts;
      return prompts[i]!.filter(({ label, id }) => isAllowed([label, id], allowed));
    }),
  }));
}

export function defaultsOf({ defaultTest }: Suite): SuiteTest {
  return typeof defaultTest === 'object' ? defaultTest : {};
}

/** promptfoo runs one test without vars where there are neither tests nor scenarios. */
function testsOf({ tests = [], scenarios }: Suite, defaults: SuiteTest): SuiteTest[] {
  const first = tests.length === 0 && !scenarios ? [{}] : tests;
  const others = (scenarios ?? []).flatMap(({ config, tests: shared }) =>
    config.flatMap((data) =>
      (shared ?? [{}]).map((test) => ({
        ...defaults,
        ...data,
        ...test,
        vars: { ...defaults.vars, ...data.vars, ...test.vars },
        options: { ...defaults.options, ...data.options, ...test.options },
        metadata: { ...defaults.metadata, ...data.metadata, ...test.metadata },
      })),
    ),
  );
  return [...first, ...others];
}

function repeatsOf(test: SuiteTest, defaults: SuiteTest, { repeat }: ExpandOptions): number {
  const repeats = test.options?.repeat ?? defaults.options?.repeat;
  return repeats !== undefined && Number.isSafeInteger(repeats) && repeats > 0 ? repeats : repeat;
}

/** Tells whether promptfoo passes lists in vars on, instead of making a test for each item. */
function keepsLists(test: SuiteTest, defaults: SuiteTest, { env }: ExpandOptions): boolean {
  return (
    isTruthy(env.PROMPTFOO_DISABLE_VAR_EXPANSION) ||
    Boolean(test.options?.disableVarExpansion ?? defaults.options?.disableVarExpansion)
  );
}

/** The variables of each test that the lists among them make of one. */
function combinations(
  vars: Record<string, unknown>,
  listsStay: boolean,
  { filesOf }: ExpandOptions,
): Record<string, unknown>[] {
  if (listsStay) return [vars];
  return Object.entries(vars).reduce<Record<string, unknown>[]>(
    (all, [name, value]) => {
      const files = isFileVar(value) ? filesOf(value.slice(FILE.length)) : [];
      const isList = Array.isArray(value) && typeof value[0] === 'string';
      const values: unknown[] = isList ? value : files.map((file) => FILE + file);
      if (!isList && values.length === 0) return all;
      return all.flatMap((test) => values.map((item) => ({ ...test, [name]: item })));
    },
    [vars],
  );
}

/** What promptfoo reads a variable from. */
export const FILE = 'file://';

export function isFileVar(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(FILE);
}

function isAllowed(names: readonly (string | undefined)[], allowed: string[] | undefined): boolean {
  if (!Array.isArray(allowed)) return true;
  return allowed.some((name) => names.some((known) => known && matchesName(name, known)));
}

export function isCase(value: unknown): value is Case {
  const fields = value as Partial<Case> | null | undefined;
  return typeof fields?.benchmark === 'string' && typeof fields.tokens === 'number';
}

/** Settings of promptfoo's providers that name the address they call, the strongest first. */
const ADDRESSES = ['apiHost', 'apiBaseUrl', 'baseURL', 'baseUrl'];

/** Variables that do the same for the providers whose ids start so. */
const ADDRESS_VARIABLES = new Map([
  ['openai', ['OPENAI_API_HOST', 'OPENAI_API_BASE_URL', 'OPENAI_BASE_URL']],
  ['anthropic', ['ANTHROPIC_BASE_URL']],
]);

function addressOf(
  provider: Suite['providers'][number],
  env: NodeJS.ProcessEnv,
): string | undefined {
  const settings = provider.config as Record<string, unknown> | undefined;
  const variables = ADDRESS_VARIABLES.get(provider.id().split(':')[0]!) ?? [];
  const found = [
    ...ADDRESSES.map((name) => settings?.[name]),
    ...variables.map((name) => env[name]),
  ].find((value): value is string => typeof value === 'string' && value !== '');
  return found === undefined || found.includes('://') ? found : `https://${found}`;
}
