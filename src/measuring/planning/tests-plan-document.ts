/** Documents how often tests must be repeated for a gate to detect broken ones. */
import { say, sayCount } from '../../base/text/language.js';
import { cell, columns, paragraph, percentCell } from '../document/build.js';
import type { Block, Decision, Document } from '../document/document.js';
import { costText, countText, lengthText, percentText, pointsText } from '../document/words.js';
import { FOUND, LIKELY_COPIED, type SuitePower } from '../facts/tests/unseen.js';
import { planned, pricesStep } from './plan-document.js';
import type { TestsPlan } from './tests-plan.js';

/** @param files - of the command, to be given again */
export function testsPlanDocument(
  plan: TestsPlan,
  files: readonly string[] = ['results.json'],
): Document {
  const { tests, passRate, call = {}, copied = 0, mayCopy, powers } = plan;
  const { tokens, cost, unpriced = [] } = call;
  const count = (of: (power: SuitePower) => number) => (power: SuitePower) =>
    cell(countText(of(power)), of(power));
  const detected = (of: (power: SuitePower) => number) => (power: SuitePower) =>
    percentCell(of(power), of(power) >= FOUND ? { tone: 'good' } : {});
  const callsOf = ({ repeats }: SuitePower) => repeats * tests;
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
      columns(
        say`How often gate detects broken tests`,
        powers,
        [say`Repeats`, count(({ repeats }) => repeats)],
        [say`Baseline runs`, count(({ runs }) => runs)],
        [say`Calls`, count(callsOf)],
        tokens !== undefined && [say`Tokens`, (one) => lengthText(callsOf(one) * tokens)],
        cost !== undefined && [
          say`Cost`,
          (one) => cell(costText(callsOf(one) * cost), callsOf(one) * cost),
        ],
        [say`1 test`, detected(({ one }) => one)],
        [say`2 tests`, detected(({ two }) => two)],
        [say`1 in 8`, detected(({ eighth }) => eighth)],
        [say`all ${pointsText(powers[0]!.drop)} points`, detected(({ lower }) => lower)],
      ),
      ...copyNotes(copied, mayCopy),
      ...(unpriced.length > 0
        ? [{ kind: 'next', steps: [pricesStep(unpriced, files)] } as const]
        : []),
    ],
  });
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

function copyNotes(copied: number, mayCopy: boolean): Block[] {
  if (copied >= LIKELY_COPIED) {
    return [
      paragraph(
        say`Repeats hardly ever differ within a run, so more of them detect little more.`,
        'warn',
      ),
    ];
  }
  if (!mayCopy) return [];
  return [
    paragraph(
      say`Repeats of this run never differ. If they never do, as at temperature 0, --repeat 2 in both runs detects each broken test.`,
      'warn',
    ),
  ];
}
