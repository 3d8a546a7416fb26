/**
 * A third of what promptfoo takes to start is spent by Node on drizzle-orm's package.json of 180 KB, which
 * it reads again for each of this package's modules to see whether they are ES modules. They are.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    const isOwn =
      /\/node_modules\/drizzle-orm\/.*\.js$/.test(parentURL) && /^\.\.?\/.*\.js$/.test(specifier);
    return isOwn && conditions.includes('import')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
