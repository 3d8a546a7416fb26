/** Providers as items of a YAML list. */
import { stringify } from 'yaml';
import { writesWhole } from '../../base/cache-modes.js';
import { say } from '../../base/text/language.js';
import type { ConfigProvider } from './wanted.js';

/** The provider that needs no key: it finds 9 of 10. */
const SIMULATED_MODEL = 'package:promptfoo-counting-stars:SimulatedReader';

const MODEL = `- id: ${SIMULATED_MODEL}
  label: simulated model
  config: { profile: forgetful, recall: 0.9 }
`;

/** Providers as items of a list; without any, a simulated model that needs no key. */
export function providerItems(providers: readonly ConfigProvider[]): string {
  const items = providers.length > 0 ? providers.map(itemOf).join('') : onlyModel();
  return items.trimEnd().replace(/^/gm, '  ');
}

function onlyModel(): string {
  return `# ${say`A simulated model that finds 9 of 10 and needs no key.`}
# ${say`Put your provider in its place, for example openai:chat:gpt-5.6-terra`}
${MODEL}`;
}

/** A provider as an item of a list, not indented, with all that it needs to be called. */
export function itemOf(provider: ConfigProvider): string {
  if (provider === SIMULATED_MODEL) return MODEL;
  if (typeof provider === 'string' && /^https?:\/\//.test(provider)) return httpItem(provider);
  const item = stringify([provider], { lineWidth: 0 });
  if (typeof provider !== 'string' || !/^openai:(?:chat|responses):/.test(provider)) return item;
  return writesWhole(provider, undefined) ? `${item.replace('- ', '- id: ')}${EXPLICIT()}` : item;
}

/** Settings without which OpenAI charges for writing each prompt to its cache. */
const EXPLICIT =
  () => `  # ${say`Without this, each prompt is written to the provider’s cache, for 25% more.`}
  config: { prompt_cache_options: { mode: explicit } }
`;

/** promptfoo does not call an address without the request that it is sent. */
function httpItem(address: string): string {
  return `${stringify([{ id: address }], { lineWidth: 0 })}  config:
    method: POST
    headers: { Content-Type: application/json }
    # ${say`What your application takes, with the prompt in it.`}
    body: { prompt: '{{prompt}}' }
    # ${say`Where the answer is in the response: \`json\` is its JSON, \`text\` its text.`}
    transformResponse: json?.answer ?? text
`;
}
