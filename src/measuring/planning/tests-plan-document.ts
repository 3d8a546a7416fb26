/** Documents how often tests must be repeated for a gate to detect broken ones. */
import { say, sayCount } from '../../base/text/language.js';
import { cell, heads, paragraph, percentCell, row, table } from '../document/build.js';
import type { Block, Cell, Decision, Document, Text } from '../document/document.js';
import { costText, countText, lengthText, percentText, pointsText } from '../document/words.js';
import { FOUND, type SuitePower } from '../facts/tests/unseen.js';
import { planned, pricesStep } from './plan-document.js';
import type { TestsPlan } from './tests-plan.js';

/** @param files - of the command, to be given again */
export function testsPlanDocument(
  plan: TestsPlan,
  files: readonly string[] = ['results.json'],
): Document {
  const { tests, passRate, call = {}, mayCopy, powers } = plan;
  const { tokens, cost, unpriced = [] } = call;
  const rows = powers.map((power) => {
    const { repeats, runs } = power;
    const calls = repeats * tests;
    return row(
      ...[repeats, runs, calls].map((count) => cell(countText(count), count)),
      ...(tokens === undefined ? [] : [lengthText(calls * tokens)]),
      ...(cost === undefined ? [] : [cell(costText(calls * cost), calls * cost)]),
      ...detectedCells(power),
    );
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
      table(
        say`How often gate detects broken tests`,
        heads(
          ...[say`Repeats`, say`Baseline runs`, say`Calls`],
          ...(tokens === undefined ? [] : [say`Tokens`]),
          ...(cost === undefined ? [] : [say`Cost`]),
          ...detectedHeads(powers[0]!),
        ),
        rows,
      ),
      ...copyNotes(mayCopy),
      ...(unpriced.length > 0
        ? [{ kind: 'next', steps: [pricesStep(unpriced, files)] } as const]
        : []),
    ],
  });
}

export function detectedHeads({ drop }: SuitePower): Text[] {
  return [say`1 test`, say`2 tests`, say`1 in 8`, say`all ${pointsText(drop)} points`];
}

export function detectedCells({ one, two, eighth, lower }: SuitePower): Cell[] {
  return [one, two, eighth, lower].map((share) =>
    percentCell(share, share >= FOUND ? { tone: 'good' } : {}),
  );
}

/** Returns the fewest repeats that detect something often enough. */
function cheapest(
  powers: readonly SuitePower[],
  share: (power: SuitePower) => number,
): SuitePower | undefined {
  return powers
    .filter((power) => share(power) >= FOUND)
    .sort((a, b) => a.repeats - b.repeats || a.runs - b.runs)[0];
}

/** Recommends fewer repeats if two broken tests are enough to detect. */
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

function copyNotes(mayCopy: boolean): Block[] {
  if (!mayCopy) return [];
  return [
    paragraph(
      say`Repeats of this run never differ. If they never do, as at temperature 0, --repeat 2 in both runs detects each broken test.`,
      'warn',
    ),
  ];
}
