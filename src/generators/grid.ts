/** Makes grids: from a generator's config to its Cases. */
import { append } from '../base/extremes.js';
import { referenceFile } from '../base/files/file-reference.js';
import { kept } from '../base/kept.js';
import { notices } from '../base/notices.js';
import { ascending, sum } from '../base/numbers.js';
import type { FileReference } from '../base/references.js';
import { print } from '../base/safe-output.js';
import { UserError } from '../base/user-error.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import { benchmarkOfGenerator } from '../benchmarks/registry.js';
import { asksOver, type Case, type CaseDraft } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import type { SharedOptions } from '../options/general-options.js';
import { parseOptions, withinLimits } from '../options/parse-options.js';
import { type Completed, completed } from './complete.js';
import { withPreset } from './presets.js';
import { sharedFields } from './shared-fields.js';

export interface Grid {
  benchmark: Benchmark;
  options: SharedOptions;
  cases: Case[];
  made: ReadonlyMap<Case, Completed>;
}

export async function gridOf(benchmark: Benchmark, given: unknown): Promise<Grid> {
  const options = optionsFor(benchmark, given);
  const drafts = await drawn(benchmark, options);
  const inLanguages = options.language.length > 1;
  const apart = drafts.map((draft) => compositeApart(draft, inLanguages));
  const made = await completed(benchmark, apart, options);
  // Without tests, promptfoo would send the prompt template as it stands.
  if (made.size === 0) {
    throw new UserError(
      `${benchmark.generator}: these options leave nothing to ask. Leave out those that choose among questions.`,
    );
  }
  // A Case without a haystack is the same for each of several.
  const different = new Map([...made.keys()].map((theCase) => [caseId(theCase), theCase]));
  const cases = (options.haystack?.length ?? 0) < 2 ? made.keys() : different.values();
  return { benchmark, options, cases: [...cases], made };
}

/** Names composites apart if answers are structured, and over all languages if there are several. */
function compositeApart(draft: CaseDraft, inLanguages: boolean): CaseDraft {
  const { structured, task, control } = draft;
  const { composite = inLanguages && !control ? { part: task, weight: 1 } : undefined } = draft;
  if (!structured || !composite) return composite ? { ...draft, composite } : draft;
  const variant = [composite.variant, 'structured'].filter(Boolean).join(', ');
  return { ...draft, composite: { ...composite, variant } };
}

/**
 * Sizes several configs: prompts, and their tokens with what they keep free for the answer. Prompts are made only if
 * their lengths are not asked for.
 *
 * @throws {UserError} for a config that its generator refuses
 */
export async function sizeOf(
  parts: readonly { generator: string; config: Record<string, unknown> }[],
): Promise<{ prompts: number; tokens: number }> {
  const lengths: number[] = [];
  for (const { generator, config } of parts) {
    const benchmark = benchmarkOfGenerator(generator);
    const drafts = await draftsOf(benchmark, config);
    const isKnown = drafts.every(({ tokens }) => tokens !== undefined);
    const sized = isKnown ? drafts : (await gridOf(benchmark, config)).cases;
    append(
      lengths,
      sized.map(({ tokens }) => tokens!),
    );
  }
  return { prompts: lengths.length, tokens: sum(lengths) };
}

export async function draftsOf(benchmark: Benchmark, given: unknown): Promise<CaseDraft[]> {
  return drawn(benchmark, optionsFor(benchmark, given));
}

async function drawn(benchmark: Benchmark, options: SharedOptions): Promise<CaseDraft[]> {
  const drafts: CaseDraft[] = [];
  try {
    for (const shared of await sharedFields(benchmark, options)) {
      const sized = inOctaves(benchmark, benchmark.cases(options, shared), options);
      const asked = askedAll(sized, options.asks);
      append(drafts, await withinLimits(benchmark.generator, asked, drafts.length));
    }
  } finally {
    tellNotices();
  }
  const { template } = options;
  if (template === undefined) return drafts;
  const files = new Map<string, FileReference>();
  const fileOf = (task: string) => kept(files, task, () => templateOf(template, task));
  return drafts.map((draft) => ({ ...draft, template: fileOf(draft.task) }));
}

const told = new Set<string>();

function tellNotices(): void {
  for (const text of notices()) {
    if (!told.has(text)) print(process.stderr, `promptfoo-counting-stars: ${text}\n`);
    told.add(text);
  }
}

/** Finds a task's template: by its name, or by how it begins (`niah` for `niah_single_1`). */
function templateOf(option: NonNullable<SharedOptions['template']>, task: string): FileReference {
  const [, path] =
    typeof option === 'string'
      ? [task, option]
      : (Object.entries(option).find(([name]) => task === name || task.startsWith(`${name}_`)) ??
        []);
  if (path !== undefined) return referenceFile('template', path, 'leave it out for our own prompt');
  throw new UserError(
    `template: no file is named for ${task}, which is one of \`tasks\`. Name one, or leave the task out.`,
  );
}

async function* askedAll(drafts: AsyncIterable<CaseDraft>, asks = 1) {
  for await (const draft of drafts) {
    if (asks === 1) yield draft;
    else yield* asksOver({ ...draft, asks, unit: JSON.stringify(draft.cell ?? {}) });
  }
}

function optionsFor(benchmark: Benchmark, given: unknown): SharedOptions {
  const config = withPreset(benchmark, given) as Record<string, unknown> | null | undefined;
  if (!('structured' in benchmark.options.shape) && config?.structured !== undefined) {
    throw new UserError(
      `${benchmark.generator}: there is no option \`structured\`, since its answers are texts and are scored ` +
        'as they stand. Leave it out.',
    );
  }
  const options = parseOptions(benchmark.generator, benchmark.options, config);
  const conflict = benchmark.conflict?.(config ?? {});
  if (conflict) throw new UserError(`${benchmark.generator}: ${conflict}`);
  return options as unknown as SharedOptions;
}

interface Choice {
  lengths?: number | readonly number[];
  examples?: number;
}

/** OpenAI counts the prompts of its data sets in this, whatever model is asked. */
const AUTHORS = 'o200k_base';

/**
 * Gives drafts of the authors' files their octave of length as size, and keeps those that `lengths` asks for, at most
 * `examples`. Others pass.
 *
 * @throws {UserError} where the file has none of these octaves
 */
async function* inOctaves(
  benchmark: Benchmark,
  drafts: AsyncIterable<CaseDraft> | Iterable<CaseDraft>,
  options: object,
): AsyncGenerator<CaseDraft> {
  if (!benchmark.counted) return yield* drafts;
  const { lengths, examples: most = Number.POSITIVE_INFINITY } = options as Choice;
  const wanted = typeof lengths === 'object' ? lengths : undefined;
  const others: number[] = [];
  let asked = 0;
  for await (const draft of drafts) {
    if (asked === most) return;
    await benchmark.load?.(draft);
    const texts = benchmark.counted(draft);
    const octave = texts && (await octaveOf(texts));
    if (octave !== undefined && wanted && !wanted.includes(octave)) {
      others.push(octave);
      continue;
    }
    asked++;
    yield octave === undefined ? draft : { ...draft, size: `up to ${octave} tokens` };
  }
  if (asked > 0) return;
  if (others.length === 0) {
    throw new UserError(
      `${benchmark.generator}: \`published\` has no prompt of those that the other options ask for. Leave them out to ask all.`,
    );
  }
  throw new UserError(
    `${benchmark.generator}: \`lengths\` has ${wanted!.join(', ')}, but \`published\` has prompts of up to ` +
      `${ascending(others).join(', ')} tokens. Use some of these, or leave \`lengths\` out.`,
  );
}

/** Returns the next power of two above the tokens of some texts. */
async function octaveOf(texts: readonly string[]): Promise<number> {
  const tokenizer = await loadTokenizer(AUTHORS);
  const tokens = sum(texts.map((text) => tokenizer.count(text)));
  return 2 ** Math.ceil(Math.log2(Math.max(1, tokens)));
}
