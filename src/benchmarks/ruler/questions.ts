import seedrandom from 'seedrandom';
import { shuffled } from '../../base/shuffle.js';
import { longest } from '../../base/text/texts.js';
import type { ContextTask, Fit } from '../benchmark.js';
import { fillRest, largestFitting } from '../lengths/fill.js';
import { FILLERS, nearestSum } from '../lengths/nearest-sum.js';
import type { Reading } from '../reading.js';
import { type RulerCase, type RulerDraft, seedOf } from './case.js';
import { questionSet, type TopicDocument, type TopicQuestion } from './question-files.js';
import { filledIn, loadRulerWords } from './words.js';

interface Asked {
  question: TopicQuestion;
  gold: TopicDocument[];
  /** In the order in which they are taken. After the last come the first again. */
  others: TopicDocument[];
}

let latest: { key: string; asked: Asked } | undefined;

function askedBy(draft: RulerDraft): Asked {
  const key = `${seedOf(draft, 'question')} ${JSON.stringify([draft.language, draft.documents])}`;
  if (latest?.key === key) return latest.asked;
  const set = questionSet(draft.task, draft.language, draft.documents);
  const random = seedrandom(seedOf(draft, 'question'));
  const question = set.questions[Math.floor(random() * set.questions.length)]!;
  const holds = ({ title, text }: TopicDocument) => {
    const whole = `${title}\n${text}`.toLowerCase();
    return question.answers.some((answer) => whole.includes(answer.toLowerCase()));
  };
  const usable = (documents: readonly TopicDocument[]) =>
    documents.filter((one) => !question.gold.includes(one) && !(set.isStrict && holds(one)));
  const close = shuffled(usable(question.close), random);
  const rest = shuffled(usable(set.documents), random).filter((one) => !close.includes(one));
  const carriers = rest.splice(0, question.facts.length);
  const asked = {
    question,
    gold: [
      ...question.gold,
      ...carriers.map(({ title, text }, i) => ({ title, text: `${text} ${question.facts[i]}` })),
    ],
    others: [...close, ...rest],
  };
  latest = { key, asked };
  return asked;
}

export function topicDocuments(draft: RulerDraft): { documents: TopicDocument[]; gold: number[] } {
  const { gold, others } = askedBy(draft);
  const { documents = 0, fillers = [] } = draft.cell ?? {};
  const around = Array.from(
    { length: Math.max(0, documents - gold.length) },
    (_, i) => others[i % others.length]!,
  );
  const all = [...gold, ...around, ...fillers.map((index) => others[Number(index)]!)];
  const order = shuffled([...all.keys()], seedrandom(seedOf(draft, 'order')));
  return {
    documents: order.map((index) => all[index]!),
    gold: order.flatMap((index, place) => (index < gold.length ? [place] : [])),
  };
}

export function acceptedAnswers(draft: RulerDraft): readonly string[] {
  return askedBy(draft).question.answers;
}

function written({ title, text }: TopicDocument, number: number, template: string): string {
  return `${filledIn(template, { number, title }).trim()}\n${text}`;
}

export function questionsTask(draft: RulerDraft): ContextTask {
  const { instruction, document, question } = loadRulerWords(draft.language).questions;
  const asked = askedBy(draft).question;
  const { documents, gold } = topicDocuments(draft);
  const [place] = gold;
  const text = documents.map((one, i) => written(one, i + 1, document)).join('\n\n');
  return {
    kind: 'context',
    context: [instruction, text].join('\n\n'),
    question: filledIn(question, { question: asked.question }),
    // Several documents answer only together.
    positions: gold.length === 1 ? [place! / Math.max(1, documents.length - 1)] : [],
    answer: longest(asked.answers),
    accepted: asked.answers,
    wording: { text, places: { query: asked.question } },
  };
}

/** One document answers, or several facts together. Who lost one of these cannot answer. */
export function questionsReading(draft: RulerDraft): Reading {
  const { questions, absent } = loadRulerWords(draft.language);
  const { answers, facts } = askedBy(draft).question;
  const { documents, gold } = topicDocuments(draft);
  const lower = (place: number) => documents[place]!.text.toLowerCase();
  const answerIn = (place: number) =>
    answers.find((answer) => lower(place).includes(answer.toLowerCase()));
  const needed =
    facts.length > 0 ? gold : gold.filter((place) => answerIn(place) !== undefined).slice(0, 1);
  const answer = needed.map(answerIn).find((found) => found !== undefined);
  return {
    pieces: needed.map((place) => ({
      text: written(documents[place]!, place + 1, questions.document),
      position: place / Math.max(1, documents.length - 1),
    })),
    answer: (recalled) => (recalled.length === needed.length && answer) || absent[0]!,
  };
}

/** First guess. */
const TOKENS_PER_DOCUMENT = 110;

/** Fills a length with documents, and the rest with some of fitting lengths. */
export const fitQuestions: Fit<RulerCase> = (draft, tokensOf, count) => {
  const { gold, others } = askedBy(draft);
  const least = gold.length;
  const filled = (documents: number, fillers: readonly string[] = []) => ({
    ...draft,
    cell: { documents, ...(fillers.length > 0 && { fillers }) },
  });
  const { amount } = largestFitting(
    draft.tokens,
    (more) => tokensOf(filled(least + more)),
    draft.tokens / TOKENS_PER_DOCUMENT,
  );
  const documents = least + Math.max(0, amount - FILLERS);
  const { document } = loadRulerWords(draft.language).questions;
  const lengths = others
    .map((one, index) => ({ index, tokens: count(`\n\n${written(one, documents, document)}`) }))
    // Prefers those not in the prompt yet, if enough are left.
    .filter(({ index }) => others.length - documents < LEAST_CHOICE || index >= documents - least)
    .sort((a, b) => a.tokens - b.tokens);
  const fillers = fillRest(
    draft.tokens - tokensOf(filled(documents)),
    (rest) => nearestSum(lengths, rest),
    (indices) => draft.tokens - tokensOf(filled(documents, indices)),
  );
  return filled(documents, fillers);
};

/** Fewest documents to choose from for the rest. */
const LEAST_CHOICE = 50;
