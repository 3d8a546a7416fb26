/** Reads the questions of qa_1 and qa_2: looks up what is asked, and answers only from the documents. */
import type { LanguageReference } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Piece, Understood } from '../understood.js';
import type { RulerCase } from './case.js';
import { type Question, questionSet } from './question-files.js';
import { filledIn, type RulerWords } from './words.js';

/** Which questions may be asked: those of the Case, or all of ours. */
interface Sources {
  language: LanguageReference;
  theCase?: RulerCase;
}

function setsOf({ language, theCase }: Sources) {
  const tasks = theCase ? [theCase.task] : ['qa_1', 'qa_2'];
  return tasks
    .filter((task) => task.startsWith('qa_'))
    .map((task) => questionSet(task, language, theCase?.documents));
}

/** Understands a prompt with documents. */
export function readDocuments(
  prompt: string,
  words: RulerWords,
  sources: Sources,
): Understood | undefined {
  const [before = ''] = words.questions.question.split('{question}');
  const start = prompt.lastIndexOf(`\n\n${before}`);
  if (start < 0 || !prompt.includes(words.questions.instruction)) return undefined;
  const text = prompt.slice(start + 2).trim();
  for (const { questions } of setsOf(sources)) {
    const asked = questions.find(
      ({ question }) => filledIn(words.questions.question, { question }).trim() === text,
    );
    if (asked) return answerFrom(prompt.slice(0, start), asked, words);
  }
  return undefined;
}

function answerFrom(context: string, asked: Question, words: RulerWords): Understood {
  const starts = [...context.matchAll(documentPattern(words))].map(({ index }) => index);
  const documents: Piece[] = starts.map((start, i) => ({
    text: context.slice(start, starts[i + 1] ?? context.length).trim(),
    start,
    position: i / Math.max(1, starts.length - 1),
  }));
  const needed = asked.facts.length > 0 ? asked.facts : asked.answers;
  const pieces = documents.filter(({ text }) => needed.some((part) => text.includes(part)));
  const most = asked.facts.length > 0 ? pieces.length : 1;
  const found = pieces.slice(0, most);
  // A fact may begin with its answer.
  const lower = context.toLowerCase();
  return {
    pieces: found,
    // Facts of several documents answer only together.
    answer: (recalled) =>
      found.length > 0 && recalled.length === found.length
        ? (asked.answers.find((answer) => lower.includes(answer.toLowerCase())) ?? words.absent[0]!)
        : words.absent[0]!,
  };
}

/** A document's beginning in a prompt, as a pattern. */
function documentPattern({ questions }: RulerWords): RegExp {
  return new RegExp(
    `^${literal(filledIn(questions.document, { number: '\0', title: '' }).trim()).replace('\0', '\\d+')}`,
    'gmu',
  );
}
