// Leaves in dist/ the declarations that `index.d.ts` reaches, the last step of the build: nobody can import others.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const reached = new Set();

function visit(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g);
  for (const [, path] of imports) visit(join(dirname(file), `${path}.d.ts`));
}

visit(join(dist, 'index.d.ts'));
for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}
