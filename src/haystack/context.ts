import seedrandom from 'seedrandom';
import { sum } from '../base/numbers.js';
import { counted } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import { haystackName } from '../contract/case-identity.js';
import type { Corpus, CorpusPart } from './corpus.js';
import { type Evidence, slack } from './haystack.js';
import { type CorpusRequest, loadCorpus } from './haystacks.js';
import { isMade } from './prose.js';
import { loadTokenizer } from './tokenizer.js';

export interface ContextRequest extends CorpusRequest {
  /** Length of the whole prompt and its reserve, in tokens. */
  tokens: number;
  reserve: number;
  /** Whether a text that is too short may be used repeatedly. */
  repeat?: boolean;
}

export interface ContextPlan {
  evidence: readonly Evidence[];
  /** What stands between two sentences: a space, or nothing. */
  between: string;
  /** Prompt text before the context that counts, with the white space between. */
  prefix?: string;
  /** Prompt text behind the context that counts, likewise. */
  suffix: string;
  /** Whether evidence may fill the context, as at an author's shortest length. */
  mayFill?: boolean;
}

export interface BuiltContext {
  context: string;
  /** Tokens of prefix, context and suffix, counted as one text. */
  promptTokens: number;
  /** Share of the haystack before each piece of evidence, as it turned out. */
  positions: number[];
}

/** A haystack with less for each piece of evidence hides nothing. */
const LEAST_TOKENS_PER_EVIDENCE = 12;

/** A prompt may stay below its length by this many tokens before another start is tried. */
const CLOSE_ENOUGH = 4;

/** How many starts are tried for a run of sentences of the right length, and how far behind the first they may lie. */
const STARTS_TRIED = 48;

const STARTS = 300;

/** How often the length of the run is corrected after counting. */
const ROUNDS = 16;

/**
 * Returns how many tokens of haystack a prompt has room for.
 *
 * @throws {UserError} when the evidence does not fit
 */
export async function haystackBudget(request: ContextRequest, plan: ContextPlan): Promise<number> {
  const tokenizer = await loadTokenizer(request.tokenizer);
  const evidence = sum(plan.evidence.map(({ text }) => tokenizer.count(plan.between + text)));
  const { prefix = '', suffix } = plan;
  const around = tokenizer.count(prefix) + tokenizer.count(suffix);
  const taken = request.reserve + around + evidence;
  const needed = taken + (plan.mayFill ? 0 : LEAST_TOKENS_PER_EVIDENCE * plan.evidence.length);
  if (needed > request.tokens) {
    throw new UserError(
      `${counted(plan.evidence.length, 'piece')} of evidence do${plan.evidence.length === 1 ? 'es' : ''} not fit into ${request.tokens} tokens: ` +
        `evidence, question and a reserve of ${request.reserve} take ${taken}, and each piece ` +
        `needs at least ${LEAST_TOKENS_PER_EVIDENCE} tokens of haystack around it. Use fewer, a ` +
        `smaller reserve, or lengths of at least ${needed} tokens.`,
    );
  }
  return request.tokens - taken;
}

/**
 * Builds a context: a run of whole sentences with evidence between them, so long that context, suffix and
 * reserve have the length asked for.
 *
 * The run starts at a place drawn from the seed, and moves on by sentences until one has the right length, so
 * that no sentence is cut. A corpus is a ring: behind its end comes its start.
 *
 * @throws {UserError} when the corpus is too short, or its sentences are too long
 */
export async function buildContext(
  request: ContextRequest,
  plan: ContextPlan,
): Promise<BuiltContext> {
  const budget = await haystackBudget(request, plan);
  const isProse = request.haystack === 'prose';
  const spare = slack(request.tokens) + PROSE_SPARE_TOKENS;
  const corpus = await loadCorpus(request, budget + (isProse ? spare : 0));
  const first = isProse ? 0 : Math.floor(seedrandom(`start/${request.seed}`)() * corpus.sentences);
  const ring = new Ring(corpus, first);
  assertLongEnough(request, ring, budget);
  const target = request.tokens - request.reserve;
  let best: { built: Splice; tokens: number } | undefined;
  let length = budget;
  let from = first;
  for (let round = 0; round < ROUNDS; round++) {
    const run = ring.run(from, STARTS_TRIED, length);
    const built = splice(ring, run, plan);
    const tokens = corpus.count([plan.prefix ?? '', ...built.parts, plan.suffix]);
    if (tokens <= target && tokens > (best?.tokens ?? 0)) best = { built, tokens };
    if (best && target - best.tokens <= CLOSE_ENOUGH) break;
    // Joins may add or save a token, so the next start, with the length corrected, is tried.
    length = ring.tokensOf(run) + target - tokens;
    from = first + ((run.from + 1 - first) % STARTS);
  }
  if (!best || target - best.tokens > slack(request.tokens)) {
    throw new UserError(
      `haystack: no run of whole sentences of ${nameOf(request)} makes a prompt of ` +
        `${request.tokens} tokens to within ${slack(request.tokens)}; its sentences have ` +
        `${Math.round(corpus.tokens / corpus.sentences)} tokens on average. Use a text with shorter ` +
        'sentences or lines.',
    );
  }
  return {
    context: corpus.join(best.built.parts),
    promptTokens: best.tokens,
    positions: best.built.positions,
  };
}

/** Prose is made to measure. These tokens leave room for moving the start by STARTS. */
const PROSE_SPARE_TOKENS = 40_000;

function nameOf({ haystack }: ContextRequest): string {
  return isMade(haystack) ? haystack.name : haystackName(haystack);
}

function assertLongEnough(request: ContextRequest, ring: Ring, budget: number): void {
  // A tokenizer may drop all characters. What has no tokens is no text, however often repeated.
  if (ring.reaches(request.repeat ? 1 : budget)) return;
  throw new UserError(
    `haystack: ${nameOf(request)} has ${ring.corpus.tokens} tokens, but a prompt of ` +
      `${request.tokens} tokens needs ${budget} of them. Use a longer haystack or shorter lengths, ` +
      'or set `repeat: true` to use the text more than once over.',
  );
}

/** A run of sentences of a ring, by numbers that go on behind the corpus's end. */
interface Run {
  from: number;
  to: number;
}

/** A corpus without end: sentence j is the corpus's sentence j mod n. Sentences are counted only as far as needed. */
class Ring {
  private readonly before = [0];

  constructor(
    readonly corpus: Corpus,
    readonly first: number,
  ) {}

  tokensBefore(sentence: number): number {
    const at = sentence - this.first;
    while (this.before.length <= at) this.countNext();
    return this.before[at]!;
  }

  private countNext(): void {
    const { before, corpus } = this;
    const next = (this.first + before.length - 1) % corpus.sentences;
    before.push(before[before.length - 1]! + corpus.tokensOfSentence(next));
  }

  /** Tells whether the corpus has this many tokens without repetition. */
  reaches(tokens: number): boolean {
    const { before, corpus } = this;
    while (before.length <= corpus.sentences && before[before.length - 1]! < tokens) {
      this.countNext();
    }
    return before[Math.min(before.length - 1, corpus.sentences)]! >= tokens;
  }

  private boundaryUpTo(tokens: number, from: number): number {
    const { before } = this;
    while (before[before.length - 1]! <= tokens) this.countNext();
    return this.boundaryAt(tokens, from, this.first + before.length - 1, false);
  }

  /** Finds the boundary with about `tokens` tokens before it: at most as many, or nearest. */
  boundaryAt(tokens: number, from: number, to: number, nearest: boolean): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.tokensBefore(middle) <= tokens) low = middle;
      else high = middle - 1;
    }
    if (!nearest || low === to) return low;
    const over = this.tokensBefore(low + 1) - tokens;
    return over < tokens - this.tokensBefore(low) ? low + 1 : low;
  }

  /**
   * Finds the run closest to a length from below, from one of the next `starts` sentences. The first close
   * enough is taken.
   */
  run(first: number, starts: number, length: number): Run {
    let best: Run = { from: first, to: first };
    let shortest = Number.POSITIVE_INFINITY;
    for (let from = first; from < first + starts; from++) {
      const start = this.tokensBefore(from);
      const to = this.boundaryUpTo(start + length, from);
      const missing = start + length - this.tokensBefore(to);
      if (missing < shortest) {
        shortest = missing;
        best = { from, to };
        if (missing <= CLOSE_ENOUGH) break;
      }
    }
    return best;
  }

  tokensOf({ from, to }: Run): number {
    return this.tokensBefore(to) - this.tokensBefore(from);
  }

  parts({ from, to }: Run): CorpusPart[] {
    const { sentences } = this.corpus;
    const parts: CorpusPart[] = [];
    for (let at = from; at < to; ) {
      const start = at % sentences;
      const length = Math.min(to - at, sentences - start);
      parts.push({ from: start, to: start + length });
      at += length;
    }
    return parts;
  }
}

interface Splice {
  parts: CorpusPart[];
  positions: number[];
}

/** Puts each piece of evidence at the boundary nearest to its position. */
function splice(ring: Ring, { from, to }: Run, plan: ContextPlan): Splice {
  const start = ring.tokensBefore(from);
  const length = ring.tokensBefore(to) - start;
  const parts: CorpusPart[] = [];
  const positions: number[] = [];
  let at = from;
  for (const { text, position } of plan.evidence) {
    const boundary = ring.boundaryAt(start + position * length, at, to, true);
    parts.push(...ring.parts({ from: at, to: boundary }), plan.between + text);
    positions.push((ring.tokensBefore(boundary) - start) / length);
    at = boundary;
  }
  parts.push(...ring.parts({ from: at, to }));
  return { parts: withoutLeadingSpace(ring.corpus, parts), positions };
}

function withoutLeadingSpace(corpus: Corpus, parts: CorpusPart[]): CorpusPart[] {
  const [first, ...rest] = parts;
  if (first === undefined) return parts;
  if (typeof first === 'string') return [first.trimStart(), ...rest];
  const sentence = corpus.slice(first.from, first.from + 1).trimStart();
  const others = { from: first.from + 1, to: first.to };
  return others.from < others.to ? [sentence, others, ...rest] : [sentence, ...rest];
}
