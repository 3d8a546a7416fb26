/** Checks minimums that your tests must reach, with or without a baseline. */
import { mean } from '../../../base/numbers.js';
import { UserError } from '../../../base/user-error.js';
import type { AskedModel, AskedSuite, AskedTest } from '../../facts/tests/suite.js';

/** What tests must pass: all of them, or those with a tag, `value` or `key=value` of promptfoo's `metadata`. */
export type PassMinimum = { tag?: string } & (
  | /** Each test, in this many of so many answers. */ { kind: 'each'; passed: number; of: number }
  /** The tests together: the mean chance that so many answers of one test all pass (pass^N). */
  | { kind: 'all of'; answers: number; share: number }
);

/** A test that does not reach a minimum, or has too few answers to. */
export interface ShortTest {
  model: string;
  name: string;
  passed: number;
  rounds: number;
}

export interface CheckedMinimums {
  checks: PassCheck[];
  /** Tests that no minimum is of. */
  apart: ShortTest[];
}

/** A minimum of one model or, of `each`, of all. */
export interface PassCheck {
  minimum: PassMinimum;
  /** Of which model, where the tests are judged together. */
  model?: string;
  verdict: 'passed' | 'failed' | 'inconclusive';
  /** Tests that it is of. */
  tests: number;
  /** Tests that pass too rarely, and those whose answers are too few to tell. */
  failed: ShortTest[];
  open: ShortTest[];
  /** The chance that all pass, where tests are judged together. */
  value?: number;
}

const EACH = /^(\d{1,4})\/(\d{1,4})$/;
const ALL_OF = /^pass\^(\d{1,4})=(\d+(?:\.\d+)?)(%?)$/;

/**
 * Reads `8/10` or `pass^3=0.9`, with `@TAG` for tests of one tag.
 *
 * @throws {UserError} for anything else
 */
export function parsePassMinimum(text: string): PassMinimum {
  const at = text.indexOf('@');
  const [rule, tag] =
    at < 0 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const tagged = tag === undefined ? {} : { tag };
  const [, passed, of] = EACH.exec(rule) ?? [];
  const isEach = of !== undefined && Number(passed) >= 1 && Number(passed) <= Number(of);
  if (isEach && tag !== '')
    return { kind: 'each', passed: Number(passed), of: Number(of), ...tagged };
  const [, answers, figure, percent] = ALL_OF.exec(rule) ?? [];
  const share = Number(figure) / (percent ? 100 : 1);
  if (answers !== undefined && Number(answers) >= 1 && share > 0 && share <= 1 && tag !== '')
    return { kind: 'all of', answers: Number(answers), share, ...tagged };
  throw new UserError(
    `A minimum of tests such as "${text}" must be 8/10 (each test passes 8 of 10 answers) or pass^3=0.9 ` +
      '(three answers all pass in 90% of cases), with @TAG for tests of one tag.',
  );
}

/** Checks minimums, and lists tests that have none. Cached answers are left out, unless they count. */
export function checkMinimums(
  suite: AskedSuite,
  minimums: readonly PassMinimum[],
): CheckedMinimums {
  const isApart = ({ tags }: AskedTest) => !minimums.some(({ tag }) => isTagged(tags, tag));
  const checks = minimums.flatMap((minimum): PassCheck[] => {
    const models = suite.map((model) => ({
      model: model.name,
      tests: talliesOf(model, ({ tags }) => isTagged(tags, minimum.tag)),
    }));
    assertTagged(models.flatMap(({ tests }) => tests).length, minimum);
    if (minimum.kind === 'each') {
      const tests = models.flatMap((one) => one.tests);
      const failed = tests.filter((test) => isShort(test, minimum));
      const open = tests.filter((test) => !failed.includes(test) && test.rounds < minimum.of);
      return [{ minimum, tests: tests.length, failed, open, verdict: verdictOf(failed, open) }];
    }
    return models
      .filter(({ tests }) => tests.length > 0)
      .map(({ model, tests }) => {
        const open = tests.filter(({ rounds }) => rounds < minimum.answers);
        const known = tests.filter(({ rounds }) => rounds >= minimum.answers);
        const value = mean(known.map((test) => allPass(test, minimum.answers)));
        const isBelow = open.length === 0 && value < minimum.share - 1e-9;
        const failed = isBelow ? known.filter((test) => test.passed < test.rounds) : [];
        const verdict = open.length > 0 ? 'inconclusive' : isBelow ? 'failed' : 'passed';
        const measured = open.length === 0 && { value };
        return { minimum, model, tests: tests.length, failed, open, verdict, ...measured };
      });
  });
  return { checks, apart: suite.flatMap((model) => talliesOf(model, isApart)) };
}

/** Counts how often the wanted tests of a model pass, without padded ones. */
function talliesOf(
  { name: model, tests }: AskedModel,
  isWanted: (test: AskedTest) => boolean,
): ShortTest[] {
  return [...tests.values()]
    .filter((test) => !test.isStretched && isWanted(test))
    .map(({ name, rounds }) => {
      const passed = rounds.filter(({ pass }) => pass).length;
      return { model, name, passed, rounds: rounds.length };
    });
}

/** Tells whether too few answers pass, or whether no further ones could make up for those that failed. */
function isShort(
  { passed, rounds }: ShortTest,
  { passed: least, of }: { passed: number; of: number },
) {
  return rounds < of ? rounds - passed > of - least : passed * of < least * rounds;
}

function verdictOf(failed: readonly unknown[], open: readonly unknown[]): PassCheck['verdict'] {
  return failed.length > 0 ? 'failed' : open.length > 0 ? 'inconclusive' : 'passed';
}

/** Returns the share of all choices of so many answers in which each passes. */
function allPass({ passed, rounds }: ShortTest, answers: number): number {
  let share = 1;
  for (let i = 0; i < answers; i++) share *= Math.max(0, passed - i) / (rounds - i);
  return share;
}

function isTagged(tags: readonly string[] = [], tag: string | undefined): boolean {
  return tag === undefined || tags.some((one) => one === tag || one.endsWith(`=${tag}`));
}

function assertTagged(tests: number, { tag }: PassMinimum): void {
  if (tests > 0 || tag === undefined) return;
  throw new UserError(
    `No test has the tag "${tag}" of --min-pass. Give tests a tag in their \`metadata\`, for example ` +
      `\`metadata: { tag: ${tag} }\`.`,
  );
}
