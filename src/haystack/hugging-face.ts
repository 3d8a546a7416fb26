import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readBounded } from '../base/files/file-reference.js';
import { alternatives } from '../base/text/literal.js';
import { UserError } from '../base/user-error.js';
import { remembered } from './byte-pair.js';
import { limitedCounting } from './limited-counting.js';
import {
  isForward,
  type PieceTokenizer,
  splitting,
  summed,
  type Tokenizer,
  within,
} from './pieces.js';

const PLAIN = { add_special_tokens: false };

/** How a part is encoded that was normalised and split before. */
const PART = {
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, use_regex: false },
  added_tokens: [],
};

/** The part of @huggingface/tokenizers that is used. Node's resolution does not find its own types. */
interface Library {
  Tokenizer: new (
    definition: object,
    config: object,
  ) => {
    encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  };
  SplitPreTokenizer: new (step: object) => { pattern: RegExp | null };
  /** Its pattern matches a piece as GPT-2 does. */
  ByteLevelPreTokenizer: new (
    step: object,
  ) => { pattern: RegExp };
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
  const count = (text: string) => tokenizer.encode(text, PLAIN).ids.length;
  return { name, count: (text) => limitedCounting(name, text.length, () => count(text)) };
}

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const form = z.object({ type: z.enum(FORMS) });
const isFalse = z.literal(false).nullish();

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

/** A byte-level BPE; the library checks its model. */
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
  model: z.object({ type: z.literal('BPE') }),
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
  const steps = stepsOf(data.pre_tokenizer, library);
  if (!steps) return undefined;
  const onePart = { ...(definition as object), ...PART };
  const tokenizer = new library.Tokenizer(onePart, config as object);
  const countPart = (part: string) => tokenizer.encode(part, PLAIN).ids.length;
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
  { SplitPreTokenizer, ByteLevelPreTokenizer }: Library,
): RegExp[] | undefined {
  const all = steps.type === 'Sequence' ? steps.pretokenizers : [steps];
  const last = all.pop();
  if (last?.type !== 'ByteLevel') return undefined;
  const patterns = all.map((step) => {
    if (step.type === 'ByteLevel') return null;
    if (step.type === 'Digits') return step.individual_digits ? /\d/gu : /\d+/gu;
    return new SplitPreTokenizer(step).pattern;
  });
  if (last.use_regex !== false)
    patterns.push(new ByteLevelPreTokenizer({ add_prefix_space: false }).pattern);
  const forward = patterns.filter(
    (pattern, i) => pattern !== null && isForward(pattern, i === patterns.length - 1),
  );
  return forward.length > 0 && forward.length === patterns.length
    ? (forward as RegExp[])
    : undefined;
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
