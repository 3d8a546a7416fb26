/** The Cases of key-value retrieval: from options to pairs, and from a Case to its JSON object. */

import { referenceFile } from '../../base/files/files.js';
import { baseName, languageName } from '../../base/references.js';
import { slack } from '../../haystack/haystack.js';
import type { Fitting, Parts, SharedCaseFields, Task } from '../benchmark.js';
import { fillFormat } from '../fill-format.js';
import { listGrid } from '../list-grid.js';
import { checkPlaces, differentPlaces, indexAt, placesOf } from '../places.js';
import type { Reading } from '../reading.js';
import type { KeyValueOptions } from './options.js';
import {
  type KeyValueCase,
  type KeyValueDraft,
  keyValueData,
  type Pair,
  readPairs,
} from './pairs.js';
import { keyQuestion, loadKeyValueWords } from './words.js';

const PAPER_PAIRS = [75, 140, 300];

export function task(theCase: KeyValueDraft): Task {
  const { pairs, gold, position } = keyValueData(theCase);
  const words = loadKeyValueWords(theCase.language);
  const question = keyQuestion(words, gold[0]);
  const data = `{${pairs.map((pair) => written(pair, theCase)).join(',\n ')}}`;
  const parts = [...(theCase.queryAware ? [question] : []), words.instruction, data];
  return {
    kind: 'context',
    context: parts.join('\n\n'),
    question,
    positions: [position],
    answer: gold[1],
    structured: { key: 'value', value: { type: 'string' }, right: gold[1] },
    wording: { name: 'formatted_kv_records', text: data, places: { key: gold[0] } },
  };
}

const AUTHORS_PAIR = '"{key}": "{value}"';

/** A pair as it stands in a prompt: in JSON, or as a template has it. */
function written(
  [key, value]: Pair,
  { template, pair: format = AUTHORS_PAIR }: KeyValueDraft,
): string {
  if (template) return fillFormat(format, { key, value });
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

/** The pair tells the value; who lost it takes the value beside it. */
export function reading(theCase: KeyValueDraft): Reading {
  const { pairs, gold, index, position } = keyValueData(theCase);
  const { absent } = loadKeyValueWords(theCase.language);
  const beside = pairs[index + 1] ?? pairs[index - 1];
  return {
    pieces: [{ text: written(gold, theCase), position }],
    answer(recalled, stands) {
      if (recalled.length > 0) return gold[1];
      return beside && stands(written(beside, theCase)) ? beside[1] : absent[0]!;
    },
  };
}

/** The Case with a number of pairs, of another draw if need be. */
function withPairs<D extends KeyValueDraft>(draft: D, pairs: number, draw = 0): D {
  const { draw: _, ...cell } = draft.cell;
  return { ...draft, cell: { ...cell, pairs, ...(draw > 0 && { draw }) } };
}

/** At most this many draws are tried before a length counts as out of reach. */
const DRAWS = 40;

/** Tokens of a pair, at first guess. */
const TOKENS_PER_PAIR = 50;

/**
 * Fill a length with pairs. Where a whole pair too many or too few is more than a length may be off,
 * other pairs are drawn, which are some tokens longer or shorter.
 */
export function fit(
  draft: Fitting<KeyValueCase>,
  tokensOf: (draft: Fitting<KeyValueCase>) => number,
): Fitting<KeyValueCase> {
  const { tokens } = draft;
  let nearest = withPairs(draft, 1);
  const base = tokensOf(nearest);
  let least = tokens - base;
  let pairs = Math.max(2, Math.floor((tokens - base) / TOKENS_PER_PAIR));
  for (let draw = 0; draw < DRAWS && tokens > base; draw++) {
    for (const tried = new Set<number>(); !tried.has(pairs); ) {
      tried.add(pairs);
      const filled = withPairs(draft, pairs, draw);
      const missing = tokens - tokensOf(filled);
      if (missing >= 0 && missing < least) {
        nearest = filled;
        least = missing;
      }
      if (least <= slack(tokens)) {
        checkPlaces('keyValueRetrieval', [draft.cell], nearest.cell.pairs, 'pairs');
        return nearest;
      }
      const each = (tokens - missing - base) / (pairs - 1);
      pairs = Math.max(2, pairs + Math.floor(missing / each));
    }
  }
  return nearest;
}

export function describe({ cell, published, queryAware, language, tokens }: KeyValueCase): Parts {
  return [
    'Key-value retrieval',
    published && `${baseName(published.file)} no. ${cell.example}`,
    `${cell.pairs} pairs`,
    `index ${indexAt(cell, cell.pairs)}`,
    queryAware && 'query-aware',
    languageName(language),
    `${tokens} tokens`,
  ];
}

function common({ queryAware, pair }: KeyValueOptions, shared: SharedCaseFields) {
  return {
    task: 'retrieval',
    ...shared,
    evidence: 1,
    ...(queryAware && { queryAware: true }),
    ...(pair && pair !== AUTHORS_PAIR && { pair }),
  } as const;
}

function* publishedCases(path: string, options: KeyValueOptions, shared: SharedCaseFields) {
  const published = referenceFile('published', path, 'leave the option out for random pairs');
  const base = { ...common(options, shared), published, seed: 0 };
  const places = placesOf(options);
  for (const [index, record] of readPairs(published).slice(0, options.examples).entries()) {
    const pairs = record.ordered_kv_records.length;
    checkPlaces('keyValueRetrieval', places, pairs, 'pairs');
    for (const place of differentPlaces(places, pairs)) {
      const cell = { example: index + 1, pairs, ...place };
      yield { ...base, size: `${pairs} pairs`, cell };
    }
  }
}

function* drawnCases(options: KeyValueOptions, shared: SharedCaseFields) {
  const base = common(options, shared);
  const list = {
    generator: 'keyValueRetrieval',
    items: 'pairs',
    amounts: options.pairs ?? PAPER_PAIRS,
    guess: (tokens: number) => Math.ceil(tokens / TOKENS_PER_PAIR),
  };
  for (const { amount: pairs, place, ...sized } of listGrid(options, list)) {
    yield { ...base, ...sized, cell: { pairs, ...place } };
  }
}

export function* axes(
  options: KeyValueOptions,
  shared: SharedCaseFields,
): Generator<KeyValueDraft> {
  if (options.published) yield* publishedCases(options.published, options, shared);
  else yield* drawnCases(options, shared);
}
