/** The Cases of the repeated words test: from options to texts, and from a Case to its text. */

import { languageName } from '../../base/references.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import { DEFAULT_MAX_TOKENS, lengthsOf } from '../../options/options.js';
import type { Fitting, Parts, SharedCaseFields, Task } from '../benchmark.js';
import { mostThatFit } from '../most-that-fit.js';
import {
  checkPlaces,
  differentPlaces,
  indexAt,
  type Place,
  placesOf,
  positionAt,
} from '../places.js';
import type { Reading } from '../reading.js';
import type { RepeatedOptions } from './options.js';
import { loadRepeatedWords } from './words.js';

export interface RepeatedCase extends Case {
  task: 'copy';
  /** The word that is repeated and the other one, where they are the user's. */
  wordPair?: [string, string];
  cell: RepeatedCell;
}

type RepeatedCell = Place & { words: number };

type RepeatedDraft = CaseDraft<RepeatedCase>;

const REPORT_WORDS = [25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000];

/** Words for each token, at first guess, where the answer needs room as well. */
const WORDS_PER_TOKEN = 0.4;

export interface RepeatedText {
  text: string;
  words: number;
  common: string;
  other: string;
  /** Where the other word stands: its number from 0, and its position from 0 to 1. */
  index: number;
  position: number;
}

export function repeatedText({ language, wordPair, cell }: RepeatedDraft): RepeatedText {
  const own = loadRepeatedWords(language);
  const [common, other] = wordPair ?? [own.common, own.other];
  const index = indexAt(cell, cell.words);
  const list = new Array<string>(cell.words).fill(common);
  list[index] = other;
  const position = positionAt(cell, cell.words);
  return { text: list.join(' '), words: cell.words, common, other, index, position };
}

export function task(draft: RepeatedDraft): Task {
  const { text, position } = repeatedText(draft);
  const { instruction } = loadRepeatedWords(draft.language);
  return {
    kind: 'context',
    context: instruction,
    question: text,
    positions: [position],
    answer: text,
  };
}

/** How many words on each side tell the other word from a part of the common one. */
const AROUND = 4;

/** A reader copies the text, and forgets the other word where it is not recalled. */
export function reading(draft: RepeatedDraft): Reading {
  const { text, words, common, index, position } = repeatedText(draft);
  const all = text.split(' ');
  const around = all.slice(Math.max(0, index - AROUND), index + AROUND + 1).join(' ');
  const plain = Array<string>(words).fill(common);
  const copy = (pieces: readonly number[]) => (pieces.length > 0 ? all : plain);
  return {
    pieces: [{ text: around, position }],
    answer: (recalled) => copy(recalled).join(' '),
    list: (found) => ({ items: copy(found), write: (items) => items.join(' ') }),
  };
}

/** Fill a length with words: the most that leave room for the answer. */
export function fit(
  draft: Fitting<RepeatedCase>,
  tokensOf: (draft: Fitting<RepeatedCase>) => number,
): Fitting<RepeatedCase> {
  const withWords = (words: number) => ({ ...draft, cell: { ...draft.cell, words } });
  const missingBy = (words: number) => draft.tokens - tokensOf(withWords(words));
  const guess = Math.max(2, Math.ceil(draft.tokens * WORDS_PER_TOKEN));
  const most = mostThatFit(1, guess, missingBy);
  checkPlaces('repeatedWords', [draft.cell], most, 'words');
  return withWords(most);
}

export function describe({ cell, wordPair, language, tokens }: RepeatedCase): Parts {
  return [
    'Repeated words',
    wordPair?.join('/'),
    `${cell.words} words`,
    `index ${indexAt(cell, cell.words)}`,
    languageName(language),
    `${tokens} tokens`,
  ];
}

export function* axes(
  options: RepeatedOptions,
  shared: SharedCaseFields,
): Generator<RepeatedDraft> {
  const { lengths, maxTokens, seeds, wordPair } = options;
  const byLength = lengths !== undefined || maxTokens !== undefined;
  const sizes = byLength
    ? lengthsOf({ lengths, maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS })
    : (options.words ?? REPORT_WORDS);
  const places = placesOf(options);
  for (const seed of seeds) {
    for (const size of sizes) {
      const words = byLength ? Math.ceil(size * WORDS_PER_TOKEN) : size;
      if (!byLength) checkPlaces('repeatedWords', places, words, 'words');
      for (const place of differentPlaces(places, words)) {
        yield {
          task: 'copy',
          ...shared,
          ...(wordPair && { wordPair }),
          ...(byLength ? { tokens: size } : { size: `${words} words` }),
          seed,
          cell: { ...place, words },
        };
      }
    }
  }
}
