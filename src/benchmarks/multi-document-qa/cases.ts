/**
 * Multi-document question answering of Lost in the Middle (arXiv:2307.03172, §2): how well a model uses
 * each place of its context to answer a question.
 *
 * The context is k documents, exactly one of which holds the answer; it stands at a chosen index. The
 * paper has 10, 20 and 30 documents of Wikipedia. Two controls: `closed-book` gives no documents, which
 * shows what the model knows anyway, and `oracle` gives the right one alone (§2.3, Table 1). With
 * query-aware contextualization (§4.2) the question stands before the documents, too. Random order of
 * the distractors is the paper's Appendix C.
 */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { baseName, type FileReference, languageName, UserError } from '../../case.js';
import { referenceFile } from '../../files.js';
import { count, generalOptions, oneOrMore, pathText } from '../../generators/options.js';
import { shuffled } from '../../shuffle.js';
import type { Benchmark, SharedCaseFields, Task } from '../benchmark.js';
import { checkGold, differentPlaces, goldIndex, goldOption } from '../gold.js';
import type { Question } from './document-sets.js';
import {
  type DistractorChoice,
  DOCUMENT_TASKS,
  type DocumentCase,
  documentsOf,
  goldOf,
  hasDistractors,
  type QuestionSource,
  questionOf,
  questionsOf,
  writeDocuments,
} from './documents.js';
import { documentWords } from './words.js';

/** The numbers of documents in the paper. */
const PAPER_DOCUMENTS = [10, 20, 30];

/** So many questions are asked unless the option `questions` says otherwise. */
const DEFAULT_QUESTIONS = 20;

const TASK = `must be one of ${DOCUMENT_TASKS.join(', ')}, or a list of them`;
const DOCUMENTS = 'must be a whole number of at least 1, or a list of them';

const documentOptions = z.strictObject({
  /** The documents, and the controls `closed-book` and `oracle`; several expand the grid. */
  tasks: oneOrMore(z.enum(DOCUMENT_TASKS, TASK), TASK).default(['documents']),
  /** How many documents a prompt has; each number is a grid. Default: 10, 20 and 30. */
  documents: oneOrMore(count, DOCUMENTS).optional(),
  /** Where the document with the answer stands; each place is a prompt. */
  gold: goldOption,
  /** How many questions are asked. Default: 20, or all of a file that has distractors. */
  questions: count.optional(),
  /** The order of the distractors: same topic (or first in the file) first, or shuffled. */
  order: z.enum(['fixed', 'random'], 'must be fixed or random').default('fixed'),
  /** Whether the question stands before the documents, too. */
  queryAware: z.boolean('must be true or false').default(false),
  /** A file of the authors' instead of our own documents. */
  published: pathText('must be the path of a file').optional(),
  ...generalOptions,
});

/** What a user may write as `config`. */
export type MultiDocumentQaConfig = z.input<typeof documentOptions>;

type Options = z.output<typeof documentOptions>;

function task(theCase: DocumentCase): Task {
  const words = documentWords(theCase.language);
  const asked = questionOf(theCase);
  const documents = writeDocuments(documentsOf(theCase), words);
  const { many, one, none } = words.instruction;
  const amount = documents.length;
  const instruction = amount === 0 ? none : amount === 1 ? one : many;
  const question = words.question.replace('{question}', () => asked.question);
  const gold = goldOf(theCase);
  return {
    context: [
      ...(theCase.queryAware ? [question] : []),
      instruction.replace('{count}', `${amount}`),
      ...documents,
    ].join('\n\n'),
    question,
    positions: gold ? [gold.position] : [],
    answer: longest(asked.answers),
    evidence: [],
    between: '',
    forbidden: [],
  };
}

function longest(texts: readonly string[]): string {
  return texts.reduce((most, text) => (text.length > most.length ? text : most), '');
}

function describe(theCase: DocumentCase): string {
  const { task: taskName, documents, question, published, order, queryAware } = theCase;
  const isGrid = taskName === 'documents';
  return [
    'Multi-document QA',
    ...(published ? [baseName(published.file)] : []),
    isGrid ? `${documents} documents` : taskName,
    ...(isGrid ? [`gold ${goldOf(theCase)!.index}`] : []),
    ...(order ? ['random order'] : []),
    ...(queryAware ? ['query-aware'] : []),
    `question ${question}`,
    languageName(theCase.language),
    `${theCase.tokens} tokens`,
  ].join(' · ');
}

/** The questions that a config asks, and the numbers of documents they are asked with. */
interface Plan {
  sizes: number[];
  /** Numbers of the questions that a seed asks. */
  asked(seed: number): number[];
}

function planOf(options: Options, source: QuestionSource): Plan {
  const all = questionsOf(source);
  if (all.some(({ distractors }) => distractors)) {
    return publishedPlan(options, all, source.published!.file);
  }
  const { questions = DEFAULT_QUESTIONS, documents: sizes = PAPER_DOCUMENTS, tasks } = options;
  const documents = tasks.includes('documents') ? Math.max(...sizes) : 1;
  for (const [option, value] of Object.entries({ questions, documents })) {
    if (value <= all.length) continue;
    throw new UserError(
      `multiDocumentQa: \`${option}\` is ${value}, but there are only ${all.length}. Use at most so many.`,
    );
  }
  return {
    sizes,
    asked: (seed) => drawnQuestions(all.length, questions, { ...source, seed, documents }),
  };
}

/**
 * So many questions, in an order of the seed's. Those whose answer stands in so many documents that
 * distractors run out are passed over.
 *
 * @throws {UserError} when there are not enough others
 */
function drawnQuestions(
  among: number,
  needed: number,
  prompt: Omit<DistractorChoice, 'question'>,
): number[] {
  const chosen: number[] = [];
  for (const question of shuffled(
    [...Array(among).keys()],
    seedrandom(`questions/${prompt.seed}`),
  )) {
    if (chosen.length === needed) break;
    if (hasDistractors({ ...prompt, question })) chosen.push(question);
  }
  if (chosen.length === needed) return chosen;
  throw new UserError(
    `multiDocumentQa: \`questions\` is ${needed}, but only ${chosen.length} can be asked with ` +
      `${prompt.documents} documents: too many documents hold the answers of the others. Ask fewer ` +
      'questions, or use fewer `documents`.',
  );
}

/** A file with distractors says itself how many documents there are, and is asked in its order. */
function publishedPlan(options: Options, all: readonly Question[], path: string): Plan {
  const sizes = new Set(all.map(({ distractors = [] }) => distractors.length + 1));
  if (options.documents || sizes.size > 1) {
    throw new UserError(
      options.documents
        ? `multiDocumentQa: \`documents\` is for drawn distractors, but ${path} has its own. Leave it out.`
        : `multiDocumentQa: ${path} has questions with ${[...sizes].slice(0, 3).join(', ')} documents. ` +
            'Use a file in which all have the same number.',
    );
  }
  if (options.order === 'fixed' && options.seeds.length > 1) {
    throw new UserError(
      `multiDocumentQa: every one of the \`seeds\` would give the same prompts, since ${path} has its own ` +
        'distractors in their order. Leave `seeds` out, or use `order: random`.',
    );
  }
  const asked = [...all.keys()].slice(0, options.questions);
  return { sizes: [...sizes], asked: () => asked };
}

/** One question to one seed, before it has documents. */
type AskedQuestion = Omit<DocumentCase, 'task' | 'documents'>;

function* cases(options: Options, shared: SharedCaseFields): Generator<DocumentCase> {
  const published = fileOf(options);
  const plan = planOf(options, { language: shared.language, ...published });
  for (const seed of options.seeds) {
    for (const question of plan.asked(seed)) {
      const asked: AskedQuestion = {
        benchmark: 'multi-document-qa',
        ...shared,
        haystack: options.published ? baseName(options.published) : 'invented-facts',
        ...published,
        tokens: 0,
        evidence: 1,
        seed,
        question,
      };
      yield* casesOf(asked, options, plan.sizes);
    }
  }
}

function* casesOf(asked: AskedQuestion, options: Options, sizes: readonly number[]) {
  const { question } = asked;
  const aware = options.queryAware && { queryAware: true };
  for (const name of options.tasks) {
    if (name === 'closed-book') {
      const cell = { question, documents: 0 };
      yield { ...asked, task: name, documents: 0, size: 'no documents', control: true, cell };
    } else if (name === 'oracle') {
      const cell = { question, documents: 1 };
      yield { ...asked, ...aware, task: name, documents: 1, size: '1 document', cell };
    } else {
      for (const documents of sizes) {
        const size = `${documents} documents`;
        yield* casesAtPlaces({ ...asked, ...aware, task: name, documents, size }, options);
      }
    }
  }
}

function* casesAtPlaces(theCase: DocumentCase, { gold: places, order }: Options) {
  const { question, documents } = theCase;
  checkGold('multiDocumentQa', places, documents, 'documents');
  for (const place of differentPlaces(places, documents)) {
    const gold = goldIndex(place, documents);
    yield {
      ...theCase,
      gold: place,
      ...(order === 'random' && { order }),
      cell: { question, documents, gold },
    };
  }
}

function fileOf({ published }: Options): { published?: FileReference } {
  if (!published) return {};
  return { published: referenceFile('published', published, 'leave it out for our own documents') };
}

export const multiDocumentQaBenchmark: Benchmark<DocumentCase, Options> = {
  name: 'multi-document-qa',
  generator: 'multiDocumentQa',
  options: documentOptions,
  cases,
  task,
  describe,
};
