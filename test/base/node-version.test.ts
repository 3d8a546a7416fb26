import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OLDEST_NODE, tooOldNode } from '../../src/base/node-version.js';

it.each(['20.20.0', '20.20.2', '20.21.0', '22.0.0', '24.21.0'])(
  'Node %s is new enough',
  (version) => {
    expect(tooOldNode(version)).toBeUndefined();
  },
);

it.each(['18.19.1', '20.19.9', '19.99.0', '8.0.0'])('Node %s is too old', (version) => {
  expect(tooOldNode(version)).toBe(
    `promptfoo-counting-stars needs Node 20.20.0 or newer, but this is Node ${version}. Install a newer one: https://nodejs.org.`,
  );
});

it('the oldest is the one that package.json names', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});
