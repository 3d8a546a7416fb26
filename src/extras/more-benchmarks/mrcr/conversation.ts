/**
 * Conversations by seed: a request that is made several times stands among others, many of which share
 * its form or its topic. Turns without the needles go on the same way however many there are.
 */

import seedrandom from 'seedrandom';
import { z } from 'zod';
import { kept } from '../../../base/kept.js';
import { withPlaces, wordsIn } from '../../../base/languages.js';
import { Latest } from '../../../base/latest.js';
import { oneOf, shuffled } from '../../../base/shuffle.js';
import { capital } from '../../../base/text/texts.js';
import { fillFormat } from '../../../benchmarks/fill-format.js';

const filled = z.string().trim().min(1, 'must not be empty');
const texts = z.array(filled).min(1, 'must not be empty');
const range = z
  .tuple([z.number().int().positive(), z.number().int().positive()])
  .refine(([least, most]) => least <= most, 'must be the least and the most');

const formSchema = z
  .strictObject({
    name: filled,
    article: z.string(),
    /** Least and most lines, or sentences, of a piece. */
    lines: range.optional(),
    sentences: range.optional(),
    begin: texts,
  })
  .refine(
    ({ lines, sentences }) => (lines === undefined) !== (sentences === undefined),
    'must have either `lines` or `sentences`',
  );

/** With its article in front of its name: `a solemn`. */
const styleSchema = z.strictObject({ name: filled, begin: texts, end: texts });

const version2Schema = z.strictObject({
  request: filled.superRefine(withPlaces(['form', 'topic', 'style'])),
  question: filled.superRefine(withPlaces(['prefix', 'ordinal', 'form', 'topic', 'style'])),
  user: z.string().min(1),
  assistant: z.string().min(1),
  /** Stands before the conversation. */
  examples: filled,
  styles: z.array(styleSchema).min(1),
});

const wordsSchema = z.strictObject({
  version2: version2Schema,
  request: filled.superRefine(withPlaces(['form', 'topic'])),
  question: filled.superRefine(withPlaces(['prefix', 'ordinal', 'form', 'topic'])),
  ordinals: texts,
  topics: texts,
  forms: z.array(formSchema).min(2, 'must have two forms'),
  lines: texts,
  sentences: texts,
  slots: z.record(z.string(), texts),
});

type ConversationWords = z.output<typeof wordsSchema>;
type Form = ConversationWords['forms'][number];

export const loadConversationWords = wordsIn('mrcr', wordsSchema);

interface Request {
  form: Form;
  topic: string;
  /** Of version 2. */
  style?: z.output<typeof styleSchema>;
}

function requestText(words: ConversationWords, { form, topic, style }: Request): string {
  const named = form.article === '' ? form.name : `${form.article} ${form.name}`;
  const { request } = style ? words.version2 : words;
  return fillFormat(request, { form: named, topic, style: style?.name });
}

/** The last message, which asks for one of several pieces on equal requests; the first is number 0. */
function recallText(
  words: ConversationWords,
  { form, topic, style }: Request,
  { prefix, index }: { prefix: string; index: number },
): string {
  const { question } = style ? words.version2 : words;
  const ordinal = words.ordinals[index];
  return fillFormat(question, { prefix, ordinal, form: form.name, topic, style: style?.name });
}

/** A turn as it stands in the one text of version 2. */
export function turnText({ version2 }: ConversationWords, request: string, piece: string): string {
  return `${version2.user}${request}\n\n${version2.assistant}${piece}\n\n`;
}

/** Lines of a stanza, and sentences of a paragraph. */
const STANZA = 4;
const PARAGRAPH = 5;

/** @param length - in lines or sentences; by default as many as chance gives, as the form allows */
function writePiece(
  words: ConversationWords,
  { form, topic, style }: Request,
  random: () => number,
  length?: number,
): string {
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const fill = (template: string) =>
    capital(
      template.replace(/\{(\w+)\}/g, (_, slot: string) =>
        slot === 'topic' ? topic : draw(words.slots[slot]!),
      ),
    );
  const [least, most] = (form.lines ?? form.sentences)!;
  const amount = length ?? least + Math.floor(random() * (most - least + 1));
  const templates = form.lines ? words.lines : words.sentences;
  const begin = fill(draw(form.begin));
  let last: string | undefined;
  const parts = Array.from({ length: amount }, () => {
    // No template twice in a row, which would read like a slip.
    let template = draw(templates);
    while (template === last && templates.length > 1) template = draw(templates);
    last = template;
    return fill(template);
  });
  const piece = form.lines
    ? [begin, ...inGroups(parts, STANZA).map((stanza) => stanza.join('\n'))].join('\n\n')
    : inGroups([begin, ...parts], PARAGRAPH)
        .map((paragraph) => paragraph.join(' '))
        .join('\n\n');
  return style ? [fill(draw(style.begin)), piece, fill(draw(style.end))].join('\n\n') : piece;
}

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}

export interface MrcrTurn {
  request: string;
  piece: string;
}

export type Conversation = ReturnType<typeof newConversation>;

interface ConversationPlan {
  seed: number;
  /** How often the request is made. */
  needles: number;
  /** Which of them is asked for; 0 is the first. */
  index: number;
  others: number;
  /** How many sentences the first turn has, which makes up the length. */
  filling: number;
  /** Which of several such first turns. */
  draw: number;
  version?: 'v2' | undefined;
}

/** A share of the other turns has the needles' form, and as many their topic. */
const NEAR_SHARE = 0.2;

const PREFIX_LENGTH = 10;

/** In version 2, whose metric takes this many characters for the prefix. */
export const PREFIX_2 = 12;

/** In version 2, the topics that are asked about, and those of fillers. */
const ASKED_TOPICS = 24;
const FILLER_TOPICS = 12;
const PREFIX_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const latest = new Latest<Conversation>(4);

/** The conversation of a plan; that of a prompt is asked for several times over. */
export function makeConversation(words: ConversationWords, plan: ConversationPlan) {
  const key = JSON.stringify([words.question, plan]);
  return kept(latest, key, () => newConversation(words, plan));
}

/** Makes turns, the indices of those with the request that is asked about, and the question. */
function newConversation(words: ConversationWords, plan: ConversationPlan) {
  const { seed, needles: amount, index, others, version } = plan;
  const wanted = wantedOf(words, plan);
  const random = seedrandom(`mrcr/${seed}/places`);
  const total = others + amount + 1;
  // One needle in each part of the conversation, anywhere but at the ends of the part.
  const needles = Array.from({ length: amount }, (_, i) =>
    Math.min(total - 1, Math.max(i + 1, Math.floor(((i + 0.1 + 0.8 * random()) / amount) * total))),
  );
  for (let i = 1; i < amount; i++) needles[i] = Math.max(needles[i]!, needles[i - 1]! + 1);
  for (let i = amount - 1; i >= 0; i--) needles[i] = Math.min(needles[i]!, total - amount + i);
  const turns: MrcrTurn[] = [fillingTurn(words, plan)];
  const numbers = Array.from({ length: others }, (_, i) => i);
  const order = version ? shuffled(numbers, random) : numbers;
  let other = 0;
  let needle = 0;
  for (let i = 1; i < total; i++) {
    if (needles[needle] === i)
      turns.push(turnOf(words, wanted, seedrandom(`mrcr/${seed}/needle/${needle++}`)));
    else turns.push(otherTurn(words, wanted, plan, order[other++]!));
  }
  // In version 2, all questions about a request have the same prefix.
  const prefix = prefixOf(seed, version ? '' : `/${index}`, version ? PREFIX_2 : PREFIX_LENGTH);
  return { turns, needles, prefix, question: recallText(words, wanted, { prefix, index }) };
}

type Chance = Pick<ConversationPlan, 'seed' | 'needles' | 'version'>;

/** The request that is made several times. */
export function wantedOf(words: ConversationWords, { seed, version }: Chance): Request {
  if (version) return keysOf(words, seed)[0]!;
  const random = seedrandom(`mrcr/${seed}/wanted`);
  return { form: oneOf(words.forms, random), topic: oneOf(words.topics, random) };
}

const keys = new Latest<Request[]>(4);

/** The requests of version 2 in random order: every key of form, topic and style. */
function keysOf({ forms, topics, question, version2 }: ConversationWords, seed: number): Request[] {
  return kept(keys, JSON.stringify([question, seed]), () => {
    const asked = topics
      .slice(0, ASKED_TOPICS)
      .flatMap((topic) => forms.map((form) => ({ form, topic })));
    const all = asked.flatMap((request) => version2.styles.map((style) => ({ ...request, style })));
    return shuffled(all, seedrandom(`mrcr/${seed}/keys`));
  });
}

/** A request of version 2 about a topic that none of its keys has. */
function fillerOf({ forms, topics, version2 }: ConversationWords, random: () => number): Request {
  const topic = oneOf(topics.slice(ASKED_TOPICS, ASKED_TOPICS + FILLER_TOPICS), random);
  return { form: oneOf(forms, random), topic, style: oneOf(version2.styles, random) };
}

/** The turns between the needles are the same in all conversations of a seed. */
const others = new Latest<MrcrTurn[]>(4);

/** A turn between the needles; the first is number 0. */
export function otherTurn(
  words: ConversationWords,
  wanted: Request,
  { seed, needles, version }: Chance,
  number: number,
): MrcrTurn {
  const key = JSON.stringify([words.question, seed, ...(version ? [needles] : [])]);
  const turns = kept(others, key, () => []);
  if (turns[number]) return turns[number];
  const random = seedrandom(`mrcr/${seed}/other/${number}`);
  // In version 2, each key is asked for as often as the one that is wanted, and then come fillers.
  const request = version
    ? (keysOf(words, seed)[1 + Math.floor(number / needles)] ?? fillerOf(words, random))
    : otherRequest(words, wanted, random);
  turns[number] = turnOf(words, request, random);
  return turns[number];
}

function otherRequest(words: ConversationWords, wanted: Request, random: () => number): Request {
  const near = random();
  const otherForm = () =>
    oneOf(
      words.forms.filter(({ name }) => name !== wanted.form.name),
      random,
    );
  const otherTopic = () =>
    oneOf(
      words.topics.filter((topic) => topic !== wanted.topic),
      random,
    );
  return near < NEAR_SHARE
    ? { form: wanted.form, topic: otherTopic() }
    : near < 2 * NEAR_SHARE
      ? { form: otherForm(), topic: wanted.topic }
      : { form: oneOf(words.forms, random), topic: otherTopic() };
}

/** The first turn: as many sentences as a length needs. */
export function fillingTurn(
  words: ConversationWords,
  plan: Chance & Pick<ConversationPlan, 'filling' | 'draw'>,
): MrcrTurn {
  const { seed, version, filling, draw: number } = plan;
  const wanted = wantedOf(words, plan);
  const random = seedrandom(`mrcr/${seed}/filling/${number}`);
  const form = words.forms.find(({ sentences, name }) => sentences && name !== wanted.form.name)!;
  if (version) return turnOf(words, { ...fillerOf(words, random), form }, random, filling);
  const topic = oneOf(
    words.topics.filter((other) => other !== wanted.topic),
    random,
  );
  return turnOf(words, { form, topic }, random, filling);
}

function turnOf(
  words: ConversationWords,
  request: Request,
  random: () => number,
  length?: number,
): MrcrTurn {
  return {
    request: requestText(words, request),
    piece: writePiece(words, request, random, length),
  };
}

function prefixOf(seed: number, index: string, length: number): string {
  const random = seedrandom(`mrcr/${seed}/prefix${index}`);
  return Array.from({ length }, () => oneOf([...PREFIX_CHARACTERS], random)).join('');
}
