import { languageName } from '../base/references.js';
import type { StoredCase } from '../contract/asking-half.js';
import type { Case } from '../contract/case.js';
import { fieldText } from '../contract/case-identity.js';
import { unitOf } from '../haystack/tokenizer.js';
import type { Conditions } from './benchmark.js';
import { benchmarkNamed } from './registry.js';
import { textCondition } from './text-condition.js';

/** What the fields of every Case mean. */
const COMMON: Conditions<Case> = {
  benchmark: 'harmless',
  task: 'harmless',
  tokens: 'harmless',
  seed: 'harmless',
  reserve: 'harmless',
  edition: 'harmless',
  cell: 'harmless',
  size: 'harmless',
  unit: 'harmless',
  cluster: 'harmless',
  control: 'harmless',
  composite: 'harmless',
  cache: 'harmless',
  language: (language) => ({ language: languageName(language!) }),
  haystack: (_, theCase) => textCondition(theCase),
  shuffle: 'harmless',
  tokenizer: (_, theCase) => ({ lengths: lengthUnit(theCase) }),
  tokenizers: 'harmless',
  template: (template) => ({ wording: template ? `a template ${template.sha256}` : 'built in' }),
};

/**
 * The identity of what a Case asks, by name: `{ language: 'zh', order: 'ascending', text: 'moby-dick' }`. Published
 * scores are those of one identity. Nothing for a benchmark that is none of this version's.
 */
export function conditionsOf(
  name: string,
  theCase: StoredCase,
): Readonly<Record<string, string>> | undefined {
  const benchmark = benchmarkNamed(name);
  if (!benchmark || !theCase.language) return undefined;
  const known: Conditions<Case> = { ...COMMON, ...benchmark.conditions };
  const found: Record<string, string> = {};
  const unknown: Record<string, string> = {};
  for (const field of new Set([...Object.keys(known), ...Object.keys(theCase)]) as Set<
    keyof Case
  >) {
    const condition = known[field];
    const value: unknown = theCase[field];
    if (typeof condition === 'function') {
      Object.assign(found, condition(value as never, theCase as Case));
    } else if (condition === undefined && value !== undefined) unknown[field] = fieldText(value);
  }
  const { prompts, language, needles } = found;
  // Prompts that a file has as they stand are made of nothing else; `needles` says which of them are asked.
  const identity =
    prompts !== undefined && language !== undefined
      ? { prompts, language, ...(needles !== undefined && { needles }) }
      : found;
  return { ...identity, ...unknown };
}

/** `in tokens`, `in characters`, `in words`; papers count tokens. */
function lengthUnit({ tokenizer, tokenizers }: Partial<Case>): string {
  const references = [tokenizer, ...Object.values(tokenizers ?? {})];
  const units = references.map((one) => (one === undefined ? 'tokens' : unitOf(one)));
  return `in ${[...new Set(units)].join(' or ')}`;
}
