/**
 * The option `structured`: a test carries a JSON schema of its answer in each form that promptfoo passes on
 * from a test's `options`. They have different names, and a provider takes its own and no other.
 */

import { print } from '../base/safe-output.js';
import type { AnswerSchema } from '../benchmarks/benchmark.js';
import { namesOf, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { takenBy } from '../haystack/messages/provider-form.js';

/**
 * The schema of an answer as options of a promptfoo test: OpenAI's form, which most providers share,
 * Anthropic's and Google's.
 */
export function schemaOptions({ key, value }: AnswerSchema): Record<string, unknown> {
  // Google knows no `additionalProperties`, and the other two need it.
  const google = { type: 'object', properties: { [key]: value }, required: [key] };
  const schema = { ...google, additionalProperties: false };
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    output_format: { type: 'json_schema', schema },
    responseSchema: google,
  };
}

/** Whether a structured Case is asked of a provider that is not known to get its schema. */
export function lacksSchema({ structured }: Case, provider: ProviderIdentity = {}): boolean {
  return Boolean(structured && namesOf(provider)[0] && !takenBy(provider)?.schema);
}

/** Providers that a warning was printed for. */
const warned = new Set<string>();

/** Print once for each provider that it is not known to get the schema of a structured Case. */
export function warnWithoutSchema(theCase: Case, provider: ProviderIdentity = {}): void {
  const [name = ''] = namesOf(provider);
  if (warned.has(name) || !lacksSchema(theCase, provider)) return;
  warned.add(name);
  const remedy = name.startsWith('ollama:')
    ? 'Ask Ollama as openai:chat:MODEL with `apiBaseUrl: http://localhost:11434/v1`.'
    : 'The page docs/options.md names providers that get it.';
  print(
    process.stderr,
    `promptfoo-counting-stars: ${name} is not known to get the JSON schema of \`structured\`. Without it, ` +
      `it is asked in words alone. ${remedy}\n`,
  );
}
