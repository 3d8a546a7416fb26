import { say } from '../../base/text/language.js';
import type { PartVerdict } from '../statistics/regression/regression.js';

/** `unknown` means too little data on a part to decide anything. */
export function verdictText(verdict: PartVerdict): string {
  return {
    passed: () => say`passed`,
    failed: () => say`failed`,
    inconclusive: () => say`inconclusive`,
    unknown: () => say`too few prompts`,
  }[verdict]();
}
