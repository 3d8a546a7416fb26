/**
 * Notices prompts in a config that do not use our var, before any provider is called. They would be asked our
 * tests without our text.
 */

import { startText } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import type { Case } from '../contract/case.js';
import { caseIn } from '../contract/case-line.js';
import { ASKS_SOMETHING_ELSE } from '../contract/signs.js';

/** Matches prompts that are programs, or their paths, which may take a var in any way. */
const PROGRAM = /^#!|^\S+\.\w+$|=>|\bdef \w+\s*\(|^\s*(?:async\s+)?\w+\s*\([^()]*\)\s*\{/;

/** Matches JavaScript only at the start of a line, since prompts about functions have the word anywhere. */
const FUNCTION = /^[ \t]*(?:export )?(?:default )?(?:async )?function\b/m;

/**
 * Checks that a prompt has a place for a var.
 *
 * @param name - of the var, for example `prompt`
 * @param source - the prompt before it is filled in: a template, or the source of a function; a program
 *   that calls the var itself gives none
 * @param vars - all vars of the test, which may be templates with the var in them
 * @throws {UserError} when the var cannot come into the prompt
 */
export function assertAsked(name: string, source: unknown, vars: Record<string, unknown>): void {
  if (isAsked(name, source, vars)) return;
  throw new UserError(
    `The prompt ${startText(String(source))} ${ASKS_SOMETHING_ELSE}: it has no {{${name}}}. Give the prompt of these tests a ` +
      'label, and the tests `prompts: [that label]` in their config.',
  );
}

/** Vars of one test that say the same, so that a prompt needs one of them. */
const SAME = ['context', 'documents'];

export function isAsked(name: string, source: unknown, vars: Record<string, unknown>): boolean {
  const names = SAME.includes(name) && SAME.every((same) => same in vars) ? SAME : [name];
  if (
    (names === SAME && (caseIn(vars) as Partial<Case>).sent === 'vars') ||
    typeof source !== 'string' ||
    source.trim() === '' ||
    PROGRAM.test(source) ||
    FUNCTION.test(source)
  ) {
    return true;
  }
  const templates = [source, ...Object.values(vars).filter((value) => typeof value === 'string')];
  return templates.some((template) => names.some((wanted) => mentions(template, wanted)));
}

/** Tells whether a name stands inside a tag of a template, in linear time. */
export function mentions(template: string, name: string): boolean {
  for (const [tag] of template.matchAll(/\{[{%][^{}%]*/g)) {
    if (tag.split(/[^\p{L}\p{N}_]+/u).includes(name)) return true;
  }
  return false;
}
