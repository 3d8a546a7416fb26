/** A Case whose transcript is shortened before the question, and what that keeps of its facts. */
import { benchmarkOf } from '../../../benchmarks/registry.js';
import type { Case } from '../../../contract/case.js';
import { caseId } from '../../../contract/case-identity.js';
import { type Compaction, type KeptOf, QUARTERS, quarterOf } from '../../../contract/compaction.js';
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import { countOnce, loadTokenizer } from '../../../haystack/tokenizer.js';
import { compacted, samplesOf, tokensOf } from './compact.js';
import { FailedCompaction } from './failed-compaction.js';
import type { Spent } from './kept-turns.js';

export { configure } from './compact.js';

/** The turns that a model is sent of a transcript. */
interface Sent {
  turns: readonly Turn[];
  /** Why the compaction failed, so that nothing is asked. */
  failed?: string;
  spent?: Spent;
}

/** What a reader is sent where there is no history to ask about: promptfoo asks it anyway. */
const NOTHING: Turn = {
  role: 'user',
  content: 'The history of this test could not be shortened, so nothing is asked. Reply with: ok',
};

/** All turns of a transcript, or what the Case's compaction keeps, and the question. */
export async function turnsSent(turns: readonly Turn[], theCase: Case): Promise<Sent> {
  if (!theCase.compact) return { turns };
  const sample = Number(theCase.cell?.sample ?? 1);
  try {
    const draw = { ...(await drawOf(theCase)), sample };
    const kept = await compacted(theCase.compact, turns.slice(0, -1), draw);
    return { ...kept, turns: [...kept.turns, turns.at(-1)!] };
  } catch (error) {
    if (!(error instanceof FailedCompaction)) throw error;
    return { turns: [NOTHING], failed: error.message };
  }
}

async function drawOf(theCase: Case) {
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  const count = (text: string) => countOnce(tokenizer, text);
  return { count, tokens: theCase.tokens, of: caseId(withoutCompaction(theCase)) };
}

/**
 * A Case for each sample of its compaction; itself where that always keeps the same.
 *
 * @param turns - all turns of its transcript
 * @param known - how many samples each compaction takes that was tried already
 */
export async function sampledCases(
  theCase: Case,
  turns: readonly Turn[],
  known: Map<string, number>,
): Promise<Case[]> {
  const name = theCase.compact!;
  const samples =
    known.get(name) ?? (await samplesOf(name, turns.slice(0, -1), await drawOf(theCase)));
  known.set(name, samples);
  if (samples === 1) return [theCase];
  // To statistics all samples are one draw: the history.
  const unit = theCase.unit ?? JSON.stringify(theCase.cell ?? {});
  return Array.from({ length: samples }, (_, i) => ({
    ...theCase,
    cell: { ...theCase.cell, sample: i + 1 },
    unit,
  }));
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
  { turns: sent, failed, spent }: Sent,
): Promise<Compaction> {
  const { count, of } = await drawOf(theCase);
  const texts = failed === undefined ? sent.map(textOfTurn) : [];
  const kept = () => Array.from({ length: QUARTERS }, (): KeptOf => [0, 0]);
  const [current, superseded] = [kept(), kept()];
  for (const { text, position = 0, role, isSuperseded } of piecesOf(theCase)) {
    if (role === 'bait') continue;
    const counted = (isSuperseded ? superseded : current)[quarterOf(position)]!;
    counted[1]++;
    if (texts.some((one) => one.includes(text))) counted[0]++;
  }
  const before = tokensOf(whole.slice(0, -1), count);
  const after = failed === undefined ? tokensOf(sent.slice(0, -1), count) : before;
  return {
    of,
    before,
    after,
    current,
    superseded,
    ...(failed !== undefined && { failed }),
    ...(spent && { spent }),
  };
}

/** Whether what a tool asks for is moved into what somebody says, where a reader may follow it. */
export function movesBaits(theCase: Case, { turns }: Sent): boolean {
  const said = turns.flatMap((turn) =>
    turn.role === 'user' || turn.role === 'system' ? turn.content : [],
  );
  return piecesOf(theCase).some(
    ({ text, role }) => role === 'bait' && said.some((one) => one.includes(text)),
  );
}

function piecesOf(theCase: Case) {
  return benchmarkOf(theCase).reading(theCase).pieces;
}

function withoutCompaction({ compact, cell = {}, ...rest }: Case): Case {
  const { sample, ...own } = cell;
  return { ...rest, ...(Object.keys(own).length > 0 && { cell: own }) };
}
