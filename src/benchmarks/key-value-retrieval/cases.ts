/**
 * Key-value retrieval of Lost in the Middle (arXiv:2307.03172, §3): how well a model uses each place
 * of its context, reduced to looking something up.
 *
 * The context is one JSON object of k pairs of random UUIDs; the value of one key is asked for. The
 * gold pair stands at a chosen index, so that the same object asks about every place. The paper has
 * 75, 140 and 300 pairs. With query-aware contextualization (§4.2) the question stands before the
 * object, too.
 */
import { z } from 'zod';
import { baseName, languageName } from '../../case.js';
import { referenceFile } from '../../files.js';
import {
  count,
  generalOptions,
  lengthConflict,
  lengthOptions,
  lengthsOf,
  oneOrMore,
  pathText,
  tokenCount,
} from '../../generators/options.js';
import { slack } from '../../haystack/context.js';
import type { Benchmark, SharedCaseFields, Task } from '../benchmark.js';
import { checkGold, differentPlaces, goldIndex, goldOption } from '../gold.js';
import { type KeyValueCase, keyValueData, readPairs } from './pairs.js';
import { keyQuestion, loadKeyValueWords } from './words.js';

/** The numbers of pairs in the paper. */
const PAPER_PAIRS = [75, 140, 300];

/** A context of so many tokens unless the option `maxTokens` says otherwise. */
const DEFAULT_MAX_TOKENS = 128_000;

const PAIRS = 'must be a whole number of at least 1, or a list of them';

const keyValueOptions = z.strictObject({
  /** How many pairs an object has; each number is a grid. Default: 75, 140 and 300. */
  pairs: oneOrMore(count, PAIRS).optional(),
  /** Instead of `pairs`: so many lengths up to `maxTokens`, or a list of lengths in tokens. */
  lengths: lengthOptions.lengths,
  /** Instead of `pairs`: the longest prompt, in tokens. */
  maxTokens: tokenCount.optional(),
  /** Where the gold pair stands; each place is a prompt. */
  gold: goldOption,
  /** Whether the question stands before the object, too. */
  queryAware: z.boolean('must be true or false').default(false),
  /** A file of the authors' instead of random pairs. */
  published: pathText('must be the path of a file').optional(),
  /** Only the first so many examples of `published`. */
  examples: count.optional(),
  ...generalOptions,
});

/** What a user may write as `config`. */
export type KeyValueRetrievalConfig = z.input<typeof keyValueOptions>;

type Options = z.output<typeof keyValueOptions>;

function task(theCase: KeyValueCase): Task {
  const { pairs, gold, position } = keyValueData(theCase);
  const words = loadKeyValueWords(theCase.language);
  const question = keyQuestion(words, gold[0]);
  const data = `{${pairs.map((pair) => pair.map((text) => JSON.stringify(text)).join(': ')).join(',\n ')}}`;
  const parts = [...(theCase.queryAware ? [question] : []), words.instruction, data];
  return {
    context: parts.join('\n\n'),
    question,
    positions: [position],
    answer: gold[1],
    evidence: [],
    between: '',
    forbidden: [],
  };
}

/** The Case with so many pairs, of another draw if need be. */
function withPairs(theCase: KeyValueCase, pairs: number, draw = 0): KeyValueCase {
  const { draw: _, ...rest } = theCase;
  const gold = goldIndex(theCase.gold, pairs);
  const other = draw > 0 && { draw };
  return { ...rest, pairs, ...other, cell: { ...theCase.cell, gold, pairs, ...other } };
}

/** So many draws are tried before a length counts as out of reach. */
const DRAWS = 40;

/** So many tokens a pair has, at first guess. */
const TOKENS_PER_PAIR = 50;

/**
 * Fill a length with pairs. Where a whole pair too many or too few is more than a length may be off,
 * other pairs are drawn, which are some tokens longer or shorter.
 */
function fit(theCase: KeyValueCase, tokensOf: (theCase: KeyValueCase) => number): KeyValueCase {
  const { tokens } = theCase;
  let nearest = withPairs(theCase, 1);
  const base = tokensOf(nearest);
  let least = tokens - base;
  let pairs = Math.max(2, Math.floor((tokens - base) / TOKENS_PER_PAIR));
  for (let draw = 0; draw < DRAWS && tokens > base; draw++) {
    for (const tried = new Set<number>(); !tried.has(pairs); ) {
      tried.add(pairs);
      const filled = withPairs(theCase, pairs, draw);
      const missing = tokens - tokensOf(filled);
      if (missing >= 0 && missing < least) {
        nearest = filled;
        least = missing;
      }
      if (least <= slack(tokens)) {
        checkGold('keyValueRetrieval', [theCase.gold], nearest.pairs, 'pairs');
        return nearest;
      }
      const each = (tokens - missing - base) / (pairs - 1);
      pairs = Math.max(2, pairs + Math.floor(missing / each));
    }
  }
  return nearest;
}

function describe(theCase: KeyValueCase): string {
  const { pairs, gold, published, queryAware, language, tokens } = theCase;
  return [
    'Key-value retrieval',
    ...(published ? [`${baseName(published.file)} no. ${published.index + 1}`] : []),
    `${pairs} pairs`,
    `gold ${goldIndex(gold, pairs)}`,
    ...(queryAware ? ['query-aware'] : []),
    languageName(language),
    `${tokens} tokens`,
  ].join(' · ');
}

/** What all Cases of a config have in common. */
function common({ queryAware }: Options, shared: SharedCaseFields, haystack: string) {
  return {
    benchmark: 'key-value-retrieval',
    task: 'retrieval',
    ...shared,
    haystack,
    evidence: 1,
    ...(queryAware && { queryAware: true }),
  } as const;
}

function* publishedCases(path: string, options: Options, shared: SharedCaseFields) {
  const file = referenceFile('published', path, 'leave the option out for random pairs');
  const base = common(options, shared, baseName(path));
  for (const [index, record] of readPairs(file).slice(0, options.examples).entries()) {
    const pairs = record.ordered_kv_records.length;
    checkGold('keyValueRetrieval', options.gold, pairs, 'pairs');
    for (const gold of differentPlaces(options.gold, pairs)) {
      yield withPairs(
        {
          ...base,
          tokens: 0,
          size: `${pairs} pairs`,
          seed: 0,
          pairs,
          gold,
          published: { ...file, index },
          cell: { example: index + 1 },
        },
        pairs,
      );
    }
  }
}

function* drawnCases(options: Options, shared: SharedCaseFields) {
  const base = common(options, shared, 'uuid-pairs');
  const { lengths, maxTokens, seeds } = options;
  const byLength = lengths !== undefined || maxTokens !== undefined;
  const sizes = byLength
    ? lengthsOf({ lengths, maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS })
    : (options.pairs ?? PAPER_PAIRS);
  for (const seed of seeds) {
    for (const size of sizes) {
      const pairs = byLength ? Math.ceil(size / TOKENS_PER_PAIR) : size;
      if (!byLength) checkGold('keyValueRetrieval', options.gold, pairs, 'pairs');
      for (const gold of differentPlaces(options.gold, pairs)) {
        const length = byLength ? { tokens: size } : { tokens: 0, size: `${pairs} pairs` };
        yield withPairs({ ...base, ...length, seed, pairs, gold }, pairs);
      }
    }
  }
}

/** Options that make random pairs. */
const DRAWN = ['pairs', 'lengths', 'maxTokens', 'seeds'];

export const keyValueRetrievalBenchmark: Benchmark<KeyValueCase, Options> = {
  name: 'key-value-retrieval',
  generator: 'keyValueRetrieval',
  options: keyValueOptions,
  conflict({ pairs, lengths, maxTokens, published, examples, ...rest }) {
    const length = lengths !== undefined ? 'lengths' : 'maxTokens';
    if (pairs !== undefined && (lengths !== undefined || maxTokens !== undefined)) {
      return `\`pairs\` and \`${length}\` both say how large an object is. Give one of them.`;
    }
    if (examples !== undefined && published === undefined) {
      return '`examples` is for a file that is `published`. For more random objects, use `seeds`.';
    }
    const given: Record<string, unknown> = { pairs, lengths, maxTokens, ...rest };
    const other = DRAWN.find((option) => given[option] !== undefined);
    if (published === undefined || other === undefined) return lengthConflict(given);
    return `\`${other}\` is for random pairs, but the pairs of \`published\` are given. Leave one out.`;
  },
  *cases(options, shared) {
    if (options.published) yield* publishedCases(options.published, options, shared);
    else yield* drawnCases(options, shared);
  },
  fit,
  task,
  describe,
};
