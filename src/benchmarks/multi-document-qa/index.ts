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
import { referenceFile } from '../../base/files/file-reference.js';
import { baseName, type FileReference, languageName } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { longest } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import { count, counts, type Options, pathText, someOf } from '../../options/kinds.js';
import { templateOption } from '../../options/option-groups.js';
import {
  benchmark,
  type Conditions,
  type Parts,
  type SharedCaseFields,
  type Task,
} from '../benchmark.js';
import { documentWords, type PassageQuestion } from '../documents.js';
import { fillFormat } from '../fill-format.js';
import {
  goldConflict,
  goldReading,
  itemFormat,
  placeConflict,
  placeOptions,
  queryAwareOption,
  spotsOf,
} from '../lists.js';
import { fileCondition } from '../published/published-records.js';
import type { Reading } from '../reading.js';
import {
  type DistractorChoice,
  DOCUMENT_TASKS,
  type DocumentCase,
  type DocumentDraft,
  documentsOf,
  goldOf,
  hasDistractors,
  passageQuestion,
  type QuestionSource,
  questionsOf,
} from './documents.js';
import { scoreMultiDocumentQa } from './score.js';

const DOCUMENT = 'must be a text with {text} in it, and {number} and {title} where you like';

const documentOptions = {
  /** The documents, and the controls `closed-book` and `oracle`; several are combined. */
  tasks: someOf(DOCUMENT_TASKS).default(['documents']),
  /**
   * How many documents a prompt has. A list makes a set of prompts for each number. 10, 20 and 30 by default. A file
   * that is `published` with its own distractors has a number of its own, which has to be one of these.
   */
  documents: counts.optional(),
  ...placeOptions,
  /** How many questions are used; 20 by default, or all of a file that is `published`. */
  questions: count.optional(),
  /** Whether the distractors are shuffled; otherwise those of the same topic, or first in a file, come first. */
  shuffleDistractors: z.boolean('must be true or false').default(false),
  ...queryAwareOption,
  ...templateOption,
  /**
   * How a document is written for `template`, a line each: `Document [{number}](Title: {title}) {text}`
   * by default, as the authors write it.
   */
  document: itemFormat(['text'], DOCUMENT),
  /** One of the authors' files instead of our documents. */
  published: pathText().optional(),
};

type DocumentOptions = Options<typeof documentOptions>;

const conflict = (config: Record<string, unknown>) =>
  goldConflict(config, 'document') ?? placeConflict(config);

const PAPER_DOCUMENTS = [10, 20, 30];

const DEFAULT_QUESTIONS = 20;

function task(theCase: DocumentDraft): Task {
  const { language, queryAware } = theCase;
  const asked = passageQuestion(theCase);
  const gold = goldOf(theCase);
  const documents = written(theCase);
  const words = documentWords(language);
  const { many, one, none } = words.instruction;
  const amount = documents.length;
  const instruction = amount === 0 ? none : amount === 1 ? one : many;
  const question = words.question.replace('{question}', () => asked.question);
  return {
    positions: gold ? [gold.position] : [],
    answer: longest(asked.answers),
    accepted: asked.answers,
    kind: 'context',
    context: [
      ...(queryAware ? [question] : []),
      instruction.replace('{count}', `${amount}`),
      ...documents,
    ].join('\n\n'),
    question,
    wording: {
      name: 'search_results',
      text: amount > 0 && documents.join('\n'),
      places: { question: asked.question },
    },
  };
}

const AUTHORS_DOCUMENT = 'Document [{number}](Title: {title}) {text}';

/** Writes numbered documents, in our words or as a template has them. */
function written(theCase: DocumentDraft): string[] {
  const { template, document = AUTHORS_DOCUMENT, language } = theCase;
  const format = template ? document : documentWords(language).document;
  return documentsOf(theCase).map(({ title, text }, i) =>
    fillFormat(format, { title, text, number: `${i + 1}` }),
  );
}

function reading(theCase: DocumentDraft): Reading {
  const [nothing = ''] = documentWords(theCase.language).absent;
  const gold = goldOf(theCase);
  if (gold === undefined) return { pieces: [], answer: () => nothing };
  const documents = documentsOf(theCase);
  const items = written(theCase).map((text, i) => ({ text, tells: documents[i]!.answers?.[0] }));
  return goldReading(items, gold, nothing);
}

const conditions: Conditions<DocumentCase> = {
  evidence: 'harmless',
  // Documents are the prompt, however they are counted.
  tokenizer: 'harmless',
  tokenizers: 'harmless',
  published: (file) => ({ documents: file ? fileCondition(file) : 'ours' }),
  shuffleDistractors: (shuffle) => ({ order: shuffle ? 'shuffled' : 'as listed' }),
};

function describe(theCase: DocumentCase): Parts {
  const { task: taskName, cell, published, shuffleDistractors: shuffle, queryAware } = theCase;
  const isGrid = taskName === 'documents';
  return [
    'Multi-document QA',
    published && baseName(published.file),
    isGrid ? `${cell.documents} documents` : taskName,
    isGrid && `index ${goldOf(theCase)!.index}`,
    shuffle && 'shuffled',
    queryAware && 'query-aware',
    `question ${cell.question}`,
    languageName(theCase.language),
    `${theCase.tokens} tokens`,
  ];
}

function planOf(options: DocumentOptions, source: QuestionSource) {
  const all = questionsOf(source);
  if (all.some(({ distractors }) => distractors)) {
    return publishedPlan(options, all, source.published!.file);
  }
  const { documents: sizes = PAPER_DOCUMENTS, tasks } = options;
  const documents = tasks.includes('documents') ? Math.max(...sizes) : 1;
  const questions = options.questions ?? (source.published ? all.length : DEFAULT_QUESTIONS);
  for (const [option, value] of Object.entries({ questions, documents })) {
    if (value <= all.length) continue;
    throw new UserError(
      `multiDocumentQa: \`${option}\` is ${value}, but there are only ${all.length}. Use at most ${all.length}.`,
    );
  }
  return {
    sizes,
    asked: (seed: number) =>
      drawnQuestions(all.length, questions, { ...source, seed, documents }, !options.questions),
  };
}

/**
 * The wanted number of questions, in an order of the seed's. Those whose answer stands in more documents than leave
 * enough distractors are passed over.
 *
 * @param isMost - whether fewer will do
 * @throws {UserError} when there are not enough others
 */
function drawnQuestions(
  among: number,
  needed: number,
  prompt: Omit<DistractorChoice, 'question'>,
  isMost: boolean,
): number[] {
  const chosen: number[] = [];
  for (const question of shuffled(
    [...Array(among).keys()],
    seedrandom(`questions/${prompt.seed}`),
  )) {
    if (chosen.length === needed) break;
    if (hasDistractors({ ...prompt, question })) chosen.push(question);
  }
  if (chosen.length === needed || (isMost && chosen.length > 0)) return chosen;
  throw new UserError(
    `multiDocumentQa: \`questions\` is ${needed}, but only ${chosen.length} can be asked with ` +
      `${prompt.documents} documents: too many documents hold the answers of the others. Ask fewer ` +
      'questions, or use fewer `documents`.',
  );
}

/** A file with distractors fixes the number and order of documents. */
function publishedPlan(options: DocumentOptions, all: readonly PassageQuestion[], path: string) {
  const sizes = new Set(all.map(({ distractors = [] }) => distractors.length + 1));
  const isOther = options.documents?.some((amount) => sizes.has(amount)) === false;
  if (isOther || sizes.size > 1) {
    throw new UserError(
      isOther
        ? `multiDocumentQa: \`documents\` has ${options.documents?.join(', ')}, but ${path} has questions with ` +
            `${[...sizes].slice(0, 3).join(', ')} documents, its own distractors among them. Leave \`documents\` out.`
        : `multiDocumentQa: ${path} has questions with ${[...sizes].slice(0, 3).join(', ')} documents. ` +
            'Use a file in which all have the same number.',
    );
  }
  if (!options.shuffleDistractors && options.seeds.length > 1) {
    throw new UserError(
      `multiDocumentQa: every one of the \`seeds\` would give the same prompts, since ${path} has its own ` +
        'distractors in their order. Leave `seeds` out, or use `shuffleDistractors: true`.',
    );
  }
  const asked = [...all.keys()].slice(0, options.questions);
  return { sizes: [...sizes], asked: () => asked };
}

type AskedQuestion = Omit<DocumentDraft, 'task' | 'cell'> & { question: number };

function* axes(options: DocumentOptions, shared: SharedCaseFields): Generator<DocumentDraft> {
  const published = fileOf(options);
  const plan = planOf(options, { language: shared.language, ...published });
  for (const seed of options.seeds) {
    for (const question of plan.asked(seed)) {
      const asked = {
        ...shared,
        ...published,
        evidence: 1,
        seed,
        cluster: `question ${question}`,
        question,
      } as const;
      yield* casesOf(asked, options, plan.sizes);
    }
  }
}

function* casesOf(
  { question, ...asked }: AskedQuestion,
  options: DocumentOptions,
  sizes: readonly number[],
): Generator<DocumentDraft> {
  const aware = options.queryAware && { queryAware: true };
  const { document } = options;
  const own = document && document !== AUTHORS_DOCUMENT && { document };
  for (const name of options.tasks) {
    if (name === 'closed-book') {
      const cell = { question, documents: 0 };
      yield { ...asked, ...own, task: name, size: 'no documents', control: true, cell };
    } else if (name === 'oracle') {
      const cell = { question, documents: 1 };
      yield { ...asked, ...aware, ...own, task: name, size: '1 document', cell };
    } else {
      for (const documents of sizes) {
        const size = `${documents} documents`;
        const shuffle = options.shuffleDistractors && { shuffleDistractors: true };
        const list = { generator: 'multiDocumentQa', items: 'documents' };
        for (const place of spotsOf(options, documents, list)) {
          const cell = { question, documents, ...place };
          yield { ...asked, ...aware, ...own, ...shuffle, task: name, size, cell };
        }
      }
    }
  }
}

function fileOf({ published }: DocumentOptions): { published?: FileReference } {
  if (!published) return {};
  return { published: referenceFile('published', published, 'leave it out for our own documents') };
}

export const multiDocumentQa = benchmark<DocumentCase>()({
  name: 'multi-document-qa',
  conditions,
  axes,
  describe,
  make: (draft) => ({ ...task(draft), reading: () => reading(draft) }),
  options: documentOptions,
  conflict,
  mark: scoreMultiDocumentQa,
});
