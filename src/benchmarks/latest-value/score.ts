import { diagnoseWrong, finalText, quoted } from '../../answers/texts/text-answer.js';
import { mean, sum } from '../../base/numbers.js';
import type { Diagnosis } from '../../contract/diagnosis.js';
import type { Scored } from '../benchmark.js';
import { markValues, supersededWords } from '../latest-values.js';
import { recallByQuarter } from '../quarters.js';
import { type LatestValueCase, streamOf } from './stream.js';

/**
 * The score of PI-LLM (`compute_accuracy`): the share of the keys asked for whose last value was given.
 * Beside it `superseded`, the share for which an older value was.
 */
export function scoreLatestValue(output: unknown, theCase: LatestValueCase): Scored {
  const { asked, positions } = streamOf(theCase);
  const { marks, lags, said } = markValues(output, asked);
  const late = lags.map((lag): number => (lag ? 1 : 0));
  const [right, old] = [sum(marks), sum(late)];
  const missing = said.filter((value) => value === undefined).length;
  const other = asked.length - right - old - missing;
  const readable = missing < asked.length;
  const text = finalText(output);
  const diagnosis: Diagnosis = readable
    ? right === asked.length
      ? 'complete'
      : 2 * old >= asked.length - right
        ? 'superseded'
        : 'scattered'
    : diagnoseWrong(text, theCase.language);
  const parts = [
    `${right} of ${asked.length} keys`,
    supersededWords(lags),
    other > 0 && `${other} with a value never given`,
    missing > 0 && `${missing} without an answer`,
  ];
  const unread = text === '' ? 'empty answer' : `no value of any key (it begins: ${quoted(text)})`;
  return {
    score: mean(marks),
    readable,
    reason: readable ? parts.filter(Boolean).join(', ') : unread,
    namedScores: {
      recall: mean(marks),
      superseded: mean(late),
      ...recallByQuarter(marks, positions),
    },
    metadata: { diagnosis, marks, positions, lags: lags.map((lag) => lag ?? null) },
  };
}
