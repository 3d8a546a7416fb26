import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { UserError } from '../base/user-error.js';

/** Written by the build from the options of every generator; editors name it in `$schema`. */
const FILE = new URL('../config-schema.json', import.meta.url);

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('print a JSON schema of the options')
    .argument('[generator]', 'only those of one generator, for example countingStars')
    .action(schema);
}

async function schema(generator: string | undefined): Promise<void> {
  const whole = JSON.parse(readFileSync(FILE, 'utf8')) as Schema;
  const wanted = generator === undefined ? whole : await definition(whole, generator);
  process.stdout.write(`${JSON.stringify(wanted, null, 2)}\n`);
}

interface Schema {
  $schema: string;
  definitions: Record<string, object>;
}

/** The options of one generator; a battery's name those of the others. */
async function definition({ $schema, definitions }: Schema, generator: string): Promise<object> {
  const { test: _, ...generators } = definitions;
  const names = Object.keys(generators);
  if (!names.includes(generator)) {
    const { closest } = await import('fastest-levenshtein');
    throw new UserError(
      `There is no generator "${generator}". Did you mean ${closest(generator, names)}? There are ` +
        `${names.join(', ')}.`,
    );
  }
  const { [generator]: own, ...others } = generators;
  return { $schema, ...own, ...(generator === 'battery' && { definitions: others }) };
}
