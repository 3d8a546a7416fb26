import seedrandom from 'seedrandom';
import { z } from 'zod';
import { kept } from '../../base/kept.js';
import { Latest } from '../../base/latest.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { longest } from '../../base/text/texts.js';
import type { ContextTask, Fit } from '../benchmark.js';
import { loadDocumentSet } from '../documents.js';
import { fillFormat } from '../fill-format.js';
import { fillRest, largestFitting } from '../lengths.js';
import { FILLERS, nearestSum } from '../nearest-sum.js';
import { ownSet } from '../needles/needle-sets.js';
import { jsonReader } from '../published/published-records.js';
import type { Reading } from '../reading.js';
import { loadRulerWords, type RulerCase, type RulerDraft, seedOf } from './case.js';

interface TopicDocument {
  title: string;
  text: string;
}

/** A question, its answering documents, and others of its topic. */
interface TopicQuestion {
  question: string;
  answers: readonly string[];
  /** Always in the prompt. Our facts are put into other documents. */
  gold: readonly TopicDocument[];
  /** Facts at the end of some documents, instead of documents of their own. */
  facts: readonly string[];
  close: readonly TopicDocument[];
}

interface QuestionSet {
  questions: readonly TopicQuestion[];
  documents: readonly TopicDocument[];
  /** Whether documents with an answer are left out. The authors keep them. */
  isStrict: boolean;
}

const textsSchema = z.array(z.string());

const squadSchema = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              question: z.string(),
              answers: z.array(z.object({ text: z.string() })),
              is_impossible: z.boolean().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

const hotpotSchema = z.array(
  z.object({
    question: z.string(),
    answer: z.string(),
    context: z.array(z.tuple([z.string(), textsSchema])),
  }),
);

/** Removes duplicates, in an order that is the same on all machines. */
function different(documents: readonly TopicDocument[]): TopicDocument[] {
  const byText = new Map(
    documents.map((document) => [`${document.title}\n${document.text}`, document]),
  );
  return [...byText.keys()].sort().map((key) => byText.get(key)!);
}

/** Reads questions of SQuAD 1.1 or 2.0, without unanswerable ones. */
function squad({ data }: z.output<typeof squadSchema>): QuestionSet {
  const questions: TopicQuestion[] = [];
  const documents: TopicDocument[] = [];
  for (const { paragraphs } of data) {
    const own = different(paragraphs.map(({ context }) => ({ title: '', text: context })));
    documents.push(...own);
    for (const { context, qas } of paragraphs) {
      const gold = own.filter(({ text }) => text === context);
      const close = own.filter(({ text }) => text !== context);
      for (const { question, answers, is_impossible: impossible } of qas) {
        if (impossible || answers.length === 0) continue;
        const accepted = answers.map(({ text }) => text);
        questions.push({ question, answers: accepted, gold, facts: [], close });
      }
    }
  }
  return { questions, documents: different(documents), isStrict: false };
}

/** Reads questions of HotpotQA, each with its ten paragraphs. */
function hotpotqa(records: z.output<typeof hotpotSchema>): QuestionSet {
  const questions = records.map(({ question, answer, context }) => ({
    question,
    answers: [answer],
    gold: context.map(([title, sentences]) => ({ title, text: sentences.join('') })),
    facts: [],
    close: [],
  }));
  return {
    questions,
    documents: different(questions.flatMap(({ gold }) => gold)),
    isStrict: false,
  };
}

function questionReader<T>(option: string, name: string, schema: z.ZodType<QuestionSet, T>) {
  const answered = schema.refine(
    ({ questions }) => questions.length > 0,
    'has no question with an answer',
  );
  return jsonReader(option, answered, `Use a JSON file of ${name} as it is published.`);
}

const readSquad = questionReader('squad', 'SQuAD', squadSchema.transform(squad));
const readHotpotqa = questionReader('hotpotqa', 'HotpotQA', hotpotSchema.transform(hotpotqa));

/** More facts than these make no question for qa_2. */
const MOST_HOPS = 3;

const own = new Map<string, QuestionSet>();

/** Makes questions about our documents (qa_1), or about facts in two or three of them (qa_2). */
function ownQuestions(task: string, language: LanguageReference): QuestionSet {
  const set = loadDocumentSet(language);
  const none = { gold: [], facts: [], close: [] };
  const questions: TopicQuestion[] =
    task === 'qa_1'
      ? set.map(({ question, answers, gold, topic }) => {
          const close = set.filter((other) => other.topic === topic && other.gold !== gold);
          return { ...none, question, answers, gold: [gold], close: close.map((one) => one.gold) };
        })
      : ownSet(language)
          .chains.filter(({ sentences }) => sentences.length <= MOST_HOPS)
          .map(({ question, keywords: answers, sentences: facts }) => {
            return { ...none, question, answers, facts };
          });
  return { questions, documents: set.map(({ gold }) => gold), isStrict: true };
}

function questionSet(
  task: string,
  language: LanguageReference,
  documents: FileReference | undefined,
): QuestionSet {
  if (!documents) {
    return kept(own, JSON.stringify([task, language]), () => ownQuestions(task, language));
  }
  return task === 'qa_1' ? readSquad(documents) : readHotpotqa(documents);
}

interface Asked {
  question: TopicQuestion;
  gold: TopicDocument[];
  /** In the order in which they are taken. After the last come the first again. */
  others: TopicDocument[];
}

const latest = new Latest<Asked>(1);

function askedBy(draft: RulerDraft): Asked {
  const key = `${seedOf(draft, 'question')} ${JSON.stringify([draft.language, draft.documents])}`;
  return kept(latest, key, () => drawnQuestion(draft));
}

function drawnQuestion(draft: RulerDraft): Asked {
  const set = questionSet(draft.task, draft.language, draft.documents);
  const random = seedrandom(seedOf(draft, 'question'));
  const question = set.questions[Math.floor(random() * set.questions.length)]!;
  const holds = ({ title, text }: TopicDocument) => {
    const whole = `${title}\n${text}`.toLowerCase();
    return question.answers.some((answer) => whole.includes(answer.toLowerCase()));
  };
  const usable = (documents: readonly TopicDocument[]) =>
    documents.filter(
      (document) => !question.gold.includes(document) && !(set.isStrict && holds(document)),
    );
  const close = shuffled(usable(question.close), random);
  const rest = shuffled(usable(set.documents), random).filter((one) => !close.includes(one));
  const carriers = rest.splice(0, question.facts.length);
  const told = carriers.map(({ title, text }, i) => ({
    title,
    text: `${text} ${question.facts[i]}`,
  }));
  return { question, gold: [...question.gold, ...told], others: [...close, ...rest] };
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
  return `${fillFormat(template, { number, title }).trim()}\n${text}`;
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
    question: fillFormat(question, { question: asked.question }),
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
    .map((other, index) => ({ index, tokens: count(`\n\n${written(other, documents, document)}`) }))
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
