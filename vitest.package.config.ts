import { defineConfig } from 'vitest/config';
import { refuseOtherNode } from './scripts/node-for-tests.mjs';

refuseOtherNode();

/** Tests that install the packed package from the npm registry; apart, since they need the network. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    testTimeout: 300_000,
    // The oldest promptfoo compiles its database's driver where none can be downloaded.
    hookTimeout: 1_800_000,
  },
});
