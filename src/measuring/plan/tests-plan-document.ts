/** How often your tests must be repeated for a gate, or a stretch, to detect tests that break. */
import { commas, say, sayCount } from '../../base/text/language.js';
import { shellWord } from '../../base/text/shell.js';
import type { Block, Decision, Document, Row, Step, Text } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import type { TestsPlan } from '../ordinary/tests-plan.js';
import { FOUND, LIKELY_COPIED, type SuitePower } from '../ordinary/unseen.js';
import { costText, countText, lengthText, percentText, pointsText } from '../output/words.js';
import { planned } from './plan-document.js';
import type { StretchPlan } from './stretch-plan.js';

export function testsPlanDocument(plan: TestsPlan): Document {
  const { tests, passRate, call = {}, copied = 0, mayCopy, powers } = plan;
  const { tokens, cost } = call;
  const rows = powers.map((power): Row => {
    const { repeats, runs } = power;
    const calls = repeats * tests;
    return {
      cells: [
        { text: countText(repeats), value: repeats },
        { text: countText(runs), value: runs },
        { text: countText(calls), value: calls },
        ...(tokens === undefined ? [] : [{ text: lengthText(calls * tokens) }]),
        ...(cost === undefined ? [] : [{ text: costText(calls * cost), value: calls * cost }]),
        ...detectedCells(power),
      ],
    };
  });
  const found = cheapest(powers, ({ one }) => one);
  return planned({
    about: [sayCount(tests, 'test'), say`pass rate ${percentText(passRate)}`],
    decisions: [
      found
        ? {
            tone: 'good',
            text: say`To detect a single broken test, use --repeat ${found.repeats} and ${sayCount(found.runs, 'baseline run')}.`,
          }
        : {
            tone: 'warn',
            text: say`No design here detects a single broken test in ${percentText(FOUND)} of runs.`,
          },
      ...fewerDecisions(powers, found),
    ],
    blocks: [
      {
        kind: 'table',
        title: say`How often gate detects broken tests`,
        heads: [
          ...[say`Repeats`, say`Baseline runs`, say`Calls`],
          ...(tokens === undefined ? [] : [say`Tokens`]),
          ...(cost === undefined ? [] : [say`Cost`]),
          ...detectedHeads(powers[0]!),
        ].map((text) => ({ text })),
        rows,
      },
      ...copyNotes(copied, mayCopy),
    ],
  });
}

export function stretchPlanDocument(plan: StretchPlan): Document {
  const { readers, lengths, tests, passRate, designs, unpriced } = plan;
  const enough = designs.find(({ eighth }) => eighth >= FOUND);
  const longest = lengthText(Math.max(...lengths));
  const isPriced = unpriced.length === 0;
  const steps: Step[] = [
    ...unpriced.slice(0, 1).map((name) => ({
      text: say`No list price for ${commas(unpriced.map((one) => foreign(one)))}. Pass prices per million tokens.`,
      command: `npx promptfoo-counting-stars plan --suite results.json --lengths ${lengths.map(lengthText).join(',')} --price ${shellWord(`${name}=2/8`)}`,
    })),
    {
      text: say`Run it.`,
      command: `npx promptfoo-counting-stars stretch --lengths ${lengths.map(lengthText).join(',')} --repeat ${enough?.repeats ?? NAMES}`,
    },
  ];
  return planned({
    about: [
      say`${sayCount(tests, 'test')} padded to ${commas(lengths.map((length) => lengthText(length)))}`,
      ...(readers.length > 1 ? [sayCount(readers.length, 'model')] : []),
      say`pass rate ${percentText(passRate)}`,
    ],
    decisions: [
      enough
        ? {
            tone: 'good',
            text: say`--repeat ${enough.repeats} detects 1 broken test in 8 at ${longest}, in ${percentText(FOUND)} of runs.`,
          }
        : {
            tone: 'warn',
            text: say`Too few tests: no number of repeats here detects 1 broken test in 8 at ${longest}.`,
          },
    ],
    lead: say`stretch names the tests that break from --repeat ${NAMES} on.`,
    blocks: [
      {
        kind: 'table',
        title: say`How often stretch detects broken tests`,
        heads: [
          ...[say`Repeats`, say`Calls`, say`Tokens`],
          ...(isPriced ? [say`Cost`] : []),
          ...detectedHeads(designs[0]!),
        ].map((text) => ({ text })),
        rows: designs.map((design): Row => {
          const { repeats, calls, tokens, cost } = design;
          return {
            cells: [
              { text: countText(repeats), value: repeats },
              { text: countText(calls), value: calls },
              { text: lengthText(tokens), value: tokens },
              ...(isPriced ? [{ text: costText(cost), value: cost! }] : []),
              ...detectedCells(design),
            ],
          };
        }),
      },
      { kind: 'next', steps },
    ],
  });
}

/** Repeats from which on tests are named. */
const NAMES = 3;

function detectedHeads({ drop }: SuitePower): Text[] {
  return [say`1 test`, say`2 tests`, say`1 in 8`, say`all ${pointsText(drop)} points`];
}

function detectedCells({ one, two, eighth, lower }: SuitePower): Row['cells'] {
  return [one, two, eighth, lower].map((share) => ({
    ...{ text: percentText(share), value: share },
    ...(share >= FOUND && { tone: 'good' as const }),
  }));
}

/** The fewest repeats that detect something often enough. */
function cheapest(
  powers: readonly SuitePower[],
  share: (power: SuitePower) => number,
): SuitePower | undefined {
  return powers
    .filter((power) => share(power) >= FOUND)
    .sort((a, b) => a.repeats - b.repeats || a.runs - b.runs)[0];
}

/** What takes fewer repeats to detect than a single test. */
function fewerDecisions(powers: readonly SuitePower[], single: SuitePower | undefined): Decision[] {
  const two = cheapest(powers, ({ two: share }) => share);
  if (two && two !== single) {
    return [
      {
        tone: 'plain',
        text: say`For 2 broken tests, --repeat ${two.repeats} and ${sayCount(two.runs, 'baseline run')} are enough.`,
      },
    ];
  }
  return [];
}

function copyNotes(copied: number, mayCopy: boolean): Block[] {
  if (copied >= LIKELY_COPIED) {
    return [
      {
        kind: 'paragraph',
        tone: 'warn',
        text: say`Repeats hardly ever differ within a run, so more of them detect little more.`,
      },
    ];
  }
  if (!mayCopy) return [];
  return [
    {
      kind: 'paragraph',
      tone: 'warn',
      text: say`Repeats of this run never differ. If they are copies, as at temperature 0, more repeats detect nothing more. A second baseline run shows it.`,
    },
  ];
}
