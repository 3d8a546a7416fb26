/**
 * Complains at exit if tests name a baseline but the hook `afterAll`, which compares with it, never ran. Otherwise promptfoo
 * would pass whatever fell.
 */
import { print } from '../../../base/safe-output.js';
import { commas, say } from '../../../base/text/language.js';
import { EXIT_ERROR } from './exit-codes.js';

const baselines = new Set<string>();
let isWatched = false;

/** Remembers the baseline of a scored test. */
export function awaitGate(test: unknown): void {
  const { metadata } = (test ?? {}) as { metadata?: { baseline?: unknown } };
  if (typeof metadata?.baseline !== 'string') return;
  baselines.add(metadata.baseline);
  if (isWatched) return;
  isWatched = true;
  process.once('exit', complain);
}

/** Stops the complaint, since the hook ran. */
export function gateCame(): void {
  baselines.clear();
}

/** Replaces exit code 0 by an error. */
function complain(): void {
  if (baselines.size === 0) return;
  const names = commas([...baselines].sort());
  const text = say`promptfoo-counting-stars: nothing was compared with the baseline (${names}), since the hook did not run. Add it to \`extensions\` (docs/ci.md shows how), or leave \`baseline\` out.`;
  print(process.stderr, `${text}\n`);
  process.exitCode ||= EXIT_ERROR;
}
