/** Reads questions of qa_1 and qa_2: ours, SQuAD or HotpotQA. */
import { z } from 'zod';
import { kept } from '../../base/kept.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { loadDocumentSet } from '../documents/document-sets.js';
import { ownSet } from '../needles/needle-sets.js';
import { jsonReader } from '../published/published-records.js';

export interface TopicDocument {
  title: string;
  text: string;
}

/** A question, its answering documents, and others of its topic. */
export interface TopicQuestion {
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
  const byText = new Map(documents.map((one) => [`${one.title}\n${one.text}`, one]));
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

export function questionSet(
  task: string,
  language: LanguageReference,
  documents: FileReference | undefined,
): QuestionSet {
  if (!documents) {
    return kept(own, JSON.stringify([task, language]), () => ownQuestions(task, language));
  }
  return task === 'qa_1' ? readSquad(documents) : readHotpotqa(documents);
}
