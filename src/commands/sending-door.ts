/** Loads what sends prompts, only when `gate --run` needs it. */
export function sendingSide() {
  return import('./gate-run.js');
}
