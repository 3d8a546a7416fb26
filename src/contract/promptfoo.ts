/**
 * What promptfoo is handed by this package, and hands to it, as far as either is used. promptfoo's own types are not
 * named in what is published: with them, a project that checks the types of its packages checks all of promptfoo's, which
 * need types of packages that nobody has installed. test/contract/promptfoo.test.ts holds these against promptfoo's.
 */

/** An assertion of ours. Those of the user's own are passed on as they are. */
export interface Assertion {
  type: 'javascript';
  value: string;
  threshold?: number;
  weight?: number;
  metric?: string;
  config?: Record<string, unknown>;
}

/** A test as a generator makes it. */
export interface TestCase {
  description?: string;
  vars?: Record<string, string | object>;
  assert?: Assertion[];
  options?: object;
  metadata?: Record<string, unknown>;
  /** Labels or ids of prompts and of providers, where not all are meant. */
  prompts?: string[];
  providers?: string[];
}

/** What an assertion answers. */
export interface GradingResult {
  pass: boolean;
  score: number;
  reason: string;
  namedScores?: Record<string, number>;
  metadata?: Record<string, unknown>;
}

/** What a provider answers. */
export interface ProviderResponse {
  output?: unknown;
  raw?: unknown;
  error?: string;
  cached?: boolean;
  cost?: number;
  latencyMs?: number;
  tokenUsage?: { prompt?: number; completion?: number; total?: number; numRequests?: number };
  metadata?: Record<string, unknown>;
}

/** What a provider is told of the test. */
export interface CallContext {
  vars?: Record<string, unknown>;
  test?: { vars?: unknown };
  /** Which repeat it is, from 0. */
  repeatIndex?: number;
}

/** A provider. */
export interface Provider {
  id(): string;
  callApi(prompt: string, context?: CallContext): Promise<ProviderResponse>;
}
