import { append } from '../base/extremes.js';
import { referenceFile } from '../base/files/file-reference.js';
import { digestOf } from '../base/files/files.js';
import { kept } from '../base/kept.js';
import { type FileReference, languageName } from '../base/references.js';
import { byCodeUnits } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import { conditionsOf } from '../benchmarks/conditions.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import {
  askOf,
  asksOver,
  type CachedBeginnings,
  type Case,
  type CaseDraft,
  type Cell,
} from '../contract/case.js';
import { caseId, haystackTitle, tokenizerName } from '../contract/case-identity.js';
import type { Assertion, TestCase } from '../contract/promptfoo.js';
import type { GateRequest, IdsOfBaseline, SearchRequest } from '../contract/requests.js';
import { type Shard, shardText } from '../contract/shard.js';
import type { PromptForm, SharedOptions } from '../options/general-options.js';
import { parseOptions, withinLimits } from '../options/parse-options.js';
import { chosenShard, inShard, SHARD_VARIABLE } from '../options/shard.js';
import { type Beginning, beginningDigests, inCacheOrder } from './cache-order.js';
import { caseLine } from './case-line.js';
import { type Completed, completed } from './complete.js';
import { contextOf } from './contexts.js';
import { descriptionsOf } from './descriptions.js';
import { gateRequest } from './gate-request.js';
import { inOctaves } from './octaves.js';
import { withPreset } from './presets.js';
import { buildPrompt, messagesOf } from './prompt.js';
import { askedTests, configFor, ownGrid } from './search-request.js';
import { sharedFields } from './shared-fields.js';
import { tellNotices } from './tell-notices.js';

const PACKAGE = 'package:promptfoo-counting-stars';

/** Vars of each form. They are references, so that promptfoo stores no text of a prompt in a test. */
const PROMPT_VARS: Readonly<Record<PromptForm, Readonly<Record<string, string>>>> = {
  text: { prompt: `${PACKAGE}:prompt` },
  chat: { prompt: `${PACKAGE}:chat` },
  parts: { context: `${PACKAGE}:context`, question: `${PACKAGE}:question` },
};

const GRID_DIGITS = 12;

export interface GeneratedTest extends TestCase {
  vars: Record<string, string | Case> & { case: Case };
}

export interface Grid {
  benchmark: Benchmark;
  options: SharedOptions;
  cases: Case[];
  made: ReadonlyMap<Case, Completed>;
}

/**
 * Turns a generator's config into promptfoo test cases.
 *
 * @throws {UserError} for everything about the config that would fail later: unknown options, a
 *   haystack that cannot be read or is too short, evidence that does not fit
 */
export async function generate(
  benchmark: Benchmark,
  given: unknown,
  idsOf: IdsOfBaseline,
): Promise<GeneratedTest[]> {
  const asked = askedTests(benchmark.generator, given, (request) =>
    searchTests(benchmark, given, request, idsOf),
  );
  if (asked) return asked;
  return testsOf(benchmark.generator, [await gridOf(benchmark, given)], idsOf);
}

/**
 * Makes the tests that a request asks for: a grid for each prompt of a search, for the providers that it names, or
 * the config's own grid.
 */
export async function searchTests(
  benchmark: Benchmark,
  given: unknown,
  { round, generator, prompts, whole }: SearchRequest,
  idsOf: IdsOfBaseline,
): Promise<GeneratedTest[]> {
  if (generator !== undefined && generator !== benchmark.generator) return [];
  const tests: DraftTest[] = [];
  const config = withPreset(benchmark, given);
  if (whole) {
    const own = await testsOf(
      benchmark.generator,
      [await gridOf(benchmark, ownGrid(config))],
      idsOf,
    );
    return own.map((test) => ({ ...test, metadata: { ...test.metadata, search: round } }));
  }
  const grids: Grid[] = [];
  for (const prompt of prompts) {
    grids.push(await gridOf(benchmark, configFor(benchmark, config, prompt)));
  }
  const describe = descriptionsOf(grids);
  for (const [i, { providers }] of prompts.entries()) {
    for (const one of await draftTests(benchmark.generator, [grids[i]!], idsOf, describe)) {
      const test = (cache?: CachedBeginnings) => {
        const own = one.test(cache);
        return { ...own, metadata: { ...own.metadata, search: round }, providers };
      };
      tests.push({ ...one, test });
    }
  }
  return inOrder(tests);
}

export async function gridOf(benchmark: Benchmark, given: unknown): Promise<Grid> {
  const options = optionsFor(benchmark, given);
  const drafts = await drawn(benchmark, options);
  const inLanguages = options.language.length > 1;
  const apart = drafts.map((draft) => compositeApart(draft, inLanguages));
  const made = await completed(benchmark, apart, options);
  const cases = [...made.keys()];
  // Without tests, promptfoo would send the prompt template as it stands.
  if (cases.length === 0) {
    throw new UserError(
      `${benchmark.generator}: these options leave nothing to ask. Leave out those that choose among questions.`,
    );
  }
  if ((options.haystack?.length ?? 0) < 2) return { benchmark, options, cases, made };
  // A Case without a haystack is the same for each of several.
  const different = new Map(cases.map((theCase) => [caseId(theCase), theCase]));
  return { benchmark, options, cases: [...different.values()], made };
}

/** Names composites apart if answers are structured, and over all languages if there are several. */
function compositeApart(draft: CaseDraft, inLanguages: boolean): CaseDraft {
  const { structured, task, control } = draft;
  const { composite = inLanguages && !control ? { part: task, weight: 1 } : undefined } = draft;
  if (!structured || !composite) return composite ? { ...draft, composite } : draft;
  const variant = [composite.variant, 'structured'].filter(Boolean).join(', ');
  return { ...draft, composite: { ...composite, variant } };
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
  const config = withPreset(benchmark, given);
  if (
    !('structured' in benchmark.options.shape) &&
    (config as SharedOptions | undefined)?.structured !== undefined
  ) {
    throw new UserError(
      `${benchmark.generator}: there is no option \`structured\`, since its answers are texts and are scored ` +
        'as they stand. Leave it out.',
    );
  }
  const options = parseOptions(
    benchmark.generator,
    benchmark.options,
    config,
  ) as unknown as SharedOptions;
  const conflict = benchmark.conflict?.((config ?? {}) as Record<string, unknown>);
  if (conflict) throw new UserError(`${benchmark.generator}: ${conflict}`);
  return options;
}

/**
 * Makes the tests of some grids. A shard is a part of all of them together.
 *
 * @param generator - the name users know the generator by
 * @throws {UserError} for shards that disagree or are too many, or a baseline that does not fit
 */
export async function testsOf(
  generator: string,
  grids: readonly Grid[],
  idsOf: IdsOfBaseline,
): Promise<GeneratedTest[]> {
  return inOrder(await draftTests(generator, grids, idsOf, descriptionsOf(grids)));
}

/** A test before its order is known and what the cache has of its prompt. */
interface DraftTest {
  beginning: Beginning;
  tokens: number;
  test: (cache?: CachedBeginnings) => GeneratedTest;
}

/** Sorts tests so that providers bill least for them. */
function inOrder(drafts: readonly DraftTest[]): GeneratedTest[] {
  const order = inCacheOrder(drafts);
  return order.map(({ index, cache }) => drafts[index]!.test(cache));
}

/** @param describe - describes what is a part of more */
async function draftTests(
  generator: string,
  grids: readonly Grid[],
  idsOf: IdsOfBaseline,
  describe: ReturnType<typeof descriptionsOf>,
): Promise<DraftTest[]> {
  const shard = shardOf(generator, grids);
  const all = grids.flatMap(({ cases }) => cases);
  const firsts = all.filter((theCase) => askOf(theCase) === 1);
  const wanted = shard && new Set(inShard(firsts, shard).map(contextOf));
  const ids = new Map(all.map((theCase) => [theCase, caseId(theCase)]));
  const whole = wholeGrid(ids.values());
  const drafts: DraftTest[] = [];
  for (const grid of grids) {
    const { benchmark, options, cases, made } = grid;
    const request = gateRequest(benchmark.generator, options, cases, idsOf);
    for (const theCase of cases) {
      if (wanted && !wanted.has(contextOf(theCase))) continue;
      const extras = {
        ...{ shard, request, whole, id: ids.get(theCase)! },
        description: describe(grid, theCase),
      };
      const beginning = made.get(theCase)!.beginning ?? (await beginningIn(theCase));
      const tokens = theCase.tokens - theCase.reserve;
      drafts.push({ beginning, tokens, test: (cache) => testCase(grid, theCase, extras, cache) });
    }
  }
  return drafts;
}

async function beginningIn(theCase: Case): Promise<Beginning> {
  const messages = messagesOf(await buildPrompt(theCase));
  return beginningDigests(messages.map(({ content }) => content).join(''));
}

function shardOf(generator: string, grids: readonly Grid[]): Shard | undefined {
  const shards = grids.map(({ options }) =>
    chosenShard(generator, options.shard, process.env[SHARD_VARIABLE]),
  );
  if (new Set(shards.map((shard) => shard && shardText(shard))).size > 1) {
    throw new UserError(
      `${generator}: \`shard\` is not the same for all of \`tests\`. Give it once, beside them.`,
    );
  }
  return shards[0];
}

interface Extras {
  shard: Shard | undefined;
  request: GateRequest | undefined;
  whole: { grid: string; gridSize: number };
  id: string;
  description: string;
}

/** Tells in a test which grid it is of, so that half a grid is not mistaken for a whole one. */
export function wholeGrid(ids: Iterable<string>): Extras['whole'] {
  const all = [...new Set(ids)].sort(byCodeUnits);
  return { grid: digestOf(all.join('\n')).slice(0, GRID_DIGITS), gridSize: all.length };
}

function testCase(
  { benchmark, options, made }: Grid,
  given: Case,
  { shard, request, whole, id, description }: Extras,
  cache: CachedBeginnings | undefined,
): GeneratedTest {
  const theCase = cache ? { ...given, cache } : given;
  const { task, language, tokens, evidence, seed, haystack } = theCase;
  const own = benchmark.testOf?.(theCase);
  const assertion: Assertion = {
    type: 'javascript',
    value: `${PACKAGE}:score`,
    ...(own?.scored === false && { weight: 0 }),
    ...passMark(theCase.control ? 0 : options.threshold),
  };
  const { options: passedOn, marks } = made.get(given)!;
  return {
    description,
    vars: withCase(theCase, {
      ...own?.vars,
      ...varsOf(options, theCase),
      ...(own && options.form === 'parts' && { documents: `${PACKAGE}:documents` }),
    }),
    assert: [assertion, ...(own?.assert ?? [])],
    ...(Object.keys(passedOn).length > 0 && { options: passedOn }),
    metadata: {
      ...own?.metadata,
      benchmark: benchmark.name,
      task,
      language: languageName(language),
      tokens,
      ...(evidence !== undefined && { evidence }),
      seed,
      marks,
      ...cellScalars(theCase.cell),
      ...(haystack !== undefined && { haystack: haystackTitle(theCase) }),
      ...(theCase.container && { container: theCase.container }),
      tokenizer: tokenizerName(theCase),
      edition: theCase.edition,
      ...(shard && { shard: shardText(shard) }),
      ...request,
      ...(options.metrics && { measures: options.metrics }),
      ...(theCase.compact === undefined && compactedBy(options)),
      ...whole,
      conditions: conditionsOf(benchmark.name, theCase),
      id,
    },
    ...(options.prompts && { prompts: options.prompts }),
  };
}

/** Returns references to a prompt's texts, with the Case behind the first, or in a var of its own if wanted. */
function varsOf({ form, caseVar }: SharedOptions, theCase: Case): Record<string, string | Case> {
  if (caseVar) return { case: { ...theCase }, ...PROMPT_VARS[form] };
  const [[name, reference], ...others] = Object.entries(PROMPT_VARS[form]) as [
    [string, string],
    ...[string, string][],
  ];
  return { [name]: caseLine(reference, theCase), ...Object.fromEntries(others) };
}

/** Adds the Case for programs, as `vars.case`. It is not enumerable, or promptfoo would make a column of it. */
function withCase(
  theCase: Case,
  vars: Record<string, string | Case>,
): Record<string, string | Case> & { case: Case } {
  return Object.defineProperty(vars, 'case', {
    value: theCase,
    enumerable: 'case' in vars,
  }) as Record<string, string | Case> & { case: Case };
}

/** Returns one number, which promptfoo knows, or a map in `config`, where `score` finds it. */
function passMark(threshold: SharedOptions['threshold']): Pick<Assertion, 'threshold' | 'config'> {
  return typeof threshold === 'number' ? { threshold } : { config: { threshold } };
}

function compactedBy({ compact = [] }: SharedOptions): { compactedBy?: string[] } {
  const labels = compact.filter(({ provider }) => provider).map(({ name }) => name);
  return labels.length > 0 ? { compactedBy: labels } : {};
}

/** Writes a cell as scalars, by which promptfoo can filter metadata. */
function cellScalars(cell: Cell = {}): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(cell).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.join(', ') : value,
    ]),
  );
}
