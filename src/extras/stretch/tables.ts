/** The tables of stretched tests: how they pass at each length, and each of them. */
import { say } from '../../base/text/language.js';
import { column, NOTHING, type Table } from '../../measuring/document/table.js';
import { countText, differenceText } from '../../measuring/document/words.js';
import { type Missing, placeText } from '../../measuring/results/stretched.js';
import type { DropBounds } from '../../measuring/statistics/regression/drop-test.js';
import type { Arm } from './asked.js';
import type {
  ArmLevel,
  LengthVerdict,
  ReaderVerdict,
  StretchCell,
  StretchedTest,
} from './verdict.js';
import { LITTLE, rateText } from './words.js';

/** One arm of one reader. */
type LevelRow = ArmLevel & Pick<LengthVerdict, 'compared' | 'cause'>;

/** A line for each arm. */
export function levelsTable(reader: ReaderVerdict): Table<LevelRow> {
  const rows = levelsOf(reader);
  return {
    title: say`Pass rate by length, ${reader.name}`,
    rows,
    columns: [
      column('words', say`around them`, (row) =>
        row.arm === 'as-is' ? say`nothing` : headText(row),
      ),
      column('words', say`pass rate`, ({ passRate }) => rateText(passRate), { set: 'number' }),
      column(
        'words',
        say`difference (95 %)`,
        ({ compared }) => compared && changeText(compared.drop),
        { set: 'whole' },
      ),
      column('words', say`found`, foundText, { set: 'whole' }),
      column(
        'words',
        say`passed`,
        ({ passed, answers }) => (answers > 0 ? say`${passed} of ${answers}` : undefined),
        {
          set: 'whole',
        },
      ),
      ...(rows.some(({ tests }) => tests !== rows[0]!.tests)
        ? [column('count', say`tests`, ({ tests }: LevelRow) => tests)]
        : []),
      column('words', say`tokens`, tokensText, { set: 'whole' }),
      column('words', 'p', ({ compared }) => compared && pText(compared.p), {
        set: 'number',
        note: say`how likely so much is by chance. A shorter length has to be clearer than the longest one, so that one error rate holds for all`,
      }),
      ...MISSING.filter(([why]) => rows.some(({ missing }) => missing[why] > 0)).map(
        ([why, heading]) => column('count', heading(), ({ missing }: LevelRow) => missing[why]),
      ),
    ],
  };
}

function tokensText({ tokens }: LevelRow): string | undefined {
  if (!tokens) return undefined;
  const { from, to } = tokens;
  return from === to ? countText(from) : `${countText(from)}–${countText(to)}`;
}

/** `−0.16 (−0.24 to −0.09)` */
function changeText({ value, low, high }: DropBounds): string {
  const text = (drop: number) => differenceText(-drop, 2);
  return say`${text(value)} (${text(high)} to ${text(low)})`;
}

function pText(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3);
}

const CAUSES = {
  length: () => say`lower, by length`,
  form: () => say`lower, by form`,
  either: () => say`lower, by form or length`,
};

function foundText({ compared, cause }: LevelRow): string | undefined {
  if (!compared) return undefined;
  if (!compared.isLower)
    return compared.excludes < LITTLE ? say`no loss shown` : say`too few answers`;
  return cause === undefined ? say`lower` : CAUSES[cause]();
}

const MISSING: readonly (readonly [Missing, () => string])[] = [
  ['window', () => say`too long`],
  ['room', () => say`no room`],
  ['call', () => say`failed calls`],
];

/** What a test did in one arm: `2/3`. */
export function cellText({ passed, answers, missing, calls }: StretchCell): string {
  if (answers > 0) return `${passed}/${answers}`;
  if (calls.length === 0) return NOTHING;
  if (missing.window > 0) return say`too long`;
  return missing.room > 0 ? say`no room` : say`no answer`;
}

/** Heads of the columns of tests. */
export function armHeads(reader: ReaderVerdict): string[] {
  return levelsOf(reader).map(headText);
}

/** The same where no head stands above: `at 32K`. */
export function armTitles(reader: ReaderVerdict): string[] {
  return levelsOf(reader).map((level) => {
    return level.arm === 'padded' ? say`at ${placeText(level)}` : headText(level);
  });
}

/** What stands around the tests of an arm. */
function headText(level: Arm): string {
  if (level.arm === 'padded') return placeText(level);
  return level.arm === 'one-turn' ? say`one turn more` : say`as it is`;
}

function levelsOf({ asIs, oneTurn, lengths }: ReaderVerdict): LevelRow[] {
  return [asIs, ...(oneTurn ? [oneTurn] : []), ...lengths];
}

/** Tests of which something is to be said, in the terminal and in Markdown. */
export function testsTable(
  reader: ReaderVerdict,
  tests: readonly StretchedTest[],
): Table<StretchedTest> {
  return {
    title: say`Tests`,
    rows: tests,
    columns: [
      column('label', say`test`, ({ name }: StretchedTest) => name),
      ...armHeads(reader).map((head, i) =>
        column('words', head, ({ cells }: StretchedTest) => cellText(cells[i]!), { set: 'number' }),
      ),
    ],
  };
}
