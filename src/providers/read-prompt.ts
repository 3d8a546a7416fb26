import { createHash } from 'node:crypto';
import type { ProviderResponse } from 'promptfoo';
import seedrandom from 'seedrandom';
import { findStars, type Sentence, solve } from '../generators/find-stars.js';
import { fill, type StarCase, type Wording, wordingOf } from '../generators/star-sentences.js';
import { hasPieces, loadTokenizer, type Tokenizer } from '../haystack/tokenizer.js';
import { LANGUAGE_CODES, TASKS, type TaskName } from '../languages.js';
import { answerAs, type ReaderProfile, type SeenStar } from './reader-profiles.js';
import type { SimulatedReaderConfig } from './simulated-reader.js';

/** What a reader makes of a prompt before its defect comes in. */
interface Reading {
  stars: SeenStar[];
  task: TaskName;
  key: string;
  tokens: number;
}

/** A way to write stars, and the task it is for. */
interface Dialect {
  task: TaskName;
  wording: Wording;
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
  theCase?: StarCase,
): Promise<ProviderResponse> {
  const { seed = 0, tokenizer: name = 'o200k_base', ...profile } = config;
  const tokenizer = await loadTokenizer(name);
  const digest = createHash('sha256').update(prompt).digest('hex');
  const key = `${name}/${digest}`;
  if (latest?.key !== key) {
    const dialects = theCase?.wording || theCase?.language ? [dialectOf(theCase)] : allDialects();
    latest = { key, reading: read(messageText(prompt), tokenizer, dialects) };
  }
  const { reading } = latest;
  const answer = answerFrom(reading, profile, `${seed}/${repeat}/${profile.profile}/${digest}`);
  const completion = tokenizer.count(answer);
  return {
    output: answer,
    tokenUsage: {
      prompt: reading.tokens,
      completion,
      total: reading.tokens + completion,
      numRequests: 1,
    },
    latencyMs: Math.round(
      reading.tokens / PROMPT_TOKENS_PER_MS + completion / ANSWER_TOKENS_PER_MS,
    ),
  };
}

function answerFrom({ stars, task, key }: Reading, profile: ReaderProfile, seed: string): string {
  return answerAs(stars, { task, key }, profile, seedrandom(seed));
}

function dialectOf(theCase: StarCase): Dialect {
  return { task: theCase.task, wording: wordingOf(theCase) };
}

function allDialects(): Dialect[] {
  return LANGUAGE_CODES.flatMap((language) =>
    TASKS.map((task) => ({ task, wording: wordingOf({ language, task }) })),
  );
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

/** A dialect with the star sentences that a prompt has in it. */
type Chosen = Dialect & { found: Sentence[] };

/** The dialect whose question the prompt asks, or else the one with the most star sentences, if any. */
function chooseDialect(text: string, dialects: readonly Dialect[]): Chosen | undefined {
  const read = dialects.map((dialect) => ({
    ...dialect,
    found: findStars(dialect.wording, text),
    asked: text.includes(fill(dialect.wording.question, dialect.wording)),
  }));
  const asked = read.filter((dialect) => dialect.asked);
  if (asked.length === 0 && read.every(({ found }) => found.length === 0)) return undefined;
  return (asked.length > 0 ? asked : read).reduce((best, dialect) =>
    dialect.found.length > best.found.length ? dialect : best,
  );
}

function read(text: string, tokenizer: Tokenizer, dialects: readonly Dialect[]): Reading {
  const chosen = chooseDialect(text, dialects);
  if (!chosen)
    return { task: 'acquisition', key: 'answer', tokens: tokenizer.count(text), stars: [] };
  const { task, wording, found } = chosen;
  const { offsets, total } = tokensBefore(text, found, tokenizer);
  const last = found[found.length - 1];
  const length = last ? last.end : text.length;
  const counts = solve(found);
  return {
    task,
    key: wording.key,
    tokens: total,
    stars: found.map((sentence, i) => ({
      text: sentence.text,
      count: counts[i]!,
      said: sentence.wrong ?? sentence.count!,
      position: sentence.end / length,
      tokensBefore: offsets[i]!,
      tokensAfter: total - offsets[i]!,
    })),
  };
}

/** Tokens before each match and in the whole text; the former estimated where counts do not add up. */
function tokensBefore(
  text: string,
  matches: readonly Sentence[],
  tokenizer: Tokenizer,
): { offsets: number[]; total: number } {
  if (!hasPieces(tokenizer)) {
    const total = tokenizer.count(text);
    return { total, offsets: matches.map(({ start }) => (total * start) / text.length) };
  }
  const { piece } = tokenizer;
  const offsets: number[] = [];
  let offset = 0;
  let total = 0;
  piece.lastIndex = 0;
  while (offset < text.length && piece.test(text)) {
    while (offsets.length < matches.length && matches[offsets.length]!.start < piece.lastIndex) {
      offsets.push(total);
    }
    total += tokenizer.countPiece(text.slice(offset, piece.lastIndex));
    offset = piece.lastIndex;
  }
  return { offsets, total };
}
