/** Compaction: what is kept of a transcript before the question is asked, in one pass or as the history grows. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../../base/user-error.js';
import { transcriptIn } from '../../../haystack/messages/forms.js';
import { type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import { type GivenCompaction, givenCompaction } from '../../../options/compact-option.js';
import { type CompactInput, called, loadFunction } from './compactor.js';
import { FailedCompaction } from './failed-compaction.js';
import { forgetPasses, keptBefore } from './kept-before.js';
import { type CompactionSpent, type Kept, keptOf, spentTogether } from './kept-turns.js';

/** How often a history is shortened whose compaction keeps something else each time. */
const SAMPLES = 3;

/**
 * The compactions of the configs of this process, by name. A Case has the name alone, so no program, server or file
 * is called that only a file of results names.
 */
const configured = new Map<string, GivenCompaction>();

/** Make compactions of a config known. */
export function configure(compactions: readonly GivenCompaction[]): void {
  forgetPasses();
  for (const one of compactions) configured.set(one.name, one);
}

/** @throws {UserError} for one that no config of this process has, unless it is a function */
function compactionNamed(name: string): GivenCompaction {
  const found = configured.get(name);
  if (found) return found;
  if (/\.[cm]?js:[\w$]+$/.test(name)) return givenCompaction(name);
  throw new UserError(
    `compact: no config of this process has the compaction "${name}". Programs and servers are called only ` +
      'where the config that is evaluated names them: evaluate it again with `npx promptfoo eval`.',
  );
}

/** How tokens are counted, and which of several draws is meant. */
interface Draw {
  count(text: string): number;
  /** From 1. */
  sample: number;
  /** The length of the history. */
  tokens: number;
  /** The identity of the Case without its compaction. */
  of: string;
}

/**
 * How often a compaction shortens each history: as its config says, or once if two calls keep the same.
 *
 * @param history - one to try it with
 * @throws {UserError} for a function that is not there, and where the config says once and two calls differ
 */
export async function samplesOf(
  name: string,
  history: readonly Turn[],
  draw: Omit<Draw, 'sample'>,
): Promise<number> {
  const compaction = compactionNamed(name);
  const { samples } = compaction;
  const isFunction = compaction.function !== undefined;
  if (isFunction) await loadFunction(compaction.function!);
  if (samples === undefined && !isFunction) return drawn(compaction, SAMPLES);
  if (samples !== undefined && samples > 1) return samples;
  const differs = await keepsOthers(compaction, history, { ...draw, sample: 1 });
  if (!differs) return drawn(compaction, 1);
  if (samples === undefined) return drawn(compaction, SAMPLES);
  throw new UserError(
    `compact: ${name} keeps something else each time it is called, and \`samples\` is 1. Use \`samples: ${SAMPLES}\` ` +
      'or more, so that the report can tell chance from loss.',
  );
}

function drawn(compaction: GivenCompaction, samples: number): number {
  configured.set(compaction.name, { ...compaction, samples });
  return samples;
}

async function keepsOthers(
  compaction: GivenCompaction,
  history: readonly Turn[],
  draw: Draw,
): Promise<boolean> {
  // Of a program or server, what the first try keeps is what a model is sent, and the second is no other call later.
  const again = { ...compaction, version: `${compaction.version}, again` };
  const tries = [compaction, again].map((one) =>
    keptAs(one, draw, compaction.function === undefined),
  );
  try {
    const [one, other] = [
      await shortened(compaction, history, draw, tries[0]!),
      await shortened(compaction, history, draw, tries[1]!),
    ];
    return !isDeepStrictEqual(one.turns, other.turns);
  } catch (error) {
    // A failure is counted where a model would be asked.
    if (error instanceof FailedCompaction) return false;
    throw error;
  }
}

/**
 * What a compaction keeps of the turns before a question.
 *
 * @param name - as a config calls it, or `file.mjs:name`
 * @throws {FailedCompaction} when it fails
 */
export function compacted(name: string, history: readonly Turn[], draw: Draw): Promise<Kept> {
  const compaction = compactionNamed(name);
  // What a function always keeps is quickly kept again.
  const isPure = compaction.function !== undefined && (compaction.samples ?? 1) === 1;
  return shortened(compaction, history, draw, keptAs(compaction, draw, !isPure));
}

type Keep = (input: CompactInput) => Promise<Kept>;

function keptAs(
  compaction: GivenCompaction,
  { count }: Pick<Draw, 'count'>,
  isStored: boolean,
): Keep {
  const call = (input: CompactInput) => passOf(compaction, input, count);
  return isStored ? (input) => keptBefore(compaction, input, () => call(input)) : call;
}

async function passOf(
  compaction: GivenCompaction,
  input: CompactInput,
  count: (text: string) => number,
): Promise<Kept> {
  const kept = keptOf(await called(compaction, input, count), input.turns);
  const [before, after] = [input.turns, kept.turns].map((some) => turnTokens(some, count)) as [
    number,
    number,
  ];
  // Where nothing is left to shorten, as many are right.
  if (after > before) {
    throw new FailedCompaction('longer than before', `${after} of ${before} tokens`);
  }
  return kept;
}

/** Tokens of turns together. */
export function turnTokens(turns: readonly Turn[], count: (text: string) => number): number {
  return turns.reduce((sum, turn) => sum + count(textOfTurn(turn)), 0);
}

/** So many passes may fail one after another; then the history is given up. */
const MOST_FAILED = 1;

async function shortened(
  { rolling }: GivenCompaction,
  history: readonly Turn[],
  { count, sample, tokens, of }: Draw,
  keep: Keep,
): Promise<Kept> {
  const at = rolling && 'at' in rolling ? rolling.at : undefined;
  const inputOf = (turns: readonly Turn[], pass: number): CompactInput => ({
    version: 1,
    turns,
    messages: JSON.parse(transcriptIn('openai', turns)),
    sample,
    pass,
    maxTokens: at ?? tokens,
    seed: seedOf(of, sample),
  });
  if (!rolling) return keep(inputOf(history, 1));
  let [turns, length, pass, failed]: [Turn[], number, number, number] = [[], 0, 0, 0];
  let spent: CompactionSpent | undefined = { input: 0, output: 0 };
  const open = new Set<string>();
  for (const turn of history) {
    turns = [...turns, turn];
    if (at !== undefined) length += turnTokens([turn], count);
    if (turn.role === 'call') open.add(turn.id);
    else if (turn.role === 'result') open.delete(turn.id);
    // Between a call and its result no agent shortens anything.
    if (open.size > 0 || (at !== undefined && length <= at)) continue;
    pass++;
    try {
      const kept = await keep(inputOf(turns, pass));
      turns = kept.turns;
      length = turnTokens(turns, count);
      spent = spentTogether(spent, kept.spent);
      failed = 0;
    } catch (error) {
      failed++;
      if (!(error instanceof FailedCompaction) || failed > MOST_FAILED) throw error;
    }
  }
  return { turns, ...(spent && { spent }) };
}

/** A seed of its own for each history and sample. */
function seedOf(of: string, sample: number): number {
  return createHash('sha256').update(`compaction/${of}/${sample}`).digest().readUInt32BE() >>> 1;
}
