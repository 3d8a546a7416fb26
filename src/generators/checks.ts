/** What is wrong with a grid shows now, and not when its prompts are built. */

import type { Benchmark, Forbidden, HiddenTask, Task } from '../benchmarks/benchmark.js';
import { type Case, haystackName, UserError } from '../case.js';
import { buildContext, haystackBudget } from '../haystack/context.js';
import { type CorpusRequest, haystackText } from '../haystack/haystacks.js';
import { proseText, textsAcrossSlots } from '../haystack/prose-texts.js';
import { loadLanguage } from '../languages.js';
import { inHaystack, SEPARATOR } from './prompt.js';
import { tokenizersOf } from './shared-fields.js';

/** A Case whose evidence is hidden in a haystack, with its task. */
export interface Hidden {
  theCase: Case;
  task: HiddenTask;
}

/**
 * Check Cases whose evidence is hidden in a haystack.
 *
 * @throws {UserError} wherever building a prompt would fail later
 */
export async function checkHidden(
  benchmark: Benchmark,
  cases: readonly Hidden[],
  vars: boolean,
): Promise<void> {
  const [first] = cases;
  if (!first) return;
  const planned = cases.map(({ theCase, task }) => ({
    theCase,
    plan: { ...task, suffix: SEPARATOR + task.question },
  }));
  checkText(
    inHaystack(first.theCase),
    planned.flatMap(({ plan }) => plan.forbidden),
    vars,
  );
  if (vars) for (const { plan } of planned) refuseHiddenTemplates(benchmark, plan);
  for (const tokenizer of tokenizersOf(first.theCase)) {
    // The prompts with the least and the most haystack are built; what lies between fits too.
    const budgets: number[] = [];
    for (const { theCase, plan } of planned) {
      budgets.push(await haystackBudget({ ...inHaystack(theCase), tokenizer }, plan));
    }
    const ends = [Math.min(...budgets), Math.max(...budgets)].map((end) => budgets.indexOf(end));
    for (const end of new Set(ends)) {
      const { theCase, plan } = planned[end]!;
      await buildContext({ ...inHaystack(theCase), tokenizer }, plan);
    }
  }
}

const TEMPLATE_SYNTAX = /\{\{|\{%|\{#|#\}/;

function checkText(
  { haystack, language }: Pick<CorpusRequest, 'haystack' | 'language'>,
  forbidden: readonly Forbidden[],
  vars: boolean,
): void {
  const bank = haystack === 'prose' ? loadLanguage(language).prose : undefined;
  const text = bank ? proseText(bank) : haystackText(haystack);
  const name = haystackName(haystack);
  for (const one of new Map(forbidden.map((one) => [one.pattern.source, one])).values()) {
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

function takenForEvidence(what: string): UserError {
  return new UserError(
    `haystack: ${what}, which could be taken for evidence. Remove it from the text or use another ` +
      'haystack.',
  );
}

function refuseHiddenTemplates(
  { generator }: Benchmark,
  { evidence, question }: Pick<HiddenTask, 'evidence' | 'question'>,
): void {
  for (const text of [...evidence.map((piece) => piece.text), question]) {
    const template = TEMPLATE_SYNTAX.exec(text);
    if (!template) continue;
    const around = text.slice(Math.max(0, template.index - 20), template.index + 40);
    throw new UserError(
      `${generator}: ${JSON.stringify(around)} has "${template[0]}" in it, which promptfoo would ` +
        'treat as a template in a var. Leave `vars` out and use the prompt function.',
    );
  }
}

/**
 * Check that a context can be a var.
 *
 * @throws {UserError} for a given prompt, which is one text, and for text that is a template
 */
export function refuseVars({ generator }: Benchmark, task: Task): void {
  if (task.kind === 'hidden') return;
  if (task.kind === 'chat') {
    throw new UserError(
      `${generator}: a prompt is a conversation of several messages, so it has no vars \`context\` and ` +
        '`question`. Leave `vars` out and use the prompt function.',
    );
  }
  if (task.kind === 'prompt') {
    throw new UserError(
      `${generator}: published prompts are sent byte for byte, so they have no vars \`context\` and ` +
        '`question`. Leave `vars` out and use the prompt function.',
    );
  }
  const template = TEMPLATE_SYNTAX.exec(task.context);
  if (template) {
    throw new UserError(
      `${generator}: a context contains "${template[0]}" (at character ${template.index + 1}), ` +
        'which promptfoo would treat as a template in a var. Leave `vars` out and use the prompt ' +
        'function.',
    );
  }
}
