/** What presets there are. */
import { commas, say, sayCount } from '../../base/text/language.js';
import { sizeOf } from '../../generators/grid.js';
import { loadPreset, PRESET_NAMES } from '../../generators/presets.js';
import { countText } from '../../measuring/document/words.js';

/** Each preset with its size and generators, as text. */
export async function presetList(): Promise<string> {
  const entries: string[] = [];
  for (const name of PRESET_NAMES) {
    const { description, tests } = loadPreset(name);
    const generators = commas([...new Set(tests.map(({ generator }) => generator))]);
    const { prompts, tokens } = await sizeOf(tests);
    const size = say`${sayCount(prompts, 'prompt')}, ${countText(tokens)} tokens (${generators})`;
    entries.push(`${name}\n  ${description}\n  ${size}`);
  }
  return entries.join('\n\n');
}
