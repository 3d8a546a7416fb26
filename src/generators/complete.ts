/** Completes drafts to Cases: with the length of the prompt, its reserve and its edition. */

import { largest, smallest } from '../base/extremes.js';
import { kept } from '../base/kept.js';
import { Latest } from '../base/latest.js';
import { UserError } from '../base/user-error.js';
import type { Fitting, HiddenTask, Task } from '../benchmarks/benchmark.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import { taskFor } from '../benchmarks/prompt-template.js';
import { askOf, asksOver, type Case, type CaseDraft } from '../contract/case.js';
import { slack } from '../haystack/haystack.js';
import { declaring } from '../haystack/messages/forms.js';
import { containerTools } from '../haystack/messages/read-file.js';
import { countOnce, loadTokenizer } from '../haystack/tokenizer.js';
import type { SharedOptions } from '../options/general-options.js';
import { type Beginning, beginningDigests } from './cache-order.js';
import { checkHidden, type Hidden, refuseForms } from './checks.js';
import { editionOf } from './edition.js';
import { givenText, givenTokens } from './prompt.js';
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
    for (const one of all) cases.set(one, made);
  }
  await checkHidden(hidden);
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
  own: Task,
  givenReserve: number | undefined,
  known: Latest<number>,
): Promise<{ theCase: Case; asked: Task }> {
  const count = await tokenCounter(draft);
  const reserveOf = (one: Task) => {
    if (one.kind === 'prompt' && draft.tokens === undefined) return 0;
    const buffer = one.kind === 'hidden' ? one.buffer : 0;
    const system = one.kind === 'hidden' && one.system ? count(one.system) : 0;
    return (givenReserve ?? (buffer || defaultReserve(count(one.answer)))) + system;
  };
  // Questions over one context share it, so all keep as much free as the longest needs.
  const reserveFor = (tasks: readonly Task[]) => largest(tasks.map(reserveOf));
  const tasksOver = (one: CaseDraft) => asksOver(one).map((each) => taskFor(benchmark, each));
  const complete = async (one: CaseDraft & { tokens: number }, tasks: readonly Task[]) => {
    const lengths = tasks.map(({ question }) => count(question));
    const apart = tasks.length > 1 ? largest(lengths) - smallest(lengths) : 0;
    if (2 * apart > slack(one.tokens)) throw tooUnlike(benchmark, one.tokens, apart);
    const asked = tasks[askOf(one) - 1]!;
    const edition = await editionOf(one, asked);
    return { theCase: { ...one, reserve: reserveFor(tasks), edition }, asked };
  };
  const { tokens } = draft;
  const tasks = draft.asks === undefined ? [own] : tasksOver(draft);
  const [task] = tasks as [Task];
  if (task.kind !== 'hidden' && tokens !== undefined) {
    const tokensOf = (one: Fitting<Case>) =>
      kept(known, JSON.stringify(asksOver(one)[0]), () => {
        const all = tasksOver(one);
        const given = all as Exclude<Task, HiddenTask>[];
        return reserveFor(all) + largest(given.map((each) => givenTokens(each, count)));
      });
    const filled = fitted(benchmark, { ...draft, tokens }, tokensOf, count);
    return complete(filled, tasksOver(filled));
  }
  if (task.kind !== 'hidden') {
    return complete({ ...draft, tokens: reserveOf(task) + givenTokens(task, count) }, tasks);
  }
  if (tokens === undefined) throw new Error('evidence is hidden in a haystack of no length');
  return complete({ ...draft, tokens }, tasks);
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
  return (text) => Math.max(...counters.map((counter) => countOnce(counter, text)));
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
