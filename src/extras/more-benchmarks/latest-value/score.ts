import type { Answer } from '../../../answers/answer.js';
import { mean, sum } from '../../../base/numbers.js';
import { commas, say } from '../../../base/text/language.js';
import { quoted } from '../../../base/text/texts.js';
import type { Marked } from '../../../benchmarks/benchmark.js';
import { emptyReason } from '../../../benchmarks/unread.js';
import type { Diagnosis } from '../../../contract/diagnosis.js';
import { type LatestValueCase, streamOf } from './stream.js';

/**
 * The score of PI-LLM (`compute_accuracy`): the share of the keys asked for whose last value was given.
 * Beside it `superseded`, the share for which an older value was.
 */
export function scoreLatestValue(answer: Answer, theCase: LatestValueCase): Marked {
  const { asked, positions } = streamOf(theCase);
  const given = answer.values(asked);
  const lags = given.map((value, i) =>
    value?.index === undefined ? undefined : asked[i]!.values.length - 1 - value.index,
  );
  const marks = lags.map((lag): number => (lag === 0 ? 1 : 0));
  const late = lags.map((lag): number => (lag ? 1 : 0));
  const [right, old] = [sum(marks), sum(late)];
  const missing = given.filter((value) => value === undefined).length;
  const other = asked.length - right - old - missing;
  const readable = missing < asked.length;
  const { text } = answer;
  const diagnosis: Diagnosis = readable
    ? right === asked.length
      ? 'complete'
      : 2 * old >= asked.length - right
        ? 'superseded'
        : 'scattered'
    : answer.whyWrong(theCase.language);
  const told = commas([
    say`${right} of ${asked.length} keys`,
    supersededWords(lags),
    other > 0 ? say`${other} with a value never given` : '',
  ]);
  const said = missing > 0 ? say`${told}, ${missing} without an answer` : told;
  const unread =
    text === '' ? emptyReason() : say`no value of any key (it begins: ${quoted(text)})`;
  return {
    score: mean(marks),
    readable,
    reason: readable ? said : unread,
    namedScores: { recall: mean(marks), superseded: mean(late) },
    marks,
    positions,
    metadata: { diagnosis, lags: lags.map((lag) => lag ?? null) },
  };
}

/** How many values were replaced ones, and how often: `3 superseded (by 1 to 40)`; empty for none. */
function supersededWords(lags: readonly (number | undefined)[]): string {
  const late = lags.flatMap((lag) => lag || []);
  if (late.length === 0) return '';
  const [least, most] = [Math.min(...late), Math.max(...late)];
  if (lags.length === 1) return say`superseded by ${least}`;
  return least === most
    ? say`${late.length} superseded (by ${least})`
    : say`${late.length} superseded (by ${least} to ${most})`;
}
