import type { Assertion, TestCase } from 'promptfoo';
import { type Case, caseId, type HaystackReference, haystackName, UserError } from '../case.js';
import { buildContext, haystackBudget } from '../haystack/context.js';
import { haystackText, resolveFiles } from '../haystack/corpus.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import type { Benchmark, SharedCaseFields } from './benchmark.js';
import { isHaystackName, parseOptions, type SharedOptions } from './options.js';
import { SEPARATOR } from './prompt.js';

const PACKAGE = 'package:promptfoo-counting-stars';

/** Haystacks for languages that do not share English's. */
const DEFAULT_HAYSTACK: Record<string, string> = { en: 'moby-dick' };

/**
 * Turn a generator's config into promptfoo test cases.
 *
 * @throws {UserError} for everything about the config that would fail later: unknown options, a
 *   haystack that cannot be read or is too short, evidence that does not fit
 */
export async function generate(benchmark: Benchmark, config: unknown): Promise<TestCase[]> {
  const options = parseOptions(
    benchmark.generator,
    benchmark.options,
    config,
  ) as unknown as SharedOptions;
  const haystack = await resolveHaystack(options);
  const shared: SharedCaseFields = {
    language: options.language,
    haystack,
    ...(options.repeat && { repeat: true }),
    tokenizer: options.tokenizer,
    reserve: options.reserve ?? 0,
  };
  const cases: Case[] = [];
  for (const theCase of benchmark.cases(options, shared)) {
    const reserve = options.reserve ?? (await defaultReserve(benchmark, theCase));
    cases.push({ ...theCase, reserve });
  }
  await check(benchmark, cases, options.vars);
  return cases.map((theCase) => testCase(benchmark, theCase, options));
}

async function resolveHaystack(options: SharedOptions): Promise<HaystackReference> {
  const option = options.haystack ?? DEFAULT_HAYSTACK[options.language] ?? 'prose';
  if (isHaystackName(option)) return option;
  return resolveFiles(typeof option === 'string' ? [option] : option);
}

/** Room for a right answer, half as long again, and for a few words around it. */
async function defaultReserve(benchmark: Benchmark, theCase: Case): Promise<number> {
  const tokenizer = await loadTokenizer(theCase.tokenizer);
  return Math.ceil(tokenizer.count(benchmark.task(theCase).answer) * 1.5) + 32;
}

/** Fail now, with a clear error, wherever building a prompt would fail later. */
async function check(benchmark: Benchmark, cases: readonly Case[], vars: boolean): Promise<void> {
  const [first] = cases;
  if (!first) return;
  if (first.haystack !== 'prose') checkText(benchmark, first, vars);
  const byLength = [...cases].sort((a, b) => a.tokens - b.tokens);
  for (const theCase of byLength) {
    const task = benchmark.task(theCase);
    await haystackBudget(theCase, { ...task, suffix: SEPARATOR + task.question });
  }
  for (const theCase of new Set([byLength[0]!, byLength[byLength.length - 1]!])) {
    const task = benchmark.task(theCase);
    await buildContext(theCase, { ...task, suffix: SEPARATOR + task.question });
  }
}

const TEMPLATE_SYNTAX = /\{\{|\{%|\{#/;

function checkText(benchmark: Benchmark, theCase: Case, vars: boolean): void {
  const text = haystackText(theCase.haystack);
  const name = haystackName(theCase.haystack);
  const lower = text.toLowerCase();
  for (const forbidden of benchmark.task(theCase).forbidden) {
    const at = lower.indexOf(forbidden.toLowerCase());
    if (at >= 0) {
      throw new UserError(
        `haystack: ${name} contains "${forbidden}" (at character ${at + 1}: ` +
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

function testCase(benchmark: Benchmark, theCase: Case, options: SharedOptions): TestCase {
  const { task, language, tokens, evidence, seed, haystack, tokenizer } = theCase;
  const repeats = options.seeds.length > 1;
  const assertion: Assertion = {
    type: 'javascript',
    value: `${PACKAGE}:score`,
    threshold: options.threshold,
  };
  return {
    description: benchmark.describe(theCase) + (repeats ? ` · seed ${seed}` : ''),
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
      language,
      tokens,
      evidence,
      seed,
      haystack: haystackName(haystack),
      tokenizer,
      id: caseId(theCase),
    },
    ...(options.prompts && { prompts: options.prompts }),
  };
}
