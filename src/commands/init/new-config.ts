import { stringify } from 'yaml';
import { writesWhole } from '../../base/cache-modes.js';
import { datasetText } from '../../base/datasets.js';
import { DEFAULT_THRESHOLD } from '../../base/defaults.js';
import { languageNow, say } from '../../base/text/language.js';
import { fillFormat } from '../../benchmarks/fill-format.js';
import { OWN_RESERVE, type OwnWanted } from './own-size.js';

/** A provider as promptfoo's configs have it: its ID, or a map with its settings. */
export type ConfigProvider = string | Readonly<Record<string, unknown>>;

/** Parts of promptfoo's config as they are. */
export type Settings = Readonly<Record<string, unknown>>;

/** The config that promptfoo finds by itself. */
export const DEFAULT_FILE = 'promptfooconfig.yaml';

interface WantedConfig {
  /** A simulated model if none is named. */
  providers: readonly ConfigProvider[];
  /** Settings of the project's config that its providers need. */
  settings?: Settings;
  lengths: readonly number[];
  seeds: number;
  /** Your questions and documents instead of stars, as paths from the config's folder. */
  own?: OwnWanted;
  /** Another config of `datasets/init/` instead of stars, and what fills it. */
  text?: { name: string; filled: Readonly<Record<string, string>> };
  /** Path of `dist/index.js` from the config's folder, with slashes. */
  index: string;
  file: string;
}

/** Fills a commented config, which runs with a key for its providers, or without any provider. */
export function newConfig(wanted: WantedConfig): string {
  const { index, file, lengths, seeds, own, text, providers, settings = {} } = wanted;
  const { commandLineOptions, ...others } = settings;
  const chosen = file === DEFAULT_FILE ? '' : ` -c ${file}`;
  return fillFormat(configText(text?.name ?? (own ? 'own' : 'stars')), {
    index,
    schema: index.replace(/index\.js$/, 'config-schema.json'),
    chosen,
    evaluated: chosen && `${chosen} --no-table`,
    providers: providerItems(providers),
    lengths: lengths.join(', '),
    seeds: `${seeds}`,
    ...(own && ownLines(own)),
    ...text?.filled,
    passes: passes(providers.length === 0),
    settings: Object.keys(others).length > 0 ? `${yaml(others)}\n\n` : '',
    options: commandLineOptions ? `\n${yaml(commandLineOptions).replace(/^/gm, '  ')}` : '',
  });
}

/** Reads the template in the language of the output. */
function configText(name: string): string {
  const inWords = languageNow() === 'en' ? '' : `${languageNow()}/`;
  return datasetText(`init/${inWords}${name}.txt`);
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

function ownLines({ size, ...files }: OwnWanted) {
  const style = {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  } as const;
  return {
    own: stringify(files, style).trimEnd().replace(/^/gm, '      '),
    reserve: `${OWN_RESERVE}`,
    size:
      'lengths' in size
        ? `      # ${say`Lengths of the prompts in tokens, with your prompt around them and the answer in \`reserve\`.`}\n      lengths: [${size.lengths.join(', ')}]`
        : `      # ${say`How many documents a prompt has; \`lengths\` instead counts tokens.`}\n      counts: [${size.counts.join(', ')}]`,
  };
}

function passes(isSimulated: boolean): string {
  return isSimulated
    ? `      # ${say`A test passes when this share is found; a simulated model errs on purpose.`}
      threshold: { '*:SimulatedReader': 0, '*': ${DEFAULT_THRESHOLD} }`
    : `      # ${say`A test passes when this share is found.`}
      threshold: ${DEFAULT_THRESHOLD}`;
}

/** The provider that needs no key: it finds 9 of 10. */
const SIMULATED_MODEL = 'package:promptfoo-counting-stars:SimulatedReader';

const MODEL = `- id: ${SIMULATED_MODEL}
  label: simulated model
  config: { profile: forgetful, recall: 0.9 }
`;

/** Providers as items of a list; without any, a simulated model that needs no key. */
function providerItems(providers: readonly ConfigProvider[]): string {
  const items = providers.length > 0 ? providers.map(itemOf).join('') : onlyModel();
  return items.trimEnd().replace(/^/gm, '  ');
}

function onlyModel(): string {
  return `# ${say`A simulated model that finds 9 of 10 and needs no key.`}
# ${say`Put your provider in its place, for example openai:chat:gpt-5.6-terra`}
${MODEL}`;
}

/** A provider as an item of a list, not indented, with all that it needs to be called. */
function itemOf(provider: ConfigProvider): string {
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
