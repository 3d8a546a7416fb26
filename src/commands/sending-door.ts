/** The one door from the gate to what sends prompts: it is opened only when they are to be sent. */
export function sendingSide() {
  return import('./gate-run.js');
}
