// Writes dist/config-schema.json, the last step of the build: options as the generators check them,
// described by the doc comments of their interfaces.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configSchema } from '../dist/schema/config-schema.js';
import { readDocComments } from '../dist/schema/doc-comments.js';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const interfaces = readdirSync(dist, { recursive: true })
  .filter((name) => name.endsWith('.d.ts'))
  .sort()
  .flatMap((name) => [...readDocComments(readFileSync(join(dist, name), 'utf8'))]);
const schema = configSchema(new Map(interfaces));
writeFileSync(join(dist, 'config-schema.json'), `${JSON.stringify(schema, null, 1)}\n`);
