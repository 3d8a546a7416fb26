/** What a gate, and each of its checks, decided in a word. */
import { say } from '../../base/text/language.js';
import type { PartVerdict } from '../statistics/regression/regression.js';

/** `passed`, `failed`, `inconclusive`; a part of which too little is known decides nothing. */
export function verdictText(verdict: PartVerdict): string {
  return {
    passed: () => say`passed`,
    failed: () => say`failed`,
    inconclusive: () => say`inconclusive`,
    unknown: () => say`too few prompts`,
  }[verdict]();
}
