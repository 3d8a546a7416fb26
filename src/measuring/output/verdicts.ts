/** What a gate, and each of its checks, decided in a word. */
import { say } from '../../base/text/language.js';
import type { PartVerdict } from '../statistics/regression/regression.js';

/** `passed`, `failed`, `inconclusive`, `unknown` */
export function verdictText(verdict: PartVerdict): string {
  return {
    passed: () => say`passed`,
    failed: () => say`failed`,
    inconclusive: () => say`inconclusive`,
    unknown: () => say`unknown`,
  }[verdict]();
}

/** The heading in Markdown of what was decided of long contexts; of no verdict, how it begins. */
export function gateHeading(verdict = ''): string {
  return say`Long-context gate: ${verdict}`;
}

/** The heading in Markdown of what was decided of ordinary tests. */
export function testsHeading(verdict = ''): string {
  return say`Gate of your tests: ${verdict}`;
}
