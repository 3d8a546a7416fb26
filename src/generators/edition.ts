/**
 * Makes the edition of a Case: a digest of what its prompt and right answer are made of. The task has what
 * datasets and code say; the haystack's text and the tokenizer are added. What a Case does not use does not
 * count.
 */

import { digestOf } from '../base/files/files.js';
import { UserError } from '../base/user-error.js';
import type { Task } from '../benchmarks/benchmark.js';
import { taskOf } from '../benchmarks/registry.js';
import type { Case, CaseDraft } from '../contract/case.js';
import { caseId } from '../contract/case-identity.js';
import { containerWords } from '../haystack/messages/read-file.js';
import { haystackDigest } from '../haystack/texts.js';
import { tokenizerDigest } from '../haystack/tokenizer.js';
import { tokenizersOf } from './shared-fields.js';

const LENGTH = 8;

/**
 * Makes the edition from the content that is installed now.
 *
 * @param task - what the benchmark makes of the Case
 */
export async function editionOf(draft: CaseDraft, task: Task): Promise<string> {
  const parts = [taskText(task)];
  if (task.kind === 'hidden' && draft.haystack !== undefined) {
    parts.push(haystackDigest(draft.haystack, draft.language));
  }
  if (draft.container) parts.push(JSON.stringify(containerWords(draft.language)));
  if (draft.structured && task.structured) {
    const { key, value } = task.structured;
    parts.push(JSON.stringify({ key, value }));
  }
  for (const tokenizer of tokenizersOf(draft)) parts.push(await tokenizerDigest(tokenizer));
  return digestOf(parts.join('\0')).slice(0, LENGTH);
}

function taskText(task: Task): string {
  const { question, positions, answer, accepted } = task;
  const asked = [question, positions, answer, accepted ?? []];
  switch (task.kind) {
    case 'hidden':
      return JSON.stringify([
        ...asked,
        task.evidence,
        task.between,
        ...(task.made ? [task.made] : []),
        ...(task.before === undefined ? [] : [task.before]),
        ...(task.system === undefined ? [] : [{ system: task.system }]),
      ]);
    case 'context':
      return JSON.stringify([...asked, task.context]);
    case 'chat':
      return JSON.stringify([...asked, task.messages]);
    case 'transcript':
      return JSON.stringify([...asked, task.turns, task.tools]);
    case 'prompt':
      return JSON.stringify([...asked, task.prompt]);
  }
}

/**
 * Checks that a prompt would be made of the content that its Case was made with.
 *
 * @throws {UserError} when the content is another one now
 */
export async function assertSameEdition(theCase: Case): Promise<void> {
  const edition = await editionOf(theCase, await taskOf(theCase));
  if (edition === theCase.edition) return;
  throw new UserError(
    `case: ${caseId(theCase)} was made with edition ${theCase.edition} of its words, haystack and ` +
      `tokenizer, but installed now is edition ${edition}, so its prompt cannot be built again. ` +
      'Install the versions that it was made with, or generate the test cases again.',
  );
}
