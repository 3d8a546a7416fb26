import seedrandom from 'seedrandom';
import { z } from 'zod';
import type { FileReference } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import type { Case, CaseDraft } from '../../contract/case.js';
import {
  documentWords,
  holdsAnswer,
  loadDocumentSet,
  normalPassage,
  type Passage,
  type PassageQuestion,
} from '../documents.js';
import { indexAt, insertAt, positionAt, type Spot } from '../lists.js';
import { recordReader } from '../published/published-records.js';

const recordSchema = z
  .object({
    question: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .transform((text) => text.replace(/\s+/g, ' ')),
    answers: z.array(z.string()).min(1, 'must have an answer'),
    ctxs: z
      .array(z.object({ title: z.string(), text: z.string(), isgold: z.boolean().optional() }))
      .min(1, 'must have a document'),
  })
  .refine(({ ctxs }) => ctxs.length === 1 || ctxs.filter(({ isgold }) => isgold).length === 1, {
    path: ['ctxs'],
    message: 'must have exactly one document with `isgold` true',
  })
  .transform(({ question, answers, ctxs }): PassageQuestion => {
    const gold = ctxs.find(({ isgold }) => isgold) ?? ctxs[0]!;
    const others = ctxs.filter((passage) => passage !== gold);
    return { question, answers, gold, ...(others.length > 0 && { distractors: others }) };
  });

const readQuestions = recordReader(
  recordSchema,
  'A published file has one JSON object on each line, with `question`, `answers` and `ctxs`, a list of ' +
    'documents with `title`, `text` and `isgold`.',
);

export const DOCUMENT_TASKS = ['documents', 'closed-book', 'oracle'] as const;

type DocumentTask = (typeof DOCUMENT_TASKS)[number];

export interface DocumentCase extends Case {
  task: DocumentTask;
  shuffleDistractors?: boolean;
  queryAware?: boolean;
  /** How documents are written. By default as the authors do. */
  document?: string;
  published?: FileReference;
  cell: DocumentCell;
}

/** Place of the answering document, unless there is none or no other. */
type DocumentCell = Partial<Record<'depth' | 'index', number>> & {
  documents: number;
  question: number;
};

export type DocumentDraft = CaseDraft<DocumentCase>;

interface PromptDocument extends Passage {
  answers?: string[];
}

export type QuestionSource = Pick<DocumentCase, 'published' | 'language'>;

export type DistractorChoice = QuestionSource &
  Pick<DocumentCase, 'seed'> &
  Pick<DocumentCell, 'question' | 'documents'>;

export function questionsOf({ published, language }: QuestionSource): PassageQuestion[] {
  return published ? readQuestions(published) : loadDocumentSet(language);
}

export function passageQuestion(theCase: DocumentDraft): PassageQuestion {
  return questionsOf(theCase)[theCase.cell.question]!;
}

/** Tells where the answering document stands: its index, and the position asked for. Nothing without documents. */
export function goldOf({ cell: { documents: among, index, depth = 0 } }: DocumentDraft) {
  if (among === 0) return undefined;
  const place: Spot = index === undefined ? { depth } : { index };
  return { index: indexAt(place, among), among, position: positionAt(place, among) };
}

export function documentsOf(theCase: DocumentDraft): PromptDocument[] {
  const gold = goldOf(theCase);
  if (gold === undefined) return [];
  const asked = passageQuestion(theCase);
  const chosen = distractors({ ...theCase, ...theCase.cell });
  const random = seedrandom(`order/${theCase.seed}/${theCase.cell.question}`);
  const ordered = theCase.shuffleDistractors ? shuffled(chosen, random) : chosen;
  return insertAt(ordered, { ...asked.gold, answers: asked.answers }, gold.index);
}

/** Tells whether enough documents lack the answer. */
export function hasDistractors(choice: DistractorChoice): boolean {
  return distractors(choice).length === choice.documents - 1;
}

function distractors(choice: DistractorChoice): PromptDocument[] {
  const asked = questionsOf(choice)[choice.question]!;
  const needed = choice.documents - 1;
  if (needed === 0) return [];
  if (asked.distractors) return asked.distractors.slice(0, needed);
  const { normalise } = documentWords(choice.language);
  const chosen: PromptDocument[] = [];
  const texts = new Set([asked.gold.text]);
  for (const { gold, answers } of candidates(choice, asked)) {
    if (chosen.length === needed) break;
    if (texts.has(gold.text)) continue;
    if (holdsAnswer(normalPassage(gold, normalise), asked.answers, normalise)) continue;
    texts.add(gold.text);
    chosen.push({ ...gold, answers });
  }
  return chosen;
}

/** Lists other questions, shuffled, those of the same topic first. */
function candidates(choice: DistractorChoice, asked: PassageQuestion): PassageQuestion[] {
  const { seed, question } = choice;
  const others = questionsOf(choice).filter((other) => other !== asked);
  const mixed = shuffled(others, seedrandom(`distractors/${seed}/${question}`));
  const isClose = ({ topic }: PassageQuestion) => topic !== undefined && topic === asked.topic;
  return [...mixed.filter(isClose), ...mixed.filter((other) => !isClose(other))];
}
