/**
 * NeedleBench (arXiv:2407.11963): retrieval and reasoning over invented facts hidden in long texts, in
 * English and Chinese, at several lengths and depths.
 *
 * Tasks: S-RT (single-needle retrieval) hides one needle; M-RT (multi-needle retrieval) hides several
 * and asks for all of them in one question; M-RS (multi-needle reasoning) hides two to five facts
 * that answer one question only together. Where several sentences are hidden, the first stands at
 * the depth and the others evenly on the way from there to the end.
 *
 * All tasks have the same number of prompts unless a config says otherwise, and every cell asks for the
 * same needles. The overall score weighs the tasks' mean scores: 0.4, 0.3 and 0.3, or all alike in
 * version 2. The layouts and rules of OpenCompass, where they differ, are options.
 */

import { distance } from 'fastest-levenshtein';
import type { Answer } from '../../answers/answer.js';
import type { FileReference } from '../../base/references.js';
import { editDistance } from '../../base/text/edit-distance.js';
import { pythonWords, withoutSpace } from '../../base/text/python-text.js';
import { benchmark, type Marked } from '../benchmark.js';
import { markNeedles, scoreKeywords } from '../needles/mark-keywords.js';
import type { Needle } from '../needles/needle-sets.js';
import * as cases from './cases.js';
import { askedNeedles, type NeedleBenchCase } from './cases.js';
import { conflict, needleBenchOptions } from './options.js';

export const needleBench = benchmark<NeedleBenchCase>()({
  name: 'needle-bench',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: needleBenchOptions,
  conflict,
  mark: scoreNeedleBench,
  conditions: {
    published: (file, { names }) => ({ facts: factsOf(file ?? names) }),
    names: 'harmless',
  },
});

/** The file that all facts come from, by the digest of its text. */
function factsOf(file: FileReference | undefined): string {
  return file ? `a file of yours ${file.sha256}` : 'ours';
}

/** Most that an answer without a keyword can get: the paper's α, and OpenCompass's in S-RT. */
const MOST_CREDIT = 0.2;

/** How much of an answer is compared, in UTF-16 units. The rest counts as wrong. */
export const LONGEST_COMPARED = 2000;

/**
 * How like a reference answer a prediction is: 1 − d/max(|P|, |R|), with d the Levenshtein distance
 * (arXiv:2407.11963, §2).
 *
 * Of texts longer than `LONGEST_COMPARED` each character of the rest counts as an edit, so that a long answer
 * takes no long time and gets no more than its due.
 *
 * @example
 * similarity('In a shed.', 'In a shop.') // 0.8
 */
export function similarity(prediction: string, reference: string): number {
  const longest = Math.max(prediction.length, reference.length);
  if (longest === 0) return 1;
  const compared = [prediction, reference].map((text) => text.slice(0, LONGEST_COMPARED));
  const behind = Math.max(0, longest - LONGEST_COMPARED);
  return Math.max(0, 1 - (distance(compared[0]!, compared[1]!) + behind) / longest);
}

/**
 * Scores NeedleBench: recall by keywords. As in the paper, a missing keyword gets up to 0.2 for a similar
 * answer, and several needles for the missing share. OpenCompass's rules are in `original-rules.ts`.
 */
function scoreNeedleBench(answer: Answer, theCase: NeedleBenchCase): Marked {
  const { task, scoring } = theCase;
  const { text } = answer;
  const needles = askedNeedles(theCase);
  const marks = scoring?.startsWith('opencompass')
    ? needles.map((needle) => originalMark(answer, needle, theCase))
    : markNeedles(answer, needles);
  const scored = scoreKeywords(answer, theCase, needles, marks);
  const score =
    scoring === 'opencompass-1' && task === 'S-RT'
      ? scoreSingle(text, needles[0]!.sentences[0]!, spellings(needles[0]!, theCase))
      : scored.score + (scoring === undefined ? paperCredit(text, needles, scored.score) : 0);
  return {
    ...scored,
    score,
    ...(scoring && { inForm: scoreKeywords(answer, theCase, needles).score }),
    namedScores: { ...scored.namedScores, ...partScores(theCase, score) },
  };
}

function originalMark(answer: Answer, needle: Needle, theCase: NeedleBenchCase): number {
  const [{ keywords }, { text }] = [needle, answer];
  if (theCase.task !== 'M-RS') return markLiterally(text, spellings(needle, theCase));
  if (theCase.scoring === 'opencompass-1') return scoreWords(text, keywords);
  return answer.boxedName() === keywords[0] ? 1 : 0;
}

/** Returns keywords where spelling counts. Ours may be small words that begin an answer; the authors' are names. */
function spellings({ keywords }: Needle, { published }: NeedleBenchCase): readonly string[] {
  if (published) return keywords;
  return keywords.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)]);
}

function paperCredit(answer: string, needles: readonly Needle[], recall: number): number {
  const reference = needles.map((needle) => needle.answer).join('\n');
  return (1 - recall) * MOST_CREDIT * similarity(answer, reference);
}

/**
 * Returns sums from which promptfoo's `derivedMetrics` can compute the overall score: `S_RT` and
 * `S_RT_prompts`, since formulas know no hyphens.
 */
function partScores({ task }: NeedleBenchCase, score: number): Record<string, number> {
  const name = task.replaceAll('-', '_');
  return { [name]: score, [`${name}_prompts`]: 1 };
}

/**
 * The rules of both NeedleBench versions in OpenCompass, to the letter (`opencompass/datasets/needlebench`:
 * origin.py, parallel.py, multi.py; `needlebench_v2`: the same, and atc_elder_only.py). Unlike the paper's
 * formula in `score.ts`, spelling counts, and likeness earns credit only in single-needle retrieval of version
 * 1. Of our needles' spellings the best counts.
 */

export function markLiterally(answer: string, keywords: readonly string[]): 0 | 1 {
  return keywords.some((keyword) => answer.includes(keyword)) ? 1 : 0;
}

/**
 * Single-needle retrieval of version 1: 1 for the keyword; else up to 0.2 for likeness to the needle,
 * `1 − d / longer length`, both without white space. The length is counted in characters.
 *
 * @param sentence - the needle as it is hidden
 *
 * @example
 * scoreSingle('It is in the shed', 'It is in the barn.', ['barn']) // 0.2 · (1 − 5/14)
 */
export function scoreSingle(answer: string, sentence: string, keywords: readonly string[]): number {
  if (markLiterally(answer, keywords) === 1) return 1;
  const [given, right] = [[...withoutSpace(answer)], [...withoutSpace(sentence)]];
  const longest = Math.max(given.length, right.length);
  return MOST_CREDIT * (longest === 0 ? 1 : 1 - editDistance(given, right).edits / longest);
}

/**
 * Multi-needle reasoning of version 1: of the words of a keyword, in small letters, the share that
 * stands in the answer.
 *
 * @example
 * scoreWords('the duke of Ferrel', ['Ferrel Duke', 'Duke']) // 1
 */
export function scoreWords(answer: string, keywords: readonly string[]): number {
  const text = answer.toLowerCase();
  return Math.max(
    ...keywords.map((keyword) => {
      const words = pythonWords(keyword.toLowerCase());
      return words.filter((word) => text.includes(word)).length / Math.max(1, words.length);
    }),
  );
}
