/** Shows how many repeats detect tests that break. */
import { commas, say, sayCount } from '../../base/text/language.js';
import { cell, good, heads, row, table, warn } from '../../measuring/document/build.js';
import type { Document, Step } from '../../measuring/document/document.js';
import { costText, countText, lengthText, percentText } from '../../measuring/document/words.js';
import { FOUND } from '../../measuring/facts/tests/unseen.js';
import { planned, pricesStep } from '../../measuring/planning/plan-document.js';
import { detectedCells, detectedHeads } from '../../measuring/planning/tests-plan-document.js';
import type { StretchPlan } from './stretch-plan.js';

export { planStretch } from './stretch-plan.js';

/** From this many repeats on, broken tests are named. */
const NAMES = 3;

export function stretchPlanDocument(plan: StretchPlan): Document {
  const { models, lengths, tests, passRate, designs, unpriced } = plan;
  const enough = designs.find(({ eighth }) => eighth >= FOUND);
  const longest = lengthText(Math.max(...lengths));
  const isPriced = unpriced.length === 0;
  const steps: Step[] = [
    ...(unpriced.length > 0
      ? [pricesStep(unpriced, ['results.json', '--lengths', lengths.map(lengthText).join(',')])]
      : []),
    {
      text: say`Run it.`,
      command: `npx promptfoo-counting-stars stretch --lengths ${lengths.map(lengthText).join(',')} --repeat ${enough?.repeats ?? NAMES}`,
    },
  ];
  return planned({
    about: [
      say`${sayCount(tests, 'test')} padded to ${commas(lengths.map((length) => lengthText(length)))}`,
      ...(models.length > 1 ? [sayCount(models.length, 'model')] : []),
      say`pass rate ${percentText(passRate)}`,
    ],
    decisions: [
      enough
        ? good(
            say`--repeat ${enough.repeats} detects 1 broken test in 8 at ${longest}, in ${percentText(FOUND)} of runs.`,
          )
        : warn(
            say`Too few tests: no number of repeats here detects 1 broken test in 8 at ${longest}.`,
          ),
    ],
    lead: say`stretch names the tests that break from --repeat ${NAMES} on.`,
    blocks: [
      table(
        say`How often stretch detects broken tests`,
        heads(
          ...[say`Repeats`, say`Calls`, say`Tokens`],
          ...(isPriced ? [say`Cost`] : []),
          ...detectedHeads(designs[0]!),
        ),
        designs.map((design) =>
          row(
            ...[design.repeats, design.calls].map((count) => cell(countText(count), count)),
            cell(lengthText(design.tokens), design.tokens),
            ...(isPriced ? [cell(costText(design.cost), design.cost)] : []),
            ...detectedCells(design),
          ),
        ),
      ),
      { kind: 'next', steps },
    ],
  });
}
