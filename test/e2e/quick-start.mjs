/**
 * What promptfoo's command line does at each start, and no test needs. A third of the start goes into
 * drizzle-orm's package.json of 180 KB, which Node reads again for each of this package's modules to see
 * whether they are ES modules. They are. Another third goes into tsx: promptfoo looks for a
 * `redteam.cts`, loads tsx before it sees that there is none, and all our modules then pass through tsx.
 */
import module from 'node:module';

module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (specifier === 'tsx') return { url: 'data:text/javascript,', shortCircuit: true };
    const isOwn =
      /\/node_modules\/drizzle-orm\/.*\.js$/.test(parentURL) && /^\.\.?\/.*\.js$/.test(specifier);
    return isOwn && conditions.includes('import')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
