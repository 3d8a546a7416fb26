/** What is wrong with a grid shows now, and not when its prompts are built. */

import type { Benchmark, HiddenTask, Task } from '../benchmarks/benchmark.js';
import { type Case, haystackName, UserError } from '../case.js';
import { buildContext, haystackBudget } from '../haystack/context.js';
import { type CorpusRequest, haystackText } from '../haystack/haystacks.js';
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

/** Every sentence and every word that prose may be made of. */
function proseText(language: Case['language']): string {
  const { prose, between } = loadLanguage(language);
  const sentences = prose.sentences.map((sentence) => sentence.replace(/[{}]/g, ' '));
  return [...sentences, ...Object.values(prose.slots).flat()].join(`${between}\n`);
}

const TEMPLATE_SYNTAX = /\{\{|\{%|\{#|#\}/;

function checkText(
  { haystack, language }: Pick<CorpusRequest, 'haystack' | 'language'>,
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
