/** When an evaluation began, as promptfoo's name for it says: `2026-11-22 21:48`, in UTC. */
export function beganOf(evalId: string): string | undefined {
  return /\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(evalId)?.[0].replace('T', ' ');
}
