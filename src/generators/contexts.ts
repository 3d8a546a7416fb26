/** Several questions over one context: which they are, and in which order they are asked. */

import { groupBy } from '../base/group-by.js';
import { asksOver, type Case } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';

/** What all Cases over one context have in common; the identity of a Case that has its own. */
export function contextOf(theCase: Case): string {
  return caseId({ ...asksOver(theCase)[0]!, edition: '' });
}

/**
 * How many contexts make a block. promptfoo starts tests in order, as many at a time as `-j` says, and a
 * provider knows a context once it has read it: a block is larger than 20 calls at a time, and so small
 * that it is asked within the five minutes for which providers keep a context, one by one at 12 s each.
 */
const BLOCK = 24;

/** Tests in blocks of contexts: the first question of each, then the second of each, and so on. */
export function inWarmOrder<T extends { vars: { case: Case } }>(tests: readonly T[]): T[] {
  if (!tests.some(({ vars }) => vars.case.asks)) return [...tests];
  const contexts = [...groupBy(tests, ({ vars }) => contextOf(vars.case)).values()];
  return contexts.flatMap((_, from) => {
    if (from % BLOCK > 0) return [];
    const block = contexts.slice(from, from + BLOCK);
    const most = Math.max(...block.map((own) => own.length));
    return Array.from({ length: most }, (_, ask) => block.flatMap((own) => own[ask] ?? [])).flat();
  });
}
