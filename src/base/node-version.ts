/** Oldest Node for this package, as `engines` of package.json. */
export const OLDEST_NODE = '20.20.0';

/**
 * Says what to do about a Node that is too old.
 *
 * @example
 * tooOldNode('18.19.1')
 * // 'promptfoo-counting-stars needs Node 20.20.0 or newer, but this is Node 18.19.1. Install a newer one:
 * https://nodejs.org.'
 */
export function tooOldNode(version: string): string | undefined {
  const [current, oldest] = [version, OLDEST_NODE].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const at = oldest.findIndex((part, i) => part !== current[i]);
  if (at < 0 || current[at]! > oldest[at]!) return undefined;
  return (
    `promptfoo-counting-stars needs Node ${OLDEST_NODE} or newer, but this is Node ${version}. Install a newer one: ` +
    'https://nodejs.org.'
  );
}
