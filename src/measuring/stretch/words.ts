/** What was found of stretched tests, in the sentences of every output. */
import { sayCount } from '../../base/text/language.js';
import { cachedText } from '../evaluation/copies.js';
import type { Answer } from '../output/answer.js';
import { briefShareText, differenceText, lengthText } from '../output/words.js';
import type { Missing } from '../results/stretched.js';
import type { DropBounds } from '../statistics/regression/drop-test.js';
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
export function answerTexts({ readers }: StretchVerdict): string[] {
  return readers.map((reader) => {
    const text = answerText(reader);
    return readers.length === 1 ? `Your ${text}` : `${reader.name}: ${text}`;
  });
}

/** The same as every page begins: the first reader, then the others and what weakens or explains it. */
export function stretchAnswer(verdict: StretchVerdict): Answer {
  const [first = '', ...others] = answerTexts(verdict);
  const explained = [...others, ...noteTexts(verdict)];
  return { answer: first.replace(/\.$/, ''), beside: '', explained };
}

function answerText(reader: ReaderVerdict): string {
  const { asIs, lengths, tests } = reader;
  const all = sayCount(tests.length, 'test');
  if (asIs.answers === 0) return `${all} got no answer as they are, so nothing can be compared.`;
  const verb = tests.length === 1 ? 'passes' : 'pass';
  const they = tests.length === 1 ? 'it is' : 'they are';
  const levels = lengths.map((one) => levelText(one, asIs.tests));
  const rates = [`${all} ${verb} ${rateText(asIs.passRate)} as ${they}`, ...levels];
  return `${rates.join(', ')}; ${foundText(reader)}.`;
}

function levelText(one: LengthVerdict, tests: number): string {
  const { compared, length, passRate, answers } = one;
  const at = `at ${lengthText(length)}`;
  if (answers === 0)
    return `no answer ${at}${one.missing.window > 0 ? ' (too long for the model)' : ''}`;
  const fewer = one.tests < tests ? ` in ${one.tests} of them` : '';
  const lower = compared?.isLower ? ` (${lowerText(compared.drop)})` : '';
  return `${rateText(passRate)} ${at}${fewer}${lower}`;
}

/** With two decimals; never 1.00 or 0.00 for what is only nearly so. */
export function rateText(rate: number): string {
  const text = briefShareText(rate);
  if (text === '1.00' && rate < 1) return 'over 0.99';
  return text === '0.00' && rate > 0 ? 'under 0.01' : text;
}

/** `0.16 lower, 0.09 to 0.24` */
function lowerText({ value, low, high }: DropBounds): string {
  const text = (drop: number) => differenceText(drop, 2).replace('+', '');
  return low < 0.005
    ? `${text(value)} lower, at most ${text(high)}`
    : `${text(value)} lower, ${text(low)} to ${text(high)}`;
}

/** What broke, or how much may have been lost unseen. */
function foundText({ tests, oneTurn, lengths }: ReaderVerdict): string {
  if (lengths.every(({ compared }) => !compared)) return 'no length has answers to compare';
  const lower = lengths.filter(({ compared }) => compared?.isLower);
  if (lower.length === 0) {
    const known = lengths.filter(({ compared }) => compared && compared.excludes < LITTLE);
    if (known.length === 0) return 'too few answers to tell whether the length costs anything';
    const most = Math.max(...known.map(({ compared }) => compared!.excludes));
    const bound = briefShareText(upwards(most));
    const length = lengthText(known.at(-1)!.length);
    return most < MUCH
      ? `no loss is shown up to ${length} (at most ${bound})`
      : `no loss is shown up to ${length}, but one of up to ${bound} is not excluded`;
  }
  if (oneTurn && isAllForm(lengths)) {
    return `one short turn more does as much (${rateText(oneTurn.passRate)}), so it is the form and not the length`;
  }
  const broke = tests.filter(({ standing }) => standing === 'broke');
  if (broke.length > 0) {
    const names = broke.slice(0, NAMED).map(({ name }) => name);
    const more = broke.length > NAMED ? ` and ${broke.length - NAMED} more` : '';
    return `${broke.length === 1 ? 'this one breaks' : `these ${broke.length} break`}: ${names.join(', ')}${more}`;
  }
  const worst = lower.toSorted((a, b) => b.compared!.drop.value - a.compared!.drop.value)[0]!;
  const { drop, tests: count, repeats } = worst.compared!;
  const about = `about ${Math.max(1, Math.round(drop.value * count))} of ${sayCount(count, 'test')}`;
  return repeats.fewest > 1
    ? `which tests break is not told from chance`
    : `${about} broke at ${lengthText(worst.length)}, and \`--repeat 3\` shows which`;
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
    readerNotes(reader).map((note) => (isAlone ? note : `${reader.name}: ${note}`)),
  );
  return [
    ...own,
    ...(leftOut.types.length > 0
      ? [
          `Assertions on ${leftOut.types.join(' and ')} did not decide (${sayCount(leftOut.tests, 'test')}): a longer prompt fails them by being longer.`,
        ]
      : []),
    ...(unasserted > 0
      ? [
          `${sayCount(unasserted, 'test')} ${unasserted === 1 ? 'has' : 'have'} no assertion and ${unasserted === 1 ? 'passes' : 'pass'} whatever is answered.`,
        ]
      : []),
    ...(cached.count > 0 ? [`${cachedText({ cached: cached.count, answers: cached.of })}.`] : []),
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
    ...(repeated > 0
      ? [
          `Asked again as they are, ${differ === 0 ? 'no' : differ} of ${sayCount(repeated, 'test')} ${differ === 1 ? 'changes' : 'change'} ${differ === 1 ? 'its' : 'their'} result.`,
        ]
      : []),
    ...(copied
      ? [
          'Repeats give the same result again and again, as at temperature 0, so those of a test count once.',
        ]
      : []),
    ...(fails > 0
      ? [
          `${sayCount(fails, 'test')} ${fails === 1 ? 'fails as it is' : 'fail as they are'}, and cannot break.`,
        ]
      : []),
    ...[asIs, ...(reader.oneTurn ? [reader.oneTurn] : []), ...lengths].flatMap(missingNotes),
  ];
}

/** Whether it is the form or the length. */
function formNotes({ oneTurn, lengths }: ReaderVerdict): string[] {
  if (!oneTurn || oneTurn.answers === 0 || isAllForm(lengths)) return [];
  const with1 = `With one short turn more they pass ${rateText(oneTurn.passRate)}`;
  const lower = oneTurn.compared?.isLower ? ` (${lowerText(oneTurn.compared.drop)})` : '';
  const causes = new Set(lengths.flatMap(({ cause }) => cause ?? []));
  if (causes.has('length')) {
    const longest = lengths.findLast(({ cause }) => cause === 'length')!.length;
    return [
      `${with1}${lower}, and fewer at ${lengthText(longest)}: the length costs something, not the form alone.`,
    ];
  }
  if (causes.has('form'))
    return [`${with1}${lower}: it is the form, and no loss by length is shown.`];
  if (causes.has('either')) return [`${with1}: whether it is the form or the length is not told.`];
  return lower ? [`${with1}${lower}: the form costs something.`] : [];
}

/** Calls without an answer, by why. */
const MISSING: Readonly<Record<Missing, string>> = {
  window: 'failed: the prompt is longer than the model takes',
  room: 'not sent: the prompt itself is as long',
  call: 'failed for another reason',
};

function missingNotes({ missing, ...arm }: ArmLevel): string[] {
  return (Object.keys(MISSING) as Missing[])
    .filter((why) => missing[why] > 0)
    .map(
      (why) => `${sayCount(missing[why], 'call')} ${armText(arm)} ${MISSING[why]}. None counts.`,
    );
}

/** Where something is said to be: `as they are`, `with one turn more`, `at 32K`. */
function armText({ arm, length }: Arm): string {
  if (arm === 'padded') return `at ${lengthText(length)}`;
  return arm === 'as-is' ? 'as they are' : 'with one turn more';
}

/** How it is done, in the words of a page. */
const WAYS: Readonly<Record<StretchVerdict['as'][number], string>> = {
  before: 'before the prompt',
  conversation: 'as earlier turns of a conversation',
  tools: 'as results of tool calls',
};

/** How unrelated text stood around the tests: `as earlier turns of a conversation`. */
export function wayText({ as }: Pick<StretchVerdict, 'as'>): string {
  return as.map((way) => WAYS[way]).join(', ');
}

/** What is said of each kind of test, the most important first. */
export const STANDINGS: readonly (readonly [StretchedTest['standing'], string])[] = [
  ['broke', 'break'],
  ['missed', 'failed whole at a length, which may be chance'],
  ['flaky', 'flaky as they are'],
  ['fails', 'fail as they are'],
  ['no answer', 'no answer as they are'],
  ['holds', 'hold'],
];
