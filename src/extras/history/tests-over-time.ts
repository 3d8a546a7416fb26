/** Words the history of your tests. */

import { say } from '../../base/text/language.js';
import { when } from '../../base/when.js';
import { bad, good, warn } from '../../measuring/document/build.js';
import type { Block, Decision } from '../../measuring/document/document.js';
import { foreign } from '../../measuring/document/foreign.js';
import { firstFew, pointsText } from '../../measuring/document/words.js';
import { courseBlocks, runsName, type ShownCourse } from './runs-over-time.js';
import type { TestsHistory, TestsModelHistory } from './tests-history.js';

const NAMED = 3;

export function testsDecisions({ runs, models, last }: TestsHistory): Decision[] {
  const changed = models.flatMap((model) => stepDecisions(model, runs));
  const broke = last?.verdict === 'failed' ? last.broke : [];
  const names = broke.map(({ name }) => foreign(name));
  return [
    ...changed,
    ...(broke.length > 0
      ? [bad(say`${broke.length} of your tests broke in the last run: ${firstFew(names, NAMED)}.`)]
      : last?.verdict === 'failed' && changed.length === 0
        ? [bad(say`Fewer of your tests pass in the last run.`)]
        : []),
    ...when(
      changed.length === 0 && last?.verdict !== 'failed',
      last
        ? good(say`No change of your tests was detected in ${runs.length} runs.`)
        : warn(say`history needs two runs of the same tests. You gave ${runs.length}.`),
    ),
  ];
}

/** Puts falls before rises, each the oldest first. */
function stepDecisions(
  { model, course }: TestsModelHistory,
  runs: TestsHistory['runs'],
): Decision[] {
  const name = foreign(model);
  return course.steps
    .toSorted((a, b) => Number(b.drop.value > 0) - Number(a.drop.value > 0))
    .map(({ run, drop }): Decision => {
      const [since, by] = [runsName(runs[run]!), pointsText(drop.value)];
      return drop.value > 0
        ? bad(say`${name} passes fewer of your tests since ${since}: ${by} points lower.`)
        : good(say`${name} passes more of your tests since ${since}: ${by} points higher.`);
    });
}

/** Shows pass rates and metrics by run. */
export function testsBlocks({ runs, models }: TestsHistory): Block[] {
  const courses = models.map(courseOf);
  const isOne = courses.every(({ extras }) => extras.length === 0);
  return (isOne ? [courses] : courses.map((one) => [one])).flatMap((own) =>
    courseBlocks(own, runs, {
      heading:
        own.length === 1 && models.length > 1
          ? say`Your tests that pass, by run: ${own[0]!.name}`
          : say`Your tests that pass, by run`,
    }),
  );
}

function courseOf({ model, levels, course }: TestsModelHistory): ShownCourse {
  const metrics = [...new Set(levels.flatMap((level) => Object.keys(level?.metrics ?? {})))];
  const falls = course.steps.filter(({ drop }) => drop.value > 0).map(({ run }) => run);
  return {
    name: foreign(model),
    isQuiet: falls.length === 0,
    points: levels.map((level) => (level ? { value: level.passRate } : undefined)),
    falls,
    extras: metrics.map((name) => ({
      head: foreign(name),
      cells: levels.map((level) => level?.metrics[name]?.toFixed(3)),
    })),
  };
}
