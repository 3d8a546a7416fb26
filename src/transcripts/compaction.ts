/** A Case whose transcript is shortened before the question, and what that keeps of its facts. */
import { benchmarkOf } from '../benchmarks/registry.js';
import { type Turn, textOfTurn } from '../benchmarks/transcript.js';
import type { Case } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';
import { type Compaction, type KeptOf, QUARTERS, quarterOf } from '../contract/compaction.js';
import { countOnce, loadTokenizer } from '../haystack/tokenizer.js';
import { compacted } from './compact.js';

/** The turns that a model is sent of a transcript: all of them, or what the Case's compaction keeps. */
export async function turnsSent(turns: readonly Turn[], theCase: Case): Promise<readonly Turn[]> {
  if (!theCase.compact) return turns;
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  return compacted(turns, theCase.compact, (text) => countOnce(tokenizer, text));
}

/**
 * What a Case's compaction kept of the facts that its reader looks up.
 *
 * @param whole - all turns of its transcript
 * @param sent - what is left of them
 */
export async function compactionOf(
  theCase: Case,
  whole: readonly Turn[],
  sent: readonly Turn[],
): Promise<Compaction> {
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  const tokensOf = (turns: readonly Turn[]) =>
    turns.slice(0, -1).reduce((sum, turn) => sum + countOnce(tokenizer, textOfTurn(turn)), 0);
  const texts = sent.map(textOfTurn);
  const kept = () => Array.from({ length: QUARTERS }, (): KeptOf => [0, 0]);
  const [current, superseded] = [kept(), kept()];
  const { pieces } = benchmarkOf(theCase).reading(theCase);
  for (const { text, position = 0, role, isSuperseded } of pieces) {
    if (role === 'bait') continue;
    const counted = (isSuperseded ? superseded : current)[quarterOf(position)]!;
    counted[1]++;
    if (texts.some((one) => one.includes(text))) counted[0]++;
  }
  const { compact, ...rest } = theCase;
  return { of: caseId(rest), before: tokensOf(whole), after: tokensOf(sent), current, superseded };
}
