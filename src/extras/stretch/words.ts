/** What was found of stretched tests, in the sentences of every output. */
import { clauses, commas, say, sayCount } from '../../base/text/language.js';
import type { Answer } from '../../measuring/document/answer.js';
import { briefShareText, differenceText, lengthText } from '../../measuring/document/words.js';
import { cachedText } from '../../measuring/facts/evaluation/copies.js';
import { unassertedTexts } from '../../measuring/facts/tests/unasserted.js';
import type { Missing } from '../../measuring/results/stretched.js';
import type { DropBounds } from '../../measuring/statistics/regression/drop-test.js';
import type { Arm } from './asked.js';
import type {
  ArmLevel,
  LengthVerdict,
  ReaderVerdict,
  StretchedTest,
  StretchVerdict,
} from './verdict.js';

/** At most this many tests are named in a sentence. */
const NAMED = 4;

/** From this probability on, that repeats copy each other is said. */
const COPIED = 0.3;

/** A loss of this share that may be there is no small print. */
const MUCH = 0.15;

/** Data that do not exclude a drop of this share say too little. */
export const LITTLE = 0.5;

/**
 * The answer of each reader.
 *
 * @example
 * // Your 40 tests pass 0.97 as they are, 0.95 at 32K, 0.81 at 128K (0.16 lower, 0.09 to 0.24); these 4 break: …
 */
export function answerTexts(verdict: StretchVerdict): string[] {
  return answersOf(verdict).map((text) => say`${text}.`);
}

function answersOf({ readers }: StretchVerdict): string[] {
  return readers.map((reader) => {
    const text = answerText(reader);
    return readers.length === 1 ? say`Your ${text}` : say`${reader.name}: ${text}`;
  });
}

/** The same as every page begins: the first reader, then the others and what weakens or explains it. */
export function stretchAnswer(verdict: StretchVerdict): Answer {
  const [answer = ''] = answersOf(verdict);
  const explained = [
    ...formTexts(verdict),
    ...answerTexts(verdict).slice(1),
    ...noteTexts(verdict),
  ];
  return { answer, beside: '', explained };
}

/** What is to be known before models are compared: that they got unrelated text in different forms. */
export function formTexts({ readers }: Pick<StretchVerdict, 'readers'>): string[] {
  const of = (form: 'messages' | 'text') =>
    readers.filter(({ forms = [] }) => forms.includes(form)).map(({ name }) => name);
  const [inMessages, inText] = [of('messages'), of('text')];
  if (inMessages.length === 0 || inText.length === 0) return [];
  return [
    say`The unrelated text went as chat messages to ${commas(inMessages)}, and as one text to ${commas(inText)}. A difference between them may be due to the form.`,
  ];
}

function answerText(reader: ReaderVerdict): string {
  const { asIs, lengths, tests } = reader;
  const all = sayCount(tests.length, 'test');
  if (asIs.answers === 0) return say`${all} got no answer as they are, so nothing can be compared`;
  const rate = rateText(asIs.passRate);
  const asTheyAre =
    tests.length === 1 ? say`1 test passes ${rate} as it is` : say`${all} pass ${rate} as they are`;
  const levels = lengths.map((one) => levelText(one, asIs.tests));
  return clauses([commas([asTheyAre, ...levels]), foundText(reader)]);
}

function levelText(one: LengthVerdict, tests: number): string {
  const { compared, passRate, answers } = one;
  const length = lengthText(one.length);
  if (answers === 0) {
    return one.missing.window > 0
      ? say`no answer at ${length} (too long for the model)`
      : say`no answer at ${length}`;
  }
  const rate = rateText(passRate);
  const isFewer = one.tests < tests;
  if (!compared?.isLower) {
    return isFewer ? say`${rate} at ${length} in ${one.tests} of them` : say`${rate} at ${length}`;
  }
  const lower = lowerText(compared.drop);
  return isFewer
    ? say`${rate} at ${length} in ${one.tests} of them (${lower})`
    : say`${rate} at ${length} (${lower})`;
}

/** With two decimals; never 1.00 or 0.00 for what is only nearly so. */
export function rateText(rate: number): string {
  const text = briefShareText(rate);
  if (text === '1.00' && rate < 1) return say`over ${0.99}`;
  return text === '0.00' && rate > 0 ? say`under ${0.01}` : text;
}

/** `0.16 lower, 0.09 to 0.24` */
function lowerText({ value, low, high }: DropBounds): string {
  const text = (drop: number) => differenceText(drop, 2).replace('+', '');
  return low < 0.005
    ? say`${text(value)} lower, at most ${text(high)}`
    : say`${text(value)} lower, ${text(low)} to ${text(high)}`;
}

/** What broke, or how much may have been lost unseen. */
function foundText({ tests, oneTurn, lengths }: ReaderVerdict): string {
  if (lengths.every(({ compared }) => !compared)) return say`no length has answers to compare`;
  const lower = lengths.filter(({ compared }) => compared?.isLower);
  if (lower.length === 0) {
    const known = lengths.filter(({ compared }) => compared && compared.excludes < LITTLE);
    if (known.length === 0) return say`too few answers to tell whether the length costs anything`;
    const most = Math.max(...known.map(({ compared }) => compared!.excludes));
    const bound = briefShareText(upwards(most));
    const length = lengthText(known.at(-1)!.length);
    return most < MUCH
      ? say`no loss is shown up to ${length} (at most ${bound})`
      : say`no loss is shown up to ${length}, but one of up to ${bound} is not excluded`;
  }
  if (oneTurn && isAllForm(lengths)) {
    return say`one short turn more does as much (${rateText(oneTurn.passRate)}), so it is the form and not the length`;
  }
  const broke = tests.filter(({ standing }) => standing === 'broke');
  if (broke.length > 0) {
    const names = commas(broke.slice(0, NAMED).map(({ name }) => name));
    if (broke.length === 1) return say`this one breaks: ${names}`;
    return broke.length > NAMED
      ? say`these ${broke.length} break: ${names} and ${broke.length - NAMED} more`
      : say`these ${broke.length} break: ${names}`;
  }
  const worst = lower.toSorted((a, b) => b.compared!.drop.value - a.compared!.drop.value)[0]!;
  const { drop, tests: count, repeats } = worst.compared!;
  if (repeats.fewest > 1) return say`which tests break is not told from chance`;
  const about = Math.max(1, Math.round(drop.value * count));
  return say`about ${about} of ${sayCount(count, 'test')} broke at ${lengthText(worst.length)}, and \`--repeat 3\` shows which`;
}

/** Whether all that is lower is so by its form. */
function isAllForm(lengths: readonly LengthVerdict[]): boolean {
  const causes = lengths.flatMap(({ cause }) => cause ?? []);
  return causes.length > 0 && causes.every((cause) => cause === 'form');
}

/** A bound is never rounded down. */
function upwards(share: number): number {
  return Math.ceil(share * 100 - 1e-9) / 100;
}

/** What weakens or explains the answers, a sentence each. */
export function noteTexts(verdict: StretchVerdict): string[] {
  const { readers, leftOut, unasserted, cached } = verdict;
  const isAlone = readers.length === 1;
  const own = readers.flatMap((reader) =>
    readerNotes(reader).map((note) => (isAlone ? note : say`${reader.name}: ${note}`)),
  );
  return [
    ...own,
    ...(leftOut.types.length > 0
      ? [
          say`Assertions on ${leftOut.types.reduce((all, one) => say`${all} and ${one}`)} did not decide (${sayCount(leftOut.tests, 'test')}): a longer prompt fails them by being longer.`,
        ]
      : []),
    ...unassertedTexts(unasserted),
    ...(cached.count > 0
      ? [say`${cachedText({ cached: cached.count, answers: cached.of })}.`]
      : []),
  ];
}

function readerNotes(reader: ReaderVerdict): string[] {
  const { tests, lengths, asIs } = reader;
  const of = (standing: StretchedTest['standing']) =>
    tests.filter((test) => test.standing === standing).length;
  const differ = tests.filter(({ cells }) => cells[0]?.state === 'mixed').length;
  const fails = of('fails');
  const repeated = tests.filter(({ cells }) => (cells[0]?.answers ?? 0) > 1).length;
  const copied = lengths.some(({ compared }) => (compared?.copied ?? 0) > COPIED);
  return [
    ...formNotes(reader),
    ...(repeated > 0 ? [repeatedText(differ, sayCount(repeated, 'test'))] : []),
    ...(copied
      ? [
          say`Repeats give the same result again and again, as at temperature 0, so those of a test count once.`,
        ]
      : []),
    ...(fails > 0
      ? [
          fails === 1
            ? say`1 test fails as it is, and cannot break.`
            : say`${sayCount(fails, 'test')} fail as they are, and cannot break.`,
        ]
      : []),
    ...[asIs, ...(reader.oneTurn ? [reader.oneTurn] : []), ...lengths].flatMap(missingNotes),
  ];
}

/** How many tests do not give one result again and again. */
function repeatedText(differ: number, tests: string): string {
  if (differ === 0) return say`Asked again as they are, none of ${tests} changes its result.`;
  return differ === 1
    ? say`Asked again as they are, 1 of ${tests} changes its result.`
    : say`Asked again as they are, ${differ} of ${tests} change their result.`;
}

/** Whether it is the form or the length. */
function formNotes({ oneTurn, lengths }: ReaderVerdict): string[] {
  if (!oneTurn || oneTurn.answers === 0 || isAllForm(lengths)) return [];
  const rate = say`With one short turn more they pass ${rateText(oneTurn.passRate)}`;
  const { compared } = oneTurn;
  const level = compared?.isLower ? say`${rate} (${lowerText(compared.drop)})` : rate;
  const causes = new Set(lengths.flatMap(({ cause }) => cause ?? []));
  if (causes.has('length')) {
    const longest = lengths.findLast(({ cause }) => cause === 'length')!.length;
    return [
      say`${level}, and fewer at ${lengthText(longest)}: the length costs something, not the form alone.`,
    ];
  }
  if (causes.has('form')) return [say`${level}: it is the form, and no loss by length is shown.`];
  if (causes.has('either'))
    return [say`${rate}: whether it is the form or the length is not told.`];
  return compared?.isLower ? [say`${level}: the form costs something.`] : [];
}

/** Calls without an answer, by why. */
const MISSING: Readonly<Record<Missing, (calls: string) => string>> = {
  window: (calls) => say`${calls} failed: the prompt is longer than the model takes. None counts.`,
  room: (calls) => say`${calls} not sent: the prompt itself is as long. None counts.`,
  call: (calls) => say`${calls} failed for another reason. None counts.`,
};

function missingNotes({ missing, ...arm }: ArmLevel): string[] {
  return (Object.keys(MISSING) as Missing[])
    .filter((why) => missing[why] > 0)
    .map((why) => MISSING[why](callsText(missing[why], arm)));
}

/** Calls in an arm: `3 calls as they are`, `3 calls at 32K`. */
function callsText(count: number, { arm, length }: Arm): string {
  const calls = sayCount(count, 'call');
  if (arm === 'padded') return say`${calls} at ${lengthText(length)}`;
  return arm === 'as-is' ? say`${calls} as they are` : say`${calls} with one turn more`;
}

/** How it is done, in the words of a page. */
const WAYS: Readonly<Record<StretchVerdict['as'][number], () => string>> = {
  before: () => say`unrelated text before the prompt`,
  conversation: () => say`unrelated text as earlier turns of a conversation`,
  tools: () => say`unrelated text as results of tool calls`,
};

/** How unrelated text stood around the tests: `unrelated text as earlier turns of a conversation`. */
export function wayTexts({ as }: Pick<StretchVerdict, 'as'>): string[] {
  return as.map((way) => WAYS[way]());
}

/** What is said of each kind of test, the most important first. */
export const STANDINGS: readonly (readonly [StretchedTest['standing'], () => string])[] = [
  ['broke', () => say`break`],
  ['missed', () => say`failed whole at a length, which may be chance`],
  ['flaky', () => say`flaky as they are`],
  ['fails', () => say`fail as they are`],
  ['no answer', () => say`no answer as they are`],
  ['holds', () => say`hold`],
];
