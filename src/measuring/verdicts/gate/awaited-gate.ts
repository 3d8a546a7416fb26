/**
 * Tests that name a baseline want a gate, and only the hook `afterAll` runs it. Where a config has no such
 * hook, promptfoo would pass whatever fell: so the process says it at its end.
 */
import { print } from '../../../base/safe-output.js';
import { commas, say } from '../../../base/text/language.js';
import { EXIT_ERROR } from './exit-codes.js';

const baselines = new Set<string>();
let isWatched = false;

/** Remember that a test was scored that names a baseline; what is no such test is left alone. */
export function awaitGate(test: unknown): void {
  const { metadata } = (test ?? {}) as { metadata?: { baseline?: unknown } };
  if (typeof metadata?.baseline !== 'string') return;
  baselines.add(metadata.baseline);
  if (isWatched) return;
  isWatched = true;
  process.once('exit', complain);
}

/** The hook has come. What becomes of the comparison is its own to say. */
export function gateCame(): void {
  baselines.clear();
}

/** Undecided, where promptfoo would end with 0. */
function complain(): void {
  if (baselines.size === 0) return;
  const names = commas([...baselines].sort());
  const text = say`promptfoo-counting-stars: nothing was compared with the baseline (${names}), since the hook did not run. Add it to \`extensions\` (docs/gate.md shows how), or leave \`baseline\` out.`;
  print(process.stderr, `${text}\n`);
  process.exitCode ||= EXIT_ERROR;
}
