/** Refuses to start the tests on a Node that cannot run them: `node_modules/.bin/vitest` takes the system's. */

/** What promptfoo asks for; Vitest asks for less. */
const NEEDED = '22.22.0';

/**
 * Returns the sentence that refuses a version, or `undefined` where the tests can run.
 *
 * @param {string} found - as in `process.versions.node`
 * @returns {string | undefined}
 */
export function refusedNode(found) {
  if (found.localeCompare(NEEDED, 'en', { numeric: true }) >= 0) return undefined;
  return `Tests need Node ${NEEDED} or newer, not ${found}: run \`npm test\` or \`npx vitest\`.`;
}

/** Prints the sentence and ends the process before any test is read. */
export function refuseOtherNode() {
  const refused = refusedNode(process.versions.node);
  if (refused === undefined) return;
  console.error(refused);
  process.exit(1);
}
