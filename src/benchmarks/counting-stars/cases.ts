/** The Cases of Counting-Stars: from options to grids, and from a Case to its stars. */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { baseName, type CaseDraft, languageName, UserError } from '../../case.js';
import { referenceFile } from '../../files.js';
import {
  count,
  equalSteps,
  lengthConflict,
  lengthOptions,
  lengthsOf,
  oneOrMore,
  pathText,
  share,
  sharedOptions,
} from '../../generators/options.js';
import type { Evidence } from '../../haystack/context.js';
import { loadLanguage, placeholderComplaint, TASKS, type TaskName } from '../../languages.js';
import type { SharedCaseFields, Task } from '../benchmark.js';
import { starPattern } from './find-stars.js';
import { readPublished } from './published.js';
import {
  DEFAULT_CORRECTED,
  fill,
  type OwnWording,
  publishedPrompt,
  type Star,
  type StarCase,
  type StarDraft,
  starSentences,
  starsOf,
  type Wording,
  wordingOf,
} from './star-sentences.js';

/** The versions of the paper's Table 1. */
const PAPER_VERSIONS = ['32-16', '16-32', '32-32', '64-32'] as const;

const VERSION = /^([1-9]\d{0,3})-([1-9]\d{0,3})$/;

const VERSION_FORM =
  `must have the form M-N (M stars, N lengths, both at least 1), like the paper's ` +
  `${PAPER_VERSIONS.join(', ')}`;
const STARS = 'must be a whole number of at least 1, or a list of them';
const TASK = `must be one of ${TASKS.join(', ')}, or a list of them`;
const POSITIONS = 'must be even, jitter, or a list of numbers from 0 to 1';
const TEXT = 'must be a text';

const version = z.string(VERSION_FORM).regex(VERSION, VERSION_FORM);
const text = z.string(TEXT).min(1, 'must not be empty').optional();

export const countingStarsOptions = z.strictObject({
  /** Which questions are asked; several expand the grid. */
  tasks: oneOrMore(z.enum(TASKS, TASK), TASK).default(['acquisition']),
  /** Counting-Stars-(M-N), each one grid. Default: the standard version 32-32. */
  versions: oneOrMore(version, VERSION_FORM).optional(),
  /** Instead of `versions`: how many stars, one number or a list. */
  stars: oneOrMore(count, STARS).optional(),
  /** Instead of `versions`: N lengths up to `maxTokens`, or a list of lengths in tokens. */
  lengths: lengthOptions.lengths,
  /** Whether the counts come in ascending order, as in the paper, or shuffled, which is harder. */
  order: z.enum(['shuffled', 'ascending'], 'must be shuffled or ascending').default('shuffled'),
  /** Where the stars stand: i/M, anywhere in each M-th of the haystack, or at given places. */
  positions: z
    .union([z.enum(['even', 'jitter']), z.array(share).nonempty(POSITIONS)], POSITIONS)
    .default('even'),
  /** Sentences in which others count other things. */
  distractors: z
    .number('must be a whole number, at least 0')
    .int('must be a whole number, at least 0')
    .min(0, 'must be a whole number, at least 0')
    .default(0),
  /** Whether each star sentence stands on a line of its own, as in the authors' files. */
  ownLine: z.boolean('must be true or false').default(false),
  /** Share of the stars that are corrected, in the task `corrections`. */
  corrected: share.default(DEFAULT_CORRECTED),
  /** Who counts, what is counted, and the key of the answer, in the place of the language's. */
  subject: text,
  symbol: text,
  key: text,
  /** A star sentence and a question of your own, with placeholders. */
  star: text,
  question: text,
  /** A file of the authors' instead of a grid: every prompt in it, byte for byte. */
  published: pathText('must be the path of a file').optional(),
  /** The longest context, in tokens. */
  maxTokens: lengthOptions.maxTokens,
  ...sharedOptions,
});

/** What a user may write as `config`. */
export type CountingStarsConfig = z.input<typeof countingStarsOptions>;

export type CountingStarsOptions = z.output<typeof countingStarsOptions>;

export interface CountingStarsCase extends StarCase {
  benchmark: 'counting-stars';
}

/** Where the stars stand, as shares of the haystack before them. */
export function starPositions({ evidence, positions, seed, tokens }: StarDraft): number[] {
  if (Array.isArray(positions)) return positions;
  const random = seedrandom(`positions/${seed}/${evidence}/${tokens}`);
  return Array.from(
    { length: evidence },
    (_, i) => (i + (positions === 'jitter' ? random() : 1)) / evidence,
  );
}

/** What a prompt hides and asks. */
export function task(theCase: StarDraft): Task {
  if (theCase.published) return publishedTask(theCase);
  const wording = wordingOf(theCase);
  const stars = starsOf(theCase);
  const reference = stars.map((star) => star.count);
  const positions = starPositions(theCase);
  const sentences = starSentences(stars, wording);
  const evidence: Evidence[] = sentences.map((sentence, i) => ({
    text: sentence,
    position: positions[i]!,
  }));
  const hidden = [...evidence, ...distractors(theCase, stars)].map((piece) => ({
    ...piece,
    text: theCase.ownLine ? `${piece.text}\n` : piece.text,
  }));
  const total = reference.reduce((sum, stars) => sum + stars, 0);
  return {
    kind: 'hidden',
    evidence: hidden.sort((a, b) => a.position - b.position),
    positions: theCase.task === 'sum' ? [] : positions,
    between: theCase.ownLine ? '\n' : wording.between,
    question: fill(wording.question, wording),
    answer: JSON.stringify({ [wording.key]: theCase.task === 'sum' ? total : reference }),
    forbidden: forbiddenIn(wording),
  };
}

/**
 * A sign such as ★ must not stand in the haystack at all; a word such as "sheep" may. No sentence of
 * it may look like a star sentence, whatever its number, or begin like one up to the number.
 */
function forbiddenIn(wording: Wording): RegExp[] {
  const templates = Object.values(wording.sentences);
  const beginnings = templates
    .map((template) => template.split(/\{(?:count|wrong)\}/)[0]!)
    .filter((beginning) => /\{subject\}/i.test(beginning));
  const sign = /[\p{L}\p{N}]/u.test(wording.symbol) ? [] : [wording.symbol];
  return [...sign, ...beginnings, ...templates].map((template) => starPattern(template, wording));
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

/** The numbers that others counted, in the sentences of the option `distractors`. */
export function distractingNumbers(theCase: StarDraft): number[] {
  return distractors(theCase, starsOf(theCase)).map(({ number }) => number);
}

/** Sentences in which others count other things, at places of their own; none says a star's number. */
function distractors(
  theCase: StarDraft,
  stars: readonly Star[],
): (Evidence & { number: number })[] {
  const { distractors: amount = 0, evidence, seed, tokens, language } = theCase;
  const sentences = loadLanguage(language).distractors;
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
 * What published scores must have in common with a Case. The books of this package and files of a user's
 * own are real texts, as the authors' novel and essays are; our prose is invented.
 */
export function conditions(theCase: CountingStarsCase): Record<string, string> {
  const { version: name, language, order, positions, wording, haystack, distractors: others } = theCase;
  return {
    ...(name && { version: name }),
    language: languageName(language),
    order: order ?? 'shuffled',
    positions: Array.isArray(positions) ? 'own' : (positions ?? 'even'),
    wording: wording ? 'own' : 'built in',
    text: haystack === 'prose' ? 'invented' : 'real',
    distractors: others ? `${others}` : 'none',
  };
}

/** One line for people. */
export function describe(theCase: CountingStarsCase): string {
  const { version: name, evidence, task: taskName, language, tokens, published } = theCase;
  if (published) {
    const line = `${baseName(published.file)} no. ${theCase.cell!.example}`;
    return `${line} · ${taskName} · ${languageName(language)} · ${tokens} tokens`;
  }
  const title = name ? `-(${name})` : ` with ${evidence} stars`;
  return `Counting-Stars${title} · ${taskName} · ${languageName(language)} · ${tokens} tokens`;
}

/** One grid of the config: how many stars at which lengths. */
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

/** What a star sentence of the user's own must say in each task. */
const NEEDED: Record<TaskName, string[] | undefined> = {
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
  const complaint =
    (star && complain('star', placeholderComplaint(star, needed!))) ||
    (question && complain('question', placeholderComplaint(question, [])));
  if (complaint) throw new UserError(`countingStars: ${complaint}.`);
  const own = Object.entries({
    subject: options.subject,
    symbol: options.symbol,
    key: options.key,
    star,
    question,
  }).filter(([, value]) => value !== undefined);
  return own.length > 0 ? Object.fromEntries(own) : undefined;
}

function complain(option: string, complaint: string | undefined): string | undefined {
  return complaint && `\`${option}\` ${complaint}`;
}

/** Options that say something about published prompts too. */
const BESIDE_PUBLISHED = ['published', 'tokenizer', 'threshold', 'prompts', 'vars'];

/** What is wrong with options that are each right. */
export function conflict(config: Record<string, unknown>): string | undefined {
  const { versions, stars, lengths } = config;
  if (versions !== undefined && (stars !== undefined || lengths !== undefined)) {
    return (
      '`versions` already says how many stars and lengths there are. Give either `versions`, or ' +
      '`stars` and `lengths`.'
    );
  }
  const others = Object.keys(config).filter((option) => !BESIDE_PUBLISHED.includes(option));
  if (config.published === undefined || others.length === 0) return lengthConflict(config);
  return (
    `\`${others.join('`, `')}\` cannot change prompts that are \`published\`. Leave ` +
    `${others.length === 1 ? 'it' : 'them'} out, or write another generator for new prompts.`
  );
}

/** Every prompt of a published file; its length is measured when it is checked. */
function* publishedCases(path: string, shared: SharedCaseFields): Generator<StarDraft> {
  const published = referenceFile(
    'published',
    path,
    'leave the option out for a grid of new prompts',
  );
  const { tokenizer, tokenizers } = shared;
  for (const [index, { reference, task, language }] of readPublished(published).entries()) {
    yield {
      benchmark: 'counting-stars',
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

/** All Cases of a config. */
export function* cases(
  options: CountingStarsOptions,
  shared: SharedCaseFields,
): Generator<CaseDraft<CountingStarsCase>> {
  if (options.published) yield* publishedCases(options.published, shared);
  else yield* drawnCases(options, shared);
}

function* drawnCases(
  options: CountingStarsOptions,
  shared: SharedCaseFields,
): Generator<StarDraft> {
  const wording = ownWording(options);
  const found = grids(options);
  checkPositions(options, found);
  const { positions, distractors: others, corrected, order } = options;
  for (const seed of options.seeds) {
    for (const task of options.tasks) {
      for (const grid of found) {
        for (const tokens of grid.lengths) {
          yield {
            benchmark: 'counting-stars',
            task,
            ...shared,
            tokens,
            evidence: grid.stars,
            seed,
            ...(order !== 'shuffled' && { order }),
            ...(grid.version && { version: grid.version }),
            ...(positions !== 'even' && { positions }),
            ...(others > 0 && { distractors: others }),
            ...(task === 'corrections' && corrected !== DEFAULT_CORRECTED && { corrected }),
            ...(wording && { wording }),
            ...(options.ownLine && { ownLine: true as const }),
          };
        }
      }
    }
  }
}
