import type { Command } from 'commander';
import type { TestCase } from 'promptfoo';
import type { Case } from '../case.js';
import { countText } from '../report/words.js';

/** Add `presets` to the program. */
export function addPresets(program: Command): void {
  program
    .command('presets')
    .description('list the presets: what each asks, how many prompts, how many tokens')
    .addHelpText(
      'after',
      `
A preset stands in the config of its generator, { preset: needle-bench }, or
of battery. Options beside it win.

Examples:
  promptfoo-counting-stars presets
  promptfoo-counting-stars presets | grep -A 2 needle`,
    )
    .action(presets);
}

async function presets(): Promise<void> {
  const [{ PRESET_NAMES, loadPreset }, { batteryTests }, { withProgress }] = await Promise.all([
    import('../generators/presets.js'),
    import('../generators/battery.js'),
    import('../report/progress.js'),
  ]);
  const entries = await withProgress('Counting prompts', async () => {
    const list: string[] = [];
    for (const name of PRESET_NAMES) {
      const { description, tests } = loadPreset(name);
      const generators = [...new Set(tests.map(({ generator }) => generator))];
      const cases = await batteryTests({ preset: name });
      list.push(
        [
          name,
          `  ${description}`,
          `  ${countText(cases.length)} prompts, ${countText(promptTokens(cases))} tokens; ${generators.join(', ')}`,
        ].join('\n'),
      );
    }
    return list;
  });
  process.stdout.write(`${entries.join('\n\n')}\n`);
}

/** Tokens of all prompts together, without what is kept free for the answers. */
function promptTokens(tests: readonly TestCase[]): number {
  return tests.reduce((sum, { vars }) => {
    const { tokens, reserve } = (vars as unknown as { case: Case }).case;
    return sum + tokens - reserve;
  }, 0);
}
