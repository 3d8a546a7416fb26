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
import { benchmark } from '../benchmark.js';
import type { RulerCase } from './case.js';
import * as cases from './cases.js';
import { conflict, rulerOptions } from './options.js';
import { scoreRuler } from './score.js';

export const ruler = benchmark<RulerCase>()({
  name: 'ruler',
  hides: true,
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: rulerOptions,
  conflict,
  mark: scoreRuler,
});
