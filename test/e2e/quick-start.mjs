/**
 * What promptfoo's command line does at each start, and no test needs. A third of the start goes into finding where its
 * 5000 imports lead, which is the same until packages are installed: a process that finds more than was
 * known keeps it for the next one, beside the code that Node compiled. Another third goes into tsx: promptfoo looks for
 * a `redteam.cts`, loads tsx before it sees that there is none, and all our modules then pass through tsx. And for each
 * line that nobody logs it looks up who logs it, in the source maps of all its files.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

/** What does nothing here, by what is imported. */
const STUBS = { tsx: '', 'source-map-support': 'export const install = () => {};' };

const PACKAGES = new URL('../../node_modules/', import.meta.url);
const BUILT = new URL('../../dist/', import.meta.url);

const installed = statSync(new URL('.package-lock.json', PACKAGES)).mtimeMs;
const state = createHash('sha256').update(`${process.version} ${installed} ${PACKAGES}`);
const file = join(process.env.NODE_COMPILE_CACHE, `imports-${state.digest('hex')}.json`);

/** By the importing module and whether it is an ES module, by what it imports: the URL and format. */
const known = readKnown();
let isMore = false;

module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    const stub = STUBS[specifier];
    if (stub !== undefined) return { url: `data:text/javascript,${stub}`, shortCircuit: true };
    // What is built may be built again, but a relative import leads where it says.
    if (
      parentURL.startsWith(BUILT.href) &&
      specifier.startsWith('.') &&
      specifier.endsWith('.js')
    ) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!parentURL.startsWith(PACKAGES.href) && !parentURL.startsWith(BUILT.href)) {
      return next(specifier, context);
    }
    const from = `${conditions.includes('import') ? 'import' : 'require'} ${parentURL}`;
    const [url, format] = known[from]?.[specifier] ?? [];
    if (url !== undefined) return { url, format: format ?? undefined, shortCircuit: true };
    const found = next(specifier, context);
    known[from] ??= {};
    known[from][specifier] = [found.url, found.format];
    isMore = true;
    return found;
  },
});

process.on('exit', () => {
  if (!isMore) return;
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, JSON.stringify(known));
  renameSync(whole, file);
});

function readKnown() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
