import { stringify } from 'yaml';
import { LABEL, READER_CONFIG, references, SIMULATED_READER, type Wanted } from './wanted.js';

/** A commented config that works as it is: with a key for its providers, or without any provider. */
export function newConfig(wanted: Wanted): string {
  const { prompt, hook } = references(wanted);
  return `# Does the model use its whole context? Stars ("The little penguin counted 3 ★.") are hidden
# evenly in a long text, and the model is asked for all the numbers.
#   npx promptfoo-counting-stars plan    what it asks and costs
#   npx promptfoo eval                   asks it
#   npx promptfoo view                   shows the answers
description: Counting-Stars

prompts:
  # Builds every prompt to its exact length.
  - id: ${prompt}
    label: ${LABEL}

providers:
${providerLines(wanted)}

${generatorLines(wanted)}

extensions:
  # Prints a summary when the evaluation is done, and writes counting-stars-report/.
  - ${hook}

commandLineOptions:
  # promptfoo's table of answers is long; \`npx promptfoo view\` shows it better.
  table: false
`;
}

function providerLines({ providers }: Wanted): string {
  if (providers.length > 0) return providers.map(providerText).join('\n');
  return `  # A simulated reader that finds 9 of 10 stars and needs no key. Put your provider in its
  # place, for example openai:chat:gpt-4.1
${providerText(SIMULATED_READER)}`;
}

function providerText(id: string): string {
  if (id !== SIMULATED_READER) return `  - ${textOf(id)}`;
  const { profile, recall } = READER_CONFIG;
  return `  - id: ${id}
    label: simulated reader
    config: { profile: ${profile}, recall: ${recall} }`;
}

function generatorLines(wanted: Wanted): string {
  return `tests:
  - path: ${references(wanted).generator}
    config:
      # Numbers to find in each prompt.
      stars: 32
      # Lengths of the prompts in tokens; a prompt with its answer never takes more.
      lengths: [${wanted.lengths.join(', ')}]
      # Repeats, with fresh numbers and a fresh place in the text.
      seeds: ${wanted.seeds}
      # A test passes when this share of the stars is found.${
        wanted.providers.length > 0
          ? '\n      threshold: 0.85'
          : ' With 0 every answer passes; say\n      # 0.85 for a real model.\n      threshold: 0'
      }
      # Keeps these tests away from other prompts.
      prompts: [${LABEL}]`;
}

/** A text as YAML, in quotes where it needs them. */
function textOf(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}
