/** What a gate, and each of its checks, decided in a word. */
import { say } from '../../base/text/language.js';
import type { PartVerdict } from '../statistics/regression/regression.js';

/** `passed`, `failed`, `undecided`, `unknown` */
export function verdictText(verdict: PartVerdict): string {
  return {
    passed: () => say`passed`,
    failed: () => say`failed`,
    undecided: () => say`undecided`,
    unknown: () => say`unknown`,
  }[verdict]();
}
