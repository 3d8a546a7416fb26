import seedrandom from 'seedrandom';
import { notice } from '../../base/notices.js';
import { baseName } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { counted, longest } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import type { ContextTask, Fit, Fitting, Parts, SharedCaseFields } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import { documentWords, holdsAnswer, normalPassage } from '../documents.js';
import { CLOSE_ENOUGH, fillRest, largestFitting, nearestPair } from '../lengths.js';
import type { Reading } from '../reading.js';
import {
  BETWEEN,
  DOCUMENT,
  type OwnDocumentCase,
  type OwnDraft,
  otherDocuments,
  placedDocuments,
  questionOf,
  sentencesOf,
  writtenDocument,
} from './documents.js';
import { numbersText, type OwnDocument, type OwnQuestion, readFiles } from './files.js';
import type { OwnDocumentsOptions } from './options.js';

const COUNTS = [5, 10, 20];

export { loadFiles as load } from './files.js';

export function task(draft: OwnDraft): ContextTask {
  const { question, answers } = questionOf(draft);
  const { documents, positions } = placedDocuments(draft);
  return {
    kind: 'context',
    context: documents.map((document, i) => writtenDocument(document, i, draft)).join(BETWEEN),
    documents,
    question,
    // Several documents answer only together.
    positions: positions.length === 1 ? positions : [],
    answer: longest(answers),
    accepted: answers,
  };
}

/** Who recalls all gold documents answers and cites them. Who lost one knows nothing. */
export function reading(draft: OwnDraft): Reading {
  const [nothing = ''] = documentWords(draft.language).absent;
  const { answers, passage } = questionOf(draft);
  const { documents, gold, positions } = placedDocuments(draft);
  const pieces = gold.map((place, i) => ({
    text: passage?.text ?? documents[place]!.text,
    position: positions[i]!,
  }));
  const cited = gold.map((place) => ` [${place + 1}]`).join('');
  return {
    pieces,
    answer: (recalled) =>
      pieces.length > 0 && recalled.length === pieces.length
        ? `${answers[0] ?? pieces[0]!.text}${cited}`
        : nothing,
  };
}

export async function* axes(
  options: OwnDocumentsOptions,
  shared: SharedCaseFields,
): AsyncGenerator<OwnDraft> {
  const { references, files } = await readFiles(options.questions, options.documents);
  const { lengths, counts = COUNTS, seeds, order, document } = options;
  const asked = [...files.questions].slice(0, options.examples);
  for (const sentence of files.skipped) notice(sentence);
  const isFound = asked.some(([, { retrieved }]) => retrieved);
  const { distractors = isFound ? 'ranked' : 'random' } = options;
  const isAsFound = distractors === 'ranked' && options.depths === undefined;
  const common = {
    ...shared,
    ...references,
    ...(distractors !== 'random' && { distractors }),
    ...(order !== 'given' && { order }),
    ...(document && document !== DOCUMENT && { document }),
    ...(options.sent === 'vars' && { sent: options.sent }),
  } as const;
  const isDrawn =
    distractors === 'random' || order === 'shuffled' || !Array.isArray(options.depths);
  if (seeds.length > 1 && !isDrawn) {
    throw new UserError(
      'ownDocuments: every one of the `seeds` would give the same prompts, since `distractors` and `depths` are ' +
        'given. Leave `seeds` out, or use `order: shuffled`.',
    );
  }
  if (options.tasks.includes('documents') && !isAsFound)
    checkGold(asked, shared, options.questions);
  for (const seed of seeds) {
    const drawn = drawnDepths(asked.length, seed);
    for (const [i, [question, { gold, passage, retrieved }]] of asked.entries()) {
      const cluster = `${references.questions.sha256}, question ${question + 1}`;
      const base = { ...common, seed, cluster };
      const cell = { question, documents: gold.length };
      if (options.tasks.includes('closed-book')) {
        const none = { ...cell, documents: 0 };
        yield { ...base, task: 'closed-book', size: 'no documents', control: true, cell: none };
      }
      if (options.tasks.includes('oracle') && gold.length > 0) {
        yield { ...base, task: 'oracle', size: 'gold alone', cell };
      }
      if (!options.tasks.includes('documents')) continue;
      const kind = passage ? 'text' : isAsFound ? 'retrieved' : 'documents';
      const draft: OwnDraft = { ...base, task: kind, cell };
      if (distractors === 'ranked' && !retrieved) {
        complain(draft, 'has no retrieval results. Give it `ctxs`, or use other `distractors`.');
      }
      if (passage && !lengths) {
        complain(
          draft,
          'has its `gold` in a text, which has no documents to count. Give `lengths`.',
        );
      }
      const depths = options.depths === undefined ? [drawn[i]!] : depthsOf(options, 1);
      const places =
        kind === 'retrieved' || (gold.length === 0 && !passage)
          ? [{}]
          : depths.map((depth) => ({ depth }));
      const least = kind === 'retrieved' ? 0 : gold.length;
      for (const size of lengths ?? counts) {
        for (const place of places) {
          const own = { ...place, question, documents: lengths ? least : size };
          const sized = lengths ? { tokens: size } : { size: counted(size, 'document') };
          const one: OwnDraft = { ...draft, ...sized, cell: own };
          if (!lengths) assertEnough(one, least, asked);
          yield one;
        }
      }
    }
  }
}

/** Draws where gold documents stand: one question in each of as many equal parts, so that none has more by chance. */
function drawnDepths(questions: number, seed: number): number[] {
  const random = seedrandom(`depths/${seed}`);
  const parts = shuffled([...Array(questions).keys()], random);
  return parts.map((part) => Math.floor((10_000 * (part + random())) / questions) / 10_000);
}

type Asked = readonly (readonly [number, OwnQuestion])[];

/**
 * See to it that questions can be answered from their gold documents. An answer in other words than theirs may be
 * right, and so may be that it is not there: what is doubtful is named, and stops nothing.
 *
 * @throws {UserError} when no question has a gold document
 */
function checkGold(asked: Asked, { language }: SharedCaseFields, file: string): void {
  const { normalise } = documentWords(language);
  const own = asked.filter(([, { passage }]) => !passage);
  const without = own.filter(([, { gold }]) => gold.length === 0);
  if (without.length > 0 && without.length === asked.length) {
    throw new UserError(
      `ownDocuments: no question of ${file} has a document that answers it. Name them as \`gold\`, or give ` +
        '`ctxs` with what your retriever found.',
    );
  }
  const unsaid = own.filter(
    ([, { gold, answers }]) =>
      gold.length > 0 &&
      answers.length > 0 &&
      !gold.some((passage) => holdsAnswer(normalPassage(passage, normalise), answers, normalise)),
  );
  const named = (some: typeof asked) =>
    `${counted(some.length, 'question')} of ${file} (number ${numbersText(some.map(([i]) => i + 1))})`;
  if (unsaid.length > 0) {
    notice(
      `The gold documents of ${named(unsaid)} do not contain an accepted answer. If the answer is there in other ` +
        'words, nothing is wrong; else correct `gold` or `answers`.',
    );
  }
  if (without.length > 0) {
    notice(
      `${named(without)} ${without.length === 1 ? 'has' : 'have'} no \`gold\`. Documents with an accepted answer are ` +
        'left out of their prompts, so only an answer that says so can be right.',
    );
  }
}

function complain({ questions, cell }: OwnDraft, what: string): never {
  throw new UserError(`ownDocuments: question ${cell.question + 1} of ${questions.file} ${what}`);
}

function lacks(draft: OwnDraft, found: number, needed: string): never {
  const others =
    draft.task === 'retrieved'
      ? 'retrieval results'
      : 'documents without its answer besides the gold ones';
  return complain(
    draft,
    `has ${found} ${others}, ${needed}, more documents, or answers that are not in all of them.`,
  );
}

/** Returns the most documents that a prompt about any question can have. */
function mostOfAll(draft: OwnDraft, asked: Asked): number {
  const most = asked.map(([question, { gold }]) => {
    const others = otherDocuments({ ...draft, cell: { ...draft.cell, question } });
    return others(Number.POSITIVE_INFINITY).length + (draft.task === 'retrieved' ? 0 : gold.length);
  });
  return Math.min(...most);
}

/** @throws {UserError} when there are too few documents, or more of them hold the answer */
function assertEnough(draft: OwnDraft, gold: number, asked: Asked): void {
  const { documents } = draft.cell;
  if (gold > documents) {
    const wrong = `has ${gold} gold documents, but \`counts\` has ${documents}. Use larger counts.`;
    complain(draft, wrong);
  }
  const needed = documents - gold;
  const { length: found } = otherDocuments(draft)(needed);
  if (found === needed) return;
  const use = `Use \`counts\` up to ${mostOfAll(draft, asked)}`;
  lacks(draft, found, `but a prompt of ${documents} needs ${needed}. ${use}`);
}

/**
 * Fills a length with whole documents and the rest with sentences of one or two more, or a text with words
 * around the answer.
 */
export const fit: Fit<OwnDocumentCase> = (draft, tokensOf, count) => {
  if (draft.task === 'closed-book' || draft.task === 'oracle') return draft;
  const { tokens, cell } = draft;
  const filled = (more: number, cut: readonly string[] = []): Fitting<OwnDocumentCase> => ({
    ...draft,
    cell: { ...cell, documents: cell.documents + more, ...(cut.length > 0 && { cut }) },
  });
  const left = (more: number, cut?: readonly string[]) => tokens - tokensOf(filled(more, cut));
  if (left(0) < 0) {
    complain(
      draft,
      `takes ${tokens - left(0)} tokens with its gold documents, more than the ${tokens} of a prompt. Use longer prompts.`,
    );
  }
  const { passage } = questionOf(draft);
  if (passage) {
    const most = passage.words.length - (passage.to - passage.from);
    if (left(most) > CLOSE_ENOUGH) {
      complain(
        draft,
        `asks of a text of ${tokens - left(most)} tokens with the prompt, fewer than the ${tokens} of a prompt. ` +
          'Use shorter prompts or a longer text.',
      );
    }
    const lengthOf = (words: number) => tokensOf(filled(Math.min(words, most)));
    return filled(Math.min(most, largestFitting(tokens, lengthOf, left(0) || 1).amount));
  }
  const othersUpTo = otherDocuments(draft);
  const lengthOf = (document: OwnDocument) => count(writtenDocument(document, 98, draft) + BETWEEN);
  let more = 0;
  for (let rest = left(0); rest > 0 && othersUpTo(more + 1).length > more; more++) {
    rest -= lengthOf(othersUpTo(more + 1)[more]!);
  }
  while (left(more) < 0) more--;
  while (othersUpTo(more + 1).length > more && left(more + 1) >= 0) more++;
  if (othersUpTo(more + 1).length === more && left(more) > CLOSE_ENOUGH) {
    const length = `of ${tokens - left(more)} tokens with the prompt`;
    lacks(draft, more, `${length}, fewer than the ${tokens} of a prompt. Use shorter prompts`);
  }
  let best = filled(more);
  // If no cut of one document fits, two are cut.
  for (const [documents, most] of [
    [more, 1],
    [more - 1, 2],
  ] as const) {
    if (documents < 0 || tokens - tokensOf(best) <= CLOSE_ENOUGH) break;
    const rest = left(documents);
    const runs = runsOf(
      othersUpTo(documents + CUT_AMONG),
      documents,
      rest,
      (document, sentence = '') =>
        sentence === '' ? lengthOf({ ...document, text: '' }) : count(sentence),
    );
    const cut = fillRest(
      rest,
      (wanted) => nearestPair(runs, wanted, most)?.map(({ part }) => part),
      (chosen) => left(documents, chosen),
    );
    const tried = filled(documents, cut);
    if (tokensOf(tried) > tokensOf(best)) best = tried;
  }
  return best;
};

const CUT_AMONG = 64;

/** Enough runs to choose from, each beginning at one of the first sentences of its document. */
const RUNS = 1000;

const STARTS = 32;

/**
 * Runs of sentences of some documents, ascending by their length.
 *
 * @param rest - the longest that are of use, in tokens
 * @param lengthOf - of a sentence of a document, or of what stands around its text
 */
function runsOf(
  documents: readonly OwnDocument[],
  from: number,
  rest: number,
  lengthOf: (one: OwnDocument, sentence?: string) => number,
) {
  const runs: { index: number; tokens: number; part: string }[] = [];
  for (const [index, document] of documents.entries()) {
    if (index < from || (runs.length >= RUNS && index > from + 1)) continue;
    const sizes = sentencesOf(document).map((sentence) => lengthOf(document, sentence));
    for (let start = 0; start < Math.min(STARTS, sizes.length); start++) {
      let tokens = lengthOf(document);
      for (let end = start; end < sizes.length && tokens <= rest; end++) {
        tokens += sizes[end]!;
        runs.push({ index, tokens, part: `${index} ${start} ${end + 1}` });
      }
    }
  }
  return runs.sort((a, b) => a.tokens - b.tokens);
}

export function describe({ task: name, cell, questions, tokens }: OwnDocumentCase): Parts {
  return [
    `${baseName(questions.file)} no. ${cell.question + 1}`,
    ...(name === 'documents' || name === 'text' ? [] : [name]),
    ...(name === 'text' || name === 'closed-book'
      ? []
      : [`${cell.documents + (cell.cut?.length ?? 0)} documents`]),
    ...(cell.depth === undefined ? [] : [depthText(cell.depth)]),
    `${tokens} tokens`,
  ];
}
