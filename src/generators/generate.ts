import type { Assertion, TestCase } from 'promptfoo';
import {
  type Case,
  caseId,
  type HaystackReference,
  haystackName,
  languageName,
  type TokenizerReference,
  tokenizerName,
  UserError,
} from '../case.js';
import { referenceFile } from '../files.js';
import { buildContext, haystackBudget } from '../haystack/context.js';
import { haystackText, resolveFiles } from '../haystack/haystacks.js';
import { loadTokenizer, TOKENIZER_NAMES } from '../haystack/tokenizer.js';
import { LANGUAGE_CODES, loadLanguage } from '../languages.js';
import { type BaselineCheck, baselineCheck } from './baseline-check.js';
import type { Benchmark, SharedCaseFields } from './benchmark.js';
import {
  type HaystackOption,
  isHaystackName,
  parseOptions,
  type SharedOptions,
} from './options.js';
import { SEPARATOR } from './prompt.js';
import { chosenShard, inShard, SHARD_VARIABLE, type Shard, shardText } from './shard.js';

const PACKAGE = 'package:promptfoo-counting-stars';

/** Haystacks for languages that have a book of their own; `prose` for all others. */
const DEFAULT_HAYSTACK: Record<string, string> = { en: 'moby-dick' };

/**
 * Turn a generator's config into promptfoo test cases.
 *
 * @throws {UserError} for everything about the config that would fail later: unknown options, a
 *   haystack that cannot be read or is too short, evidence that does not fit
 */
export async function generate(benchmark: Benchmark, config: unknown): Promise<TestCase[]> {
  const options = parseOptions(benchmark.generator, benchmark.options, config) as SharedOptions;
  const conflict = benchmark.conflict?.((config ?? {}) as Record<string, unknown>);
  if (conflict) throw new UserError(`${benchmark.generator}: ${conflict}`);
  const shard = chosenShard(benchmark.generator, options.shard, process.env[SHARD_VARIABLE]);
  const cases: Case[] = [];
  for (const haystack of await resolveHaystacks(benchmark, options)) {
    const shared: SharedCaseFields = {
      language: resolveLanguage(options.language),
      haystack,
      ...(options.repeat && { repeat: true }),
      ...resolveTokenizers(options.tokenizer),
      reserve: options.reserve ?? 0,
    };
    const own: Case[] = [];
    for (const theCase of benchmark.cases(options, shared)) {
      const { prompt, answer } = benchmark.task(theCase);
      if (prompt === undefined) {
        const reserve = options.reserve ?? (await defaultReserve(answer, theCase));
        own.push({ ...theCase, reserve });
      } else {
        refuseVars(benchmark, options.vars);
        const tokens = (await loadTokenizer(theCase.tokenizer)).count(prompt);
        cases.push({ ...theCase, tokens, reserve: 0 });
      }
    }
    await check(benchmark, own, options.vars);
    cases.push(...own);
  }
  const wanted = shard ? inShard(cases, shard) : cases;
  const comparison = baselineCheck(benchmark.generator, options, cases);
  return wanted.map((theCase) => testCase(benchmark, theCase, options, { shard, comparison }));
}

function resolveLanguage(option: string): SharedCaseFields['language'] {
  const language = /\.ya?ml$/i.test(option)
    ? referenceFile('language', option, `use one of ${LANGUAGE_CODES.join(', ')}`)
    : option;
  loadLanguage(language);
  return language;
}

async function resolveHaystacks(
  { generator }: Benchmark,
  options: SharedOptions,
): Promise<HaystackReference[]> {
  const { haystack, haystacks, language } = options;
  if (haystack && haystacks) {
    throw new UserError(
      `${generator}: give either \`haystack\`, which is one text, or \`haystacks\`, each of which is a grid.`,
    );
  }
  const listed = haystacks ?? [haystack ?? DEFAULT_HAYSTACK[language] ?? 'prose'];
  return Promise.all(listed.map(resolveHaystack));
}

async function resolveHaystack(option: HaystackOption): Promise<HaystackReference> {
  if (isHaystackName(option)) return option;
  return resolveFiles(typeof option === 'string' ? [option] : option);
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

/** A file where the option names one; whether there is a tokenizer of that name shows on loading. */
function resolveTokenizer(option: string): TokenizerReference {
  if (!option.endsWith('.json')) return option;
  return referenceFile('tokenizer', option, `use one of ${TOKENIZER_NAMES.join(', ')}`);
}

/** All tokenizers that a Case may be built with. */
function tokenizersOf({ tokenizer, tokenizers }: Case): TokenizerReference[] {
  return tokenizers ? Object.values(tokenizers) : [tokenizer];
}

/** A given prompt has its own way of putting context and question together. */
function refuseVars({ generator }: Benchmark, vars: boolean): void {
  if (!vars) return;
  throw new UserError(
    `${generator}: published prompts are sent byte for byte, so they have no vars \`context\` and ` +
      '`question`. Leave `vars` out and use the prompt function.',
  );
}

/** Room for a right answer, half as long again, and for a few words around it. */
async function defaultReserve(answer: string, theCase: Case): Promise<number> {
  let longest = 0;
  for (const reference of tokenizersOf(theCase)) {
    longest = Math.max(longest, (await loadTokenizer(reference)).count(answer));
  }
  return Math.ceil(longest * 1.5) + 32;
}

/** Fail now, with a clear error, wherever building a prompt would fail later. */
async function check(benchmark: Benchmark, cases: readonly Case[], vars: boolean): Promise<void> {
  const [first] = cases;
  if (!first) return;
  const planned = cases.map((theCase) => {
    const task = benchmark.task(theCase);
    return { theCase, plan: { ...task, suffix: SEPARATOR + task.question } };
  });
  checkText(
    first,
    planned.flatMap(({ plan }) => plan.forbidden),
    vars,
  );
  for (const tokenizer of tokenizersOf(first)) {
    // The prompts with the least and the most haystack are built; what lies between fits too.
    const budgets: number[] = [];
    for (const { theCase, plan } of planned) {
      budgets.push(await haystackBudget({ ...theCase, tokenizer }, plan));
    }
    const ends = [Math.min(...budgets), Math.max(...budgets)].map((end) => budgets.indexOf(end));
    for (const end of new Set(ends)) {
      const { theCase, plan } = planned[end]!;
      await buildContext({ ...theCase, tokenizer }, plan);
    }
  }
}

/** Every sentence and every word that prose may be made of. */
function proseText(language: Case['language']): string {
  const { prose, between } = loadLanguage(language);
  const sentences = prose.sentences.map((sentence) => sentence.replace(/[{}]/g, ' '));
  return [...sentences, ...Object.values(prose.slots).flat()].join(`${between}\n`);
}

const TEMPLATE_SYNTAX = /\{\{|\{%|\{#|#\}/;

function checkText(
  { haystack, language }: Case,
  forbidden: readonly RegExp[],
  vars: boolean,
): void {
  const text = haystack === 'prose' ? proseText(language) : haystackText(haystack);
  const name = haystackName(haystack);
  const patterns = new Map(forbidden.map((pattern) => [pattern.source, pattern]));
  for (const pattern of patterns.values()) {
    const found = text.match(new RegExp(pattern.source, pattern.flags.replace('g', '')));
    if (found) {
      const at = found.index ?? 0;
      throw new UserError(
        `haystack: ${name} contains "${found[0]}" (at character ${at + 1}: ` +
          `${JSON.stringify(text.slice(Math.max(0, at - 20), at + 40))}), which could be taken for ` +
          'evidence. Remove it from the text or use another haystack.',
      );
    }
  }
  const template = vars ? TEMPLATE_SYNTAX.exec(text) : null;
  if (template) {
    throw new UserError(
      `haystack: ${name} contains "${template[0]}" (at character ${template.index + 1}), which ` +
        'promptfoo would treat as a template in a var. Use the prompt function ' +
        '(`prompts: [file://…/dist/index.js:prompt]`) instead of `vars: true`; it passes every ' +
        'character on unchanged.',
    );
  }
}

/** What a test says besides its Case and the options. */
interface Extras {
  shard: Shard | undefined;
  comparison: BaselineCheck | undefined;
}

function testCase(
  benchmark: Benchmark,
  theCase: Case,
  options: SharedOptions,
  { shard, comparison }: Extras,
): TestCase {
  const { task, language, tokens, evidence, seed, haystack } = theCase;
  const assertion: Assertion = {
    type: 'javascript',
    value: `${PACKAGE}:score`,
    threshold: options.threshold,
    ...(comparison && { config: { ...comparison } }),
  };
  const parts = [
    benchmark.describe(theCase),
    ...(options.haystacks ? [haystackName(haystack)] : []),
    ...(options.seeds.length > 1 ? [`seed ${seed}`] : []),
  ];
  return {
    description: parts.join(' · '),
    vars: {
      case: { ...theCase },
      ...(options.vars && {
        context: `${PACKAGE}:context`,
        question: benchmark.task(theCase).question,
      }),
    },
    assert: [assertion],
    metadata: {
      benchmark: benchmark.name,
      task,
      language: languageName(language),
      tokens,
      evidence,
      seed,
      haystack: haystackName(haystack),
      tokenizer: tokenizerName(theCase),
      ...(shard && { shard: shardText(shard) }),
      id: caseId(theCase),
    },
    ...(options.prompts && { prompts: options.prompts }),
  };
}
