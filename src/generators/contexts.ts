import { asksOver, type Case } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';

/** Returns what Cases over one context have in common, or the identity of a Case with its own. */
export function contextOf(theCase: Case): string {
  return caseId({ ...asksOver(theCase)[0]!, edition: '' });
}
