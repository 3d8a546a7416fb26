/**
 * Key-value retrieval of Lost in the Middle (arXiv:2307.03172, §3): how well a model uses each place
 * of its context, reduced to looking something up.
 *
 * The context is one JSON object of k pairs of random UUIDs; the value of one key is asked for. The
 * gold pair stands at a chosen index, so that the same object asks about every place. The paper has
 * 75, 140 and 300 pairs. With query-aware contextualization (§4.2) the question stands before the
 * object, too.
 */
import { referenceFile } from '../../base/files/file-reference.js';
import { baseName, languageName } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import { slack } from '../../haystack/haystack.js';
import { count, counts, pathText } from '../../options/kinds.js';
import {
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import { benchmark } from '../benchmark.js';
import { fillFormat } from '../fill-format.js';
import { goldConflict, goldReading, itemFormat, queryAwareOption } from '../lists/gold-item.js';
import { listConflict, listGrid, listOptions } from '../lists/list-grid.js';
import { checkPlaces, indexAt, spotsOf } from '../lists/places.js';
import { fileCondition } from '../published/published-records.js';
import {
  type KeyValue,
  type KeyValueCase,
  type KeyValueDraft,
  keyValueData,
  loadKeyValueWords,
  readPairs,
} from './pairs.js';
import { scoreKeyValueRetrieval } from './score.js';

const PAPER_PAIRS = [75, 140, 300];

const DRAWN = ['lengths', 'maxTokens', 'seeds'];

const LIST = { generator: 'keyValueRetrieval', items: 'pairs' };

const PAIR = 'must be a text with {key} and {value} in it';
const AUTHORS_PAIR = '"{key}": "{value}"';

/** First guess. */
const TOKENS_PER_PAIR = 50;

/** After this many draws a length counts as out of reach. */
const DRAWS = 40;

function written(
  [key, value]: KeyValue,
  { template, pair: format = AUTHORS_PAIR }: KeyValueDraft,
): string {
  if (template) return fillFormat(format, { key, value });
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

function withPairs<D extends KeyValueDraft>(draft: D, pairs: number, draw = 0): D {
  const { draw: _, ...cell } = draft.cell;
  return { ...draft, cell: { ...cell, pairs, ...(draw > 0 && { draw }) } };
}

export const keyValueRetrieval = benchmark<KeyValueCase>()({
  name: 'key-value-retrieval',
  options: {
    /**
     * How many pairs an object has. A list makes a set of prompts for each number. 75, 140 and 300 by default. Of a
     * file that is `published`: which objects are used; all by default.
     */
    pairs: counts.optional(),
    ...listOptions,
    ...queryAwareOption,
    ...templateOption,
    /** How a pair is written for `template`: `"{key}": "{value}"` by default, as the authors write it. */
    pair: itemFormat(['key', 'value'], PAIR),
    /** One of the authors' files instead of random pairs. */
    published: pathText().optional(),
    /** How many examples of `published` are sent, from the first; all by default. */
    examples: count.optional(),
    ...structuredOption,
  },
  sizeOptions: ['pairs'],

  conflict: (config) =>
    goldConflict(config, 'pair') ??
    publishedConflict(config, DRAWN, 'random pairs') ??
    listConflict(config, 'pairs', 'how large an object is'),

  *axes({ published: path, queryAware, pair, examples, ...options }, shared) {
    const base = {
      task: 'retrieval',
      ...shared,
      evidence: 1,
      ...(queryAware && { queryAware: true }),
      ...(pair && pair !== AUTHORS_PAIR && { pair }),
    } as const;
    if (path === undefined) {
      const guess = (tokens: number) => Math.ceil(tokens / TOKENS_PER_PAIR);
      const amounts = options.pairs ?? PAPER_PAIRS;
      const list = { ...LIST, amounts, guess };
      for (const { amount: pairs, place, ...sized } of listGrid(options, list)) {
        // One key is asked for at all places of its object, so all are equally hard.
        yield { ...base, ...sized, unit: 'object', cell: { pairs, ...place } };
      }
      return;
    }
    const published = referenceFile('published', path, 'leave the option out for random pairs');
    const records = readPairs(published).slice(0, examples);
    const sizes = new Set(records.map((record) => record.ordered_kv_records.length));
    if (options.pairs?.some((amount) => sizes.has(amount)) === false) {
      throw new UserError(
        `keyValueRetrieval: \`pairs\` has ${options.pairs.join(', ')}, but the objects of ${path} have ` +
          `${[...sizes].slice(0, 3).join(', ')}. Leave \`pairs\` out, or name another file.`,
      );
    }
    for (const [index, record] of records.entries()) {
      const pairs = record.ordered_kv_records.length;
      if (options.pairs?.includes(pairs) === false) continue;
      for (const place of spotsOf(options, pairs, LIST)) {
        const cell = { example: index + 1, pairs, ...place };
        const unit = `example ${index + 1}`;
        yield { ...base, published, seed: 0, size: `${pairs} pairs`, unit, cell };
      }
    }
  },

  make(draft) {
    const { pairs, gold, position, index } = keyValueData(draft);
    const words = loadKeyValueWords(draft.language);
    const question = words.question.replace('{key}', () => JSON.stringify(gold[0]));
    const items = pairs.map((pair) => ({ text: written(pair, draft), tells: pair[1] }));
    const data = `{${items.map(({ text }) => text).join(',\n ')}}`;
    const parts = [...(draft.queryAware ? [question] : []), words.instruction, data];
    return {
      kind: 'context',
      context: parts.join('\n\n'),
      question,
      positions: [position],
      answer: gold[1],
      structured: { key: 'value', value: { type: 'string' }, right: gold[1] },
      wording: { name: 'formatted_kv_records', text: data, places: { key: gold[0] } },
      reading: () => goldReading(items, { index, position }, words.absent[0]!),
    };
  },

  /** Fills a length with pairs. If whole pairs miss it by too much, others are drawn, which are longer or shorter. */
  fit(draft, tokensOf) {
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
  },

  mark: scoreKeyValueRetrieval,

  conditions: {
    evidence: 'harmless',
    tokenizer: 'harmless',
    tokenizers: 'harmless',
    published: (file) => ({ pairs: file ? fileCondition(file) : 'ours' }),
  },

  describe: ({ cell, published, queryAware, language, tokens }) => [
    'Key-value retrieval',
    published && `${baseName(published.file)} no. ${cell.example}`,
    `${cell.pairs} pairs`,
    `index ${indexAt(cell, cell.pairs)}`,
    queryAware && 'query-aware',
    languageName(language),
    `${tokens} tokens`,
  ],
});
