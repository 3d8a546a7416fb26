/** What stretching a suite asks and costs, and what it can see, before it is paid for. */
import { mean, sum } from '../../base/numbers.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { UserError } from '../../base/user-error.js';
import { aligned } from '../../measuring/document/terminal.js';
import { costText, lengthText, percentText, shareText } from '../../measuring/document/words.js';
import {
  type AskedReader,
  type AskedTest,
  suiteOf,
  type TestSource,
} from '../../measuring/facts/tests/suite.js';
import { FOUND, ratesOf, type SuitePower, suitePower } from '../../measuring/facts/tests/unseen.js';
import { assertPricesMatch, type GivenPrice, pricingOf } from '../../measuring/planning/prices.js';
import { CHARACTERS_A_TOKEN } from '../../measuring/results/test-row.js';
import { TO_LONGEST } from './judge.js';

/** One number of repeats. */
interface StretchDesign extends SuitePower {
  calls: number;
  /** Of all prompts, at most. */
  tokens: number;
  /** Of prompts and answers, in US dollars; absent where a price is not known. */
  cost?: number;
}

/** Also the content of `plan --suite --lengths --json`. */
interface StretchPlan {
  readers: string[];
  lengths: number[];
  /** Tests of the reader that has fewest, which is what power is stated for, and how often they pass as they are. */
  tests: number;
  passRate: number;
  designs: StretchDesign[];
  /** Readers without a price. */
  unpriced: string[];
}

interface StretchPlanOptions {
  lengths: readonly number[];
  /** A loss of all tests whose probability of being found is stated. */
  drop: number;
  alpha: number;
  prices: readonly GivenPrice[];
}

const REPEATS = [1, 2, 3, 5];

/** Each test is asked as it is twice in each repeat, which the lengths are compared with. */
const AS_THEY_ARE = 2;

/** And with one short turn more. */
const CONTROLS = AS_THEY_ARE + 1;

/** About as much is said in one short turn more, in tokens. */
const TURN = 40;

/**
 * @param sources - results of the tests as they are, or stretched ones, of which only these are looked at
 * @throws {UserError} when no test has an answer, or a price no reader
 */
export function planStretch(
  sources: readonly TestSource[],
  { lengths, drop, alpha, prices }: StretchPlanOptions,
): StretchPlan {
  const suite = suiteOf(sources.map(asTheyAre)).flatMap(answeredReader);
  if (suite.length === 0) {
    throw new UserError('--suite has no answered test. Name results of `promptfoo eval -o`.');
  }
  const providers = suite.map(({ provider }) => ({ id: provider }));
  assertPricesMatch(prices, providers);
  const pricings = providers.map((provider) => pricingOf(provider, prices));
  const calls = suite.map((reader) => callsOf(reader, lengths));
  const fewest = suite.toSorted((a, b) => a.tests.size - b.tests.size)[0]!;
  const tallies = [...fewest.tests.values()].map(({ rounds }) => ({
    ...{ sum: rounds.filter(({ pass }) => pass).length, count: rounds.length },
  }));
  const rates = ratesOf(tallies);
  const isPriced = pricings.every((pricing) => pricing !== undefined);
  const cost = sum(
    calls.flatMap((own, i) => own.map((one) => pricings[i]?.cost(one.prompt, one.answer) ?? 0)),
  );
  const level = lengths.length > 1 ? alpha * TO_LONGEST : alpha;
  return {
    readers: suite.map(({ name }) => name),
    lengths: [...lengths],
    tests: rates.length,
    passRate: mean(tallies.map((tally) => tally.sum / tally.count)),
    designs: REPEATS.map((repeats) => ({
      ...suitePower(rates, { repeats, runs: 1, before: AS_THEY_ARE * repeats }, drop, level),
      calls: repeats * calls.flat().length,
      tokens: repeats * sum(calls.flat().map(({ prompt }) => prompt)),
      ...(isPriced && { cost: repeats * cost }),
    })),
    unpriced: suite.flatMap(({ name }, i) => (pricings[i] ? [] : name)),
  };
}

/** A source's tests as they are, stretched ones under the name of the user's provider. */
function asTheyAre({ name, tests }: TestSource): TestSource {
  const own = tests.filter(({ stretch }) => !stretch || stretch.arm === 'as-is');
  return {
    name,
    tests: own.map(({ stretch, ...test }) => ({
      ...test,
      ...(stretch && { stretch, provider: stretch.reader }),
    })),
  };
}

function answeredReader(reader: AskedReader): AskedReader[] {
  const tests = new Map([...reader.tests].filter(([, { rounds }]) => rounds.length > 0));
  return tests.size > 0 ? [{ ...reader, tests }] : [];
}

interface Call {
  prompt: number;
  answer: number;
}

/** What one repeat asks of a reader; a prompt that is longer than a length is not asked at it. */
function callsOf({ tests }: AskedReader, lengths: readonly number[]): Call[] {
  return [...tests.values()].flatMap((test) => {
    const { prompt, answer } = sizeOf(test);
    const controls = Array.from({ length: CONTROLS }, (_, i) => ({
      ...{ prompt: prompt + (i < AS_THEY_ARE ? 0 : TURN), answer },
    }));
    const longer = lengths.filter((length) => length > prompt);
    return [...controls, ...longer.map((length) => ({ prompt: length, answer }))];
  });
}

function sizeOf({ size }: AskedTest): Call {
  if (!size) return { prompt: 0, answer: 0 };
  const { tokens, characters, answer } = size;
  return { prompt: tokens ?? Math.ceil(characters / CHARACTERS_A_TOKEN), answer };
}

/** A table for the terminal, and the fewest repeats that find what is asked for most. */
export function stretchPlanText(plan: StretchPlan): string {
  const { readers, lengths, tests, passRate, designs, unpriced } = plan;
  const [{ drop }] = designs as [StretchDesign];
  const isPriced = unpriced.length === 0;
  const rows = designs.map(({ repeats, calls, tokens, cost, one, two, eighth, lower }) => [
    ...[String(repeats), String(calls), lengthText(tokens)],
    ...(isPriced ? [costText(cost)] : []),
    ...[one, two, eighth, lower].map(percentText),
  ]);
  const head = [say`repeats`, say`calls`, say`tokens`, ...(isPriced ? [say`cost`] : [])];
  const found = [say`one breaks`, say`two break`, say`one in eight`, say`all ${drop} lower`];
  const enough = designs.find(({ eighth }) => eighth >= FOUND);
  const longest = lengthText(Math.max(...lengths));
  const [asked, rate] = [sayCount(tests, 'test'), shareText(passRate)];
  const all = commas(lengths.map(lengthText));
  const often = percentText(FOUND);
  return [
    readers.length > 1
      ? say`${asked} of ${sayCount(readers.length, 'reader')}, pass rate ${rate} as they are, stretched to ${all}. \`stretch\` sees at ${longest}:`
      : say`${asked}, pass rate ${rate} as they are, stretched to ${all}. \`stretch\` sees at ${longest}:`,
    '',
    aligned([[...head, ...found], ...rows]),
    '',
    enough
      ? say`\`--repeat ${enough.repeats}\` finds one test in eight that breaks in ${often} of runs.`
      : say`No number of repeats here finds one test in eight that breaks in ${often} of runs: use more tests.`,
    say`Which tests break is named from 3 repeats on.`,
    ...unpriced.map(
      (name) => say`No price is known of ${name}. Give one with --price "${name}=2.5/10".`,
    ),
  ].join('\n');
}
