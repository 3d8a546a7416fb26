/**
 * Key-value retrieval of Lost in the Middle (arXiv:2307.03172, §3): how well a model uses each place
 * of its context, reduced to looking something up.
 *
 * The context is one JSON object of k pairs of random UUIDs; the value of one key is asked for. The
 * gold pair stands at a chosen index, so that the same object asks about every place. The paper has
 * 75, 140 and 300 pairs. With query-aware contextualization (§4.2) the question stands before the
 * object, too.
 */
import { benchmark } from '../benchmark.js';
import * as cases from './cases.js';
import { conflict, keyValueOptions } from './options.js';
import type { KeyValueCase } from './pairs.js';
import { scoreKeyValueRetrieval } from './score.js';

export const keyValueRetrieval = benchmark<KeyValueCase>()({
  name: 'key-value-retrieval',
  ...cases,
  make: (draft) => ({ ...cases.task(draft), reading: () => cases.reading(draft) }),
  options: keyValueOptions,
  conflict,
  sizeOptions: ['pairs'],
  mark: scoreKeyValueRetrieval,
});
