/** The Cases of MRCR: from options to conversations, and from a Case to its messages. */
import { z } from 'zod';
import { type FileReference, languageName } from '../../../base/references.js';
import { parseJson } from '../../../base/text/from-json.js';
import { UserError } from '../../../base/user-error.js';
import type {
  Conditions,
  Fit,
  Fitting,
  Message,
  Parts,
  SharedCaseFields,
  Task,
} from '../../../benchmarks/benchmark.js';
import { mostThatFit, nearestDraw } from '../../../benchmarks/lengths.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { gymSchema, messagesSchema } from '../../../benchmarks/published/messages.js';
import type { Reading } from '../../../benchmarks/reading.js';
import type { Case, CaseDraft } from '../../../contract/case.js';
import { lengthsOf } from '../../../options/option-groups.js';
import {
  type Conversation,
  fillingTurn,
  loadConversationWords,
  type MrcrTurn,
  makeConversation,
  otherTurn,
  PREFIX_2,
  turnText,
  wantedOf,
} from './conversation.js';
import type { MrcrOptions } from './options.js';

/** Conversations that others published: openai/mrcr as Parquet or JSON, as NeMo Gym's JSONL, and MRCR v2's CSV. */

/** The messages, which the authors' files have as JSON in a text; version 2 is one text. */
const promptSchema = z.union([
  messagesSchema,
  z.object({ text: z.string().min(1) }),
  z.string().transform(parseJson).pipe(messagesSchema),
]);

const summarySchema = z.object({
  version: z.literal([1, 2]).default(1),
  n_needles: z.coerce.number(),
  desired_msg_index: z.number(),
});

const exampleSchema = summarySchema.extend({
  prompt: promptSchema,
  answer: z.string(),
  random_string_to_prepend: z.string(),
});

export type PublishedConversation = z.output<typeof exampleSchema>;

const csvSchema = z.object({ queries: z.string(), answer: z.string(), num_relevant: z.string() });

/** Gives a row the fields of the data card; where the right message stands, the others do not say: -1. */
function asCard(row: unknown): unknown {
  const gym = gymSchema.safeParse(row).data;
  if (gym) {
    const { input: prompt } = gym.responses_create_params;
    return { ...(row as object), desired_msg_index: -1, prompt, answer: gym.expected_answer };
  }
  const second = csvSchema.safeParse(row).data;
  if (!second) return row;
  const answer = second.answer.trim();
  return {
    version: 2,
    n_needles: second.num_relevant,
    desired_msg_index: -1,
    prompt: { text: second.queries },
    answer,
    random_string_to_prepend: answer.slice(0, PREFIX_2),
  };
}

const publishedConversations = exampleReader(
  z.preprocess(asCard, summarySchema),
  z.preprocess(asCard, exampleSchema),
  'A published file is Parquet or JSON with `prompt` (messages as JSON), `answer`, `random_string_to_prepend`, ' +
    "`n_needles` and `desired_msg_index`; NeMo Gym's JSONL; or, of version 2, CSV with `queries`, " +
    '`answer` and `num_relevant`.',
  [
    ...Object.keys(summarySchema.shape),
    ...Object.keys(gymSchema.shape),
    ...Object.keys(csvSchema.shape),
  ],
);

export interface MrcrCase extends Case {
  task: 'recall';
  version?: 'v2';
  published?: FileReference;
  /** How often the request is made in an example of a published file. */
  needles?: number;
  cell: MrcrCell;
}

type MrcrCell = {
  /** How often the request is made. */
  needles: number;
  /** Which of them is asked for; 0 is the first. Of several questions over one context, `ask` says it. */
  index?: number;
  ask?: number;
  /** How many other turns there are, and how many sentences the first has. */
  others?: number;
  filling?: number;
  /** Which of several first turns. */
  draw?: number;
  /** Which example of a published file, from 1. */
  example?: number;
};

type MrcrDraft = CaseDraft<MrcrCase>;

interface Wanted {
  prefix: string;
  /** The right answer, with its prefix. */
  answer: string;
  /** Where the right piece stands, from 0 (first message) to 1 (last). */
  position: number | undefined;
  /** The pieces on the same request, in order, and which of them is right; none where that is not known. */
  pieces: string[];
  right: number;
}

export const load = (draft: MrcrDraft) => publishedConversations.load(draft);

function conversationOf(draft: MrcrDraft) {
  const { language, version, seed, cell } = draft;
  const index = indexOf(draft) ?? 0;
  const plan = { others: 0, filling: 1, draw: 0, ...cell, index, seed, version };
  return makeConversation(loadConversationWords(language), plan);
}

/** Which piece is asked for: several questions over one context ask for pieces evenly spread over all. */
export function indexOf({
  asks,
  cell: { needles, index, ask = 1 },
}: MrcrDraft): number | undefined {
  return asks === undefined ? index : Math.floor(((ask - 0.5) * needles) / asks);
}

function exampleOf(draft: MrcrDraft): PublishedConversation | undefined {
  return draft.published && publishedConversations.example(draft);
}

export function wantedFor(draft: MrcrDraft): Wanted {
  const example = exampleOf(draft);
  if (example) return wantedOfExample(example);
  const { turns, needles, prefix } = conversationOf(draft);
  const right = indexOf(draft) ?? 0;
  const pieces = needles.map((at) => turns[at]!.piece);
  return {
    prefix,
    answer: prefix + pieces[right]!,
    position: needles[right]! / Math.max(1, turns.length - 1),
    pieces,
    right,
  };
}

/** Where turns begin in the one text of version 2. */
const TURN = /(?:^|\n\n)(?:User|Assistant): ?/;

function wantedOfExample(example: PublishedConversation): Wanted {
  const { prompt, answer, random_string_to_prepend: prefix, desired_msg_index: index } = example;
  const texts = 'text' in prompt ? prompt.text.split(TURN) : prompt.map(({ content }) => content);
  const piece = (answer.startsWith(prefix) ? answer.slice(prefix.length) : answer).trim();
  const given = texts.findIndex((text, i) => i > 0 && text.trim() === piece);
  const pieces = texts.filter((_, i) => i > 0 && given > 0 && texts[i - 1] === texts[given - 1]);
  const at = index < 0 ? given : index;
  const position = at < 0 ? undefined : at / Math.max(1, texts.length - 1);
  return { prefix, answer, position, pieces, right: pieces.indexOf(texts[given] ?? '') };
}

export function task(draft: MrcrDraft): Task {
  const { answer, position } = wantedFor(draft);
  const asked = { answer, positions: position === undefined ? [] : [position] };
  const given = exampleOf(draft)?.prompt;
  if (given && 'text' in given) {
    return { kind: 'prompt', prompt: given.text, question: '', ...asked };
  }
  if (draft.version && !given) {
    const { turns, question } = conversationOf(draft);
    const words = loadConversationWords(draft.language);
    const all = [...turns, { request: question, piece: '' }];
    const text = all.map(({ request, piece }) => turnText(words, request, piece)).join('');
    const prompt = `${words.version2.examples}\n\n${text.trimEnd()}`;
    return { kind: 'prompt', prompt, question, ...asked };
  }
  const messages = given ?? messagesOf(conversationOf(draft));
  const question = messages.at(-1)!.content;
  return { kind: 'chat', messages, question, ...asked };
}

/** A model repeats the piece that is asked for; who lost it takes another on the same request. */
export function reading(draft: MrcrDraft): Reading {
  const { prefix, answer, position, pieces, right: which } = wantedFor(draft);
  const right = answer.startsWith(prefix) ? answer.slice(prefix.length) : answer;
  const other = pieces[which + 1] ?? pieces[which - 1] ?? '';
  return {
    pieces: [{ text: right, ...(position !== undefined && { position }) }],
    answer: (recalled, stands) =>
      prefix + (recalled.length > 0 ? right : stands(other) ? other : ''),
  };
}

function messagesOf({ turns, question }: Conversation): Message[] {
  return [
    ...turns.flatMap(({ request, piece }): Message[] => [
      { role: 'user', content: request },
      { role: 'assistant', content: piece },
    ]),
    { role: 'user', content: question },
  ];
}

/** At most this many first turns are tried to meet a length. */
const DRAWS = 60;

/** Sentences that the first turn has at least, and about how many tokens each has. */
const LEAST_FILLING = 4;
const TOKENS_PER_SENTENCE = 16;

/** How often the turns of one text are put right after they were counted in it. */
const ROUNDS = 4;

/**
 * Fill a length: with other turns as long as the next one goes in, and then with a first turn of as
 * many sentences as are missing. Each message counts for itself, so the sum is exact; one text is counted again.
 */
export const fit: Fit<MrcrCase> = (draft, tokensOf, count) => {
  const words = loadConversationWords(draft.language);
  const { seed, tokens, version } = draft;
  const { needles } = draft.cell;
  const sizeOf = ({ request, piece }: MrcrTurn) =>
    version ? count(turnText(words, request, piece)) : count(request) + count(piece);
  const filling = (sentences: number, draw: number) =>
    sizeOf(fillingTurn(words, { seed, needles, version, filling: sentences, draw }));
  const cellOf = (others: number, sentences: number, draw: number): MrcrCell => ({
    needles,
    ...(draft.cell.index !== undefined && { index: draft.cell.index }),
    ...(draft.cell.ask !== undefined && { ask: draft.cell.ask }),
    others,
    filling: sentences,
    ...(draw > 0 && { draw }),
  });
  const least = filling(LEAST_FILLING, 0);
  const missingWith = (cell: MrcrCell) => tokens - tokensOf({ ...draft, cell });
  let others = 0;
  const measured = () => missingWith(cellOf(others, LEAST_FILLING, 0)) + least;
  let room = measured();
  if (room < least) throw tooShort(draft, tokens - room + least);
  const wanted = wantedOf(words, { seed, needles, version });
  for (let round = 0, before = -1; round < ROUNDS && before !== others; round++) {
    before = others;
    for (;;) {
      const next = sizeOf(otherTurn(words, wanted, { seed, needles, version }, others));
      if (room - next < 2 * LEAST_FILLING * TOKENS_PER_SENTENCE) break;
      room -= next;
      others++;
    }
    if (!version) break;
    for (room = measured(); room < least; room = measured()) others--;
  }
  const first = { made: cellOf(others, LEAST_FILLING, 0), left: room - least };
  const cell = nearestDraw(DRAWS, first, (draw) => {
    const leftBy = (amount: number) => room - filling(amount, draw);
    const sentences = mostThatFit(LEAST_FILLING, 2 * LEAST_FILLING, leftBy);
    const made = cellOf(others, sentences, draw);
    return { made, left: version ? missingWith(made) : leftBy(sentences) };
  });
  return { ...draft, cell };
};

function tooShort({ tokens, cell }: Fitting<MrcrCase>, needed: number): UserError {
  return new UserError(
    `mrcr: \`lengths\` has ${tokens}, but ${cell.needles} pieces with their requests, the question and ` +
      `the reserve take ${needed} tokens. Use longer prompts, fewer \`needles\`, or a smaller \`reserve\`.`,
  );
}

export function describe(theCase: MrcrCase): Parts {
  const { cell, version, language, tokens } = theCase;
  const { needles } = cell;
  const index = indexOf(theCase);
  return [
    version ? 'MRCR v2' : 'MRCR',
    exampleTitle(theCase),
    `${needles} needles`,
    index !== undefined && `index ${index}`,
    languageName(language),
    `${tokens} tokens`,
  ];
}

async function* publishedCases(
  path: string,
  { needles, lengths, examples }: MrcrOptions,
  shared: SharedCaseFields,
): AsyncGenerator<MrcrDraft> {
  const remedy = 'leave the option out for conversations of our own';
  const isWanted = (summary: { n_needles: number }) => needles.includes(summary.n_needles);
  const most = lengths === undefined ? examples : undefined;
  const asked = publishedConversations.asked(path, { remedy, most, isWanted });
  for await (const { n_needles, version, example, base } of asked) {
    const cell = { needles: n_needles, example };
    yield { ...common(shared, version), ...base, needles: n_needles, cell };
  }
}

/** Messages and answer, as the data card counts them. */
export function counted(draft: MrcrDraft): string[] | undefined {
  if (!draft.published) return undefined;
  const { prompt, answer } = publishedConversations.example(draft);
  const texts = 'text' in prompt ? [prompt.text] : prompt.map(({ content }) => content);
  return [...texts, answer];
}

export const conditions: Conditions<MrcrCase> = {
  published: (file) => (file ? { prompts: `a file of yours ${file.sha256}` } : {}),
  needles: (amount, { version }) =>
    amount ? { needles: version ? `${amount}, version 2` : `${amount}` } : {},
};

function common(shared: SharedCaseFields, version: MrcrOptions['version']) {
  const kind = { task: 'recall', ...shared } as const;
  return version === 2 ? ({ ...kind, version: 'v2' } as const) : kind;
}

const LENGTHS = 8;

export async function* axes(
  options: MrcrOptions,
  shared: SharedCaseFields,
): AsyncGenerator<MrcrDraft> {
  const { needles: amounts, indices, seeds, published, version } = options;
  if (published !== undefined) return yield* publishedCases(published, options, shared);
  for (const seed of seeds) {
    for (const tokens of lengthsOf(options, LENGTHS)) {
      for (const needles of amounts) {
        if (options.asks > 1) yield { ...common(shared, version), tokens, seed, cell: { needles } };
        for (let index = 0; options.asks === 1 && index < needles; index++) {
          if (indices && !indices.includes(index)) continue;
          // All pieces of a conversation are asked for: one draw, as several questions over one context are.
          const unit = `${needles} needles`;
          yield { ...common(shared, version), tokens, seed, unit, cell: { needles, index } };
        }
      }
    }
  }
}
