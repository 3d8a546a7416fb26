import { DEFAULT_THRESHOLD } from '../case.js';
import { LABEL, type Wanted } from './wanted.js';

/**
 * What a config that is a program needs to ask our tests itself: properties of its object, as
 * JavaScript and TypeScript.
 */
export function pasteText({ index, lengths, seeds }: Pick<Wanted, 'index' | 'lengths' | 'seeds'>) {
  const ours = `file://${index}`;
  return `  prompts: [
    { raw: '{{prompt}}', label: '${LABEL}' },
    // yours, each with a label: { raw: 'Summarise {{text}}', label: 'summary' },
  ],
  tests: [
    {
      path: '${ours}:countingStars',
      config: {
        stars: 32,
        lengths: [${lengths.join(', ')}],
        seeds: ${seeds},
        threshold: ${DEFAULT_THRESHOLD},
        prompts: ['${LABEL}'],
      },
    },
    // yours, each with the label of its prompt: { prompts: ['summary'], vars: { … } },
  ],
  extensions: ['${ours}:beforeAll', '${ours}:afterAll'],`;
}
