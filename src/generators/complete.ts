/** Completes drafts to Cases with length, reserve and edition, and checks them before their prompts are built. */

import { largest, smallest } from '../base/extremes.js';
import { groupBy } from '../base/group-by.js';
import { kept } from '../base/kept.js';
import { loadLanguage } from '../base/languages.js';
import { Latest } from '../base/latest.js';
import { UserError } from '../base/user-error.js';
import type { Fitting, Forbidden, HiddenTask, Task } from '../benchmarks/benchmark.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import { taskFor } from '../benchmarks/prompt-template.js';
import {
  askOf,
  asksOver,
  type Case,
  type CaseDraft,
  type HaystackReference,
} from '../contract/case.js';
import { haystackName } from '../contract/case-identity.js';
import { haystackBudget } from '../haystack/context.js';
import { slack } from '../haystack/haystack.js';
import { declaring } from '../haystack/messages/forms.js';
import { containerTools } from '../haystack/messages/read-file.js';
import { isMade, proseText, textsAcrossSlots } from '../haystack/prose.js';
import { haystackText } from '../haystack/texts.js';
import { loadTokenizer } from '../haystack/tokenizer.js';
import type { SharedOptions } from '../options/general-options.js';
import { type Beginning, beginningDigests } from './cache-order.js';
import { editionOf } from './edition.js';
import { inHaystack, planOf } from './hidden-prompt.js';
import { buildPrompt, givenText, givenTokens } from './prompt.js';
import { tokenizersOf } from './shared-fields.js';
import { configure, sampledCases } from './shortening.js';
import { schemaOptions } from './structured.js';
import { declaresAsAnthropic } from './transcript-form.js';

export interface Completed {
  options: object;
  marks: number;
  /** How its prompt begins. Absent for hidden evidence, where that shows only when it is built. */
  beginning?: Beginning;
}

/**
 * Gives each draft its length, reserve and edition, and checks that its prompt can be built.
 *
 * @returns the Cases in order
 * @throws {UserError} when it cannot
 */
export async function completed(
  benchmark: Benchmark,
  drafts: Iterable<CaseDraft>,
  options: SharedOptions,
): Promise<Map<Case, Completed>> {
  const cases = new Map<Case, Completed>();
  const hidden: Hidden[] = [];
  configure(options.compact ?? []);
  const samples = new Map<string, number>();
  // Some texts are counted several times: of tries, and of questions over one context.
  const known = new Latest<number>(64);
  for (const draft of drafts) {
    await benchmark.load?.(draft);
    const task = taskFor(benchmark, draft);
    refuseForms(benchmark, task, options);
    const { theCase, asked } = await measured(benchmark, draft, task, options.reserve, known);
    if (task.kind === 'hidden') hidden.push({ theCase, task });
    const schema = theCase.structured && task.structured && schemaOptions(task.structured);
    const made = {
      options: { ...schema, ...toolOptions(task, theCase) },
      marks: Math.max(1, asked.positions.length),
      ...(asked.kind !== 'hidden' && { beginning: beginningDigests(givenText(asked)) }),
    };
    const isShortened = task.kind === 'transcript' && theCase.compact;
    const all = isShortened ? await sampledCases(theCase, task.turns, samples) : [theCase];
    for (const sample of all) cases.set(sample, made);
  }
  const haystackOf = ({ theCase, task }: Hidden) => JSON.stringify(task.made ?? theCase.haystack);
  for (const group of groupBy(hidden, haystackOf).values()) await checkHidden(group);
  return cases;
}

/** Declares the tools of a transcript, but none to be called. A transcript as text calls none. */
function toolOptions(task: Task, { container, language, transcript }: Case): object {
  const ofContainer = container === 'tools' ? containerTools(language) : [];
  const tools = task.kind === 'transcript' ? task.tools : ofContainer;
  if (tools.length === 0 || transcript === 'text') return {};
  if (!declaresAsAnthropic(transcript)) return declaring(tools);
  const declared = tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters }));
  return { tools: declared, tool_choice: { type: 'none' } };
}

async function measured(
  benchmark: Benchmark,
  draft: CaseDraft,
  asTask: Task,
  givenReserve: number | undefined,
  known: Latest<number>,
): Promise<{ theCase: Case; asked: Task }> {
  const count = await tokenCounter(draft);
  const reserveOf = (given: Task) => {
    if (given.kind === 'prompt' && draft.tokens === undefined) return 0;
    const { buffer = 0, system = '' } = given.kind === 'hidden' ? given : {};
    return (givenReserve ?? (buffer || defaultReserve(count(given.answer)))) + count(system);
  };
  // Questions over one context share it, so all keep as much free as the longest needs.
  const reserveFor = (tasks: readonly Task[]) => largest(tasks.map(reserveOf));
  const tasksOver = (sized: CaseDraft) => asksOver(sized).map((each) => taskFor(benchmark, each));
  const { tokens } = draft;
  let sized: CaseDraft = draft;
  let tasks = draft.asks === undefined ? [asTask] : tasksOver(draft);
  const [task] = tasks as [Task];
  if (task.kind === 'hidden') {
    if (tokens === undefined) throw new Error('evidence is hidden in a haystack of no length');
  } else if (tokens === undefined) {
    sized = { ...draft, tokens: reserveOf(task) + givenTokens(task, count) };
  } else {
    const tokensOf = (sized: Fitting<Case>) =>
      kept(known, JSON.stringify(asksOver(sized)[0]), () => {
        const all = tasksOver(sized) as Exclude<Task, HiddenTask>[];
        return reserveFor(all) + largest(all.map((given) => givenTokens(given, count)));
      });
    sized = fitted(benchmark, { ...draft, tokens }, tokensOf, count);
    tasks = tasksOver(sized);
  }
  const lengths = tasks.map(({ question }) => count(question));
  const apart = largest(lengths) - smallest(lengths);
  if (2 * apart > slack(sized.tokens!)) throw tooUnlike(benchmark, sized.tokens!, apart);
  const asked = tasks[askOf(sized) - 1]!;
  const edition = await editionOf(sized, asked);
  return { theCase: { ...sized, reserve: reserveFor(tasks), edition } as Case, asked };
}

function tooUnlike({ generator }: Benchmark, tokens: number, apart: number): UserError {
  return new UserError(
    `${generator}: \`asks\` puts questions over one context whose lengths differ by ${apart} tokens, so that prompts ` +
      `of ${tokens} tokens would differ too much. Use longer prompts, or questions of about one length.`,
  );
}

/** Counts with that of a Case's tokenizers which counts most. */
async function tokenCounter(draft: CaseDraft): Promise<(text: string) => number> {
  const counters = await Promise.all(tokenizersOf(draft).map(loadTokenizer));
  return (text) => Math.max(...counters.map((counter) => counter.count(text)));
}

function fitted(
  benchmark: Benchmark,
  draft: Fitting<Case>,
  tokensOf: (draft: Fitting<Case>) => number,
  count: (text: string) => number,
): Fitting<Case> {
  const filled = benchmark.fit?.(draft, tokensOf, count) ?? draft;
  const missing = filled.tokens - tokensOf(filled);
  if (missing >= 0 && missing <= slack(draft.tokens)) return filled;
  throw new UserError(
    `${benchmark.generator}: no prompt of ${draft.tokens} tokens can be made to within ` +
      `${slack(draft.tokens)}; the nearest has ${draft.tokens - missing}. Use another length.`,
  );
}

/** Returns room for a right answer, half as long again, and a few words around it. */
function defaultReserve(answerTokens: number): number {
  return Math.ceil(answerTokens * 1.5) + 32;
}

interface Hidden {
  theCase: Case;
  task: HiddenTask;
}

/**
 * Checks Cases whose evidence is hidden in one haystack.
 *
 * @throws {UserError} wherever building a prompt would fail later
 */
async function checkHidden(cases: readonly Hidden[]): Promise<void> {
  const [{ theCase, task }] = cases as [Hidden];
  const { haystack, language } = inHaystack(theCase, task);
  if (!isMade(haystack)) {
    checkText(
      haystack,
      language,
      cases.flatMap((hidden) => hidden.task.forbidden),
    );
  }
  for (const tokenizer of tokenizersOf(theCase)) {
    // Only prompts with the least and the most haystack are built. What lies between fits, too.
    const budgets: number[] = [];
    for (const hidden of cases) {
      const request = { ...inHaystack(hidden.theCase, hidden.task), tokenizer };
      budgets.push(await haystackBudget(request, planOf(hidden.task)));
    }
    const ends = [smallest(budgets), largest(budgets)].map((end) => budgets.indexOf(end));
    for (const end of new Set(ends)) {
      await buildPrompt({ ...cases[end]!.theCase, tokenizer });
    }
  }
}

function checkText(
  haystack: HaystackReference,
  language: Case['language'],
  forbidden: readonly Forbidden[],
): void {
  const bank = haystack === 'prose' ? loadLanguage(language).prose : undefined;
  const text = bank ? proseText(bank) : haystackText(haystack);
  for (const wanted of new Map(
    forbidden.map((wanted) => [`${wanted.pattern} ${wanted.phrase}`, wanted]),
  ).values()) {
    const pattern = new RegExp(wanted.pattern.source, wanted.pattern.flags.replace('g', ''));
    const found = pattern.exec(text);
    const across = bank && textsAcrossSlots(bank, wanted.phrase).find((said) => pattern.test(said));
    if (!found && across === undefined) continue;
    const quote = found
      ? `contains "${found[0]}" (at character ${found.index + 1}: ` +
        `${JSON.stringify(text.slice(Math.max(0, found.index - 20), found.index + 40))})`
      : `can say "${pattern.exec(across!)![0]}" (in ${JSON.stringify(across!.trim())})`;
    throw new UserError(
      `haystack: ${haystackName(haystack)} ${quote}, which could be taken for evidence. Remove it from the text or ` +
        'use another haystack.',
    );
  }
}

/**
 * Checks that a prompt can come as the options `form`, `container` and `transcript` say.
 *
 * @throws {UserError} when it is a single text, or several messages
 */
function refuseForms(
  { generator }: Benchmark,
  task: Task,
  { form, container = 'text', transcript }: SharedOptions,
): void {
  const { kind } = task;
  const isText = container === 'text';
  const isWorded = kind === 'hidden' && task.before !== undefined;
  let problem: string | undefined;
  if (isWorded && !isText) {
    problem =
      `\`container: ${container}\` has words of its own, so there is no room for a \`template\`. ` +
      'Leave one of the two out.';
  } else if (kind !== 'hidden' && !isText) {
    problem =
      `\`container: ${container}\` is for evidence that is hidden in a haystack, and some ` +
      'of these prompts have no haystack. Leave it out, or ask the other tasks alone.';
  } else if (kind !== 'transcript' && isText && transcript !== undefined) {
    problem =
      '`transcript` is for prompts that are transcripts, and some of these are not. ' +
      'Leave it out, or set `container: tools`.';
  } else if (form === 'parts' && kind !== 'context' && (kind !== 'hidden' || !isText || isWorded)) {
    const reason =
      !isWorded && kind !== 'prompt'
        ? 'a prompt is a conversation of several messages, so it has'
        : 'published prompts and those of a template are sent byte for byte, so they have';
    problem =
      `${reason} no vars \`context\` and \`question\`. Leave \`form: parts\` out, and ` +
      "use `prompts: ['{{prompt}}']`.";
  }
  if (problem !== undefined) throw new UserError(`${generator}: ${problem}`);
}
