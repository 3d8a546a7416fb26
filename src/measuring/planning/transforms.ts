/** Transforms of a suite that change answers before they are scored. */

import { commas, say, sayCount } from '../../base/text/language.js';
import { caseIn } from '../../contract/case-line.js';
import { defaultsOf, expanded, isCase, type Suite, type SuiteTest } from './expand-suite.js';

/**
 * A sentence for each place that has a `transform` for answers to generated tests: providers, `defaultTest` or
 * tests, and assertions.
 */
export function transformNotes(suite: Suite): string[] {
  const ours = expanded(suite).filter(({ vars }) => isCase(caseIn(vars)));
  const defaults = defaultsOf(suite);
  const providers = suite.providers.filter(
    ({ transform }, i) => transform && ours.some(({ prompts }) => prompts[i]!.length > 0),
  );
  const changing = ours.filter(({ test }) => changes(test));
  const inherits = ours.length > changing.length && changes(defaults);
  const asserting = ours.filter(({ test }) => isChangedForScore(test.assert));
  const named = [
    ...providers.map((provider) => say`the provider ${provider.label ?? provider.id()}`),
    ...(inherits ? ['`defaultTest`'] : []),
    ...(changing.length > 0 ? [sayCount(changing.length, 'generated test')] : []),
    ...(asserting.length > 0 ? [say`the assertion of ${sayCount(asserting.length, 'test')}`] : []),
  ];
  if (named.length === 0) return [];
  return [
    say`Answers are changed before they are scored, by the \`transform\` of ${commas(named)}. Try it with one prompt, or leave it out of these tests.`,
  ];
}

/** Whether a test's options change answers; `postprocess` is promptfoo's older name. */
function changes({ options }: SuiteTest): boolean {
  return Boolean(options?.transform || options?.postprocess);
}

function isChangedForScore(assert: unknown): boolean {
  const all = (Array.isArray(assert) ? assert : []) as ({
    value?: unknown;
    transform?: unknown;
  } | null)[];
  return all.some(
    (assertion) => assertion?.transform && String(assertion.value).endsWith(':score'),
  );
}
