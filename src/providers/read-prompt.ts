import { createHash } from 'node:crypto';
import type { ProviderResponse } from 'promptfoo';
import seedrandom from 'seedrandom';
import type { ReaderProfile } from '../benchmarks/reader-profiles.js';
import { BENCHMARKS } from '../benchmarks/registry.js';
import type { Piece, Understood } from '../benchmarks/understood.js';
import type { Case } from '../case.js';
import { hasPieces, type Tokenizer } from '../haystack/counting.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import { answerAs, type Seen } from './answer-as.js';

/** Options of a simulated reader; which of them count depends on the profile. */
export interface SimulatedReaderConfig extends ReaderProfile {
  /** Seed of the reader's own chance, besides the prompt. */
  seed?: number;
  /** Tokenizer that token usage and windows are measured in. */
  tokenizer?: string;
}

/** What a reader makes of a prompt before its defect comes in. */
interface Reading {
  understood: Understood;
  seen: Seen[];
  tokens: number;
}

/** How fast a simulated reader reads and writes, for the latency it reports. */
const PROMPT_TOKENS_PER_MS = 20;
const ANSWER_TOKENS_PER_MS = 0.1;

let latest: { key: string; reading: Reading } | undefined;

/**
 * Read a prompt and answer it as a profile does.
 *
 * The answer depends only on prompt, config and repeat, so that cached and fresh answers agree and
 * every repeat of promptfoo's `--repeat` draws anew.
 *
 * @param theCase - looked at only for the task, the language and words of the user's own, never for an answer
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
  const key = `${name}/${digest}`;
  if (latest?.key !== key) {
    await BENCHMARKS.find(({ name }) => name === theCase?.benchmark)?.load?.(theCase as Case);
    latest = { key, reading: read(messageText(prompt), tokenizer, theCase) };
  }
  const { understood, seen, tokens } = latest.reading;
  const random = seedrandom(`${seed}/${repeat}/${profile.profile}/${digest}`);
  const answer = answerAs(understood, seen, profile, random);
  const completion = tokenizer.count(answer);
  return {
    output: answer,
    tokenUsage: {
      prompt: tokens,
      completion,
      total: tokens + completion,
      numRequests: 1,
    },
    latencyMs: Math.round(tokens / PROMPT_TOKENS_PER_MS + completion / ANSWER_TOKENS_PER_MS),
  };
}

/** The text of a prompt, which for chat prompts is the content of its messages. */
function messageText(prompt: string): string {
  if (!prompt.startsWith('[')) return prompt;
  try {
    const messages = JSON.parse(prompt) as { content?: unknown }[];
    return messages.map(({ content }) => String(content ?? '')).join('\n\n');
  } catch {
    return prompt;
  }
}

/** A reader that understands nothing has nothing to say. */
const NOTHING: Understood = { pieces: [], answer: () => JSON.stringify({ answer: [] }) };

function read(text: string, tokenizer: Tokenizer, theCase?: Case): Reading {
  const understood = understand(text, theCase) ?? NOTHING;
  const { pieces } = understood;
  const { offsets, total } = tokensBefore(text, pieces, tokenizer);
  return {
    understood,
    tokens: total,
    seen: pieces.map(({ position }, i) => ({
      position,
      tokensBefore: offsets[i]!,
      tokensAfter: total - offsets[i]!,
    })),
  };
}

/** As the Case's benchmark is read; without a Case, as the first benchmark that makes sense of it. */
function understand(text: string, theCase?: Case): Understood | undefined {
  const own = BENCHMARKS.find(({ name }) => name === theCase?.benchmark);
  if (own) return own.read(text, theCase);
  for (const benchmark of BENCHMARKS) {
    const understood = benchmark.read(text);
    if (understood) return understood;
  }
  return undefined;
}

/** Tokens before each piece and in the whole text; the former estimated where counts do not add up. */
function tokensBefore(
  text: string,
  pieces: readonly Piece[],
  tokenizer: Tokenizer,
): { offsets: number[]; total: number } {
  if (!hasPieces(tokenizer)) {
    const total = tokenizer.count(text);
    return { total, offsets: pieces.map(({ start }) => (total * start) / text.length) };
  }
  const { piece } = tokenizer;
  const offsets: number[] = [];
  let offset = 0;
  let total = 0;
  piece.lastIndex = 0;
  while (offset < text.length && piece.test(text)) {
    while (offsets.length < pieces.length && pieces[offsets.length]!.start < piece.lastIndex) {
      offsets.push(total);
    }
    total += tokenizer.countPiece(text.slice(offset, piece.lastIndex));
    offset = piece.lastIndex;
  }
  return { offsets, total };
}
