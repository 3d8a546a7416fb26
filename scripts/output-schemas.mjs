/**
 * Write a JSON Schema of each file that the program writes to datasets/schemas/, out of the types of
 * scripts/formats.ts. The generator is fetched at a pinned version; nothing else needs it.
 *
 *   npm run schemas
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FORMATS = 'scripts/formats.ts';
const named = [
  ...readFileSync(join(root, FORMATS), 'utf8').matchAll(/^export (?:type|interface) (\w+)/gm),
];

for (const [, type] of named) {
  const said = execFileSync(
    'npx',
    [
      ...['--yes', '--package', 'ts-json-schema-generator@2.4.0', '--', 'ts-json-schema-generator'],
      ...['--path', FORMATS, '--type', type, '--tsconfig', 'tsconfig.json', '--no-type-check'],
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8, shell: process.platform === 'win32' },
  );
  const { $schema, ...schema } = JSON.parse(said);
  const file = join(root, 'datasets', 'schemas', `${type.toLowerCase()}.schema.json`);
  const title = `${type} of promptfoo-counting-stars`;
  writeFileSync(file, `${JSON.stringify({ $schema, title, ...schema }, null, 1)}\n`);
}
