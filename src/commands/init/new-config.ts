import { stringify } from 'yaml';
import { datasetText } from '../../base/datasets.js';
import { DEFAULT_THRESHOLD } from '../../base/defaults.js';
import { languageNow, say } from '../../base/text/language.js';
import { fillFormat } from '../../benchmarks/fill-format.js';
import { providerItems } from './provider-items.js';
import { DEFAULT_FILE, OWN_RESERVE, type WantedConfig } from './wanted.js';

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

function ownLines({ size, ...files }: NonNullable<WantedConfig['own']>) {
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
