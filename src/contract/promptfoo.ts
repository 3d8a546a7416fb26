/**
 * Types of what this package exchanges with promptfoo. promptfoo's own types would make users' projects check
 * all of promptfoo's dependencies. test/contract/promptfoo.test.ts compares both.
 */

export interface Assertion {
  type: 'javascript';
  value: string;
  threshold?: number;
  weight?: number;
  metric?: string;
  config?: Record<string, unknown>;
}

export interface TestCase {
  description?: string;
  vars?: Record<string, string | object>;
  assert?: Assertion[];
  options?: object;
  metadata?: Record<string, unknown>;
  /** Labels or ids of prompts and providers, if not all are meant. */
  prompts?: string[];
  providers?: string[];
}

export interface GradingResult {
  pass: boolean;
  score: number;
  reason: string;
  namedScores?: Record<string, number>;
  metadata?: Record<string, unknown>;
}

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

export interface CallContext {
  vars?: Record<string, unknown>;
  test?: { vars?: unknown };
  /** Which repeat it is, from 0. */
  repeatIndex?: number;
}

export interface Provider {
  id(): string;
  callApi(prompt: string, context?: CallContext): Promise<ProviderResponse>;
}
