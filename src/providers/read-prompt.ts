import { createHash } from 'node:crypto';
import seedrandom from 'seedrandom';
import type { AnswerList, Reading } from '../benchmarks/reading.js';
import { benchmarkNamed } from '../benchmarks/registry.js';
import type { Case } from '../contract/case.js';
import type { ProviderResponse } from '../contract/promptfoo.js';
import { textsOfPrompt } from '../haystack/messages/texts.js';
import { hasPieces, type Tokenizer } from '../haystack/pieces.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { curveRecall, type ModelProfile, profileParameters } from './model-profiles.js';

/** Options of a simulated model; which of them count depends on the profile. */
export interface SimulatedReaderConfig extends ModelProfile {
  /** Seed of the model's own chance, besides the prompt. */
  seed?: number;
  /** Tokenizer that token usage and windows are measured in. */
  tokenizer?: string;
}

interface Read extends Found {
  tokens: number;
}

/** How fast a simulated model reads and writes, for the latency it reports. */
const PROMPT_TOKENS_PER_MS = 20;
const ANSWER_TOKENS_PER_MS = 0.1;

/** Begun by the first of several models that are sent a prompt at a time. */
let latest: { key: string; read: Promise<Read> } | undefined;

/**
 * Read a prompt and answer it as a profile does.
 *
 * The answer depends only on prompt, config and repeat, so that cached and fresh answers agree and
 * every repeat of promptfoo's `--repeat` draws anew.
 *
 * @param theCase - says what to look for; without it a model finds nothing. An answer is given only
 *   for what stands in the prompt.
 */
export async function readPrompt(
  prompt: string,
  config: SimulatedReaderConfig,
  repeat: number,
  theCase?: Case,
): Promise<ProviderResponse> {
  const { seed = 0, tokenizer: name = 'o200k_base', ...profile } = config;
  const tokenizer = await loadTokenizer(name);
  const digest = createHash('sha256').update(prompt).digest('hex');
  const key = `${name}/${digest}/${JSON.stringify(theCase)}`;
  if (latest?.key !== key) {
    const reading = readingOf(theCase);
    latest = {
      key,
      read: reading.then((sought) => read(textsOfPrompt(prompt), tokenizer, sought)),
    };
  }
  const found = await latest.read;
  const { tokens } = found;
  const random = seedrandom(`${seed}/${repeat}/${profile.profile}/${digest}`);
  const answer = answerAs(found, profile, random);
  const completion = tokenizer.count(answer);
  return {
    output: answer,
    raw: answer,
    tokenUsage: {
      prompt: tokens,
      completion,
      total: tokens + completion,
      numRequests: 1,
    },
    latencyMs: Math.round(tokens / PROMPT_TOKENS_PER_MS + completion / ANSWER_TOKENS_PER_MS),
  };
}

/** A model that has nothing to look for has nothing to say. */
const NOTHING: Reading = { pieces: [], answer: () => JSON.stringify({ answer: [] }) };

export async function readingOf(theCase: Case | undefined): Promise<Reading> {
  const benchmark = benchmarkNamed(theCase?.benchmark);
  if (!benchmark || !theCase) return NOTHING;
  await benchmark.load?.(theCase);
  return benchmark.reading(theCase);
}

/** What stands between two texts of a conversation. It is not sent, so it does not count. */
export const APART = '\n\n';

function read(texts: readonly string[], tokenizer: Tokenizer, reading: Reading): Read {
  const text = texts.join(APART);
  const places = placesIn(text, reading);
  const starts = places.map(({ start }) => start);
  const { offsets, total } = tokensBefore(texts, starts, tokenizer);
  const seen = places.map(({ piece, position }, i) => ({
    piece,
    position,
    tokensBefore: offsets[i]!,
    tokensAfter: total - offsets[i]!,
  }));
  return { reading, seen, tokens: total, stands: (part) => text.includes(part) };
}

/** A piece that stands in a prompt, and where it begins, in UTF-16 units. */
type Place = Pick<SeenPiece, 'piece' | 'position'> & { start: number };

export function placesIn(text: string, { pieces }: Reading): Place[] {
  let behind = 0;
  const places = pieces.flatMap(({ text: sought, position }, piece): Place[] => {
    // Most stand in their order, so that the whole text is gone through once.
    const next = text.indexOf(sought, behind);
    const start = next < 0 ? text.indexOf(sought) : next;
    if (start < 0) return [];
    behind = start;
    const last = Math.max(1, text.length - sought.length);
    return [{ piece, start, position: position ?? start / last }];
  });
  return places.sort((a, b) => a.start - b.start);
}

/** Tokens before each place and in all texts; the former estimated where counts do not add up. */
function tokensBefore(
  texts: readonly string[],
  starts: readonly number[],
  tokenizer: Tokenizer,
): { offsets: number[]; total: number } {
  const ends = hasPieces(tokenizer) ? texts.map(tokenizer.pieceEnds) : [];
  if (!hasPieces(tokenizer) || ends.some((end) => !end)) {
    const total = texts.reduce((sum, text) => sum + tokenizer.count(text), 0);
    const { length } = texts.join(APART);
    return { total, offsets: starts.map((start) => (total * start) / length) };
  }
  const offsets: number[] = [];
  let total = 0;
  let before = 0;
  for (const [i, text] of texts.entries()) {
    for (let offset = 0; offset < text.length; ) {
      const end = ends[i]!(offset);
      while (offsets.length < starts.length && starts[offsets.length]! < before + end) {
        offsets.push(total);
      }
      total += tokenizer.countPiece(text.slice(offset, end));
      offset = end;
    }
    before += text.length + APART.length;
  }
  return { offsets, total };
}

export interface SeenPiece {
  piece: number;
  /** 0 at the start of the data, 1 at their end. */
  position: number;
  /** Tokens between the start of the prompt and the piece. */
  tokensBefore: number;
  /** Tokens between the piece and the end of the prompt. */
  tokensAfter: number;
}

export interface Found {
  reading: Reading;
  seen: readonly SeenPiece[];
  stands(text: string): boolean;
}

/**
 * What a model with a profile answers to a prompt.
 *
 * @param random - the only source of chance
 */
export function answerAs(found: Found, profile: ModelProfile, random: () => number): string {
  const { reading, seen, stands } = found;
  switch (profile.profile) {
    case 'silent':
      return '';
    case 'refusing':
      return "I'm sorry, but I cannot help with that.";
    case 'rambling':
      return 'The text tells of many people and places. It was a pleasure to read.';
    case 'reciting':
      return seen.map(({ piece }) => reading.pieces[piece]!.text).join('\n');
    default: {
      const list = reading.list?.(seen.map(({ piece }) => piece).sort((a, b) => a - b));
      const listed = list && listedWrongly(list, profile, random);
      if (listed) return list.write(listed);
      const told = seen.filter(({ piece }) => {
        const { role } = reading.pieces[piece]!;
        if (role === 'change') return profile.profile !== 'stale';
        return role !== 'bait' || profile.profile === 'obedient';
      });
      const known = recalled(told, profile, random).map((i) => told[i]!.piece);
      return reading.answer(
        known.sort((a, b) => a - b),
        stands,
      );
    }
  }
}

/** The items that a lazy, a repeating or a hasty model lists; nothing for all others. */
function listedWrongly(
  { items, mistaken = items }: AnswerList,
  profile: ModelProfile,
  random: () => number,
): AnswerList['items'] | undefined {
  const { after, step, length, share } = profileParameters(profile);
  const read = items.slice(0, after);
  const last = read.at(-1);
  switch (profile.profile) {
    case 'lazy':
      // Numbers go on in regular steps; what is copied breaks off.
      if (typeof last === 'string') return read;
      return [...read, ...items.slice(after).map((_, i) => (last ?? 0) + step * (i + 1))];
    case 'repeating':
      if (last === undefined) return [];
      return [...read, ...Array<typeof last>(Math.max(0, length - read.length)).fill(last)];
    case 'hasty':
      return items.map((item, i) => (random() < share ? mistaken[i]! : item));
    default:
      return undefined;
  }
}

/** The pieces that a model recalls, by number, ascending. */
function recalled(
  seen: readonly SeenPiece[],
  profile: ModelProfile,
  random: () => number,
): number[] {
  const { recall, curve, from, tokens, side, after } = profileParameters(profile);
  const isRecalled = ({ position, tokensBefore, tokensAfter }: SeenPiece, i: number): boolean => {
    switch (profile.profile) {
      case 'forgetful':
        return random() < (curve ? curveRecall(curve, tokensBefore + tokensAfter) : recall);
      case 'lost-in-the-middle':
        return random() < recall + (1 - recall) * Math.abs(2 * position - 1);
      case 'lost-in-the-tail':
        return random() < (position <= from ? 1 : recall);
      case 'recent':
      case 'window':
        return (side === 'first' ? tokensBefore : tokensAfter) < tokens;
      case 'lazy':
        return i < after;
      default:
        return true;
    }
  };
  return seen.flatMap((piece, i) => (isRecalled(piece, i) ? [i] : []));
}
