/** Keeps one run of the user's tests in a baseline: no prompts, and of each test the start of one answer. */
import { z } from 'zod';
import { jsonLine } from '../../../base/safe-output.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { UserError } from '../../../base/user-error.js';
import type { Conditions } from '../../../contract/conditions.js';
import { conditionsSchema } from './asked-run.js';

export interface TestRound {
  pass: boolean;
  /** promptfoo's score, and what named assertions report, from 0 to 1. */
  score: number;
  metrics: Readonly<Record<string, number>>;
  blank?: Blank;
}

/** An answer without text, or one that was refused or held back. */
export type Blank = (typeof BLANKS)[number];

export const BLANKS = ['empty', 'refused'] as const;

export interface SuiteTest {
  name: string;
  /** How a passing answer begins, without secrets. */
  answer?: string;
  rounds: TestRound[];
}

export interface SuiteReader {
  /** The provider, with the prompt if it has several. */
  name: string;
  provider: string;
  prompt: string;
  conditions?: Conditions;
  /** Mean price of an answer. Absent if no answer reports it. */
  call?: CallPrice;
  /** By what is asked and how it is judged. */
  tests: ReadonlyMap<string, SuiteTest>;
}

/** US dollars, and tokens of prompt and answer. */
export interface CallPrice {
  cost?: number;
  used?: number;
}

/** Models in the order of promptfoo's columns. */
export type SuiteRun = readonly SuiteReader[];

const share = z.number().min(0).max(1);

const roundsSchema = z
  .strictObject({
    /** `1` for an answer that passed, `0` for others. */
    pass: z.string().regex(/^[01]+$/),
    /** If these differ from `pass`. */
    scores: z.array(share).exactOptional(),
    metrics: z.record(z.string(), z.array(share.nullable())).exactOptional(),
    /** `e` for an empty answer, `r` for a refused one, else `-`. */
    blank: z
      .string()
      .regex(/^[er-]+$/)
      .exactOptional(),
  })
  .refine(({ pass, scores, blank, metrics = {} }) =>
    [scores, blank, ...Object.values(metrics)].every((own) => !own || own.length === pass.length),
  );

const readerSchema = z.strictObject({
  provider: z.string(),
  prompt: z.string(),
  conditions: z.array(conditionsSchema.nullable()).exactOptional(),
  calls: z
    .array(
      z
        .strictObject({
          cost: z.number().min(0).exactOptional(),
          used: z.number().min(0).exactOptional(),
        })
        .nullable(),
    )
    .exactOptional(),
  tests: z.record(
    z.string(),
    z.strictObject({
      name: z.string(),
      answer: z.string().exactOptional(),
      runs: z.array(roundsSchema.nullable()),
    }),
  ),
});

const suitesSchema = z.record(z.string(), readerSchema);

/**
 * Reads the runs that a baseline file keeps.
 *
 * @throws {UserError} when they are damaged
 */
export function parseSuites(value: unknown, file: string): SuiteRun[] {
  const parsed = suitesSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new UserError(
      `${file}: \`tests\` is damaged (${path.join('.')}: ${message}). Restore the file, or delete it and ` +
        'make the baseline again.',
    );
  }
  const readers = Object.entries(parsed.data);
  const count = Math.max(
    0,
    ...readers.flatMap(([, { tests }]) => Object.values(tests).map(({ runs }) => runs.length)),
  );
  return Array.from({ length: count }, (_, run) =>
    readers.flatMap(([name, { provider, prompt, conditions, calls, tests }]) => {
      const own = Object.entries(tests).flatMap(([id, test]) => {
        const rounds = test.runs[run];
        const { name, answer } = test;
        const kept = { name, ...(answer !== undefined && { answer }) };
        return rounds ? [[id, { ...kept, rounds: roundsOf(rounds) }] as const] : [];
      });
      const [under, call] = [conditions?.[run], calls?.[run]];
      const told = { ...(under && { conditions: under }), ...(call && { call }) };
      return own.length === 0 ? [] : [{ name, provider, prompt, ...told, tests: new Map(own) }];
    }),
  );
}

function roundsOf({
  pass,
  scores,
  blank,
  metrics = {},
}: z.output<typeof roundsSchema>): TestRound[] {
  return [...pass].map((digit, i) => ({
    pass: digit === '1',
    score: scores?.[i] ?? Number(digit),
    metrics: Object.fromEntries(
      Object.entries(metrics).flatMap(([name, shares]) => {
        const one = shares[i];
        return typeof one === 'number' ? [[name, one]] : [];
      }),
    ),
    ...blankOf(blank?.[i]),
  }));
}

function blankOf(letter: string | undefined): Pick<TestRound, 'blank'> {
  const blank = BLANKS.find((one) => one[0] === letter);
  return blank ? { blank } : {};
}

/** Writes runs into a baseline file: a line for each test, the same for equal runs. */
export function suitesText(runs: readonly SuiteRun[]): string {
  const names = new Set(runs.flatMap((run) => run.map(({ name }) => name)));
  const readers = [...names].map((name) => {
    const own = runs.map((run) => run.find((reader) => reader.name === name));
    const { provider, prompt } = own.find((reader) => reader !== undefined)!;
    const told = own.map((reader) => reader?.conditions ?? null);
    const conditions = told.some(Boolean) ? `      "conditions": ${jsonLine(told)},\n` : '';
    const prices = own.map((reader) => reader?.call ?? null);
    const calls = prices.some(Boolean) ? `      "calls": ${jsonLine(prices)},\n` : '';
    const tests = new Map(own.toReversed().flatMap((reader) => [...(reader?.tests ?? [])]));
    const lines = [...tests]
      .sort(([a], [b]) => byCodeUnits(a, b))
      .map(([id, test]) => {
        const rounds = own.map((reader) => writtenRounds(reader?.tests.get(id)?.rounds));
        const answer = test.answer !== undefined && { answer: test.answer };
        return `        ${jsonLine(id)}: ${jsonLine({ name: test.name, ...answer, runs: rounds })}`;
      });
    return (
      `    ${jsonLine(name)}: {\n      "provider": ${jsonLine(provider)},\n      "prompt": ${jsonLine(prompt)},\n${conditions}${calls}` +
      `      "tests": {\n${lines.join(',\n')}\n      }\n    }`
    );
  });
  return `{\n${readers.join(',\n')}\n  }`;
}

function writtenRounds(rounds: readonly TestRound[] = []) {
  if (rounds.length === 0) return null;
  // Rounds are exchangeable, and equal runs must give equal files.
  const sorted = rounds.toSorted(
    (a, b) =>
      Number(b.pass) - Number(a.pass) ||
      b.score - a.score ||
      byCodeUnits(a.blank ?? '', b.blank ?? '') ||
      byCodeUnits(metricsText(a), metricsText(b)),
  );
  const names = [...new Set(sorted.flatMap(({ metrics }) => Object.keys(metrics)))].sort(
    byCodeUnits,
  );
  return {
    pass: sorted.map(({ pass }) => Number(pass)).join(''),
    ...(sorted.some(({ pass, score }) => score !== Number(pass)) && {
      scores: sorted.map(({ score }) => score),
    }),
    ...(names.length > 0 && {
      metrics: Object.fromEntries(
        names.map((name) => [name, sorted.map(({ metrics }) => metrics[name] ?? null)]),
      ),
    }),
    ...(sorted.some(({ blank }) => blank) && {
      blank: sorted.map(({ blank }) => blank?.[0] ?? '-').join(''),
    }),
  };
}

function metricsText({ metrics }: TestRound): string {
  return JSON.stringify(Object.entries(metrics).sort(([a], [b]) => byCodeUnits(a, b)));
}
