import type { Verdict } from './gate-result.js';

/** What a process ends with for each verdict. */
export const EXIT_CODES: Record<Verdict, number> = { passed: 0, failed: 1, inconclusive: 2 };

/** What it ends with where it could not do its work, so that no server that accepts "inconclusive" accepts a typo. */
export const EXIT_ERROR = 3;
