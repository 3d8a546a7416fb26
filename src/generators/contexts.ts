/** Several questions over one context: which they are. */
import { asksOver, type Case } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';

/** What all Cases over one context have in common; the identity of a Case that has its own. */
export function contextOf(theCase: Case): string {
  return caseId({ ...asksOver(theCase)[0]!, edition: '' });
}
