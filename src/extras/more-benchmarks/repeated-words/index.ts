/**
 * Repeated words (Hong, Troynikov and Huber, Context Rot, Chroma 2025): whether a model can copy a text that leaves it
 * nothing to understand: one word again and again, with one other word. Score: how like the copy is to the text, by
 * Levenshtein distance; beside it whether the other word is there, and in its place.
 */
import { z } from 'zod';
import { wordsIn } from '../../../base/languages.js';
import { languageName } from '../../../base/references.js';
import { editDistance } from '../../../base/text/edit-distance.js';
import { commas, say } from '../../../base/text/language.js';
import { find, lengthOf, pythonWords, stripped } from '../../../base/text/python-text.js';
import { benchmark } from '../../../benchmarks/benchmark.js';
import { mostThatFit } from '../../../benchmarks/lengths.js';
import {
  checkPlaces,
  indexAt,
  listConflict,
  listGrid,
  listOptions,
  positionAt,
  type Spot,
} from '../../../benchmarks/lists.js';
import { recallByQuarter } from '../../../benchmarks/quarters.js';
import { unreadReason } from '../../../benchmarks/scoring.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import { counts } from '../../../options/kinds.js';

export interface RepeatedCase extends Case {
  task: 'copy';
  /** The word that is repeated and the other one, where they are the user's. */
  wordPair?: [string, string];
  cell: Spot & { words: number };
}

/** How many words a length has at first guess, where the answer needs room as well. */
const wordsGuessed = (tokens: number) => Math.ceil(tokens * 0.4);

const PAIR = 'must be a list of two different words: the one that is repeated, and the other one';
const word = z.string(PAIR).regex(/^\S+$/u, PAIR);
const pair = z.tuple([word, word], PAIR).refine(([common, other]) => common !== other, PAIR);

const schema = z.strictObject({ instruction: z.string().min(1), common: word, other: word });
const loadWords = wordsIn('repeated-words', schema);

export function repeatedText({ language, wordPair, cell }: CaseDraft<RepeatedCase>) {
  const own = loadWords(language);
  const [common, other] = wordPair ?? [own.common, own.other];
  const index = indexAt(cell, cell.words);
  const list = new Array<string>(cell.words).fill(common).with(index, other);
  const position = positionAt(cell, cell.words);
  return { list, text: list.join(' '), common, other, index, position };
}

export const repeatedWords = benchmark<RepeatedCase>()({
  name: 'repeated-words',
  options: {
    /** How many words a text has. A list makes prompts for each number. 25 to 10000 by default, as in the report. */
    words: counts.default([25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000]),
    /** The word that is repeated and the other one; `[mill, mills]` by default. */
    wordPair: pair.optional(),
    ...listOptions,
  },
  sizeOptions: ['words'],
  repeats: true,
  conflict: (config) => listConflict(config, 'words', 'how long a text is'),

  *axes({ words: amounts, wordPair, ...options }, shared) {
    const list = { generator: 'repeatedWords', items: 'words', amounts, guess: wordsGuessed };
    for (const { amount: words, place, ...sized } of listGrid(options, list)) {
      const cell = { ...place, words };
      yield { task: 'copy', ...shared, ...(wordPair && { wordPair }), ...sized, cell };
    }
  },

  make(draft) {
    const { text, list, common, index, position } = repeatedText(draft);
    const copy = (pieces: readonly number[]) => (pieces[0] === 0 ? list : list.with(index, common));
    return {
      ...{ kind: 'context', context: loadWords(draft.language).instruction },
      ...{ question: text, positions: [position], answer: text },
      reading: () => ({
        // Four words on each side tell the other word from a part of the common one.
        pieces: [{ text: list.slice(Math.max(0, index - 4), index + 5).join(' '), position }],
        answer: (recalled) => copy(recalled).join(' '),
        list: (found) => ({ items: copy(found), write: (items) => items.join(' ') }),
      }),
    };
  },

  fit(draft, tokensOf) {
    const withWords = (words: number) => ({ ...draft, cell: { ...draft.cell, words } });
    const leftBy = (words: number) => draft.tokens - tokensOf(withWords(words));
    const most = mostThatFit(1, Math.max(2, wordsGuessed(draft.tokens)), leftBy);
    checkPlaces('repeatedWords', [draft.cell], most, 'words');
    return withWords(most);
  },

  mark(answer, theCase) {
    const { text, list, common, other, index, position } = repeatedText(theCase);
    const copy = stripped(answer.verbatim);
    const { edits, isLeast } = editDistance([...copy], [...text]);
    const likeness = 1 - edits / Math.max(lengthOf(text), lengthOf(copy));
    // As in the report, of several occurrences the first counts, also inside a longer word.
    const unique = index === list.length - 1 ? ` ${other}` : `${other} `;
    const present = copy.includes(unique) ? 1 : 0;
    const inPlace = find(copy, unique) === find(text, unique) ? 1 : 0;
    const missing = list.length - pythonWords(copy).length;
    const lost = missing < 0 ? 'repetition' : missing > 0 ? 'partway' : 'scattered';
    const wrong = copy.includes(common) ? lost : answer.whyWrong(theCase.language);
    const diagnosis = likeness === 1 ? 'complete' : wrong;
    const where = inPlace
      ? say`"${other}" in its place`
      : present
        ? say`"${other}" at another place`
        : say`"${other}" missing`;
    const share = `${(100 * likeness).toFixed(1)}%`;
    const alike = isLeast ? say`${share} alike` : say`at least ${share} alike`;
    const said = commas([alike, where, say`${list.length - missing} of ${list.length} words`]);
    const isElse = copy === '' || diagnosis === 'wrong' || diagnosis === 'refused';
    return {
      score: likeness,
      reason: isElse ? unreadReason(copy, said) : said,
      namedScores: {
        likeness,
        'word present': present,
        'word in place': inPlace,
        'missing words': missing,
        ...recallByQuarter([inPlace], [position]),
      },
      marks: [likeness],
      positions: [position],
      metadata: { diagnosis, isExact: isLeast },
    };
  },

  describe({ cell, wordPair, language, tokens }) {
    const text = [wordPair?.join('/'), `${cell.words} words`, `index ${indexAt(cell, cell.words)}`];
    return ['Repeated words', ...text, languageName(language), `${tokens} tokens`];
  },
});
