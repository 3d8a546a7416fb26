import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readBounded } from '../base/files/file-reference.js';
import { alternatives } from '../base/text/literal.js';
import { UserError } from '../base/user-error.js';
import { mergedTokens, remembered } from './byte-pair.js';
import { limitedCounting } from './limited-counting.js';
import { isForward, splitting, within } from './pieces.js';
import { type PieceTokenizer, summed, type Tokenizer } from './summed.js';

/** The part of @huggingface/tokenizers that is used. Node's resolution does not find its own types. */
interface Library {
  Tokenizer: new (
    definition: object,
    config: object,
  ) => {
    encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  };
  SplitPreTokenizer: new (step: object) => { pattern: RegExp | null };
  ByteLevelPreTokenizer: new (step: object) => BytesOf;
}

interface BytesOf {
  /** Matches a piece as GPT-2 does. */
  pattern: RegExp;
  byte_encoder: Record<number, string>;
  pre_tokenize_text(text: string): string[];
}

export function configBeside(file: string): string {
  return join(dirname(file), 'tokenizer_config.json');
}

/**
 * Loads a tokenizer.json. Nearly all are byte-level BPE, whose counts add up. With any other, whole texts are
 * counted.
 *
 * @throws {UserError} when the file is none
 */
export async function loadHuggingFace(name: string, file: string): Promise<Tokenizer> {
  const library = (await import('@huggingface/tokenizers')) as unknown as Library;
  const configFile = configBeside(file);
  try {
    const config = existsSync(configFile) ? jsonOf(configFile) : {};
    const definition = jsonOf(file);
    return (
      byteLevel(name, definition, config, library) ??
      wholeTexts(name, definition as object, config as object, library)
    );
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `tokenizer: "${file}" cannot be used as a Hugging Face tokenizer.json ` +
        `(${error instanceof Error ? error.message : error}). Take the file of that name from the ` +
        "model's repository.",
    );
  }
}

function jsonOf(file: string): unknown {
  return JSON.parse(readBounded('tokenizer', file).toString('utf8'));
}

function wholeTexts(
  name: string,
  definition: object,
  config: object,
  { Tokenizer: HuggingFaceTokenizer }: Library,
): Tokenizer {
  const tokenizer = limitedCounting(name, 0, () => new HuggingFaceTokenizer(definition, config));
  const count = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  return { name, count: (text) => limitedCounting(name, text.length, () => count(text)) };
}

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const form = z.object({ type: z.enum(FORMS) });
const isFalse = z.literal(false).nullish();
const isEmpty = z.literal('').nullish();

const byteLevelStep = z.object({
  type: z.literal('ByteLevel'),
  add_prefix_space: z.literal(false),
  use_regex: z.boolean().optional(),
});

const splitStep = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Split'),
    pattern: z.object({ Regex: z.string() }),
    behavior: z.literal('Isolated'),
    invert: z.literal(false),
  }),
  z.object({ type: z.literal('Digits'), individual_digits: z.boolean() }),
]);

/** A byte-level BPE, without vocabulary and merges, which are too long to check here. */
const BYTE_LEVEL = z.object({
  normalizer: z
    .union([form, z.object({ type: z.literal('Sequence'), normalizers: z.array(form) })])
    .nullable(),
  pre_tokenizer: z.union([
    byteLevelStep,
    z.object({
      type: z.literal('Sequence'),
      pretokenizers: z.array(z.union([splitStep, byteLevelStep])),
    }),
  ]),
  added_tokens: z.array(
    z.object({
      content: z.string().min(1),
      normalized: z.boolean().optional(),
      special: z.boolean().optional(),
      lstrip: isFalse,
      rstrip: isFalse,
    }),
  ),
  model: z.object({
    type: z.literal('BPE'),
    continuing_subword_prefix: isEmpty,
    continuing_subword_suffix: isEmpty,
    end_of_word_suffix: isEmpty,
    byte_fallback: isFalse,
    ignore_merges: z.boolean().nullish(),
    vocab: z.custom<Record<string, number>>((vocab) => typeof vocab === 'object' && vocab !== null),
    merges: z.custom<(string | [string, string])[]>(Array.isArray),
  }),
});

const CONFIG = z.object({ remove_space: isFalse, do_lowercase_and_remove_accent: isFalse });

type ByteLevel = z.infer<typeof BYTE_LEVEL>;

/** @returns nothing where the tokenizer is of another kind, or its expressions are not known to look only forward */
function byteLevel(
  name: string,
  definition: unknown,
  config: unknown,
  library: Library,
): PieceTokenizer | undefined {
  const found = BYTE_LEVEL.safeParse(definition);
  if (!found.success || !CONFIG.safeParse(config).success) return undefined;
  const { data } = found;
  const bytesOf = new library.ByteLevelPreTokenizer({
    add_prefix_space: false,
    use_regex: false,
  });
  const steps = stepsOf(data.pre_tokenizer, bytesOf.pattern, library);
  const countPart = steps && countOfPart(data.model, bytesOf);
  if (!steps || !countPart) return undefined;
  const ends = splitting(steps);
  const { isPlain, sectionsOf } = sectionsBy(data);
  const plain = summed(
    name,
    ends,
    remembered((piece) => within(piece, steps).reduce((sum, part) => sum + countPart(part), 0)),
  );
  return {
    ...plain,
    pieceEnds: (text) => (isPlain(text) ? ends(text) : undefined),
    count: (text) => {
      const { special, texts } = sectionsOf(text);
      return texts.reduce((sum, section) => sum + plain.count(section), special);
    },
  };
}

function stepsOf(
  steps: ByteLevel['pre_tokenizer'],
  own: RegExp,
  { SplitPreTokenizer }: Library,
): RegExp[] | undefined {
  const all = steps.type === 'Sequence' ? steps.pretokenizers : [steps];
  const last = all.pop();
  if (last?.type !== 'ByteLevel') return undefined;
  const patterns = all.map((step) => {
    if (step.type === 'ByteLevel') return null;
    if (step.type === 'Digits') return step.individual_digits ? /\d/gu : /\d+/gu;
    return new SplitPreTokenizer(step).pattern;
  });
  if (last.use_regex !== false) patterns.push(own);
  const forward = patterns.filter(
    (pattern, i) => pattern !== null && isForward(pattern, i === patterns.length - 1),
  );
  return forward.length > 0 && forward.length === patterns.length
    ? (forward as RegExp[])
    : undefined;
}

/** Makes a counter for one part, which merges bytes by the rank of each pair. */
function countOfPart(
  { vocab, merges, ignore_merges: takesWhole }: ByteLevel['model'],
  bytesOf: BytesOf,
): ((part: string) => number) | undefined {
  const known = new Set(Object.keys(vocab));
  const rankOf = new Map<string, number>();
  for (const [rank, merge] of merges.entries()) {
    const pair = typeof merge === 'string' ? merge : merge.join(' ');
    if (!known.has(pair.replace(' ', ''))) return undefined;
    rankOf.set(pair, rank);
  }
  // Bytes missing in the vocabulary would be no token, or an unknown one.
  if (Object.values(bytesOf.byte_encoder).some((byte) => !known.has(byte))) return undefined;
  return (part) => {
    const [bytes = ''] = bytesOf.pre_tokenize_text(part);
    if (takesWhole && known.has(bytes)) return 1;
    return mergedTokens(bytes, (from, middle, to) =>
      rankOf.get(`${bytes.slice(from, middle)} ${bytes.slice(middle, to)}`),
    );
  };
}

/** Finds what is not encoded as it stands: added tokens, and what is normalised first. */
function sectionsBy({ normalizer, added_tokens: added }: ByteLevel) {
  const forms =
    normalizer === null ? [] : 'normalizers' in normalizer ? normalizer.normalizers : [normalizer];
  const normalised = (text: string) => forms.reduce((all, { type }) => all.normalize(type), text);
  const isLate = ({ normalized, special = false }: ByteLevel['added_tokens'][number]) =>
    normalizer !== null && (normalized ?? !special);
  const first = anyOf(added.filter((token) => !isLate(token)).map(({ content }) => content));
  const second = anyOf(added.filter(isLate).map(({ content }) => normalised(content)));
  const isPlain = (text: string) => {
    return !first.test(text) && !second.test(text) && normalised(text) === text;
  };
  const sectionsOf = (text: string) => {
    const outer = text.split(first);
    const inner = outer.map((section) => normalised(section).split(second));
    const special = outer.length - 1 + inner.reduce((sum, parts) => sum + parts.length - 1, 0);
    return { special, texts: inner.flat() };
  };
  return { isPlain, sectionsOf };
}

/** Matches any of some texts, the longest first. Without texts it never matches. */
function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(alternatives(texts) || '(?!)');
}
