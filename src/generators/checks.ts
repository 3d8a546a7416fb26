/** Checks a grid when it is made, so that mistakes show before its prompts are built. */

import { largest, smallest } from '../base/extremes.js';
import { groupBy } from '../base/group-by.js';
import { kept } from '../base/kept.js';
import { loadLanguage } from '../base/languages.js';
import { UserError } from '../base/user-error.js';
import type { Forbidden, HiddenTask, Task } from '../benchmarks/benchmark.js';
import type { Benchmark } from '../benchmarks/made-benchmark.js';
import type { Case, HaystackReference } from '../contract/case.js';
import { haystackName } from '../contract/case-identity.js';
import { haystackBudget } from '../haystack/context.js';
import { isMade, proseText, textsAcrossSlots } from '../haystack/prose.js';
import { haystackText } from '../haystack/texts.js';
import type { SharedOptions } from '../options/general-options.js';
import { inHaystack, planOf } from './hidden-prompt.js';
import { buildPrompt } from './prompt.js';
import { tokenizersOf } from './shared-fields.js';

export interface Hidden {
  theCase: Case;
  task: HiddenTask;
}

/**
 * Checks Cases whose evidence is hidden in a haystack.
 *
 * @throws {UserError} wherever building a prompt would fail later
 */
export async function checkHidden(cases: readonly Hidden[]): Promise<void> {
  const groups = groupBy(cases, ({ theCase, task }) =>
    JSON.stringify(task.made ?? theCase.haystack),
  );
  for (const group of groups.values()) await checkOneHaystack(group);
}

async function checkOneHaystack(cases: readonly Hidden[]): Promise<void> {
  const [first] = cases;
  if (!first) return;
  const planned = cases.map(({ theCase, task }) => ({
    request: inHaystack(theCase, task),
    plan: { ...planOf(task), forbidden: task.forbidden, question: task.question },
  }));
  const { haystack, language } = inHaystack(first.theCase, first.task);
  if (!isMade(haystack)) {
    const forbidden = planned.flatMap(({ plan }) => plan.forbidden);
    checkText({ haystack, language }, forbidden);
  }
  for (const tokenizer of tokenizersOf(first.theCase)) {
    // Only prompts with the least and the most haystack are built. What lies between fits, too.
    const budgets: number[] = [];
    for (const { request, plan } of planned) {
      budgets.push(await haystackBudget({ ...request, tokenizer }, plan));
    }
    const ends = [smallest(budgets), largest(budgets)].map((end) => budgets.indexOf(end));
    for (const end of new Set(ends)) {
      await buildPrompt({ ...cases[end]!.theCase, tokenizer });
    }
  }
}

/** What haystacks are known to lack: each grid over one searches its text for much the same. */
const lackedBy = new Map<string, Set<string>>();

function checkText(
  { haystack, language }: Pick<Case, 'language'> & { haystack: HaystackReference },
  forbidden: readonly Forbidden[],
): void {
  const bank = haystack === 'prose' ? loadLanguage(language).prose : undefined;
  const text = bank ? proseText(bank) : haystackText(haystack);
  const name = haystackName(haystack);
  const key = JSON.stringify([haystack, bank && language]);
  const lacked = kept(lackedBy, key, () => new Set<string>());
  for (const [own, one] of new Map(forbidden.map((one) => [`${one.pattern} ${one.phrase}`, one]))) {
    if (lacked.has(own)) continue;
    const pattern = new RegExp(one.pattern.source, one.pattern.flags.replace('g', ''));
    const found = pattern.exec(text);
    if (found) {
      throw takenForEvidence(
        `${name} contains "${found[0]}" (at character ${found.index + 1}: ` +
          `${JSON.stringify(text.slice(Math.max(0, found.index - 20), found.index + 40))})`,
      );
    }
    for (const across of bank ? textsAcrossSlots(bank, one.phrase) : []) {
      const [match] = pattern.exec(across) ?? [];
      if (match === undefined) continue;
      throw takenForEvidence(`${name} can say "${match}" (in ${JSON.stringify(across.trim())})`);
    }
    lacked.add(own);
  }
}

function takenForEvidence(what: string): UserError {
  return new UserError(
    `haystack: ${what}, which could be taken for evidence. Remove it from the text or use another ` +
      'haystack.',
  );
}

/**
 * Checks that a prompt can come as the options `form`, `container` and `transcript` say.
 *
 * @throws {UserError} when it is a single text, or several messages
 */
export function refuseForms(
  { generator }: Benchmark,
  task: Task,
  { form, container = 'text', transcript }: SharedOptions,
): void {
  const { kind } = task;
  const isDocument = container === 'text';
  const isWorded = kind === 'hidden' && task.before !== undefined;
  if (isWorded && !isDocument) {
    throw new UserError(
      `${generator}: \`container: ${container}\` has words of its own, so there is no room for a \`template\`. ` +
        'Leave one of the two out.',
    );
  }
  if (kind !== 'hidden' && !isDocument) {
    throw new UserError(
      `${generator}: \`container: ${container}\` is for evidence that is hidden in a haystack, and some ` +
        'of these prompts have no haystack. Leave it out, or ask the other tasks alone.',
    );
  }
  if (kind !== 'transcript' && isDocument && transcript !== undefined) {
    throw new UserError(
      `${generator}: \`transcript\` is for prompts that are transcripts, and some of these are not. ` +
        'Leave it out, or set `container: tools`.',
    );
  }
  if (form !== 'parts' || kind === 'context' || (kind === 'hidden' && isDocument && !isWorded))
    return;
  const reason =
    !isWorded && kind !== 'prompt'
      ? 'a prompt is a conversation of several messages, so it has'
      : 'published prompts and those of a template are sent byte for byte, so they have';
  throw new UserError(
    `${generator}: ${reason} no vars \`context\` and \`question\`. Leave \`form: parts\` out, and ` +
      "use `prompts: ['{{prompt}}']`.",
  );
}
