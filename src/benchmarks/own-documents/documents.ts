import seedrandom from 'seedrandom';
import { kept } from '../../base/kept.js';
import { Latest } from '../../base/latest.js';
import { baseName } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import { documentWords, holdsAnswer, normalPassage } from '../documents.js';
import { fillFormat } from '../fill-format.js';
import {
  type FileReferences,
  filesOf,
  inSentences,
  type OwnDocument,
  type OwnPassage,
  type OwnQuestion,
} from './files.js';

export const DOCUMENT_TASKS = ['documents', 'closed-book', 'oracle'] as const;

export interface OwnDocumentCase extends Case, FileReferences {
  /** Besides controls: gold documents among others, documents as retrieved, or a stretch of a text. */
  task: (typeof DOCUMENT_TASKS)[number] | 'retrieved' | 'text';
  distractors?: 'similar' | 'ranked';
  order?: 'reversed' | 'shuffled';
  document?: string;
  cell: OwnCell;
}

type OwnCell = {
  question: number;
  /** Whole documents, or for a text the words around the answer. */
  documents: number;
  /** Position of gold documents, from 0 to 1. Absent without any. */
  depth?: number;
  /** Parts of other documents: their number, first sentence, and the one behind the last. */
  cut?: readonly string[];
};

export type OwnDraft = CaseDraft<OwnDocumentCase>;

export function questionOf(draft: OwnDraft): OwnQuestion {
  return filesOf(draft).questions.get(draft.cell.question)!;
}

type Others = (amount: number) => readonly OwnDocument[];

const latest = new Latest<Others>(512);

/** Returns as many other documents as wanted, in the order in which they are taken. */
export function otherDocuments(draft: OwnDraft): Others {
  const { questions, documents, cell, seed, distractors, task } = draft;
  const key = JSON.stringify([questions, documents, cell.question, seed, distractors, task]);
  return kept(latest, key, () => {
    const { question, retrieved = [] } = questionOf(draft);
    const all = filesOf(draft).documents;
    const candidates =
      task === 'retrieved' || distractors === 'ranked'
        ? retrieved
        : distractors === 'similar'
          ? bySimilarity(all, question)
          : shuffled(all, seedrandom(`distractors/${seed}/${cell.question}`));
    const chosen: OwnDocument[] = [];
    let next = 0;
    return (amount) => {
      for (; chosen.length < amount && next < candidates.length; next++) {
        const one = candidates[next]!;
        if (task === 'retrieved' || !isRight(draft, one)) chosen.push(one);
      }
      return chosen.slice(0, Math.max(0, amount));
    };
  });
}

/** Tells whether a document is gold, or has an accepted answer. */
function isRight(draft: OwnDraft, one: OwnDocument): boolean {
  const { gold, answers } = questionOf(draft);
  const { normalise } = documentWords(draft.language);
  return (
    gold.some(({ text }) => text === one.text) ||
    holdsAnswer(normalPassage(one, normalise), answers, normalise)
  );
}

/** Returns a prompt's documents in order, the gold ones, and their positions. */
export function placedDocuments(draft: OwnDraft) {
  const { task, cell, order, seed } = draft;
  const { gold, passage } = questionOf(draft);
  if (task === 'text') {
    const text = stretchOf(passage!, cell);
    const whole = { id: baseName(draft.documents!.file), title: '', text };
    return { documents: [whole], gold: [0], positions: [cell.depth!] };
  }
  const own = task === 'documents' || task === 'oracle' ? gold : [];
  const others = otherDocuments(draft);
  const around = [...others(cell.documents - own.length)];
  for (const part of cell.cut ?? []) {
    const [index = 0, from, to] = part.split(' ').map(Number);
    const one = others(index + 1)[index]!;
    around.push({ ...one, text: sentencesOf(one).slice(from, to).join('').trim() });
  }
  if (order === 'reversed') around.reverse();
  const documents =
    order === 'shuffled'
      ? shuffled(around, seedrandom(`order/${seed}/${cell.question}`))
      : [...around];
  const { depth = 0 } = cell;
  const asked = own.map((_, i) => Math.round(depth * around.length) + i);
  for (const [i, place] of asked.entries()) documents.splice(place, 0, own[i]!);
  const places =
    task === 'retrieved'
      ? documents.flatMap((document, i) => (isRight(draft, document) ? [i] : []))
      : asked;
  const positions = places.map((place) =>
    places.length === 1 && cell.depth !== undefined
      ? cell.depth
      : place / Math.max(1, documents.length - 1),
  );
  return { documents, gold: places, positions };
}

export const DOCUMENT = '[{number}] {title}\n{text}';

export const BETWEEN = '\n\n';

export function writtenDocument(one: OwnDocument, index: number, draft: OwnDraft): string {
  if (draft.task === 'text') return one.text;
  const { document = DOCUMENT } = draft;
  const format = one.title === '' ? document.replace(/[^\S\n]*\{title\}[^\S\n]*$/gm, '') : document;
  return fillFormat(format, { ...one, number: `${index + 1}` });
}

const sentences = new WeakMap<OwnDocument, string[]>();

/** Splits a document into sentences, each with the white space before it. */
export function sentencesOf(one: OwnDocument): string[] {
  return kept(sentences, one, () => inSentences(one.text));
}

/** Cuts the answering sentences with words around them. The text is a ring. */
function stretchOf(
  { words, from, to }: OwnPassage,
  { documents: around, depth = 0 }: OwnCell,
): string {
  const first = from - Math.round(depth * around);
  return Array.from(
    { length: to - from + around },
    (_, i) => words[(first + i + words.length) % words.length],
  )
    .join('')
    .trim();
}

/** Ranks documents by likeness to a question: Okapi BM25 (Robertson and Zaragoza 2009, equation 3.15). */

const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** Matches words, or characters in languages without spaces. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? [];

const indices = new WeakMap<readonly OwnDocument[], ReturnType<typeof indexOf>>();

function indexOf(documents: readonly OwnDocument[]) {
  // For each word, pairs of a document's number and a count.
  const postings = new Map<string, number[]>();
  const lengths = documents.map(({ title, text }, document) => {
    const counts = new Map<string, number>();
    const words = wordsOf(`${title} ${text}`);
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) kept(postings, word, () => []).push(document, count);
    return words.length;
  });
  return { postings, lengths };
}

/** Sorts documents by likeness to a text. Equal ones keep their order. */
export function bySimilarity(documents: readonly OwnDocument[], text: string): OwnDocument[] {
  const { postings, lengths } = kept(indices, documents, () => indexOf(documents));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  const scores = new Float64Array(documents.length);
  for (const word of new Set(wordsOf(text))) {
    const found = postings.get(word) ?? [];
    const among = found.length / 2;
    const weight = Math.log(1 + (documents.length - among + 0.5) / (among + 0.5));
    for (let i = 0; i < found.length; i += 2) {
      const [document, count] = [found[i]!, found[i + 1]!];
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[document]!) / usual;
      scores[document]! += (weight * count) / (count + SATURATION * length);
    }
  }
  const order = [...documents.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  return order.map((document) => documents[document]!);
}
