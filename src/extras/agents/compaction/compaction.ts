/** Shortens the transcript of a Case before the question, and counts which facts are kept. */
import { kept } from '../../../base/kept.js';
import { benchmarkOf } from '../../../benchmarks/registry.js';
import type { Case } from '../../../contract/case.js';
import { caseId } from '../../../contract/case-identity.js';
import { type Compaction, type KeptOf, QUARTERS, quarterOf } from '../../../contract/compaction.js';
import { type Turn, textOfTurn, turnTokens } from '../../../haystack/messages/transcript.js';
import { loadTokenizer } from '../../../haystack/tokenizer.js';
import { compacted, samplesOf } from './compact.js';
import { FailedCompaction } from './compactor.js';
import type { CompactionSpent } from './kept-turns.js';

export { configure } from './compact.js';

/** The turns that a model is sent of a transcript. */
interface Sent {
  turns: readonly Turn[];
  /** Why the compaction failed, so that nothing is asked. */
  failed?: string;
  spent?: CompactionSpent;
}

/** What a model is sent where there is no history to ask about: promptfoo asks it anyway. */
const NOTHING: Turn = {
  role: 'user',
  content: 'The history of this test could not be shortened, so nothing is asked. Reply with: ok',
};

/** Returns all turns of a transcript, or what the Case's compaction keeps, with the question. */
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
  const count = (text: string) => tokenizer.count(text);
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
 * What a Case's compaction kept of the facts that its model looks up.
 *
 * @param whole - all turns of its transcript
 * @param sent - what is left of them
 * @param marksFor - by which it is told what a model can know that forgets nothing of what was kept
 */
export async function compactionOf(
  theCase: Case,
  whole: readonly Turn[],
  { turns: sent, failed, spent }: Sent,
  marksFor: MarksFor,
): Promise<Compaction> {
  const { count, of } = await drawOf(theCase);
  const before = turnTokens(whole.slice(0, -1), count);
  if (failed !== undefined) {
    return { of, before, after: before, current: none(), superseded: none(), failed };
  }
  return {
    of,
    before,
    after: turnTokens(sent.slice(0, -1), count),
    ...keptIn(theCase, sent.slice(0, -1).map(textOfTurn), marksFor),
    ...(spent && { spent }),
  };
}

/** Starts counts by age at zero. */
const none = () => Array.from({ length: QUARTERS }, (): KeptOf => [0, 0]);

/** The marks that an answer gets. */
export type MarksFor = (answer: string) => readonly number[];

/** Counts the facts whose text still stands in what is sent, by age and by kind, and what they are good for. */
function keptIn(theCase: Case, texts: readonly string[], marksFor: MarksFor) {
  const reading = benchmarkOf(theCase).reading(theCase);
  const [current, superseded, kinds] = [none(), none(), new Map<string, KeptOf>()];
  const stands = (text: string) => texts.some((part) => part.includes(text));
  const recalled: number[] = [];
  reading.pieces.forEach(({ text, position = 0, role, isSuperseded, kinds: ofPiece = [] }, i) => {
    if (role === 'bait') return;
    const isKept = stands(text);
    if (isKept) recalled.push(i);
    const counted = [(isSuperseded ? superseded : current)[quarterOf(position)]!];
    if (!isSuperseded) for (const kind of ofPiece) counted.push(kept(kinds, kind, () => [0, 0]));
    for (const pair of counted) {
      pair[0] += Number(isKept);
      pair[1]++;
    }
  });
  return {
    current,
    superseded,
    ...(kinds.size > 0 && { kinds: Object.fromEntries(kinds) }),
    most: marksFor(reading.answer(recalled, stands)),
    ...(reading.markKinds && { markKinds: reading.markKinds }),
  };
}

/** Checks whether a compaction moves a tool's request into a message, where a model may follow it. */
export function movesBaits(theCase: Case, { turns }: Sent): boolean {
  const said = turns.flatMap((turn) =>
    turn.role === 'user' || turn.role === 'system' ? turn.content : [],
  );
  return benchmarkOf(theCase)
    .reading(theCase)
    .pieces.some(({ text, role }) => role === 'bait' && said.some((part) => part.includes(text)));
}

function withoutCompaction({ compact, cell = {}, ...rest }: Case): Case {
  const { sample, ...others } = cell;
  return { ...rest, ...(Object.keys(others).length > 0 && { cell: others }) };
}
