/** From evaluations to what a baseline keeps of them. */

import { defined, picked } from '../../base/fields.js';
import { mean } from '../../base/numbers.js';
import { UserError } from '../../base/user-error.js';
import { ANOTHER_PROMPT } from '../../contract/signs.js';
import type { Baseline, BaselineCase, BaselineFile } from '../results/baseline/baseline.js';
import type { AskedRun } from '../results/baseline/kept-runs.js';
import { type AskedCase, errorsOf } from './evaluation/asked-case.js';
import { answersOf } from './evaluation/copies.js';
import type { Evaluation } from './evaluation/evaluation.js';
import { spentBy } from './tables/spent.js';

/** Returns what a baseline keeps of a Case. Nothing if every call failed. */
export function caseOf(asked: AskedCase): BaselineCase | undefined {
  const { answer, shown, unread, measure } = asked;
  if (!answer) return undefined;
  return {
    ...picked(asked, ['tokens', 'seed']),
    score: answer.score,
    marks: [...answer.marks],
    ...picked(shown, ['description', 'diagnosis']),
    ...defined({ scores: answer.scores, unread, measure }),
    series: picked(shown, SERIES),
    ...picked(asked, ['unit', 'cluster']),
    ...picked(shown, ['size']),
    ...defined({ composite: asked.composite, positions: keptPositions(shown.positions) }),
  };
}

/** What a baseline tells of a series. */
const SERIES = [
  ...(['benchmark', 'task', 'language', 'haystack'] as const),
  ...(['version', 'variant', 'control'] as const),
];

/** Rounds positions, or names them by one word if they are those of Counting-Stars. */
function keptPositions(positions: readonly number[]): 'even' | number[] | undefined {
  if (positions.length === 0) return undefined;
  const isEven = positions.every(
    (position, i, { length }) => Math.abs(position - (i + 1) / length) < 0.001,
  );
  return isEven ? 'even' : positions.map((position) => Math.round(position * 1000) / 1000);
}

/** Returns where the facts of a kept Case stand, from 0 to 1. */
export function positionsOf({ positions = [], marks }: BaselineCase): number[] {
  return positions === 'even' ? marks.map((_, i) => (i + 1) / marks.length) : positions;
}

/**
 * Returns what a baseline keeps of several runs.
 *
 * @param allowErrors - leave out Cases without an answer, instead of refusing them
 * @throws {UserError} when there are errors, or no answer at all
 */
export function baselineOf(runs: readonly Evaluation[], allowErrors: boolean): BaselineFile {
  const models = runs.flatMap((run) => run.models);
  const names = [...new Set(models.map(({ name }) => name))];
  const conditions = names.map(
    (name) => [name, runs.map((run) => conditionsIn(run, name))] as const,
  );
  const told = conditions.filter(([, own]) => own.some(Boolean));
  return {
    runs: runs.map((run) => runOf(run, allowErrors)),
    identities: new Map(models.map((model) => [model.name, picked(model, ['provider', 'prompt'])])),
    asked: new Map(names.map((name) => [name, runs.map((run) => askedRun(run, name))])),
    ...(told.length > 0 && { conditions: new Map(told) }),
  };
}

function conditionsIn({ models }: Evaluation, name: string) {
  return models.find((model) => model.name === name)?.conditions;
}

/** Sums up what a run of a model took. */
function askedRun({ models, missing }: Evaluation, name: string): AskedRun | undefined {
  const model = models.find((known) => known.name === name);
  if (!model) return undefined;
  const calls = [...model.cases.values()].flatMap((asked) => asked.calls);
  const spent = spentBy(calls);
  const times = answersOf([model]).flatMap(({ latencyMs = -1 }) =>
    latencyMs >= 0 ? [latencyMs] : [],
  );
  return {
    ...defined({ date: beganOf(missing.evalId)?.slice(0, 10) }),
    ...picked(spent, ['calls', 'costUnknown']),
    cached: spent.fromPromptfooCache,
    ...picked(spent, ['cost', 'promptTokens', 'outputTokens']),
    ...(times.length > 0 && { latencyMs: Math.round(mean(times)) }),
  };
}

function runOf({ models, missing }: Evaluation, allowErrors: boolean): Baseline {
  const all = models.flatMap(({ cases }) => [...cases.values()]);
  const failed = all.filter((asked) => errorsOf(asked).length > 0);
  const none = all.every(({ answer }) => !answer);
  if (none || (failed.length > 0 && !allowErrors)) {
    const errors = failed.flatMap(errorsOf);
    throw new UserError(
      `${failed.length} of ${all.length} cases have no answer or an error (the first: ` +
        `${errors[0]!.slice(0, 400).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')}). ${adviceFor(errors, missing.evalId)}` +
        (none ? '.' : '; or leave them out with `--allow errors`.'),
    );
  }
  return new Map(
    models.map(({ name, cases }) => [
      name,
      new Map(
        [...cases.values()].flatMap((asked) => {
          const kept = caseOf(asked);
          return kept ? [[asked.id, kept] as const] : [];
        }),
      ),
    ]),
  );
}

/** Tells how to send failed calls again. To promptfoo, another prompt is no error: its message says what to do. */
function adviceFor(errors: readonly string[], evalId: string): string {
  if (isAnotherPrompt(errors)) {
    return 'Evaluate anew with `npx promptfoo eval`';
  }
  return (
    `Ask them again with \`npx promptfoo retry ${evalId}\` (\`npx promptfoo list evals\` shows the id) and make ` +
    `the baseline with \`--eval ${evalId}\``
  );
}

/** Tells whether calls failed because another prompt was sent, which promptfoo does not retry. */
export function isAnotherPrompt(errors: readonly string[]): boolean {
  return errors.some((error) => error.includes(ANOTHER_PROMPT));
}

/** When an evaluation began, as promptfoo's name for it says: `2026-11-22 21:48`, in UTC. */
export function beganOf(evalId: string): string | undefined {
  return /\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(evalId)?.[0].replace('T', ' ');
}
