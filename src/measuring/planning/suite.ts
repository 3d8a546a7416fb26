import { writesWhole } from '../../base/cache-modes.js';
import { isTruthy } from '../../base/environment.js';
import { matchesName } from '../../base/text/wildcard.js';
import type { Case } from '../../contract/case.js';
import { caseIn } from '../../contract/case-line.js';
import type { Seen } from './seen.js';
import { type ConfiguredThinking, configuredThinking } from './thinking.js';

/** promptfoo's test suite as a `beforeAll` hook gets it, as far as a plan needs it. */
export interface Suite {
  providers: readonly { id(): string; label?: string; config?: unknown; transform?: unknown }[];
  prompts: readonly SuitePrompt[];
  /** Prompts by label or id of a provider, if it has its own list. */
  providerPromptMap?: Record<string, string[]>;
  tests?: readonly SuiteTest[];
  scenarios?: readonly { config: readonly SuiteTest[]; tests?: readonly SuiteTest[] }[];
  defaultTest?: SuiteTest | string;
}

interface SuitePrompt {
  id?: string;
  label?: string;
  raw?: string;
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
    postprocess?: unknown;
  };
  assert?: unknown;
}

export interface PlannedTest {
  case?: Case;
  description?: string;
  /** Part of the grid it belongs to: `2/4`. */
  shard?: string;
  marks?: number;
  measures?: readonly string[];
  /** Calls of each of `PlannedSuite.providers`. */
  calls: number[];
}

export type OurTest = PlannedTest & { case: Case };

export function marksOf({ marks = 1 }: Pick<PlannedTest, 'marks'>): number {
  return marks;
}

export interface PlannedProvider {
  id: string;
  label?: string;
  /** Where its calls go, if known. promptfoo knows it for many providers. */
  address?: string;
  /** Uses OpenAI's `service_tier: flex`, with a model that has it. */
  isFlex?: true;
  /** Writes every prompt to its cache completely, at a price. */
  writesWhole?: true;
  thinking?: ConfiguredThinking;
  seen?: Seen;
}

/** What an evaluation would send, as plain data. */
export interface PlannedSuite {
  providers: PlannedProvider[];
  tests: PlannedTest[];
  /** What to know before the first call. See `suiteNotes`. */
  notes?: string[];
  englishNotes?: string[];
}

export interface ExpandOptions {
  /** Runs of tests that do not say so themselves. */
  repeat: number;
  /** Variables of promptfoo's process, with those of `.env`. */
  env: NodeJS.ProcessEnv;
  /** Names the files that match a var's `file://` pattern. */
  filesOf: (pattern: string) => readonly string[];
}

/**
 * Works out which provider is sent which test how often, as promptfoo's evaluator does (0.121.20 and 0.123.1):
 * by `prompts` and `providers` lists, lists in vars, scenarios and repeats.
 *
 * promptfoo has no dry run, and expands a suite only while evaluating. Without these rules a plan would count
 * calls nobody makes. test/measuring/planning/suite.test.ts and test/e2e/plan.test.ts compare them with
 * promptfoo.
 */
export function expandSuite(suite: Suite, options: ExpandOptions): PlannedSuite {
  const defaults = defaultsOf(suite);
  const tests = askedOf(suite).map(({ test, vars, prompts }): PlannedTest => {
    const runs =
      repeatsOf(test, defaults, options) *
      combinations(vars, keepsLists(test, defaults, options), options);
    const { shard, measures, marks } = test.metadata ?? {};
    const own = caseIn(vars);
    return {
      ...(isCase(own) && { case: own }),
      ...(test.description !== undefined && { description: test.description }),
      ...(typeof shard === 'string' && { shard }),
      ...(typeof marks === 'number' && { marks }),
      ...(Array.isArray(measures) && { measures: measures.map(String) }),
      calls: prompts.map((own) => runs * own.length),
    };
  });
  return { providers: plannedProviders(suite, options.env), tests };
}

const HAS_FLEX = /^openai:.*\b(o3|o4-mini|gpt-5)(?!\S*chat)/;

export function plannedProviders(
  { providers }: Pick<Suite, 'providers'>,
  env: NodeJS.ProcessEnv,
): PlannedProvider[] {
  return providers.map((provider): PlannedProvider => {
    const address = addressOf(provider, env);
    const { service_tier: tier } = (provider.config ?? {}) as { service_tier?: unknown };
    const thinking = configuredThinking(provider.config);
    return {
      id: provider.id(),
      ...(tier === 'flex' && HAS_FLEX.test(provider.id()) && { isFlex: true as const }),
      ...(writesWhole(provider.id(), provider.config) && { writesWhole: true }),
      ...(thinking !== undefined && { thinking }),
      ...(provider.label && { label: provider.label }),
      ...(address !== undefined && { address }),
    };
  });
}

/** Lists each test with all its vars and, for each provider, its prompts. */
export function askedOf(suite: Suite) {
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

/** Returns one test without vars if there are neither tests nor scenarios, as promptfoo does. */
function testsOf({ tests = [], scenarios }: Suite, defaults: SuiteTest): SuiteTest[] {
  const first = tests.length === 0 && !scenarios ? [{}] : tests;
  const others = (scenarios ?? []).flatMap(({ config, tests: own }) =>
    config.flatMap((data) =>
      (own ?? [{}]).map((test) => ({
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
  const own = test.options?.repeat ?? defaults.options?.repeat;
  return own !== undefined && Number.isSafeInteger(own) && own > 0 ? own : repeat;
}

function keepsLists(test: SuiteTest, defaults: SuiteTest, { env }: ExpandOptions): boolean {
  return (
    isTruthy(env.PROMPTFOO_DISABLE_VAR_EXPANSION) ||
    Boolean(test.options?.disableVarExpansion ?? defaults.options?.disableVarExpansion)
  );
}

function combinations(
  vars: Record<string, unknown>,
  listsStay: boolean,
  { filesOf }: ExpandOptions,
): number {
  if (listsStay) return 1;
  return Object.values(vars).reduce<number>((product, value) => {
    if (typeof value === 'string' && value.startsWith('file://')) {
      return product * Math.max(1, filesOf(value.slice('file://'.length)).length);
    }
    const isList = Array.isArray(value) && typeof value[0] === 'string';
    return isList ? product * value.length : product;
  }, 1);
}

function isAllowed(names: readonly (string | undefined)[], allowed: string[] | undefined): boolean {
  if (!Array.isArray(allowed)) return true;
  return allowed.some((name) => names.some((own) => own && matchesName(name, own)));
}

export function isCase(value: unknown): value is Case {
  const fields = value as Partial<Case> | null | undefined;
  return typeof fields?.benchmark === 'string' && typeof fields.tokens === 'number';
}

/** Settings of promptfoo's providers that name their address, the strongest first. */
const ADDRESSES = ['apiHost', 'apiBaseUrl', 'baseURL', 'baseUrl'];

/** Variables that do the same, by how ids begin. */
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
