/** Resolves options that all generators share: files are read once, names stay. */

import { referenceFile } from '../base/files/file-reference.js';
import { LANGUAGE_CODES, loadLanguage } from '../base/languages.js';
import type { SharedCaseFields } from '../benchmarks/benchmark.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import type { Case, CaseDraft, HaystackReference, TokenizerReference } from '../contract/case.js';
import { resolveFiles } from '../haystack/texts.js';
import { TOKENIZER_NAMES } from '../haystack/tokenizer.js';
import type { SharedOptions } from '../options/general-options.js';
import { type Haystack, isHaystackName } from '../options/haystack-options.js';

/** Haystacks for languages with a book of their own. Others have `prose`. */
const DEFAULT_HAYSTACK = new Map<string, string>([['en', 'moby-dick']]);

/**
 * Makes the fields of a Case that shared options decide, once per haystack.
 *
 * @throws {UserError} for a language, a tokenizer or a file that cannot be had
 */
export async function sharedFields(
  benchmark: Benchmark,
  options: SharedOptions,
): Promise<SharedCaseFields[]> {
  const fields: SharedCaseFields[] = [];
  for (const language of options.language) {
    const lineBreaks = lineBreaksOf(options.lineBreaks, language);
    const common = {
      benchmark: benchmark.name,
      language: resolveLanguage(language),
      ...(options.shuffle && { shuffle: options.shuffle }),
      ...(lineBreaks !== 'keep' && { lineBreaks }),
      ...(options.repeat && { repeat: true }),
      ...(options.container && options.container !== 'text' && { container: options.container }),
      ...(options.transcript && { transcript: options.transcript }),
      ...(options.structured && { structured: true as const }),
      ...resolveTokenizers(options.tokenizer),
    };
    const haystacks = hasHaystack(benchmark)
      ? await resolveHaystacks(options, language)
      : [undefined];
    for (const haystack of haystacks) {
      fields.push({ ...common, ...(haystack !== undefined && { haystack }) });
    }
  }
  return fields;
}

function lineBreaksOf(option: SharedOptions['lineBreaks'] = 'keep', language: string) {
  return typeof option === 'string' ? option : (option[language] ?? 'keep');
}

function hasHaystack({ options }: Benchmark): boolean {
  return 'haystack' in options.shape;
}

function resolveLanguage(option: string): SharedCaseFields['language'] {
  const language = /\.ya?ml$/i.test(option)
    ? referenceFile('language', option, `use one of ${LANGUAGE_CODES.join(', ')}`)
    : option;
  loadLanguage(language);
  return language;
}

async function resolveHaystacks(
  { haystack }: SharedOptions,
  language: string,
): Promise<HaystackReference[]> {
  const usual = DEFAULT_HAYSTACK.get(language) ?? 'prose';
  const chosen = haystack?.filter(
    (option) => typeof option === 'string' || isFor(option, language),
  );
  return Promise.all((chosen?.length ? chosen : [usual]).map(resolveHaystack));
}

function isFor({ language: only }: Exclude<Haystack, string>, language: string): boolean {
  return only === undefined || only === language;
}

async function resolveHaystack(option: Haystack): Promise<HaystackReference> {
  if (isHaystackName(option)) return option;
  return resolveFiles([typeof option === 'string' ? option : option.files].flat());
}

function resolveTokenizers(
  option: SharedOptions['tokenizer'],
): Pick<Case, 'tokenizer' | 'tokenizers'> {
  if (typeof option === 'string') return { tokenizer: resolveTokenizer(option) };
  const tokenizers = Object.fromEntries(
    Object.entries(option).map(([pattern, name]) => [pattern, resolveTokenizer(name)]),
  );
  return { tokenizer: Object.values(tokenizers)[0]!, tokenizers };
}

/** Resolves a file. Whether a name is known shows on loading. */
function resolveTokenizer(option: string): TokenizerReference {
  if (!option.endsWith('.json')) return option;
  return referenceFile('tokenizer', option, `use one of ${TOKENIZER_NAMES.join(', ')}`);
}

export function tokenizersOf({ tokenizer, tokenizers }: CaseDraft): TokenizerReference[] {
  return tokenizers ? Object.values(tokenizers) : [tokenizer];
}
