import { createHash } from 'node:crypto';
import type { ProviderResponse } from 'promptfoo';
import seedrandom from 'seedrandom';
import { fillSentence } from '../generators/counting-stars.js';
import { loadTokenizer, type Tokenizer } from '../haystack/tokenizer.js';
import { LANGUAGE_CODES, loadLanguage } from '../languages.js';
import { listedCounts, type ReaderProfile, type SeenStar } from './reader-profiles.js';
import type { SimulatedReaderConfig } from './simulated-reader.js';

/** What a reader makes of a prompt before its defect comes in. */
interface Reading {
  stars: SeenStar[];
  key: string;
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
 */
export async function readPrompt(
  prompt: string,
  config: SimulatedReaderConfig,
  repeat: number,
): Promise<ProviderResponse> {
  const { seed = 0, tokenizer: name = 'o200k_base', ...profile } = config;
  const tokenizer = await loadTokenizer(name);
  const digest = createHash('sha256').update(prompt).digest('hex');
  const key = `${name}/${digest}`;
  if (latest?.key !== key) latest = { key, reading: read(messageText(prompt), tokenizer) };
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

function answerFrom(reading: Reading, profile: ReaderProfile, seed: string): string {
  return JSON.stringify({ [reading.key]: listedCounts(reading.stars, profile, seedrandom(seed)) });
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

/** Find the star sentences of whichever language has the most in the text. */
function read(text: string, tokenizer: Tokenizer): Reading {
  let best: { key: string; found: RegExpExecArray[] } = { key: 'answer', found: [] };
  for (const code of LANGUAGE_CODES) {
    const language = loadLanguage(code);
    const wording = language.tasks.acquisition!;
    const pattern = escapePattern(fillSentence(wording.star, language)).replace(
      '\\{count\\}',
      '(\\d+)',
    );
    const found = [...text.matchAll(new RegExp(pattern, 'g'))];
    if (found.length >= best.found.length && text.includes(language.key)) {
      best = { key: language.key, found };
    }
  }
  const { offsets, total } = tokensBefore(text, best.found, tokenizer);
  const last = best.found[best.found.length - 1];
  const length = last ? last.index + last[0].length : text.length;
  return {
    key: best.key,
    tokens: total,
    stars: best.found.map((match, i) => ({
      count: Number(match[1]),
      position: (match.index + match[0].length) / length,
      tokensBefore: offsets[i]!,
      tokensAfter: total - offsets[i]!,
    })),
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Tokens before each match and in the whole text, in one pass over its pieces. */
function tokensBefore(
  text: string,
  matches: readonly RegExpExecArray[],
  tokenizer: Tokenizer,
): { offsets: number[]; total: number } {
  const { piece } = tokenizer;
  const offsets: number[] = [];
  let offset = 0;
  let total = 0;
  piece.lastIndex = 0;
  while (offset < text.length && piece.test(text)) {
    while (offsets.length < matches.length && matches[offsets.length]!.index < piece.lastIndex) {
      offsets.push(total);
    }
    total += tokenizer.countPiece(text.slice(offset, piece.lastIndex));
    offset = piece.lastIndex;
  }
  return { offsets, total };
}
