import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { datasetText } from '../base/datasets.js';
import { UserError } from '../base/user-error.js';

/** Files of this program with a schema in `datasets/schemas/`. */
const WRITTEN = ['report', 'tests', 'gate', 'history', 'search', 'baseline'] as const;

/** Written by the build. Editors use it as `$schema`. */
const FILE = new URL('../config-schema.json', import.meta.url);

export function add(program: Command): void {
  program
    .command('schema', { hidden: true })
    .summary('Print a JSON schema')
    .description('Print the JSON schema of the options, or of a file that a command writes.')
    .argument('[of]', `a generator such as countingStars, or ${WRITTEN.join(', ')}`)
    .action(schema);
}

async function schema(of: string | undefined): Promise<void> {
  if (WRITTEN.some((format) => format === of)) {
    print(JSON.parse(datasetText(`schemas/${of}.schema.json`)));
    return;
  }
  const whole = JSON.parse(readFileSync(FILE, 'utf8')) as Schema;
  print(of === undefined ? whole : await definition(whole, of));
}

function print(found: object): void {
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
}

interface Schema {
  $schema: string;
  definitions: Record<string, object>;
}

/** Returns the options of one generator, with all others for a battery. */
async function definition({ $schema, definitions }: Schema, generator: string): Promise<object> {
  const { test: _, ...generators } = definitions;
  const names = Object.keys(generators);
  if (!names.includes(generator)) {
    const { closest } = await import('fastest-levenshtein');
    throw new UserError(
      `There is no generator and no file "${generator}". Did you mean ` +
        `${closest(generator, [...names, ...WRITTEN])}? There are ${names.join(', ')}; and the files ` +
        `${WRITTEN.join(', ')}.`,
    );
  }
  const { [generator]: own, ...others } = generators;
  return { $schema, ...own, ...(generator === 'battery' && { definitions: others }) };
}
