import { lastPlace } from '../prompt-template.js';
import type { Piece, Understood } from '../understood.js';
import { AUTHORS_DOCUMENT } from './cases.js';
import { SET_LANGUAGES } from './document-sets.js';
import { type DocumentCase, questionsOf } from './documents.js';
import { comparableAnswer, holdsAnswer } from './normalise.js';
import { type DocumentWords, documentWords } from './words.js';

type Source = Pick<DocumentCase, 'language' | 'published'>;

/**
 * Reads multi-document question answering: looks up in the set or file which answers its question
 * accepts, and gives one only if it stands in a document of the prompt.
 */
export function read(prompt: string, theCase?: DocumentCase): Understood | undefined {
  const sources: Source[] = theCase ? [theCase] : SET_LANGUAGES.map((language) => ({ language }));
  for (const source of sources) {
    const words = documentWords(source.language);
    const { template, document = AUTHORS_DOCUMENT } = theCase ?? {};
    const question = template
      ? lastPlace(template, 'question', prompt)
      : askedQuestion(prompt, words);
    if (question === undefined) continue;
    const documents = findDocuments(prompt, template ? `\n${document}` : `\n\n${words.document}`);
    return answerFrom(documents, question, source, words);
  }
  return undefined;
}

/** The line before the words that stand behind every question. */
function askedQuestion(prompt: string, { question }: DocumentWords): string | undefined {
  const end = prompt.lastIndexOf(question.replace('{question}', ''));
  return end < 0 ? undefined : prompt.slice(prompt.lastIndexOf('\n', end - 1) + 1, end);
}

function answerFrom(
  documents: readonly Piece[],
  question: string,
  source: Source,
  { normalise, absent }: DocumentWords,
): Understood {
  const questions = questionsOf(source);
  const accepted = questions
    .filter((one) => one.question === question)
    .flatMap((one) => one.answers);
  /** The first of some answers that stands in a document. */
  const quote = ({ text }: Piece, answers: readonly string[]) => {
    const comparable = comparableAnswer(text, normalise);
    return answers.find((answer) => holdsAnswer(comparable, [answer], normalise));
  };
  const index = documents.findIndex((document) => quote(document, accepted) !== undefined);
  const gold = documents[index];
  // Who does not recall the document takes the one beside it.
  const beside = documents[index + 1] ?? documents[index - 1];
  const besideAnswers = questions.find(({ gold: { text } }) =>
    beside?.text.includes(text),
  )?.answers;
  return {
    pieces: gold ? [gold] : [],
    answer: (recalled) =>
      (recalled.includes(0)
        ? gold && quote(gold, accepted)
        : beside && quote(beside, besideAnswers ?? [])) ?? absent[0]!,
  };
}

/**
 * The documents of a prompt, each of which begins as its format does up to the title or text: `[1] `,
 * or `Document [1](Title: `.
 */
function findDocuments(prompt: string, format: string): Piece[] {
  const [beginning = ''] = format.split(/\{(?:title|text)\}/);
  const lead = beginning.length - beginning.trimStart().length;
  const starts: number[] = [];
  for (let from = 0; beginning.trim() !== ''; ) {
    const mark = beginning.replace('{number}', `${starts.length + 1}`);
    const start = prompt.indexOf(mark, from);
    if (start < 0) break;
    starts.push(start + lead);
    from = start + mark.length;
  }
  return starts.map((start, i) => ({
    text: prompt.slice(start, starts[i + 1] ?? Math.max(start, prompt.lastIndexOf('\n\n'))).trim(),
    start,
    position: starts.length > 1 ? i / (starts.length - 1) : 0,
  }));
}
