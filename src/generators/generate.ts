/** Turns grids of Cases into promptfoo's tests. */
import { MAX_DROP } from '../base/defaults.js';
import { digestOf } from '../base/files/files.js';
import { languageName } from '../base/references.js';
import { byCodeUnits } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import { conditionsOf } from '../benchmarks/conditions.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import { askOf, asksOver, type CachedBeginnings, type Case, type Cell } from '../contract/case.js';
import { caseId, haystackTitle, tokenizerName } from '../contract/case-identity.js';
import { PLAIN_TEXT } from '../contract/case-line.js';
import type { Assertion, TestCase } from '../contract/promptfoo.js';
import type { GateRequest, IdsOfBaseline, SearchRequest } from '../contract/requests.js';
import { type Shard, shardText } from '../contract/shard.js';
import type { PromptForm, SharedOptions } from '../options/general-options.js';
import { chosenShard, inShard, SHARD_VARIABLE } from '../options/shard.js';
import { type Beginning, beginningDigests, inCacheOrder } from './cache-order.js';
import { descriptionsOf } from './descriptions.js';
import { type Grid, gridOf } from './grid.js';
import { withPreset } from './presets.js';
import { buildPrompt, messagesOf } from './prompt.js';
import { askedTests, configFor, ownGrid } from './search-request.js';

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
    const all = await testsOf(
      benchmark.generator,
      [await gridOf(benchmark, ownGrid(config))],
      idsOf,
    );
    return all.map((test) => ({ ...test, metadata: { ...test.metadata, search: round } }));
  }
  const grids: Grid[] = [];
  for (const prompt of prompts) {
    grids.push(await gridOf(benchmark, configFor(benchmark, config, prompt)));
  }
  const describe = descriptionsOf(grids);
  for (const [i, { providers }] of prompts.entries()) {
    for (const draft of await draftTests(benchmark.generator, [grids[i]!], idsOf, describe)) {
      const test = (cache?: CachedBeginnings) => {
        const made = draft.test(cache);
        return { ...made, metadata: { ...made.metadata, search: round }, providers };
      };
      tests.push({ ...draft, test });
    }
  }
  return inOrder(tests);
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

/** Returns what Cases over one context have in common, or the identity of a Case with its own. */
function contextOf(theCase: Case): string {
  return caseId({ ...asksOver(theCase)[0]!, edition: '' });
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
  const extra = benchmark.testOf?.(theCase);
  const assertion: Assertion = {
    type: 'javascript',
    value: `${PACKAGE}:score`,
    ...(extra?.scored === false && { weight: 0 }),
    ...passMark(theCase.control ? 0 : options.threshold),
  };
  const { options: passedOn, marks } = made.get(given)!;
  return {
    description,
    vars: withCase(theCase, {
      ...extra?.vars,
      ...varsOf(options, theCase),
      ...(extra && options.form === 'parts' && { documents: `${PACKAGE}:documents` }),
    }),
    assert: [assertion, ...(extra?.assert ?? [])],
    ...(Object.keys(passedOn).length > 0 && { options: passedOn }),
    metadata: {
      ...extra?.metadata,
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

/**
 * Returns what the tests of a grid tell the hook `afterAll` of their comparison. See docs/gate.md.
 *
 * @param generator - the name users know the generator by
 * @returns nothing without the option `baseline`
 * @throws {UserError} when the baseline cannot be read or lacks a case
 */
function gateRequest(
  generator: string,
  { baseline: file, maxDrop, baselineProviders }: SharedOptions,
  cases: readonly Case[],
  idsOf: IdsOfBaseline,
): GateRequest | undefined {
  if (file === undefined) {
    const [given] = Object.entries({ maxDrop, baselineProviders }).filter(([, value]) => value);
    if (given === undefined) return undefined;
    throw new UserError(
      `${generator}: \`${given[0]}\` is ${given[1]}, but there is no \`baseline\` to compare with. Give ` +
        'the path of a baseline file.',
    );
  }
  const known = idsOf(file);
  const missing = cases.map(caseId).filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw new UserError(
      `${generator}: \`baseline\` is "${file}", which lacks ${missing.length} of the ${cases.length} ` +
        `cases of this config (the first: ${missing[0]}). Use the options that it was made with, or ` +
        'make it again: evaluate without `baseline`, then `npx promptfoo-counting-stars baseline`.',
    );
  }
  return {
    baseline: file,
    maxDrop: maxDrop ?? MAX_DROP,
    ...(baselineProviders && { baselineProviders }),
  };
}

/** Widest line that the viewer shows without a cut. */
const WIDTH = 39;

const FIRST = ['benchmark', 'task', 'tokens', 'evidence', 'seed'];

/**
 * Writes a Case behind the reference to its prompt, where contract/case-line.ts reads it. promptfoo splits
 * `package:name:export` at colons and ignores what follows the third part (0.121.4 to 0.123.1), which
 * test/e2e/viewer.test.ts checks.
 *
 * @param reference - for example `package:promptfoo-counting-stars:prompt`
 *
 * @example
 * // package:promptfoo-counting-stars:prompt:
 * // benchmark=counting-stars
 * // task=acquisition tokens=4000 evidence=32
 */
export function caseLine(reference: string, theCase: Case): string {
  const fields = Object.entries(theCase).filter(([, value]) => value !== undefined);
  const rank = (name: string) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  const lines: string[] = [];
  for (const [name, value] of fields.toSorted(([a], [b]) => rank(a) - rank(b))) {
    const word = `${name}=${wordOf(value)}`;
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < WIDTH) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return `${reference}:\n${lines.join('\n')}`;
}

/** Writes a value without white space and without the start of a template's tag. */
function wordOf(value: unknown): string {
  if (typeof value === 'string' && PLAIN_TEXT.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\s\u2028\u2029]|\{(?=[{%#])/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
