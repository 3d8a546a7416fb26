// Writes dist/config-schema.json, the last step of the build: options as the generators check them,
// described by their doc comments.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configSchema } from './config-schema.mjs';
import { readOptionDocs } from './doc-comments.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const docs = readdirSync(dist, { recursive: true })
  .filter((name) => name.endsWith('.d.ts'))
  .sort()
  .map((name) => [
    name.replaceAll('\\', '/'),
    readOptionDocs(readFileSync(join(dist, name), 'utf8')),
  ]);
const schema = configSchema(new Map(docs));
writeFileSync(join(dist, 'config-schema.json'), `${JSON.stringify(schema, null, 1)}\n`);
