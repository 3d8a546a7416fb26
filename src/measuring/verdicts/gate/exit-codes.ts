import type { Verdict } from './gate-result.js';

export const EXIT_CODES: Record<Verdict, number> = { passed: 0, failed: 1, inconclusive: 2 };

/** Differs from 2, so that a server that accepts "inconclusive" accepts no typo. */
export const EXIT_ERROR = 3;
