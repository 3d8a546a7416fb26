/**
 * Key-value retrieval of Lost in the Middle (arXiv:2307.03172, §3): how well a model uses each place
 * of its context, reduced to looking something up.
 *
 * The context is one JSON object of k pairs of random UUIDs; the value of one key is asked for. The
 * gold pair stands at a chosen index, so that the same object asks about every place. The paper has
 * 75, 140 and 300 pairs. With query-aware contextualization (§4.2) the question stands before the
 * object, too.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import type { Answer } from '../../answers/answer.js';
import { referenceFile } from '../../base/files/file-reference.js';
import { withPlaces, wordsIn } from '../../base/languages.js';
import { baseName, type FileReference, languageName } from '../../base/references.js';
import { literal } from '../../base/text/literal.js';
import { withAsciiMarks } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import { slack } from '../../haystack/haystack.js';
import { count, counts, pathText } from '../../options/kinds.js';
import {
  publishedConflict,
  structuredOption,
  templateOption,
} from '../../options/option-groups.js';
import { benchmark, type Marked } from '../benchmark.js';
import { fillFormat } from '../fill-format.js';
import {
  checkPlaces,
  goldConflict,
  goldReading,
  indexAt,
  insertAt,
  itemFormat,
  listConflict,
  listGrid,
  listOptions,
  positionAt,
  queryAwareOption,
  type Spot,
  spotsOf,
} from '../lists.js';
import { type LookedUp, scoreLookedUp } from '../looked-up.js';
import { fileCondition, recordReader } from '../published/published-records.js';
import { randomUuid } from '../uuid.js';

const loadKeyValueWords = wordsIn(
  'key-value',
  z.strictObject({
    instruction: z.string().min(1),
    question: z.string().superRefine(withPlaces(['key'])),
    /** Small-letter phrases that say that the key is not there; the first is a whole answer. */
    absent: z.array(z.string().min(1)).min(1),
  }),
  'keyValueRetrieval: there are words only',
);

export interface KeyValueCase extends Case {
  task: 'retrieval';
  queryAware?: boolean;
  /** How pairs are written. By default as the authors do. */
  pair?: string;
  published?: FileReference;
  cell: KeyValueCell;
}

type KeyValueCell = Spot & {
  pairs: number;
  /** Which pairs are drawn besides the gold one. Another draw may fit a length better. */
  draw?: number;
  example?: number;
};

type KeyValueDraft = CaseDraft<KeyValueCase>;

export type KeyValue = readonly [key: string, value: string];

export function keyValueData({ cell, published, seed }: KeyValueDraft) {
  const { gold, others } = published
    ? publishedPairs(published, cell.example ?? 1)
    : drawnPairs(seed, cell);
  const index = indexAt(cell, cell.pairs);
  return {
    pairs: insertAt(others, gold, index),
    gold,
    index,
    position: positionAt(cell, cell.pairs),
  };
}

function drawnPairs(seed: number, { pairs, draw = 0 }: KeyValueCell) {
  const random = seedrandom(`pairs/${seed}/${draw}`);
  return {
    gold: randomPair(seedrandom(`gold/${seed}`)),
    others: Array.from({ length: pairs - 1 }, () => randomPair(random)),
  };
}

function randomPair(random: seedrandom.PRNG): KeyValue {
  return [randomUuid(random), randomUuid(random)];
}

const recordSchema = z
  .object({
    ordered_kv_records: z.array(z.tuple([z.string(), z.string()])).min(1),
    key: z.string(),
    value: z.string(),
  })
  .refine(
    ({ ordered_kv_records: pairs, key, value }) => pairs.some(([k, v]) => k === key && v === value),
    'there is no pair of `key` and `value` among `ordered_kv_records`',
  );

const readPairs = recordReader(
  recordSchema,
  'A published file has one JSON object on each line, with `ordered_kv_records`, `key` and `value`.',
);

/** Takes out the gold pair. Others keep the file's order, as in the authors' code. */
function publishedPairs(published: FileReference, example: number) {
  const { ordered_kv_records: pairs, key, value } = readPairs(published)[example - 1]!;
  const at = pairs.findIndex(([k, v]) => k === key && v === value);
  return { gold: [key, value] as KeyValue, others: pairs.filter((_, i) => i !== at) as KeyValue[] };
}

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

/**
 * Finds the right value in an answer, else that of another pair. Capital letters (arXiv:2307.03172, §3.1) and
 * hyphens make no difference. A value that the answer denies does not count.
 *
 * @example
 * findValue('It is 0FB1…', { pairs: [['9a…', '0fb1…'], …], index: 0, … }) // { mark: 1 }
 */
export function findValue(
  answer: Answer,
  { pairs, gold: [, value] }: Pick<ReturnType<typeof keyValueData>, 'pairs' | 'gold'>,
): LookedUp {
  const plain = answer.saying(withoutMarks(answer.plain));
  const uuidOf = (text: string) => withoutMarks(answer.plainly(text));
  const wanted = valuePattern(uuidOf(value));
  const everywhere = new RegExp(wanted, 'gu');
  const doubt = plain.doubt(everywhere);
  if (wanted.test(plain.text) && plain.asserts(everywhere)) return { mark: 1, doubt };
  const others = new Map(pairs.map(([, other], i) => [bare(uuidOf(other)), i]));
  others.delete(bare(uuidOf(value)));
  for (const [word] of plain.text.matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
    const other = others.get(bare(word));
    if (other !== undefined) return { mark: 0, other, doubt };
  }
  return { mark: 0, doubt };
}

/** Matches a value with or without hyphens, or with spaces or line ends instead. */
function valuePattern(value: string): RegExp {
  const parts = value.split('-').map(literal);
  return new RegExp(parts.join('[-\\s]{0,3}'), 'u');
}

function bare(uuid: string): string {
  return uuid.replaceAll('-', '');
}

function withoutMarks(text: string): string {
  return withAsciiMarks(text).toLowerCase();
}

function scoreKeyValueRetrieval(answer: Answer, theCase: KeyValueCase): Marked {
  const data = keyValueData(theCase);
  const { pairs, index, position, gold } = data;
  const scored = scoreLookedUp(answer, findValue(answer, data), {
    language: theCase.language,
    absent: loadKeyValueWords(theCase.language).absent,
    asked: 'pair',
    place: { index, among: pairs.length, position },
  });
  // The authors look for the value as it is, denied or not.
  const isWritten = answer.verbatim.toLowerCase().includes(gold[1].toLowerCase());
  return { ...scored, namedScores: { ...scored.namedScores, 'as written': isWritten ? 1 : 0 } };
}
