/** Identifies and names Cases. */
import { createHash } from 'node:crypto';
import { baseName, languageName } from '../base/references.js';
import { canonicalJson } from '../base/text/canonical-json.js';
import { UserError } from '../base/user-error.js';
import type { Case, HaystackReference } from './case.js';

/** Fields of every Case with their types. References are names, or refer to files. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  language: ['string', 'object'],
  tokenizer: ['string', 'object'],
  benchmark: ['string'],
  task: ['string'],
  tokens: ['number'],
  seed: ['number'],
  reserve: ['number'],
  edition: ['string'],
};

/**
 * Checks what every benchmark's Case has in common.
 *
 * @throws {UserError} naming the field that is missing or has the wrong type
 */
export function assertCase(value: unknown): asserts value is Case {
  if (typeof value !== 'object' || value === null) {
    throw new UserError(
      'This prompt, context or score needs a generated test, and this test has no Case. ' +
        'Tests made by a generator of promptfoo-counting-stars have one. To keep other tests of the ' +
        'same config away from the generated prompt, give each test `prompts: [label of its prompt]`.',
    );
  }
  const record = value as Record<string, unknown>;
  for (const [field, types] of Object.entries(FIELDS)) {
    if (record[field] !== null && types.includes(typeof record[field])) continue;
    throw new UserError(
      `The Case of this test is not complete: \`${field}\` must be a ${types.join(' or an ')}, but is ` +
        `${JSON.stringify(record[field])}. Leave the Case as its generator made it.`,
    );
  }
}

/**
 * Identifies a Case: readable, the same on every machine, and different exactly if the prompt, its answer or
 * its place in a grid is. The edition follows the hyphen, so that ids that differ only there are of one Case
 * with different content.
 *
 * @example
 * caseId(theCase) // 'counting-stars.acquisition.en.64000x32.s1.5f2c9a01be-07d1a2c4'
 */
export function caseId(theCase: Case): string {
  // The others say how the prompt is counted and cached, which does not identify it.
  const { edition, size, unit, cluster, control, composite, cache, ...identity } = theCase;
  const digest = createHash('sha256').update(canonicalJson(identity)).digest('hex').slice(0, 10);
  const { benchmark, task, language, tokens, evidence, seed } = theCase;
  const length = evidence === undefined ? `${tokens}` : `${tokens}x${evidence}`;
  return `${benchmark}.${task}.${languageName(language)}.${length}.s${seed}.${digest}-${edition}`;
}

/**
 * Writes what a benchmark's own fields say of a series, `evidence 32, tokenizer o200k_base`, without fields of
 * every Case and what varies within a series.
 */
export function variantOf(theCase: Partial<Case>): string {
  const { benchmark, task, language, tokens, seed, haystack, reserve, edition, ...rest } = theCase;
  const { shuffle, lineBreaks, version, cell, size, unit, cluster, control, ...more } = rest;
  const { composite, cache, ...fields } = more;
  return Object.entries(fields)
    .map(([field, value]) => `${field} ${fieldText(value)}`)
    .sort()
    .join(', ');
}

/** Writes a field of a Case: of a file its name. */
export function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { file } = (value ?? {}) as { file?: unknown };
  return typeof file === 'string' ? baseName(file) : JSON.stringify(value);
}

export function tokenizerName({ tokenizer, tokenizers }: Case): string {
  if (tokenizers) return 'by provider';
  return typeof tokenizer === 'string' ? tokenizer : baseName(tokenizer.file);
}

/** Names the haystack of a Case, if it has one. */
export function haystackTitle({ haystack, shuffle }: Pick<Case, 'haystack' | 'shuffle'>): string {
  if (haystack === undefined) return '';
  return haystackName(haystack) + (shuffle ? ', sentences shuffled' : '');
}

export function haystackName(haystack: HaystackReference): string {
  if (typeof haystack === 'string') return haystack;
  const [first = '', ...others] = haystack.files;
  return others.length === 0 ? baseName(first) : `${baseName(first)} and ${others.length} more`;
}

let last = { sent: '', id: '', digest: '' };

/** Digests a prompt, by which `score` reports that it checked it. Several models are sent the same one in turn. */
export function promptDigest(sent: string, id: string): string {
  if (last.sent !== sent || last.id !== id) {
    const hash = createHash('sha256').update(`${id}\0`).update(sent);
    last = { sent, id, digest: hash.digest('hex').slice(0, 12) };
  }
  return last.digest;
}
