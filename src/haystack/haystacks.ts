import { kept } from '../base/kept.js';
import { loadLanguage } from '../base/languages.js';
import { Latest } from '../base/latest.js';
import type { LanguageReference } from '../base/references.js';
import type { HaystackReference, TokenizerReference } from '../contract/case.js';
import { type Corpus, IndexedCorpus, MeasuredCorpus } from './corpus.js';
import type { LineBreaks, MadeHaystack } from './haystack.js';
import { hasPieces, type Tokenizer } from './pieces.js';
import { isMade, madeText } from './prose.js';
import { shuffledSentences } from './sentences.js';
import { haystackProse, haystackText, withLineBreaks } from './texts.js';
import { loadTokenizer } from './tokenizer.js';

export interface CorpusRequest {
  haystack: HaystackReference | MadeHaystack;
  tokenizer: TokenizerReference;
  /** Only `prose` depends on the language. Only prose, made haystacks and shuffled ones depend on the seed. */
  language: LanguageReference;
  /** Shuffles the sentences of a text. Benchmarks' own haystacks have no such option. */
  shuffle?: 'sentences';
  /** What becomes of a text's line breaks. By default they are kept. */
  lineBreaks?: LineBreaks;
  seed: number;
}

const corpora = new Map<string, Corpus>();
/** Made and shuffled texts depend on the seed, so only the latest are kept in memory. */
const bySeed = new Latest<Corpus>(16);

/** Sizes of made texts are powers of two in tokens, so that prompts of usual lengths share them. */
const LEAST_SIZE = 2 ** 15;

/**
 * Loads a haystack's corpus, once per process.
 *
 * @param minimumTokens - how much is needed; only `prose` and what benchmarks make are made longer to
 *   hold it, every other corpus is what it is
 * @throws {UserError} when the haystack cannot be read, naming the remedy
 */
export async function loadCorpus(request: CorpusRequest, minimumTokens: number): Promise<Corpus> {
  const { haystack, language, seed, shuffle, lineBreaks } = request;
  const tokenizer = await loadTokenizer(request.tokenizer);
  const isText = !isMade(haystack) && haystack !== 'prose';
  const isSeeded = isMade(haystack) ? haystack.order === 'drawn' : shuffle || !isText;
  const size = Math.max(LEAST_SIZE, 2 ** Math.ceil(Math.log2(minimumTokens)));
  const spoken = (!isText || lineBreaks) && language;
  const what = [haystack, request.tokenizer, spoken, isSeeded && seed, shuffle, lineBreaks];
  return kept(isText && !isSeeded ? corpora : bySeed, JSON.stringify([what, isText || size]), () =>
    isText
      ? corpusOf(textOf(request)(0), tokenizer)
      : largeEnough(textOf(request), tokenizer, size),
  );
}

type TextOf = (length: number) => string;

function textOf({ haystack, language, seed, shuffle, lineBreaks }: CorpusRequest): TextOf {
  if (isMade(haystack)) return madeText(haystack, seed);
  let text: TextOf;
  if (haystack === 'prose') {
    const prose = haystackProse({ language, seed });
    text = (length) => withLineBreaks(prose.atLeast(length), lineBreaks);
  } else {
    const between = lineBreaks ? loadLanguage(language).between : '\n\n';
    const all = between + withLineBreaks(haystackText(haystack).trim(), lineBreaks);
    text = () => all;
  }
  return shuffle ? (length) => shuffledSentences(text(length), seed) : text;
}

function corpusOf(text: string, tokenizer: Tokenizer): Corpus {
  if (!hasPieces(tokenizer)) return new MeasuredCorpus(text, tokenizer);
  const pieceEnd = tokenizer.pieceEnds(text);
  return pieceEnd
    ? new IndexedCorpus(text, tokenizer, pieceEnd)
    : new MeasuredCorpus(text, tokenizer);
}

/**
 * Makes a corpus of at least `tokens` tokens.
 *
 * @param textOf - gives at least so many UTF-16 units of what is made
 */
export function largeEnough(textOf: TextOf, tokenizer: Tokenizer, tokens: number): Corpus {
  const perToken = SAMPLE_LENGTH / tokenizer.count(textOf(SAMPLE_LENGTH).slice(0, SAMPLE_LENGTH));
  let length = Math.ceil(tokens * perToken * 1.02);
  for (;;) {
    const corpus = corpusOf(textOf(length), tokenizer);
    if (corpus.tokens >= tokens) return corpus;
    length = Math.ceil(length * 1.1);
  }
}

/** Length of the sample from which tokens of a longer text are estimated, in UTF-16 units. */
const SAMPLE_LENGTH = 20_000;
