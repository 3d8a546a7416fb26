/** Groups prompts of the authors' files by octaves of length, as the authors count them. */
import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import type { CaseDraft } from '../contract/case.js';
import { countOnce, loadTokenizer } from '../haystack/tokenizer.js';

/** OpenAI counts the prompts of its data sets in this, whatever model is asked. */
const AUTHORS = 'o200k_base';

interface Choice {
  lengths?: number | number[];
  examples?: number;
}

/**
 * Gives drafts of given prompts their octave as size, and keeps those that `lengths` asks for, at most
 * `examples`. Others pass.
 *
 * @throws {UserError} where the file has none of these octaves
 */
export async function* inOctaves(
  benchmark: Benchmark,
  drafts: AsyncIterable<CaseDraft> | Iterable<CaseDraft>,
  options: object,
): AsyncGenerator<CaseDraft> {
  if (!benchmark.counted) return yield* drafts;
  const { lengths, examples: most = Number.POSITIVE_INFINITY } = options as Choice;
  const wanted = Array.isArray(lengths) ? new Set<number>(lengths) : undefined;
  const others = new Set<number>();
  let asked = 0;
  for await (const draft of drafts) {
    if (asked === most) return;
    await benchmark.load?.(draft);
    const texts = benchmark.counted(draft);
    if (texts === undefined) {
      asked++;
      yield draft;
      continue;
    }
    const octave = await octaveOf(texts);
    if (wanted && !wanted.has(octave)) {
      others.add(octave);
      continue;
    }
    asked++;
    yield { ...draft, size: `up to ${octave} tokens` };
  }
  if (asked > 0) return;
  if (others.size === 0) {
    throw new UserError(
      `${benchmark.generator}: \`published\` has no prompt of those that the other options ask for. Leave them out to ask all.`,
    );
  }
  const found = [...others].sort((a, b) => a - b).join(', ');
  throw new UserError(
    `${benchmark.generator}: \`lengths\` has ${[...wanted!].join(', ')}, but \`published\` has prompts of up to ${found} ` +
      'tokens. Use some of these, or leave `lengths` out.',
  );
}

/** Returns the next power of two above the tokens of some texts. */
async function octaveOf(texts: readonly string[]): Promise<number> {
  const tokenizer = await loadTokenizer(AUTHORS);
  const tokens = texts.reduce((sum, text) => sum + countOnce(tokenizer, text), 0);
  return 2 ** Math.ceil(Math.log2(Math.max(1, tokens)));
}
