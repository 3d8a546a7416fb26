import type { Verdict } from './gate-result.js';

/** What a process ends with for each verdict. */
export const EXIT_CODES: Record<Verdict, number> = { passed: 0, failed: 1, undecided: 2 };
