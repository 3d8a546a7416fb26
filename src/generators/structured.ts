/**
 * The option `structured`: adds a JSON schema of the answer to a test, in each form that promptfoo passes on.
 * Each provider takes its own.
 */

import { print } from '../base/safe-output.js';
import type { AnswerSchema } from '../benchmarks/benchmark.js';
import { namesOf, type ProviderIdentity } from '../contract/by-provider.js';
import type { Case } from '../contract/case.js';
import { takenBy } from '../haystack/messages/provider-form.js';

/** Returns a schema as options of a promptfoo test, in the forms of OpenAI (shared by most), Anthropic and Google. */
export function schemaOptions({ key, value }: AnswerSchema): Record<string, unknown> {
  // Google does not know `additionalProperties`, which the others need.
  const google = { type: 'object', properties: { [key]: value }, required: [key] };
  const schema = { ...google, additionalProperties: false };
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    output_format: { type: 'json_schema', schema },
    responseSchema: google,
  };
}

/** Tells whether a provider is not known to get the schema of a structured Case. */
export function lacksSchema({ structured }: Case, provider: ProviderIdentity = {}): boolean {
  return Boolean(structured && namesOf(provider)[0] && !takenBy(provider)?.schema);
}

const warned = new Set<string>();

/** Warns once per provider that it is not known to get the schema. */
export function warnWithoutSchema(theCase: Case, provider: ProviderIdentity = {}): void {
  const [name = ''] = namesOf(provider);
  if (warned.has(name) || !lacksSchema(theCase, provider)) return;
  warned.add(name);
  const remedy = name.startsWith('ollama:')
    ? 'Ask Ollama as openai:chat:MODEL with `apiBaseUrl: http://localhost:11434/v1`.'
    : 'The page docs/reference/options.md names providers that get it.';
  print(
    process.stderr,
    `promptfoo-counting-stars: ${name} is not known to get the JSON schema of \`structured\`. Without it, ` +
      `it is asked in words alone. ${remedy}\n`,
  );
}
