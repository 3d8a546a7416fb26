import seedrandom from 'seedrandom';
import { z } from 'zod';
import { isUnchanged } from '../../base/files/file-reference.js';
import { digestOf } from '../../base/files/files.js';
import { kept } from '../../base/kept.js';
import { LANGUAGE_CODES, loadLanguage } from '../../base/languages.js';
import type { FileReference } from '../../base/references.js';
import { shuffled } from '../../base/shuffle.js';
import { askOf, type Case, type CaseDraft } from '../../contract/case.js';
import { recordReader } from '../published/published-records.js';
import { fill, type OwnWording, type StarsTask, starWords, type Wording } from './words.js';

interface PublishedPrompt {
  prompt: string;
  question: string;
  reference: number[];
  wrong?: number[];
  star?: string;
  task: StarsTask;
  language: string;
}

const TEXT = 'must be a text';

const recordSchema = z
  .object({
    question: z.string(TEXT),
    retrieval_question: z.string(TEXT),
    reference_counting_results: z.array(z.number('must be a number')).min(1, 'must have a number'),
  })
  .transform((record): PublishedPrompt => {
    const { question, retrieval_question: asked, reference_counting_results: reference } = record;
    const wrong = mistakenCounts(question, reference);
    const star = starTemplate(question, reference, wrong);
    return {
      prompt: question,
      question: asked.trim(),
      reference,
      ...(wrong && { wrong }),
      ...(star !== undefined && { star }),
      task: wrong ? 'reasoning' : 'acquisition',
      language: languageOf(asked),
    };
  });

export const readPublished = recordReader(
  recordSchema,
  'A published file has one JSON object on each line, with `question`, `retrieval_question` and ' +
    '`reference_counting_results`.',
);

const digests = new Map<string, string>();

/** Makes a digest of prompts, in any order and with any answers. If the file is gone, its own digest is taken. */
export function promptsDigest(file: FileReference): string {
  return kept(digests, file.sha256, () => {
    if (!isUnchanged(file)) return file.sha256;
    const all = new Set(readPublished(file).map(({ prompt }) => digestOf(prompt)));
    return digestOf([...all].sort().join());
  });
}

/** Tells the question's language: Chinese if it has Chinese characters. */
function languageOf(question: string): string {
  const byKey = LANGUAGE_CODES.find((code) => question.includes(starWords(code).key));
  return byKey ?? (/\p{Script=Han}/u.test(question) ? 'zh' : 'en');
}

/** Recovers mistaken counts from star sentences, each on its own line with the mistaken count first. */
function mistakenCounts(prompt: string, reference: readonly number[]): number[] | undefined {
  const wrong = new Map<number, number>();
  for (const line of prompt.split('\n')) {
    if (!line.includes('★')) continue;
    const numbers = line.match(/\d+/g)?.map(Number) ?? [];
    if (numbers.length === 2) wrong.set(numbers[1]!, numbers[0]!);
  }
  const found = reference.map((count) => wrong.get(count));
  return found.every((count) => count !== undefined) ? found : undefined;
}

/** Makes a template by which recited sentences are recognised. */
function starTemplate(
  prompt: string,
  reference: readonly number[],
  wrong: readonly number[] | undefined,
): string | undefined {
  const places = wrong ? ['{wrong}', '{count}'] : ['{count}'];
  const line = prompt
    .split('\n')
    .find((text) => text.includes('★') && text.match(/\d+/g)?.length === places.length);
  const count = Number(line?.match(/\d+/g)?.at(-1));
  if (line === undefined || !reference.includes(count)) return undefined;
  let next = 0;
  return line.trim().replace(/\d+/g, () => places[next++]!);
}

export interface CountingStarsCase extends Case {
  task: StarsTask;
  evidence: number;
  /** By default the counts are shuffled. */
  order?: 'ascending';
  corrected?: number;
  distractors?: number;
  /** By default, star i of M stands at i/M. */
  positions?: 'jitter' | number[];
  wording?: OwnWording;
  ownLine?: true;
  /** How much text a token of `cell.length` means if prompts are made like the authors' files. */
  perToken?: PerToken;
  published?: FileReference;
  /** Which prompt of the file, from 1; or the length that `perToken` turns into text; or who is asked about. */
  cell?: { example?: number; length?: number; ask?: number };
}

export type StarDraft = CaseDraft<CountingStarsCase>;

export function publishedPrompt({
  published,
  cell,
}: Pick<StarDraft, 'published' | 'cell'>): PublishedPrompt | undefined {
  return published && readPublished(published)[(cell?.example ?? 0) - 1];
}

interface Star {
  count: number;
  /** The mistaken count that the text says first. */
  wrong?: number;
  kind: StarKind;
  difference?: number;
}

type StarKind = 'star' | 'selfOver' | 'selfUnder' | 'lastOver' | 'lastUnder';

export function wordingOf(
  theCase: Pick<StarDraft, 'language' | 'task' | 'wording' | 'published' | 'cell'>,
): Wording {
  const { others, ...words } = starWords(theCase.language);
  const language = { ...words, ...others[askOf(theCase) - 2] };
  const own = theCase.wording ?? {};
  const { question, ...sentences } = language.tasks[theCase.task];
  const subject = own.subject ?? language.subject;
  const star = own.star ?? publishedPrompt(theCase)?.star;
  return {
    between: loadLanguage(theCase.language).between,
    subject,
    symbol: own.symbol ?? language.symbol,
    key: own.key ?? (own.subject ? own.subject.trim().replace(/\s+/g, '_') : language.key),
    sentences: star ? { ...sentences, star } : sentences,
    question: own.question ?? question,
  };
}

/** Keys that every provider takes. Anthropic refuses others, at least in schemas of tools. */
const PLAIN_KEY = /^[\w.-]{1,64}$/;

export function structuredKey({ key }: Wording): string {
  return PLAIN_KEY.test(key) ? key : 'answer';
}

/** Returns the length that was asked for. With `perToken` another one results. */
function lengthOf({ tokens, cell }: StarDraft): number | undefined {
  return cell && 'length' in cell ? cell.length : tokens;
}

/**
 * Draw the true counts: `4i + u` with u from 1, 2, 3, the first never 1 (arXiv:2403.11802, §2.1 and
 * Figure 1). They are irregular because "LLMs easily slack off if a sequence of numbers is
 * continuous or regular".
 *
 * @returns one count for each star, in order of position, all different
 */
export function starCounts(theCase: StarDraft): number[] {
  const { evidence, order, seed } = theCase;
  const random = seedrandom(`counting-stars/${seed}/${evidence}/${lengthOf(theCase)}`);
  const counts = Array.from({ length: evidence }, (_, i) =>
    i === 0 ? 2 + Math.floor(random() * 2) : 4 * i + 1 + Math.floor(random() * 3),
  );
  return order === 'ascending' ? counts : shuffled(counts, random);
}

/**
 * Returns the stars of a Case, in order of position. No mistaken count is another star's number, so that each
 * number of an answer is clear.
 */
export function starsOf(theCase: StarDraft): Star[] {
  const published = publishedPrompt(theCase);
  if (published) {
    const { reference, wrong } = published;
    return reference.map((count, i) => ({
      count,
      kind: 'star',
      ...(wrong && { wrong: wrong[i]! }),
    }));
  }
  return kept(known, theCase, () => starsOfAll(theCase))[askOf(theCase) - 1]!;
}

/** Kept, since prompts and scores need the stars several times. */
const known = new WeakMap<StarDraft, Star[][]>();

/** Deals out stars to each who counts. No two say one number. */
function starsOfAll(theCase: StarDraft): Star[][] {
  const asks = theCase.asks ?? 1;
  const evidence = theCase.evidence * asks;
  const all = starCounts({ ...theCase, evidence });
  const random = seedrandom(`mistakes/${theCase.seed}/${evidence}/${lengthOf(theCase)}`);
  const said = new Set(all);
  const mistake = (count: number, differences: readonly number[]): number => {
    const free = differences.map((d) => count + d).filter((n) => n > 0 && !said.has(n));
    const wrong = free[Math.floor(random() * free.length)]!;
    said.add(wrong);
    return wrong;
  };
  return Array.from({ length: asks }, (_, ask) => {
    const counts = all.filter((_, i) => i % asks === ask);
    if (theCase.task === 'reasoning') {
      return counts.map((count) => ({ count, kind: 'star', wrong: mistake(count, [-1, 1]) }));
    }
    const stars: Star[] = counts.map((count) => ({ count, kind: 'star' }));
    if (theCase.task === 'corrections') correct(stars, theCase, mistake, random);
    return stars;
  });
}

function correct(
  stars: readonly Star[],
  { corrected = DEFAULT_CORRECTED }: StarDraft,
  mistake: (count: number, differences: readonly number[]) => number,
  random: () => number,
): void {
  for (let i = 0; i < stars.length; i++) {
    if (random() >= corrected) continue;
    const star = stars[i]!;
    const next = stars[i + 1];
    star.wrong = mistake(star.count, [-2, -1, 1, 2]);
    const difference = star.wrong - star.count;
    const over = difference > 0 ? 'Over' : 'Under';
    if (next && random() < 0.5) {
      // A sentence that corrects another calls its own count right, so it is not corrected.
      next.kind = `last${over}`;
      next.difference = Math.abs(difference);
      i++;
    } else {
      star.kind = `self${over}`;
      star.difference = Math.abs(difference);
    }
  }
}

export const DEFAULT_CORRECTED = 0.5;

export function starSentences(stars: readonly Star[], wording: Wording): string[] {
  return stars.map(({ kind, count, wrong, difference }) => {
    const template = wording.sentences[kind]!;
    const mistaken = kind === 'star' && wrong !== undefined && !template.includes('{wrong}');
    return fill(template, wording, { count: mistaken ? wrong : count, wrong, difference });
  });
}

export type PerToken = { characters: number } | { words: number };

export function starsSize(perToken: PerToken, tokens: number) {
  const [[unit, scale]] = Object.entries(perToken) as [['characters' | 'words', number]];
  return { size: Math.floor(tokens * scale), unit };
}

/** The size of the text of a length: `5800 characters`. */
export function starsText(perToken: PerToken, tokens: number): string {
  const { size, unit } = starsSize(perToken, tokens);
  return `${size} ${unit}`;
}
