import seedrandom from 'seedrandom';
import { UserError } from '../base/user-error.js';
import { haystackName } from '../contract/case-identity.js';
import type { Corpus, Part } from './corpus.js';
import { type Evidence, slack } from './haystack.js';
import { type CorpusRequest, loadCorpus } from './haystacks.js';
import { isMade } from './made.js';

/** How long a context is to be, and of which text. */
export interface ContextRequest extends CorpusRequest {
  /** Length of the whole prompt with its reserve, in tokens. */
  tokens: number;
  /** Tokens kept free. */
  reserve: number;
  /** Whether the text may be used more than once over when it is too short. */
  repeat?: boolean;
}

/** What is asked of a context besides its length. */
export interface ContextPlan {
  /** In order of position. */
  evidence: readonly Evidence[];
  /** What stands between two sentences of the language: a space, or nothing. */
  between: string;
  /** All prompt text before the context that counts, with the white space that separates the two. */
  prefix?: string;
  /** All prompt text behind the context that counts, likewise. */
  suffix: string;
  /** Whether evidence may fill the context, as it does at an author's shortest length. */
  mayFill?: boolean;
}

/** A context of exactly known length. */
export interface BuiltContext {
  context: string;
  /** Tokens of prefix, context and suffix together, as the tokenizer counts the joined text. */
  promptTokens: number;
  /** Share of the haystack that stands before each piece of evidence, as it came out. */
  positions: number[];
}

/** A haystack shorter than this for each piece of evidence hides nothing. */
const LEAST_TOKENS_PER_EVIDENCE = 12;

/** How far a prompt may stay below its length before another start is tried, in tokens. */
const CLOSE_ENOUGH = 4;

/** How many starts are looked at for a run of sentences of the right length, */
const STARTS_TRIED = 48;

/** and how far behind the first one they may lie. */
const STARTS = 300;

/** How often the length of the run is put right after it was counted. */
const ROUNDS = 16;

/**
 * Tokens of haystack that a prompt has room for.
 *
 * @throws {UserError} when the evidence does not fit
 */
export async function haystackBudget(request: ContextRequest, plan: ContextPlan): Promise<number> {
  const { loadTokenizer } = await import('./tokenizer.js');
  const tokenizer = await loadTokenizer(request.tokenizer);
  const evidence = plan.evidence.reduce(
    (sum, { text }) => sum + tokenizer.count(plan.between + text),
    0,
  );
  const { prefix = '', suffix } = plan;
  const around = tokenizer.count(prefix) + tokenizer.count(suffix);
  const taken = request.reserve + around + evidence;
  const needed = taken + (plan.mayFill ? 0 : LEAST_TOKENS_PER_EVIDENCE * plan.evidence.length);
  if (needed > request.tokens) {
    throw new UserError(
      `${plan.evidence.length === 1 ? '1 piece of evidence does' : `${plan.evidence.length} pieces of evidence do`} not fit into ${request.tokens} tokens: ` +
        `evidence, question and a reserve of ${request.reserve} take ${taken}, and each piece ` +
        `needs at least ${LEAST_TOKENS_PER_EVIDENCE} tokens of haystack around it. Use fewer, a ` +
        `smaller reserve, or lengths of at least ${needed} tokens.`,
    );
  }
  return request.tokens - taken;
}

/**
 * Build a context: a run of whole sentences of its haystack with the evidence between
 * them, so long that context, suffix and reserve together have the length asked for.
 *
 * The run starts at a place drawn from the seed. From there the start moves on, sentence by
 * sentence, until a run of whole sentences has the right length; so nothing is cut inside a
 * sentence, and the text stays in one piece. A corpus is a ring: behind its end comes its beginning.
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
  const before = plan.prefix === undefined ? [] : [plan.prefix];

  let best: { built: Splice; tokens: number } | undefined;
  let length = budget;
  let from = first;
  for (let round = 0; round < ROUNDS; round++) {
    const run = ring.run(from, STARTS_TRIED, length);
    const built = splice(ring, run, plan);
    const tokens = corpus.count([...before, ...built.parts, plan.suffix]);
    if (tokens <= target && tokens > (best?.tokens ?? 0)) best = { built, tokens };
    if (best && target - best.tokens <= CLOSE_ENOUGH) break;
    // Joins may add or save a token; the next start, with the length put right, is as good a try.
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

/** Prose is made to measure; these additional tokens leave room for moving the start, see STARTS. */
const PROSE_SPARE_TOKENS = 40_000;

function nameOf({ haystack }: ContextRequest): string {
  return isMade(haystack) ? haystack.name : haystackName(haystack);
}

function assertLongEnough(request: ContextRequest, ring: Ring, budget: number): void {
  // A tokenizer may drop every character; what has no tokens is no text, however often it is repeated.
  if (ring.reaches(request.repeat ? 1 : budget)) return;
  throw new UserError(
    `haystack: ${nameOf(request)} has ${ring.corpus.tokens} tokens, but a prompt of ` +
      `${request.tokens} tokens needs ${budget} of them. Use a longer haystack or shorter lengths, ` +
      'or set `repeat: true` to use the text more than once over.',
  );
}

/** A run of sentences of a ring, by numbers that go on counting behind the corpus's end. */
interface Run {
  from: number;
  to: number;
}

/**
 * A corpus without end: sentence number j is the corpus's sentence j mod n. Sentences are counted from
 * the first one onward, no further than anybody looks.
 */
class Ring {
  /** Tokens from the first sentence up to the one at an index. */
  private readonly before = [0];

  constructor(
    readonly corpus: Corpus,
    readonly first: number,
  ) {}

  /** Tokens between the first sentence and another one behind it. */
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

  /** Whether the corpus holds this many tokens without being used more than once over. */
  reaches(tokens: number): boolean {
    const { before, corpus } = this;
    while (before.length <= corpus.sentences && before[before.length - 1]! < tokens) {
      this.countNext();
    }
    return before[Math.min(before.length - 1, corpus.sentences)]! >= tokens;
  }

  /** The last boundary before which at most `tokens` of the ring lie. */
  private boundaryUpTo(tokens: number, from: number): number {
    const { before } = this;
    while (before[before.length - 1]! <= tokens) this.countNext();
    return this.boundaryAt(tokens, from, this.first + before.length - 1, false);
  }

  /** The boundary where about `tokens` tokens of the ring lie before it: at most, or nearest. */
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
   * The run of sentences that comes closest to a length from below, among those that start at one
   * of the next `starts` sentences; the first that is close enough.
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

  parts({ from, to }: Run): Part[] {
    const { sentences } = this.corpus;
    const parts: Part[] = [];
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
  parts: Part[];
  positions: number[];
}

/** Put the evidence between the sentences of a run, each piece at the boundary nearest its position. */
function splice(ring: Ring, { from, to }: Run, plan: ContextPlan): Splice {
  const start = ring.tokensBefore(from);
  const length = ring.tokensBefore(to) - start;
  const parts: Part[] = [];
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

function withoutLeadingSpace(corpus: Corpus, parts: Part[]): Part[] {
  const [first, ...rest] = parts;
  if (first === undefined) return parts;
  if (typeof first === 'string') return [first.trimStart(), ...rest];
  const sentence = corpus.slice(first.from, first.from + 1).trimStart();
  const others = { from: first.from + 1, to: first.to };
  return others.from < others.to ? [sentence, others, ...rest] : [sentence, ...rest];
}
