/** Which documents a prompt of `ownDocuments` has, in which order, and how they are written. */
import seedrandom from 'seedrandom';
import { baseName, type Case, type CaseDraft } from '../../case.js';
import { kept, Latest } from '../../latest.js';
import { shuffled } from '../../shuffle.js';
import { spreadFrom } from '../depths.js';
import { holdsAnswer, normalPassage } from '../documents/normalise.js';
import { documentWords } from '../documents/words.js';
import {
  type FileReferences,
  filesOf,
  inSentences,
  type OwnDocument,
  type OwnFiles,
  type OwnQuestion,
} from './files.js';
import { bySimilarity } from './similar.js';

/** What stands between two documents. */
export const BETWEEN = '\n\n';

export interface OwnCase extends Case, FileReferences {
  benchmark: 'own-documents';
  /** `documents`: gold ones among others; `retrieved`: as retrieved; `text`: a stretch of the text; controls. */
  task: 'documents' | 'retrieved' | 'text' | 'closed-book' | 'oracle';
  distractors?: 'similar' | 'ranked';
  order?: 'reversed' | 'shuffled';
  apart?: true;
  document?: string;
  whole?: true;
  cell: OwnCell;
}

export type OwnCell = {
  /** Which question of the file is asked; 0 is the first. */
  question: number;
  /** Whole documents, or sentences of a text. */
  documents: number;
  /** Where the gold ones stand, from 0 to 1; nothing where there are none. */
  depth?: number;
  /** Of a text: sentences in front of those that hold the answer. */
  before?: number;
  /** And words of one sentence more. */
  words?: number;
  /** A part of one more document, or of two: number among the others, first sentence, the one behind the last. */
  cut?: readonly string[];
};

export type OwnDraft = CaseDraft<OwnCase>;

export function questionOf(draft: OwnDraft): OwnQuestion {
  return filesOf(draft).questions[draft.cell.question]!;
}

/** The other documents of a question, as many as are wanted, in the order in which they are taken. */
export interface Others {
  upTo(amount: number): readonly OwnDocument[];
}

const latest = new Latest<Others>(512);

export function othersOf(draft: OwnDraft): Others {
  const { questions, documents, cell, seed, distractors, task } = draft;
  const key = JSON.stringify([questions, documents, cell.question, seed, distractors, task]);
  return kept(latest, key, () => {
    const files = filesOf(draft);
    const question = questionOf(draft);
    if (task === 'retrieved') return { upTo: (amount) => question.retrieved!.slice(0, amount) };
    const { normalise } = documentWords(draft.language);
    const gold = new Set(question.gold.map(({ text }) => text));
    const candidates = candidatesOf(draft, files, question);
    const chosen: OwnDocument[] = [];
    let next = 0;
    return {
      upTo(amount) {
        for (; chosen.length < amount && next < candidates.length; next++) {
          const one = candidates[next]!;
          const isRight = holdsAnswer(normalPassage(one, normalise), question.answers, normalise);
          if (!isRight && !gold.has(one.text)) chosen.push(one);
        }
        return chosen.slice(0, amount);
      },
    };
  });
}

function candidatesOf(
  { seed, distractors, cell }: OwnDraft,
  { documents }: OwnFiles,
  { question, retrieved }: OwnQuestion,
): readonly OwnDocument[] {
  if (distractors === 'ranked') return retrieved ?? [];
  if (distractors === 'similar') return bySimilarity(documents, question);
  return shuffled(documents, seedrandom(`distractors/${seed}/${cell.question}`));
}

/** The documents of a prompt in their order, and the places of the gold ones among them. */
export function placedDocuments(draft: OwnDraft): { documents: OwnDocument[]; gold: number[] } {
  const { task, cell, order, seed, apart } = draft;
  const { gold } = questionOf(draft);
  if (task === 'closed-book') return { documents: [], gold: [] };
  if (task === 'oracle') return { documents: [...gold], gold: [...gold.keys()] };
  if (task === 'text') {
    const id = baseName(draft.documents!.file);
    return { documents: [{ id, title: '', text: stretchOf(draft).context }], gold: [0] };
  }
  const own = task === 'retrieved' ? [] : gold;
  const others = [...othersOf(draft).upTo(cell.documents - own.length)];
  const { cut = [] } = cell;
  for (let i = 0; i < cut.length; i += 3) others.push(cutDocument(draft, cut.slice(i, i + 3)));
  const ordered =
    order === 'shuffled'
      ? shuffled(others, seedrandom(`order/${seed}/${cell.question}`))
      : order === 'reversed'
        ? others.reverse()
        : others;
  if (task === 'retrieved') {
    return {
      documents: ordered,
      gold: ordered.flatMap((one, i) => (isRightOne(draft, one) ? [i] : [])),
    };
  }
  const depths = apart ? spreadFrom(cell.depth ?? 0, gold.length) : gold.map(() => cell.depth ?? 0);
  const places = depths.map((depth, i) => Math.round(depth * ordered.length) + i);
  const documents = [...ordered];
  for (const [i, place] of places.entries()) documents.splice(place, 0, gold[i]!);
  return { documents, gold: places };
}

/** Whether a retrieved document answers the question: a gold one, or one that holds an accepted answer. */
function isRightOne(draft: OwnDraft, one: OwnDocument): boolean {
  const { gold, answers } = questionOf(draft);
  const { normalise } = documentWords(draft.language);
  const isGold = gold.some(({ text }) => text === one.text);
  return isGold || holdsAnswer(normalPassage(one, normalise), answers, normalise);
}

const sentences = new WeakMap<OwnDocument, string[]>();

/** The sentences of a document, with the white space in front of them. */
export function sentencesOf(one: OwnDocument): string[] {
  return kept(sentences, one, () => inSentences(one.text));
}

function cutDocument(draft: OwnDraft, [index, from, to]: readonly string[]): OwnDocument {
  const one = othersOf(draft).upTo(Number(index) + 1)[Number(index)]!;
  return { ...one, text: sentencesOf(one).slice(Number(from), Number(to)).join('').trim() };
}

/**
 * A stretch of the text with the sentences of the answer in it; behind the end of the text comes its start. A few
 * words more stand at the end that is further from the answer, and `next` are all that could.
 */
export function stretchOf({ cell, ...draft }: OwnDraft) {
  const { sentences } = filesOf(draft);
  const { from, to } = questionOf({ cell, ...draft }).passage!;
  const { documents, before = 0, words = 0, depth = 0 } = cell;
  const sentenceAt = (at: number) => {
    const index = (at + sentences.length) % sentences.length;
    return index === 0 ? `${BETWEEN}${sentences[0]}` : sentences[index]!;
  };
  const first = from - before;
  const whole = Array.from({ length: documents }, (_, i) => sentenceAt(first + i)).join('');
  const isBefore = depth >= 0.5;
  const found = sentenceAt(isBefore ? first - 1 : first + documents).match(WORD) ?? [];
  const next = isBefore ? found.reverse() : found;
  const more = next.slice(0, words);
  const context = isBefore ? more.reverse().join('') + whole : whole + more.join('');
  return { context: context.trim(), next, gold: sentences.slice(from, to).join('').trim() };
}

/** A word with the white space in front of it; where no spaces are written, a character. */
const WORD = /\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+)/gu;
