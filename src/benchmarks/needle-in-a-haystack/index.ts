/**
 * Needle in a Haystack (Kamradt 2023, LLMTest_NeedleInAHaystack): a sentence that has nothing to do
 * with a long text is hidden in it, for every context length at every depth, and the model is asked
 * for what it says. It measures whether a model finds one fact wherever it stands.
 *
 * Tasks: `single` hides one needle; `multiple` hides several, the first at the depth and the others
 * evenly on the way from there to the end, and asks for all of them in one question.
 *
 * Every cell asks for the same needles, drawn from the seed, so that cells differ in nothing but
 * length and depth. Answers are scored by keywords and not by a judge model.
 */
import { benchmark } from '../benchmark.js';
import { needleReading, needleTask } from '../needles/hidden-needles.js';
import type { NeedleInAHaystackCase } from './cases.js';
import * as cases from './cases.js';
import { conflict, needleInAHaystackOptions } from './options.js';
import { scoreNeedles } from './score.js';

export const needleInAHaystack = benchmark<NeedleInAHaystackCase>()({
  name: 'needle-in-a-haystack',
  ...cases,
  make: (draft) => ({ ...needleTask(draft), reading: () => needleReading(draft) }),
  options: needleInAHaystackOptions,
  conflict,
  mark: scoreNeedles,
});
