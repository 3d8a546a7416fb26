import { languageName } from '../base/references.js';
import type { StoredCase } from '../contract/asking-half.js';
import type { Case } from '../contract/case.js';
import { fieldText } from '../contract/case-identity.js';
import { unitOf } from '../haystack/tokenizer.js';
import type { Conditions } from './benchmark.js';
import { benchmarkNamed } from './registry.js';
import { textCondition } from './text-condition.js';

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
 * Returns what identifies a Case's question: `{ language: 'zh', order: 'ascending', text: 'moby-dick' }`.
 * Published scores belong to one identity. Nothing for unknown benchmarks.
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
  // Prompts given by a file are made of nothing else. `needles` says which are asked.
  const identity =
    prompts !== undefined && language !== undefined
      ? { prompts, language, ...(needles !== undefined && { needles }) }
      : found;
  return { ...identity, ...unknown };
}

/** Papers count tokens. */
function lengthUnit({ tokenizer, tokenizers }: Partial<Case>): string {
  const references = [tokenizer, ...Object.values(tokenizers ?? {})];
  const units = references.map((reference) =>
    reference === undefined ? 'tokens' : unitOf(reference),
  );
  return `in ${[...new Set(units)].join(' or ')}`;
}
