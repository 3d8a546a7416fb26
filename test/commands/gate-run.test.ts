import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { budgetArgument, thinkingArgument } from '../../src/commands/arguments.js';
import { modelsIn, newRecheck, type RecheckWishes } from '../../src/commands/gate-run.js';
import type { Case } from '../../src/contract/case.js';
import { caseId } from '../../src/contract/case-identity.js';
import { mostOf, recheckAnnouncement } from '../../src/extras/search/recheck/spending.js';
import { imagine, kept } from '../measuring/results/rows-for-tests.js';

const LENGTHS = [16_000, 32_000, 64_000, 128_000];
const GRID = { lengths: LENGTHS, stars: 32, seeds: 6 };

const theCase = (tokens: number, seed: number): Case => ({
  ...{ benchmark: 'counting-stars', task: 'acquisition', language: 'en', haystack: 'moby-dick' },
  ...{ tokenizer: 'o200k_base', tokens, seed, reserve: 100, edition: '0' },
});
const CASES = LENGTHS.flatMap((tokens) => [1, 2, 3, 4, 5, 6].map((seed) => theCase(tokens, seed)));

/** A baseline of these readers over all Cases. */
const baseline = (...models: string[]) =>
  kept(
    models.flatMap((name) =>
      imagine(name, () => 0.95, GRID).map((row) => ({
        ...row,
        id: caseId(theCase(row.tokens, row.seed)),
      })),
    ),
  );
const suite = (names: readonly string[], cases = CASES, calls = 1) => ({
  providers: names.map((id) => ({ id })),
  tests: cases.map((one) => ({ case: one, calls: names.map(() => calls) })),
});

let folder: string;
let wishes: RecheckWishes;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-recheck-'));
  const file = join(folder, 'baseline.json');
  writeFileSync(file, 'a baseline');
  wishes = {
    ...{ configs: [], args: [], prices: [{ input: 1, output: 1 }], budget: {}, retries: 2, file },
    limits: {
      ...{ alpha: 0.05, maxDrop: 0.02, detect: 0.05, providers: [] },
      allow: {
        errors: false,
        missing: false,
        extra: false,
        cached: false,
        changed: false,
        new: false,
      },
    },
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const allowing = (more: Partial<RecheckWishes['limits']>): RecheckWishes => ({
  ...wishes,
  limits: { ...wishes.limits, ...more },
});

describe('the start of a recheck', () => {
  it('has the Cases that config and baseline share, with the calls of each provider', () => {
    const { cases, providers } = newRecheck(suite(['gpt'], CASES, 3), baseline('gpt'), wishes);
    expect(Object.keys(cases)).toHaveLength(24);
    expect(new Set(Object.values(providers[0]!.calls))).toEqual(new Set([3]));
    expect(new Set(Object.values(cases).map(({ place }) => place)).size).toBe(1);
  });

  it('asks no control, and counts questions over one context as one prompt', () => {
    const control = { ...theCase(16_000, 9), control: true };
    const two = [1, 2].map((ask) => ({
      ...theCase(16_000, 1),
      ...{ asks: 2, unit: '{}', cell: { ask } },
    }));
    const rows = two.map((one) => ({
      ...imagine('gpt', () => 1)[0]!,
      ...{ id: caseId(one), tokens: 16_000 },
    }));
    const { cases } = newRecheck(suite(['gpt'], [...two, control]), kept(rows), wishes);
    expect(Object.keys(cases).sort()).toEqual(two.map(caseId).sort());
    expect(new Set(Object.values(cases).map(({ draw }) => draw)).size).toBe(1);
  });

  it('is refused where the baseline has what the config lacks', () => {
    const part = suite(['gpt'], CASES.slice(0, 10));
    expect(() => newRecheck(part, baseline('gpt'), wishes)).toThrow(
      'The baseline has 24 prompts, and the config makes 10 of them.',
    );
    const missing = { ...wishes.limits.allow, missing: true };
    const { cases } = newRecheck(part, baseline('gpt'), allowing({ allow: missing }));
    expect(Object.keys(cases)).toHaveLength(10);
  });

  it('is refused for readers that are on one side only', () => {
    expect(() => newRecheck(suite(['gpt', 'new']), baseline('gpt'), wishes)).toThrow(
      '"new" is not in the baseline ("gpt").',
    );
    expect(() => newRecheck(suite(['gpt']), baseline('gpt', 'old'), wishes)).toThrow(
      '"old" of the baseline is not in the config.',
    );
    const renamed = allowing({ providers: ['old=new'] });
    const { providers } = newRecheck(suite(['new']), baseline('old'), renamed);
    expect(Object.keys(providers[0]!.calls)).toHaveLength(24);
    expect(modelsIn(baseline('old'), providers[0]!, ['old=new'])).toEqual(['old']);
  });

  it('is refused for a config without tests of ours', () => {
    expect(() => newRecheck(suite(['gpt'], []), baseline('gpt'), wishes)).toThrow(
      'The config has no generated test, and gate --run',
    );
  });
});

describe('what is said beforehand', () => {
  const said = (
    cases: readonly Case[],
    more: Partial<RecheckWishes> = {},
    provider = 'gpt-4.1',
  ) => {
    const rows = imagine(provider, () => 0.95, GRID).map((row) => ({
      ...row,
      id: caseId(theCase(row.tokens, row.seed)),
    }));
    const ids = new Set(cases.map(caseId));
    const before = kept(rows.filter(({ id }) => ids.has(id)));
    const state = newRecheck(suite([provider], [...cases]), before, { ...wishes, ...more });
    return recheckAnnouncement(state, mostOf(state));
  };

  it('is what it takes at the most', () => {
    expect(said(CASES, { budget: { dollars: 5 } })).toBe(
      'gpt-4.1: at most 24 prompts (1.44M tokens, $1.44).\nBudget: $5.00.',
    );
  });

  it('is that the budget most likely ends too early, unless a margin decides', () => {
    const poor = 'It most likely ends before a drop above 10 points is ruled out.';
    expect(said(CASES, { budget: { tokens: 250_000 } })).toMatch(new RegExp(`\n${poor}$`));
    expect(said(CASES, { budget: { dollars: 0.25 } })).toMatch(new RegExp(`\n${poor}$`));
    expect(said(CASES, { budget: { tokens: 1_400_000 } })).not.toContain('most likely ends');
    const { limits } = allowing({ margin: 0.1 });
    expect(said(CASES, { limits, budget: { tokens: 250_000 } })).not.toContain('most likely ends');
  });

  it('is what is assumed of thinking, which the budget rests on', () => {
    const limits = allowing({ margin: 0.1 }).limits;
    expect(said(CASES, { limits, budget: { dollars: 5 } }, 'gpt-7')).toContain(
      'Budget: $5.00.\ngpt-7 is not in the list of models. Upper cost assumes 4,000 thinking tokens per answer ' +
        '(--thinking none if it doesn’t think).\nOnly longer answers can exceed the budget.',
    );
    expect(said(CASES, { limits, budget: { tokens: 500_000 } })).not.toContain('think');
  });
});

describe('--budget', () => {
  it.each([
    ['20', { dollars: 20 }],
    ['$2.5', { dollars: 2.5 }],
    ['500K', { tokens: 500_000 }],
    ['2M tokens', { tokens: 2_000_000 }],
    ['40000 tokens', { tokens: 40_000 }],
    ['$12000', { dollars: 12_000 }],
  ])('%s', (text, budget) => {
    expect(budgetArgument(text)).toEqual(budget);
  });

  it.each(['', '0', '-5', '5 euros', 'K', '1e9', '0K', '1500000'])('refuses %j', (text) => {
    expect(() => budgetArgument(text)).toThrow('It must be');
  });
});

describe('--thinking', () => {
  it.each([
    ['none', 0],
    ['1500', 1500],
    ['4K', 4000],
  ])('%s', (text, tokens) => {
    expect(thinkingArgument(text)).toBe(tokens);
  });

  it.each(['0', 'some'])('is not %s', (text) => {
    expect(() => thinkingArgument(text)).toThrow('It must be a whole number of tokens');
  });
});
