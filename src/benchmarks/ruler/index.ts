/**
 * RULER (Hsieh et al. 2024, arXiv:2404.06654): thirteen tasks at lengths in octaves, which ask for more
 * than one fact. It measures up to which length a model still does what it does in a short context.
 *
 * Tasks: eight of needles (`niah_…`): keys with values, in noise, in a text or among other needles;
 * variable tracking (`vt`); common words and frequent words (`cwe`, `fwe`), which take the whole
 * context; questions about documents (`qa_1`, `qa_2`). `niah` is a needle task with parameters of the
 * user's own.
 *
 * All words are ours; the parameters, and the rule that scores, are the authors'.
 */

import type { Answer } from '../../answers/answer.js';
import { mean } from '../../base/numbers.js';
import { say, sentences } from '../../base/text/language.js';
import { literal } from '../../base/text/literal.js';
import type { Case } from '../../contract/case.js';
import type { Doubt } from '../../contract/reading.js';
import { benchmark, type Marked } from '../benchmark.js';
import { beginningOf } from '../scoring.js';
import { loadRulerWords, niahOf, type RulerCase } from './case.js';
import * as cases from './cases.js';
import { conflict, rulerOptions, rulerReferences, task } from './cases.js';
import { niahData } from './niah.js';

export const ruler = benchmark<RulerCase>()({
  name: 'ruler',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: rulerOptions,
  conflict,
  mark: scoreRuler,
});

/**
 * Marks which references stand in an answer, in any case. The authors' `string_match_all` is their mean,
 * `string_match_part` their maximum.
 *
 * @example
 * markReferences('It is LAMP.', ['lamp', 'door']) // [1, 0]
 */
export function markReferences(answer: string, references: readonly string[]): (0 | 1)[] {
  const plain = answer.toLowerCase();
  return references.map((reference) => (plain.includes(reference.toLowerCase()) ? 1 : 0));
}

function doubtsOf(answer: Answer, references: readonly string[]): (Doubt | undefined)[] {
  const plain = answer.saying(answer.text.toLowerCase());
  const isRight = (other: string) => markReferences(other, references).includes(1);
  return references.map((reference) =>
    plain.doubt(new RegExp(literal(reference.toLowerCase()), 'gu'), isRight),
  );
}

function hiddenValues(theCase: RulerCase): readonly string[] {
  return theCase.published || !niahOf(theCase)
    ? []
    : niahData(theCase).needles.map(({ value }) => value);
}

/** Scores as RULER does: any accepted answer of a question counts, and otherwise each reference. */
function scoreRuler(answer: Answer, theCase: Case): Marked {
  const rulerCase = theCase as RulerCase;
  const references = rulerReferences(rulerCase);
  const { text } = answer;
  const found = markReferences(text, references);
  const isPart = rulerCase.task.startsWith('qa_');
  const score = isPart ? Math.max(...found) : mean(found);
  const { positions } = task(rulerCase);
  const doubts = doubtsOf(answer, references);
  const clear = found.map((mark, i) => (doubts[i] ? 0 : mark));
  const low = isPart ? Math.max(...clear) : mean(clear);
  const why = low < score ? doubts.find((doubt) => doubt !== undefined) : undefined;
  const marks = isPart ? positions.map(() => score) : found.slice(0, positions.length);
  const { absent } = loadRulerWords(rulerCase.language);
  const right = found.filter((mark) => mark === 1).length;
  const share = !isPart
    ? say`Found ${right} of ${references.length} facts.`
    : score === 1
      ? say`The answer is right.`
      : say`The answer is wrong.`;
  const diagnosis =
    score === 1
      ? 'complete'
      : score > 0
        ? 'scattered'
        : // None of those that are asked for is there.
          markReferences(text, hiddenValues(rulerCase)).includes(1)
          ? 'distractor'
          : answer.whyWrong(rulerCase.language, absent);
  return {
    score,
    reason: sentences([share, score < 1 ? beginningOf(text) : '']),
    namedScores: { recall: score },
    marks,
    positions,
    metadata: { diagnosis },
    ...(why && { doubt: { why, low, high: score } }),
  };
}
