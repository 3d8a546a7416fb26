/** The Cases of `ownDocuments`: which questions, how long, where the gold documents stand. */
import seedrandom from 'seedrandom';
import { baseName, UserError } from '../../case.js';
import { DEFAULT_MAX_TOKENS, lengthsOf } from '../../options/options.js';
import { longest } from '../../text/texts.js';
import type { ContextTask, Fitting, SharedCaseFields } from '../benchmark.js';
import { depthsOf, depthText } from '../depths.js';
import { documentWords } from '../documents/words.js';
import { CLOSE_ENOUGH, fillRest } from '../fill.js';
import { fillFormat } from '../prompt-template.js';
import type { Reading } from '../reading.js';
import {
  BETWEEN,
  type OwnCase,
  type OwnDraft,
  othersOf,
  placedDocuments,
  questionOf,
  sentencesOf,
  stretchOf,
} from './documents.js';
import { filesOf, type OwnDocument, readFiles } from './files.js';
import type { OwnDocumentsOptions } from './options.js';

const COUNTS = [5, 10, 20];

const DOCUMENT = '[{number}] {title}\n{text}';

export { loadFiles as load } from './files.js';

export function task(draft: OwnDraft): ContextTask {
  const { question, answers } = questionOf(draft);
  const asked = { kind: 'context', question, answer: longest(answers), accepted: answers } as const;
  const { documents, gold } = placedDocuments(draft);
  const parts = documents.flatMap((one, i) => [
    ...(i > 0 ? [BETWEEN] : []),
    ...written(one, i, draft),
  ]);
  const [place] = gold;
  return {
    ...asked,
    context: parts.join(''),
    parts,
    documents,
    // Of several documents, only all together answer the question.
    positions:
      gold.length === 1 ? [draft.cell.depth ?? place! / Math.max(1, documents.length - 1)] : [],
  };
}

/** A document as it stands in a prompt, in parts of which its text is one. */
function written(
  one: OwnDocument,
  index: number,
  { task: kind, document = DOCUMENT }: OwnDraft,
): string[] {
  if (kind === 'text') return [one.text];
  const around = document.split('{text}').map((part) => {
    const filled = fillFormat(part, { ...one, number: `${index + 1}` });
    return one.title === '' ? filled.replace(/[^\S\n]+$/gm, '') : filled;
  });
  return around.flatMap((part, i) => (i === 0 ? [part] : [one.text, part]));
}

/** Who recalls all gold documents answers, and cites them; who lost one knows nothing. */
export function reading(draft: OwnDraft): Reading {
  const [nothing = ''] = documentWords(draft.language).absent;
  const { answers } = questionOf(draft);
  const { documents, gold } = placedDocuments(draft);
  const pieces =
    draft.task === 'text'
      ? [{ text: stretchOf(draft).gold, position: draft.cell.depth! }]
      : gold.map((place) => ({
          text: documents[place]!.text,
          position: place / Math.max(1, documents.length - 1),
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

export async function* cases(
  options: OwnDocumentsOptions,
  shared: SharedCaseFields,
): AsyncGenerator<OwnDraft> {
  const { references, files } = await readFiles(options.questions, options.documents);
  const { lengths, maxTokens, seeds, order, document, distractors } = options;
  const asked = [...files.questions.entries()].slice(0, options.examples);
  const isRanked = distractors
    ? distractors === 'ranked'
    : asked.some(([, { retrieved }]) => retrieved);
  const chosen = isRanked ? 'ranked' : (distractors ?? 'random');
  const byLength = lengths !== undefined || maxTokens !== undefined;
  const sizes = byLength
    ? lengthsOf({ lengths, maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS }, 8)
    : (options.counts ?? COUNTS);
  const common = {
    benchmark: 'own-documents',
    ...shared,
    ...references,
    ...(chosen !== 'random' && { distractors: chosen }),
    ...(order !== 'given' && { order }),
    ...(options.apart && { apart: true as const }),
    ...(document && document !== DOCUMENT && { document }),
    ...(options.whole && { whole: true as const }),
    ...(options.sent === 'vars' && { sent: options.sent }),
  } as const;
  const isDrawn = chosen === 'random' || order === 'shuffled' || !Array.isArray(options.depths);
  if (seeds.length > 1 && !isDrawn) {
    throw new UserError(
      'ownDocuments: every one of the `seeds` would give the same prompts, since `distractors` and `depths` are ' +
        'given. Leave `seeds` out, or use `order: shuffled`.',
    );
  }
  for (const seed of seeds) {
    for (const [question, { gold, passage, retrieved }] of asked) {
      const drawn = Math.round(seedrandom(`depth/${seed}/${question}`)() * 10_000) / 10_000;
      const depths = options.depths === undefined ? [drawn] : depthsOf(options, 1);
      for (const name of options.tasks) {
        const cell = { question, documents: name === 'closed-book' ? 0 : gold.length };
        const base: OwnDraft = { ...common, seed, task: name, cell };
        if (name === 'closed-book') yield { ...base, size: 'no documents', control: true };
        if (name === 'oracle' && gold.length > 0) yield { ...base, size: 'gold alone' };
        if (name !== 'documents') continue;
        if (isRanked && !retrieved) {
          throw complaint(
            base,
            'has no retrieval results. Give it `ctxs`, or use other `distractors`.',
          );
        }
        if (passage && !byLength) {
          throw complaint(
            base,
            'has its `gold` in a text, which has no documents to count. Give `lengths`.',
          );
        }
        const isAsFound = isRanked && options.depths === undefined;
        const kind = passage ? 'text' : isAsFound ? 'retrieved' : 'documents';
        const least = passage ? passage.to - passage.from : isAsFound ? 0 : gold.length;
        for (const size of sizes) {
          for (const depth of isAsFound || least === 0 ? [undefined] : depths) {
            const place = { question, ...(depth !== undefined && { depth }) };
            const draft: OwnDraft = byLength
              ? { ...base, task: kind, tokens: size, cell: { ...place, documents: least } }
              : {
                  ...base,
                  task: kind,
                  size: `${size} documents`,
                  cell: { ...place, documents: size },
                };
            if (!byLength) assertEnough(draft, least);
            yield draft;
          }
        }
      }
    }
  }
}

function complaint({ questions, cell }: OwnDraft, what: string): UserError {
  return new UserError(`ownDocuments: question ${cell.question + 1} of ${questions.file} ${what}`);
}

/** What a question has too few of. */
function fewOthers({ task: kind }: OwnDraft, found: number): string {
  return `has ${found} ${kind === 'retrieved' ? 'retrieval results' : 'documents without its answer besides the gold ones'}`;
}

const MORE = 'more documents, or answers that are not in all of them';

/** @throws {UserError} when there are not so many documents, or more of them hold the answer */
function assertEnough(draft: OwnDraft, gold: number): void {
  const { documents } = draft.cell;
  if (gold > documents) {
    throw complaint(
      draft,
      `has ${gold} gold documents, but \`counts\` has ${documents}. Use larger counts.`,
    );
  }
  const found = othersOf(draft).upTo(documents - gold).length;
  if (found === documents - gold) return;
  throw complaint(
    draft,
    `${fewOthers(draft, found)}, but a prompt of ${documents} needs ${documents - gold}. Use smaller \`counts\`, ${MORE}.`,
  );
}

/** The last document is cut out of so many at the most. */
const CUT_AMONG = 64;

type Measure = (draft: Fitting<OwnCase>) => number;

/**
 * Fill a length with whole documents, and the rest with sentences of one more, so that at most a few tokens
 * are missing; a text with sentences on both sides of the answer.
 */
export function fit(
  draft: Fitting<OwnCase>,
  tokensOf: Measure,
  count: (text: string) => number,
): Fitting<OwnCase> {
  if (draft.task === 'closed-book' || draft.task === 'oracle') return draft;
  const least = tokensOf(draft);
  if (least > draft.tokens) {
    throw complaint(
      draft,
      `takes ${least} tokens with its gold documents, but \`lengths\` has ${draft.tokens}. Use longer lengths.`,
    );
  }
  if (draft.task === 'text') return fitText(draft, tokensOf, count);
  const filled = (more: number, cut?: readonly string[]): Fitting<OwnCase> => ({
    ...draft,
    cell: { ...draft.cell, documents: draft.cell.documents + more, ...(cut?.length && { cut }) },
  });
  const others = othersOf(draft);
  const lengthOf = (one: OwnDocument) =>
    count(written({ ...one, text: '' }, 98, draft).join('') + BETWEEN) + count(one.text);
  const left = (more: number, cut?: readonly string[]) =>
    draft.tokens - tokensOf(filled(more, cut));
  let more = 0;
  for (let rest = draft.tokens - least; ; more++) {
    const next = others.upTo(more + 1)[more];
    if (!next) break;
    rest -= lengthOf(next);
    if (rest < 0 && left(more + 1) < 0) break;
    if (rest < 0) rest = left(more + 1);
  }
  while (left(more) < 0) more--;
  if (!others.upTo(more + 1)[more] && left(more) > CLOSE_ENOUGH) {
    throw complaint(
      draft,
      `${fewOthers(draft, more)}, of ${draft.tokens - left(more)} tokens with the prompt, but \`lengths\` has ` +
        `${draft.tokens}. Use shorter lengths, ${MORE}.`,
    );
  }
  if (draft.whole) {
    const whole = filled(more);
    return { ...whole, size: `${draft.tokens} tokens`, tokens: tokensOf(whole) };
  }
  let best = filled(more);
  const around = (one: OwnDocument) => lengthOf({ ...one, text: '' });
  // Where no cut of one document fits, the last whole one is cut, too.
  const last = more > 0 ? sentencesOf(others.upTo(more)[more - 1]!).length : 0;
  const firsts = Array.from({ length: Math.max(0, last - 1) }, (_, i) => last - 1 - i);
  for (const sentences of [0, ...firsts]) {
    const kept = sentences === 0 ? more : more - 1;
    const first = sentences === 0 ? [] : [`${kept}`, '0', `${sentences}`];
    const rest = left(kept, first);
    const runs = runsOf(others.upTo(more + CUT_AMONG), more, around, count);
    const cut =
      rest > CLOSE_ENOUGH
        ? fillRest(rest, runs, (one) => left(kept, [...first, ...one]))
        : undefined;
    const tried = filled(kept, [...first, ...(cut ?? [])]);
    if (rest >= 0 && tokensOf(tried) > tokensOf(best)) best = tried;
    if (draft.tokens - tokensOf(best) <= CLOSE_ENOUGH) break;
  }
  return best;
}

/** Finds the run of sentences of a document from one on that comes closest to a length from below. */
function runsOf(
  documents: readonly OwnDocument[],
  from: number,
  around: (one: OwnDocument) => number,
  count: (text: string) => number,
) {
  return (rest: number): readonly string[] | undefined => {
    let best = 0;
    let found: readonly string[] | undefined;
    for (let index = from; index < documents.length && rest - best > CLOSE_ENOUGH / 2; index++) {
      const one = documents[index]!;
      const sizes = sentencesOf(one).map(count);
      const room = rest - around(one);
      for (let start = 0, end = 0, size = 0; start < sizes.length; size -= sizes[start++]!) {
        while (end < sizes.length && size + sizes[end]! <= room) size += sizes[end++]!;
        if (end === start) {
          // A sentence that is too long is passed over.
          size += sizes[end++]!;
          continue;
        }
        const total = size + rest - room;
        if (total <= best || (start === 0 && end === sizes.length)) continue;
        best = total;
        found = [`${index}`, `${start}`, `${end}`];
      }
    }
    return found;
  };
}

/** A text has sentences on both sides of the answer, and for the last tokens a few words of the next one. */
function fitText(
  draft: Fitting<OwnCase>,
  tokensOf: Measure,
  count: (text: string) => number,
): Fitting<OwnCase> {
  const { sentences } = filesOf(draft);
  const { from, to } = questionOf(draft).passage!;
  const tokensAt = (at: number) => count(sentences.at(at % sentences.length)!);
  let first = from;
  let end = to;
  const rest = draft.tokens - tokensOf(draft);
  const isRoom = () => end - first < sentences.length;
  let taken = 0;
  while (isRoom() && taken + tokensAt(first - 1) <= rest * draft.cell.depth!) {
    taken += tokensAt(--first);
  }
  while (isRoom() && taken + tokensAt(end) <= rest) taken += tokensAt(end++);
  if (!isRoom()) {
    throw complaint(
      draft,
      `asks of a text of ${taken + draft.tokens - rest} tokens with the prompt, but \`lengths\` has ${draft.tokens}. ` +
        'Use shorter lengths or a longer text.',
    );
  }
  const withWords = (words: number): Fitting<OwnCase> => ({
    ...draft,
    cell: { ...draft.cell, documents: end - first, before: from - first, words },
  });
  const left = (words: number) => draft.tokens - tokensOf(withWords(words));
  while (left(0) < 0) {
    if (end > to) end--;
    else first++;
  }
  const free = left(0);
  const { next } = stretchOf(withWords(0));
  const fits = (words: number) => count(next.slice(0, words).join('')) <= free;
  let words = next.findIndex((_, i) => !fits(i + 1));
  if (words < 0) words = next.length;
  while (words > 0 && left(words) < 0) words--;
  return withWords(words);
}

export function describe({ task: name, cell, questions, tokens, size }: OwnCase): string {
  return [
    `${baseName(questions.file)} no. ${cell.question + 1}`,
    ...(name === 'documents' || name === 'text' ? [] : [name]),
    ...(name === 'text' || name === 'closed-book'
      ? []
      : [`${cell.documents + (cell.cut?.length ?? 0) / 3} documents`]),
    ...(cell.depth === undefined ? [] : [depthText(cell.depth)]),
    `${tokens} tokens`,
    ...(size?.endsWith('tokens') ? [`of ${size}`] : []),
  ].join(' · ');
}
