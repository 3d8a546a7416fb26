import { stringify } from 'yaml';
import { DEFAULT_THRESHOLD } from '../case.js';
import { DEFAULT_FILE, LABEL, OWN_PROMPT, type Provider, type Wanted } from './wanted.js';

/** The provider that needs no key. */
const SIMULATED_READER = 'package:promptfoo-counting-stars:SimulatedReader';

/** What the simulated reader is told to do: to find 9 of 10. */
const READER_CONFIG = { profile: 'forgetful', recall: 0.9 };

/** A commented config that works as it is: with a key for its providers, or without any provider. */
export function newConfig(wanted: Wanted): string {
  const ours = `file://${wanted.index}`;
  const chosen = wanted.file === DEFAULT_FILE ? '' : ` -c ${wanted.file}`;
  const schema = wanted.index.replace(/index\.js$/, 'config-schema.json');
  const { about, prompt, generator, config } = wanted.own ? OWN : STARS;
  return `# yaml-language-server: $schema=${schema}
${about}
# What it asks and costs, the evaluation, and the answers:
#   npx promptfoo-counting-stars plan${chosen}
#   npx promptfoo eval${chosen && `${chosen} --no-table`}
#   npx promptfoo view
description: ${wanted.own ? 'Own pipeline' : 'Counting-Stars'}

prompts:
${prompt}
    label: ${LABEL}

providers:
${providerLines(wanted)}

tests:
  - path: ${ours}:${generator}
    config:
${config(wanted)}
      # A test passes when this share is found${wanted.providers.length > 0 ? '.' : '; a simulated reader errs on purpose.'}
      threshold: ${wanted.providers.length > 0 ? DEFAULT_THRESHOLD : `{ '*:SimulatedReader': 0, '*': ${DEFAULT_THRESHOLD} }`}
      # Keeps these tests away from other prompts.
      prompts: [${LABEL}]

extensions:
  # Prints a summary when the evaluation is done, and writes counting-stars-report/.
  - ${ours}:afterAll

commandLineOptions:
  # promptfoo's table of answers is long; \`npx promptfoo view\` shows it better.
  table: false
`;
}

const STARS = {
  about: `# Does the model use its whole context? Stars ("The little penguin counted 3 ★.") are hidden
# evenly in a long text, and the model is asked for all the numbers.`,
  prompt: `  # Every test brings its own prompt, built to its exact length.
  - raw: '{{prompt}}'`,
  generator: 'countingStars',
  config: ({ lengths, seeds }: Wanted) => `      # Numbers to find in each prompt.
      stars: 32
      # Lengths of the prompts in tokens; a prompt with its answer never takes more.
      # Longer ones, such as 128000, cost more for each seed; \`plan\` says what a grid finds.
      lengths: [${lengths.join(', ')}]
      # Repeats, with fresh numbers and a fresh place in the text: more find smaller drops.
      seeds: ${seeds}
      # With true, providers get a JSON schema of the answer, as far as they take one.
      structured: false`,
};

const OWN = {
  about: `# Up to what length does your pipeline work? Your questions are asked with the documents that
# answer them among others of yours.`,
  prompt: `  # Your prompt, around {{context}} and {{question}}.
  - id: file://${OWN_PROMPT}`,
  generator: 'ownDocuments',
  config: ({
    own,
    lengths,
    seeds,
  }: Wanted) => `${stringify(own, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 }).trimEnd().replace(/^/gm, '      ')}
      # Lengths of the prompts in tokens, with your prompt around them and the answer in \`reserve\`.
      lengths: [${lengths.join(', ')}]
      reserve: 500
      # Each question has its documents at a place that the seed draws.
      seeds: ${seeds}
      form: parts`,
};

/** A prompt to begin with, which the user makes their own. */
export const OWN_PROMPT_TEXT = `Answer the question with the documents below, and cite the numbers of those that you use.

{{context}}

Question: {{question}}
`;

function providerLines({ providers }: Wanted): string {
  if (providers.length > 0) return providers.map(providerText).join('\n');
  return `  # A simulated reader that finds 9 of 10 and needs no key. Put your provider in its
  # place, for example openai:chat:gpt-4.1
${providerText(SIMULATED_READER)}`;
}

function providerText(provider: Provider): string {
  if (provider !== SIMULATED_READER) return itemOf(provider);
  const { profile, recall } = READER_CONFIG;
  return `  - id: ${SIMULATED_READER}
    label: simulated reader
    config: { profile: ${profile}, recall: ${recall} }`;
}

/** A provider as an item of a YAML list, in quotes where it needs them. */
function itemOf(provider: Provider): string {
  return stringify([provider], { lineWidth: 0 }).trimEnd().replace(/^/gm, '  ');
}
