/** Makes Cases of Counting-Stars from options, and stars from a Case. */

import seedrandom from 'seedrandom';
import { referenceFile } from '../../base/files/file-reference.js';
import { digestOf } from '../../base/files/files.js';
import { loadLanguage } from '../../base/languages.js';
import { sum } from '../../base/numbers.js';
import { baseName, languageName } from '../../base/references.js';
import { UserError } from '../../base/user-error.js';
import { askOf, asksOver, type CaseDraft } from '../../contract/case.js';
import { tokenizerName } from '../../contract/case-identity.js';
import type { Evidence } from '../../haystack/haystack.js';
import { equalSteps, lengthsOf } from '../../options/option-groups.js';
import type {
  Conditions,
  Forbidden,
  Parts,
  SharedCaseFields,
  SizedTask,
  Task,
} from '../benchmark.js';
import { amongDistractors } from '../depths.js';
import type { Reading } from '../reading.js';
import { type CountingStarsOptions, VERSION } from './options.js';
import {
  type CountingStarsCase,
  DEFAULT_CORRECTED,
  type PerToken,
  promptsDigest,
  publishedPrompt,
  readPublished,
  type StarDraft,
  starSentences,
  starsOf,
  starsSize,
  starsText,
  structuredKey,
  wordingOf,
} from './stars.js';
import {
  fill,
  type OwnWording,
  STARS_TASKS,
  type StarsTask,
  sentenceComplaint,
  starPattern,
  starWords,
  type Wording,
} from './words.js';

/**
 * Returns where stars stand. If several count, they take turns, and the last one's stand where those of one
 * alone would.
 */
export function starPositions(theCase: StarDraft): number[] {
  const { evidence, asks = 1, positions, seed, tokens } = theCase;
  if (Array.isArray(positions)) return positions;
  const stars = evidence * asks;
  const random = seedrandom(`positions/${seed}/${stars}/${tokens}`);
  return Array.from(
    { length: stars },
    (_, i) => (i + (positions === 'jitter' ? random() : 1)) / stars,
  ).filter((_, i) => i % asks === askOf(theCase) - 1);
}

export function pieces({ evidence, asks = 1, perToken, cell }: StarDraft): number {
  const stars = evidence * asks;
  return perToken ? Math.max(stars, starsSize(perToken, cell?.length ?? 0).size) : stars;
}

const NUMBER = { type: 'integer' } as const;

export function task(theCase: StarDraft): Task | SizedTask {
  if (theCase.published) return publishedTask(theCase);
  const wording = wordingOf(theCase);
  const reference = starsOf(theCase).map((star) => star.count);
  const positions = starPositions(theCase);
  const isSum = theCase.task === 'sum';
  const right = isSum ? sum(reference) : reference;
  const value = isSum ? NUMBER : ({ type: 'array', items: NUMBER } as const);
  const asked = {
    positions: isSum ? [] : positions,
    question: fill(wording.question, wording),
    wording: { places: {}, optional: { question: fill(wording.question, wording) } },
    answer: JSON.stringify({ [wording.key]: right }),
    structured: { key: structuredKey(wording), value, right },
  };
  const { perToken, haystack, cell } = theCase;
  if (perToken && haystack && cell?.length !== undefined) {
    const sentences = starSentences(starsOf(theCase), wording);
    const forbidden = forbiddenIn(wording);
    const size = starsSize(perToken, cell.length);
    return { kind: 'sized', ...size, haystack, sentences, forbidden, ...asked };
  }
  const all = asksOver(theCase);
  const evidence = all
    .flatMap((asking): Evidence[] => {
      const places = starPositions(asking);
      const sentences = starSentences(starsOf(asking), wordingOf(asking));
      return sentences.map((text, i) => ({ text, position: places[i]! }));
    })
    .sort((a, b) => a.position - b.position);
  const hidden = amongDistractors(evidence, distractors(theCase)).map((piece) => ({
    ...piece,
    text: theCase.ownLine ? `${piece.text}\n` : piece.text,
  }));
  return {
    kind: 'hidden',
    evidence: hidden,
    between: theCase.ownLine ? '\n' : wording.between,
    ...asked,
    forbidden: all.flatMap((asking) => forbiddenIn(wordingOf(asking))),
  };
}

/**
 * Forbids signs such as ★ in the haystack, but not words such as "sheep". No sentence may look like a star
 * sentence, or begin like one.
 */
function forbiddenIn(wording: Wording): Forbidden[] {
  const templates = Object.values(wording.sentences);
  const beginnings = templates
    .map((template) => template.split(/\{(?:count|wrong)\}/)[0]!)
    .filter((beginning) => /\{subject\}/i.test(beginning));
  const sign = /[\p{L}\p{N}]/u.test(wording.symbol) ? [] : [wording.symbol];
  return [...sign, ...beginnings, ...templates].map((template) => ({
    phrase: fill(template, wording),
    pattern: starPattern(template, wording),
  }));
}

function publishedTask(theCase: StarDraft): Task {
  const { prompt, question, reference } = publishedPrompt(theCase)!;
  return {
    kind: 'prompt',
    prompt,
    question,
    positions: starPositions(theCase),
    answer: JSON.stringify(reference),
  };
}

/** Each star sentence tells its count. Who reads all knows which ones are corrected later. */
export function reading(theCase: StarDraft): Reading {
  const wording = wordingOf(theCase);
  const stars = starsOf(theCase);
  const positions = starPositions(theCase);
  const countsOf = (pieces: readonly number[]) => pieces.map((i) => stars[i]!.count);
  const write = (counts: readonly (number | string)[]) =>
    JSON.stringify({ [wording.key]: theCase.task === 'sum' ? sum(counts.map(Number)) : counts });
  return {
    pieces: starSentences(stars, wording).map((text, i) => ({ text, position: positions[i]! })),
    answer: (recalled) => write(countsOf(recalled)),
    list: (found) => ({
      items: countsOf(found),
      mistaken: found.map((i) => stars[i]!.wrong ?? stars[i]!.count),
      write,
    }),
  };
}

/** Returns what others counted: in distractors, and for other questions. */
export function distractingNumbers(theCase: StarDraft): number[] {
  const others = asksOver(theCase).filter((other) => askOf(other) !== askOf(theCase));
  return [
    ...distractors(theCase).map(({ number }) => number),
    ...others.flatMap((other) => starsOf(other).map(({ count }) => count)),
  ];
}

/** Makes sentences in which others count other things, none with a star's number. */
function distractors(theCase: StarDraft): (Evidence & { number: number })[] {
  const { distractors: amount = 0, evidence, seed, tokens, language } = theCase;
  const stars = asksOver(theCase).flatMap(starsOf);
  const sentences = starWords(language).distractors;
  const random = seedrandom(`distractors/${seed}/${evidence}/${tokens}`);
  const taken = new Set(stars.flatMap(({ count, wrong }) => [count, wrong ?? count]));
  return Array.from({ length: amount }, () => {
    const highest = 4 * (evidence + taken.size);
    let number = 2 + Math.floor(random() * highest);
    while (taken.has(number)) number++;
    taken.add(number);
    const sentence = sentences[Math.floor(random() * sentences.length)]!;
    return { text: sentence.replace('{count}', String(number)), position: random(), number };
  });
}

/**
 * Makes a digest of sentences and questions with their signs filled in. A user's language file, or a damaged
 * Case, gives none.
 */
function wordsDigest(theCase: CountingStarsCase): string {
  if (typeof theCase.language !== 'string' || !STARS_TASKS.includes(theCase.task)) return '';
  const wording = wordingOf(theCase);
  const all = [...Object.values(wording.sentences), wording.question];
  return ` ${digestOf(JSON.stringify(all.map((sentence) => fill(sentence, wording).trim())))}`;
}

export const conditions: Conditions<CountingStarsCase> = {
  evidence: 'harmless',
  order: (order) => ({ order: order ?? 'shuffled' }),
  positions: (places) => ({ positions: Array.isArray(places) ? 'own' : (places ?? 'even') }),
  ownLine: (ownLine, { perToken }) => ({
    sentences: ownLine || perToken ? 'a line each' : 'within the text',
  }),
  lineBreaks: (lineBreaks) => ({ 'line breaks': lineBreaks ?? 'keep' }),
  // In a file of results it may be missing.
  tokenizer: (reference, theCase) => ({
    tokenizer: reference ? tokenizerName(theCase) : 'not known',
  }),
  perToken: (perToken) => ({
    lengths: perToken ? `${starsText(perToken, 1000)} a thousand tokens` : 'in tokens',
  }),
  wording(own, theCase) {
    if (theCase.template) return {};
    return { wording: own ? `your own${wordsDigest(theCase)}` : 'built in' };
  },
  published: (file) => (file ? { prompts: `a file of yours ${promptsDigest(file)}` } : {}),
  distractors: (amount) => ({ distractors: amount ? `${amount}` : 'none' }),
};

export function describe(theCase: CountingStarsCase): Parts {
  const { version: name, evidence, task: taskName, language, tokens, published } = theCase;
  if (published) {
    const line = `${baseName(published.file)} no. ${(theCase.cell as { example: number }).example}`;
    return [line, taskName, languageName(language), `${tokens} tokens`];
  }
  const title = name ? `-(${name})` : ` with ${evidence} stars`;
  return [`Counting-Stars${title}`, taskName, languageName(language), `${tokens} tokens`];
}

interface Grid {
  stars: number;
  lengths: number[];
  version?: string;
}

function grids({ versions, stars, lengths, maxTokens, positions }: CountingStarsOptions): Grid[] {
  const listed = Array.isArray(positions) ? [positions.length] : undefined;
  if (stars || lengths || (listed && !versions)) {
    const steps = lengths ?? 32;
    return (stars ?? listed ?? [32]).map((m) =>
      typeof steps === 'number'
        ? { stars: m, lengths: equalSteps(steps, maxTokens), version: `${m}-${steps}` }
        : { stars: m, lengths: lengthsOf({ lengths: steps, maxTokens }) },
    );
  }
  return (versions ?? ['32-32']).map((name) => {
    const [, m, n] = VERSION.exec(name)!;
    return { stars: Number(m), lengths: equalSteps(Number(n), maxTokens), version: name };
  });
}

function checkPositions({ positions }: CountingStarsOptions, found: readonly Grid[]): void {
  if (!Array.isArray(positions)) return;
  if (positions.some((position, i) => i > 0 && position < positions[i - 1]!)) {
    throw new UserError(
      `countingStars: \`positions\` is [${positions.join(', ')}], but must be in ascending order.`,
    );
  }
  const other = found.find(({ stars }) => stars !== positions.length);
  if (other) {
    throw new UserError(
      `countingStars: \`positions\` lists ${positions.length} places for ${other.stars} stars. ` +
        'List one place for each star, or leave `stars` and `versions` out.',
    );
  }
}

/** What a user's own star sentence must contain, by task. */
const NEEDED: Record<StarsTask, string[] | undefined> = {
  acquisition: ['count'],
  sum: ['count'],
  reasoning: ['wrong', 'count'],
  corrections: undefined,
};

function ownWording(options: CountingStarsOptions): OwnWording | undefined {
  const { tasks, star, question } = options;
  if ((star || question) && tasks.length > 1) {
    throw new UserError(
      'countingStars: `star` and `question` are for one task, but `tasks` has ' +
        `${tasks.join(', ')}. Write one generator for each task.`,
    );
  }
  const needed = NEEDED[tasks[0]!];
  if (star && !needed) {
    throw new UserError(
      'countingStars: the task corrections has five kinds of sentences, so it takes no `star`. Give ' +
        'a language file with your sentences as `language`.',
    );
  }
  for (const [option, text, places] of [
    ['star', star, needed ?? []],
    ['question', question, []],
  ] as const) {
    const complaint = text && sentenceComplaint(text, places);
    if (complaint) throw new UserError(`countingStars: \`${option}\` ${complaint}.`);
  }
  const { subject, symbol, key } = options;
  const given = Object.entries({ subject, symbol, key, star, question });
  const worded = given.filter(([, value]) => value !== undefined);
  return worded.length > 0 ? Object.fromEntries(worded) : undefined;
}

/** Yields every prompt of a published file. Lengths are measured later. */
function* publishedCases(path: string, shared: SharedCaseFields): Generator<StarDraft> {
  const remedy = 'leave the option out for a grid of new prompts';
  const published = referenceFile('published', path, remedy);
  const { benchmark, tokenizer, tokenizers } = shared;
  for (const [index, { reference, task, language }] of readPublished(published).entries()) {
    yield {
      benchmark,
      task,
      language,
      tokenizer,
      ...(tokenizers && { tokenizers }),
      evidence: reference.length,
      seed: 0,
      published,
      cell: { example: index + 1 },
    };
  }
}

export function* axes(
  options: CountingStarsOptions,
  shared: SharedCaseFields,
): Generator<CaseDraft<CountingStarsCase>> {
  if (options.published) yield* publishedCases(options.published, shared);
  else yield* drawnCases(options, shared);
}

/** Chooses words if sentences have spaces between them, or else characters. */
function perTokenOf(
  { perToken }: CountingStarsOptions,
  language: SharedCaseFields['language'],
): PerToken | undefined {
  if (!perToken) return undefined;
  const unit = loadLanguage(language).between === '' ? 'characters' : 'words';
  const scale = perToken[unit];
  if (scale !== undefined) return { [unit]: scale } as PerToken;
  throw new UserError(
    `countingStars: \`perToken\` says nothing of ${unit}, in which ${languageName(language)} is measured. ` +
      `Add \`${unit}\`.`,
  );
}

function* drawnCases(
  options: CountingStarsOptions,
  shared: SharedCaseFields,
): Generator<StarDraft> {
  const wording = ownWording(options);
  const found = grids(options);
  checkPositions(options, found);
  const most = 1 + starWords(shared.language).others.length;
  if (options.asks > most) {
    throw new UserError(
      `countingStars: \`asks\` is ${options.asks}, but the language has ${most} who count. Use fewer, or add ` +
        '`others` to the language file.',
    );
  }
  const { positions, distractors: others, corrected } = options;
  const perToken = perTokenOf(options, shared.language);
  const asked = options.order.flatMap((order) => options.tasks.map((task) => ({ order, task })));
  for (const seed of options.seeds) {
    for (const { order, task } of asked) {
      for (const grid of found) {
        for (const tokens of grid.lengths) {
          const length = perToken
            ? { perToken, size: starsText(perToken, tokens), cell: { length: tokens } }
            : { tokens };
          yield {
            task,
            ...shared,
            ...length,
            evidence: grid.stars,
            seed,
            ...(order !== 'shuffled' && { order }),
            ...(grid.version && { version: grid.version }),
            ...(positions !== 'even' && { positions }),
            ...(others > 0 && { distractors: others }),
            ...(task === 'corrections' && corrected !== DEFAULT_CORRECTED && { corrected }),
            ...(wording && { wording }),
            ...(options.ownLine && { ownLine: true as const }),
            ...(options.tasks.length > 1 && {
              composite: {
                part: task,
                weight: 1,
                ...(options.order.length > 1 && { variant: order }),
              },
            }),
          };
        }
      }
    }
  }
}
