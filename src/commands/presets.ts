import type { Command } from 'commander';
import { commas, say } from '../base/text/language.js';
import { countText } from '../measuring/document/words.js';

export function addPresets(program: Command): void {
  program
    .command('presets')
    .description('list the presets: what each asks, how many prompts, how many tokens')
    .action(presets);
}

async function presets(): Promise<void> {
  const [{ PRESET_NAMES, loadPreset }, { sizeOf }, { withProgress }] = await Promise.all([
    import('../generators/presets.js'),
    import('../generators/grid-size.js'),
    import('../base/progress.js'),
  ]);
  const entries = await withProgress(say`Counting prompts`, async () => {
    const list: string[] = [];
    for (const name of PRESET_NAMES) {
      const { description, tests } = loadPreset(name);
      const generators = [...new Set(tests.map(({ generator }) => generator))];
      const { prompts, tokens } = await sizeOf(tests);
      list.push(
        [
          name,
          `  ${description}`,
          `  ${say`${countText(prompts)} prompts, ${countText(tokens)} tokens; ${commas(generators)}`}`,
        ].join('\n'),
      );
    }
    return list;
  });
  process.stdout.write(`${entries.join('\n\n')}\n`);
}
