/** Makes the Cases of `ownHistory`: windows at growing lengths, questions about them, and controls. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { notice } from '../../../base/notices.js';
import { baseName } from '../../../base/references.js';
import { counted } from '../../../base/text/texts.js';
import { UserError } from '../../../base/user-error.js';
import type {
  Fit,
  Fitting,
  Parts,
  SharedCaseFields,
  TranscriptTask,
} from '../../../benchmarks/benchmark.js';
import { CLOSE_ENOUGH, mostThatFit } from '../../../benchmarks/lengths.js';
import type { Reading } from '../../../benchmarks/reading.js';
import {
  type ToolDeclaration,
  type Turn,
  textOfTurn,
  turnTokens,
} from '../../../haystack/messages/transcript.js';
import { lengthsOf } from '../../../options/option-groups.js';
import { PLANTED } from './candidates.js';
import { referencesTo, sessionFiles } from './files.js';
import { everyFor, type OwnHistoryOptions } from './options.js';
import { type Pool, poolOf } from './pool.js';
import {
  AHEAD,
  cutStep,
  longestOf,
  probesText,
  type SessionCase,
  type SessionDraft,
  stepAt,
  windowOf,
} from './window.js';
import { sessionWords } from './words.js';

const LENGTHS = 4;

/** Returns the user's question of a Case. Nothing if it asks for values. */
export function ownQuestionOf(draft: SessionDraft) {
  const { question } = draft.cell;
  return question === undefined ? undefined : sessionFiles(draft).questions![question]!;
}

/** Writes the question of a Case, with its answer and where that stands. */
function askedOf(draft: SessionDraft) {
  const { question: form, closedBook } = sessionWords(draft.language);
  const asked = ownQuestionOf(draft);
  const { turns, probes } = windowOf(draft);
  if (!asked) {
    const list = probesText(draft, probes);
    return {
      turns,
      question: (draft.task === 'closed-book' ? closedBook : form).replace('{list}', () => list),
      positions: probes.map(({ position }) => position),
      answer: probes.map(({ value }, i) => `Q${i + 1}: ${value}`).join('\n'),
    };
  }
  const text = turns.map(textOfTurn).join('\n');
  const places = asked.answers.map((answer) => text.indexOf(answer)).filter((at) => at >= 0);
  return {
    turns,
    question: asked.question,
    positions: [places.length > 0 ? Math.min(...places) / text.length : 0],
    answer: asked.answers[0]!,
    accepted: asked.answers,
  };
}

export function task(draft: SessionDraft): TranscriptTask {
  const { turns, ...asked } = askedOf(draft);
  const before = draft.task === 'closed-book' ? [] : turns;
  return {
    ...asked,
    kind: 'transcript',
    turns: [...before, { role: 'user', content: asked.question }],
    tools: toolsOf(before, sessionWords(draft.language).tool),
  };
}

/** Declares every tool that is called, with all arguments that it was given. */
function toolsOf(turns: readonly Turn[], description: string): ToolDeclaration[] {
  const tools = new Map<string, Map<string, object>>();
  for (const turn of turns) {
    if (turn.role !== 'call') continue;
    const known = kept(tools, turn.tool, () => new Map<string, object>());
    for (const [name, value] of Object.entries(turn.arguments))
      kept(known, name, () => typeOf(value));
  }
  return [...tools].map(([name, properties]) => ({
    name,
    description,
    parameters: { type: 'object', properties: Object.fromEntries(properties) },
  }));
}

function typeOf(value: unknown): object {
  if (Array.isArray(value))
    return { type: 'array', items: value[0] === undefined ? { type: 'string' } : typeOf(value[0]) };
  const type = typeof value;
  return { type: ['string', 'number', 'boolean'].includes(type) ? type : 'object' };
}

export function reading(draft: SessionDraft): Reading {
  const { unknown } = sessionWords(draft.language);
  const asked = ownQuestionOf(draft);
  if (asked) {
    const text = windowOf(draft).turns.map(textOfTurn).join('\n');
    const sought = asked.answers.find((answer) => text.includes(answer)) ?? asked.answers[0]!;
    const kinds = asked.kind === undefined ? [] : [asked.kind];
    return {
      pieces: [{ text: sought, kinds }],
      markKinds: [kinds],
      answer: (recalled) => (recalled.length > 0 ? asked.answers[0]! : unknown),
    };
  }
  const { probes } = windowOf(draft);
  return {
    pieces: probes.map(({ value: text, position, kind }) => ({
      text,
      position,
      kinds: kindsOf(kind),
    })),
    markKinds: probes.map(({ kind }) => kindsOf(kind)),
    answer: (recalled) =>
      probes
        .map(({ value }, i) => `Q${i + 1}: ${recalled.includes(i) ? value : unknown}`)
        .join('\n'),
  };
}

/** Values that are written in code and commands, whatever digits they have. */
const CODE = new Set(['uuid', 'hash', 'id', 'file', 'name']);

function kindsOf(kind: string): string[] {
  if (kind === PLANTED) return ['tool results', 'planted'];
  return ['tool results', CODE.has(kind) ? 'code' : 'numbers'];
}

export async function* axes(
  options: OwnHistoryOptions,
  shared: SharedCaseFields,
): AsyncGenerator<SessionDraft> {
  const { asked, recorded, seeds, compact = [] } = options;
  const compacted = compact.flatMap(({ provider, name }) => (provider ? [] : name));
  const references = await referencesTo(options.sessions, options.questions);
  const lengths = lengthsOf(options, LENGTHS);
  const every = everyFor(lengths, asked);
  const base = {
    ...shared,
    ...references,
    ...(recorded === 'sent' && { recorded }),
    asked,
    every,
  } as const;
  const { questions = [] } = sessionFiles(references);
  for (const seed of seeds) {
    const pool = poolOf({ ...base, seed });
    if (seed === seeds[0]) tellOf(references, pool);
    const none = { size: 'no history', control: true, seed };
    yield { ...base, task: 'closed-book', ...none, cell: NO_WINDOW };
    for (const tokens of lengths) {
      const values = { ...base, task: 'values', tokens, seed, cell: NO_WINDOW } as const;
      yield values;
      for (const name of compacted) yield { ...values, compact: name };
    }
    for (const question of questions.keys()) {
      const cluster = `${references.questions!.sha256}, question ${question + 1}`;
      const cell = { ...NO_WINDOW, question };
      stepOfAnswer({ ...base, task: 'questions', seed, cell }, pool);
      yield { ...base, task: 'closed-book', ...none, cluster, cell };
      for (const tokens of lengths) {
        const asking = { ...base, task: 'questions', tokens, seed, cluster, cell } as const;
        yield asking;
        for (const name of compacted) yield { ...asking, compact: name };
      }
    }
  }
}

/** Stands in a draft until a window of the session is cut to the length. */
const NO_WINDOW = { from: 0, steps: 0, next: 0, cut: 0 };

/** Reports what will be sent to a provider, before anything is. */
function tellOf({ sessions }: Pick<SessionDraft, 'sessions'>, pool: Pool): void {
  const names = sessions.slice(0, 3).map(({ file }) => baseName(file));
  const more = sessions.length > names.length ? ` and ${sessions.length - names.length} more` : '';
  notice(
    `ownHistory: parts of ${names.join(', ')}${more} are sent to the providers of this config, and to nobody else. ` +
      `${counted(pool.replaced, 'value')} in them are replaced by others and ${counted(pool.masked, 'private one')} ` +
      `masked, as far as these can be told by their form; ${counted(pool.planted, 'fact')} planted. Look at a prompt ` +
      'first with `promptfoo-counting-stars show 1 --prompt-only`.',
  );
}

/** Finds the step with the answer to a user's question. */
function stepOfAnswer(draft: SessionDraft, pool: Pool): number {
  const { answers } = ownQuestionOf(draft)!;
  const turn = pool.turns.findIndex((told) =>
    answers.some((answer) => textOfTurn(told).includes(answer)),
  );
  if (turn >= 0) return pool.steps.findLastIndex((start) => start <= turn);
  throw new UserError(
    `questions: ${draft.questions!.file}, question ${draft.cell.question! + 1}: none of its \`answers\` is in the ` +
      'sessions. Write one as it stands there.',
  );
}

/** Tokens of all steps before each step. */
const sums = new WeakMap<Pool, Map<string, number[]>>();

function sumsOf(pool: Pool, tokenizer: unknown, count: (text: string) => number): number[] {
  return kept(
    kept(sums, pool, () => new Map()),
    JSON.stringify(tokenizer),
    () => {
      let before = 0;
      return pool.steps.map((_, step) => {
        const start = before;
        if (step + 1 < pool.steps.length) before += turnTokens(stepAt(pool, step), count);
        return start;
      });
    },
  );
}

/** Most corrections of the number of steps after counting. */
const ROUNDS = 8;

/** Last steps that may be left out, so that a later one can be cut. */
const BACK = 6;

/**
 * Fill a length: whole steps as many as go in, and then the start of a result of one of the next ones.
 *
 * @throws {UserError} where the sessions are too short, or nothing in the window can be asked for
 */
export const fit: Fit<SessionCase> = (draft, tokensOf, count) => {
  const pool = poolOf(draft);
  const before = sumsOf(pool, [draft.tokenizer, draft.tokenizers], count);
  const from = startOf(draft, pool, before);
  const withSteps = (steps: number): Fitting<SessionCase> => ({
    ...draft,
    cell: { ...draft.cell, from, steps, next: 0, cut: 0 },
  });
  const stepsWithin = (room: number) =>
    Math.max(1, before.findLastIndex((sum) => sum - before[from]! <= room) - from);
  let room = draft.tokens;
  let best: { made: Fitting<SessionCase>; left: number } | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const made = withSteps(stepsWithin(room));
    const left = draft.tokens - tokensOf(made);
    if (left >= 0 && left < (best?.left ?? Number.POSITIVE_INFINITY)) best = { made, left };
    const { steps } = made.cell;
    const next = (before[from + steps + 1] ?? Number.POSITIVE_INFINITY) - before[from + steps]!;
    if (left >= 0 && next > left) break;
    if (left < 0 && steps === 1) break;
    room = before[from + steps]! - before[from]! + left;
  }
  if (!best) throw tooLong(draft, draft.tokens - tokensOf(withSteps(1)));
  if (draft.task === 'values' && windowOf(best.made).probes.length === 0) throw nothingIn(draft);
  const { steps: most } = best.made.cell;
  // Where none of the next steps can be cut to what is left, there is more room without the last ones.
  for (let steps = most; steps > Math.max(0, most - BACK); steps--) {
    const made = withSteps(steps);
    const left = draft.tokens - tokensOf(made);
    if (left < 0) continue;
    if (left <= CLOSE_ENOUGH) return made;
    const found = filled(made, left, pool, count);
    if (found) return found;
  }
  if (from + most + 1 >= pool.steps.length) throw tooShort(draft, draft.tokens - best.left);
  return best.made;
};

/** Chooses where a window begins: at the start for the first seed, anywhere for others, or around a question's answer. */
function startOf(draft: Fitting<SessionCase>, pool: Pool, before: readonly number[]): number {
  const total = before.at(-1)!;
  const last = before.findLastIndex((sum) => total - sum >= draft.tokens);
  if (last < 0) throw tooShort(draft, total);
  const share = seedrandom(`own-history/window/${draft.seed}/${draft.tokens}`)();
  if (draft.cell.question === undefined)
    return draft.seed === 1 ? 0 : Math.floor(share * (last + 1));
  const step = stepOfAnswer(draft, pool);
  const length = before[step + 1]! - before[step]!;
  const ahead = share * Math.max(0, 0.8 * draft.tokens - length);
  return Math.min(
    last,
    before.findIndex((sum) => before[step]! - sum <= ahead),
  );
}

/** Fills the window with the start of a next step, the first that can be cut to fit. */
function filled(
  made: Fitting<SessionCase>,
  left: number,
  pool: Pool,
  count: (text: string) => number,
): Fitting<SessionCase> | undefined {
  const { from, steps } = made.cell;
  for (let next = 0; next < AHEAD && from + steps + next + 1 < pool.steps.length; next++) {
    const step = stepAt(pool, from + steps + next);
    const long = step[longestOf(step)];
    if (!long || long.role === 'call') continue;
    const { length } = long.content;
    const leftBy = (cut: number) =>
      cut > length ? -1 : left - turnTokens(cutStep(step, cut), count);
    if (length === 0 || leftBy(1) < 0 || leftBy(length) > CLOSE_ENOUGH) continue;
    return { ...made, cell: { ...made.cell, next, cut: mostThatFit(1, 2, leftBy) } };
  }
  return undefined;
}

function tooShort({ tokens }: Fitting<SessionCase>, there: number): UserError {
  return new UserError(
    `ownHistory: \`lengths\` has ${tokens}, but the sessions have ${there} tokens. Use shorter lengths or more sessions.`,
  );
}

function tooLong({ tokens, asked }: Fitting<SessionCase>, missing: number): UserError {
  return new UserError(
    `ownHistory: \`lengths\` has ${tokens}, but what comes first in the sessions takes ${tokens - missing} tokens with ` +
      `${counted(asked, 'question')}. Use longer lengths, or fewer \`asked\`.`,
  );
}

function nothingIn({ tokens }: Fitting<SessionCase>): UserError {
  return new UserError(
    `ownHistory: there is nothing to ask in a window of ${tokens} tokens: no result of a tool in it gives a value ` +
      'that a question can name. Use longer lengths, another session, or `questions` of your own.',
  );
}

export function describe({ task: name, sessions, recorded, cell, tokens }: SessionCase): Parts {
  const [first, ...more] = sessions.map(({ file }) => baseName(file));
  return [
    'Own history',
    more.length > 0 ? `${first} and ${more.length} more` : first,
    cell.question !== undefined && `question ${cell.question + 1}`,
    name === 'closed-book' && 'closed book',
    recorded && 'as sent',
    `${tokens} tokens`,
  ];
}
