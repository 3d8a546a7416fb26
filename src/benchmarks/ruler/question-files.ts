/** Where the questions of qa_1 and qa_2 come from: our own documents and facts, SQuAD or HotpotQA. */
import { z } from 'zod';
import { type FileReference, type LanguageReference, UserError } from '../../case.js';
import { readBounded } from '../../files/bounded-files.js';
import { assertUnchanged } from '../../files/files.js';
import { loadDocumentSet } from '../document-sets.js';
import { loadNeedles } from '../needles/needle-sets.js';

/** A text with its title, if it has one. */
export interface Document {
  title: string;
  text: string;
}

/** A question, the documents that answer it, and those that belong to the same topic. */
export interface Question {
  question: string;
  answers: readonly string[];
  /** Always in the prompt. Of a question about facts of ours, they are put into other documents. */
  gold: readonly Document[];
  /** Facts that stand at the end of some documents, instead of documents of their own. */
  facts: readonly string[];
  /** Documents that come before all others. */
  close: readonly Document[];
}

/** Questions with all documents that there are. */
export interface QuestionSet {
  questions: readonly Question[];
  documents: readonly Document[];
  /** Whether documents that hold an answer are left out; the authors leave them in. */
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

/** Documents once each, in an order that is the same everywhere. */
function different(documents: readonly Document[]): Document[] {
  const byText = new Map(documents.map((one) => [`${one.title}\n${one.text}`, one]));
  return [...byText.keys()].sort().map((key) => byText.get(key)!);
}

/** The questions of SQuAD 1.1 or 2.0; those that have no answer are left out. */
function squad({ data }: z.output<typeof squadSchema>): QuestionSet {
  const questions: Question[] = [];
  const documents: Document[] = [];
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

/** The questions of HotpotQA, each with the ten paragraphs that come with it. */
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

const files = new Map<string, QuestionSet>();

/**
 * The questions of a file of the user's.
 *
 * @throws {UserError} naming the option, the file and the field that is missing or wrong
 */
function readQuestions(task: string, reference: FileReference): QuestionSet {
  const [option, name] = task === 'qa_1' ? ['squad', 'SQuAD'] : ['hotpotqa', 'HotpotQA'];
  const key = `${option} ${reference.sha256} ${reference.file}`;
  const known = files.get(key);
  if (known) return known;
  assertUnchanged(option!, reference);
  const fail = (what: string) =>
    new UserError(
      `${option}: ${reference.file}: ${what}. Use a JSON file of ${name} as it is published.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(readBounded(option!, reference.file).toString('utf8'));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw fail('is not JSON');
  }
  const result =
    task === 'qa_1'
      ? squadSchema.transform(squad).safeParse(value)
      : hotpotSchema.transform(hotpotqa).safeParse(value);
  if (!result.success) {
    const { path, message } = result.error.issues[0]!;
    throw fail(`\`${path.join('.') || 'the file'}\`: ${message}`);
  }
  if (result.data.questions.length === 0) throw fail('has no question with an answer');
  files.set(key, result.data);
  return result.data;
}

/** Facts of so many sentences at the most make a question for qa_2. */
const MOST_HOPS = 3;

const own = new Map<string, QuestionSet>();

/** Questions about documents of ours (qa_1), or about facts that stand in two or three of them (qa_2). */
function ownQuestions(task: string, language: LanguageReference): QuestionSet {
  const key = JSON.stringify([task, language]);
  const known = own.get(key);
  if (known) return known;
  const set = loadDocumentSet(language);
  const documents = set.map(({ gold }) => gold);
  const questions: Question[] =
    task === 'qa_1'
      ? set.map((one) => ({
          question: one.question,
          answers: one.answers,
          gold: [one.gold],
          facts: [],
          close: set
            .filter(({ topic, gold }) => topic === one.topic && gold !== one.gold)
            .map(({ gold }) => gold),
        }))
      : loadNeedles(language)
          .chains.filter(({ sentences }) => sentences.length <= MOST_HOPS)
          .map(({ question, keywords, sentences }) => ({
            question,
            answers: keywords,
            gold: [],
            facts: sentences,
            close: [],
          }));
  const found = { questions, documents, isStrict: true };
  own.set(key, found);
  return found;
}

/** The questions that a task may ask. */
export function questionSet(
  task: string,
  language: LanguageReference,
  documents: FileReference | undefined,
): QuestionSet {
  return documents ? readQuestions(task, documents) : ownQuestions(task, language);
}
