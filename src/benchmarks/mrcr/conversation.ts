/**
 * Conversations by seed: a request that is made several times stands among others, many of which share
 * its form or its topic. Turns without the needles go on the same way however many there are.
 */
import seedrandom from 'seedrandom';
import { kept, Latest } from '../../latest.js';
import { oneOf } from '../../shuffle.js';
import { type ConversationWords, type Request, recallText, requestText } from './words.js';
import { writePiece } from './write-piece.js';

export interface Turn {
  request: string;
  piece: string;
}

export interface Conversation {
  turns: Turn[];
  /** Indices of the needles: the turns with the request that is asked about. */
  needles: number[];
  question: string;
  prefix: string;
}

export interface ConversationPlan {
  seed: number;
  /** How often the request is made. */
  needles: number;
  /** Which of them is asked for; 0 is the first. */
  index: number;
  others: number;
  /** So many sentences the first turn has, which makes up the length. */
  filling: number;
  /** Which of several such first turns. */
  draw: number;
}

/** A share of the other turns has the needles' form, and as many their topic. */
const NEAR_SHARE = 0.2;

const PREFIX_LENGTH = 10;
const PREFIX_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const latest = new Latest<Conversation>(4);

/** The conversation of a plan; that of a prompt is asked for several times over. */
export function makeConversation(words: ConversationWords, plan: ConversationPlan): Conversation {
  const key = JSON.stringify([words.question, plan]);
  return kept(latest, key, () => newConversation(words, plan));
}

function newConversation(words: ConversationWords, plan: ConversationPlan): Conversation {
  const { seed, needles: amount, index, others, filling, draw: number } = plan;
  const wanted = wantedOf(words, seed);
  const random = seedrandom(`mrcr/${seed}/places`);
  const total = others + amount + 1;
  // One needle in each part of the conversation, anywhere but at the ends of the part.
  const needles = Array.from({ length: amount }, (_, i) =>
    Math.min(total - 1, Math.max(i + 1, Math.floor(((i + 0.1 + 0.8 * random()) / amount) * total))),
  );
  for (let i = 1; i < amount; i++) needles[i] = Math.max(needles[i]!, needles[i - 1]! + 1);
  for (let i = amount - 1; i >= 0; i--) needles[i] = Math.min(needles[i]!, total - amount + i);
  const turns: Turn[] = [fillingTurn(words, { seed, filling, draw: number })];
  let other = 0;
  let needle = 0;
  for (let i = 1; i < total; i++) {
    if (needles[needle] === i) turns.push(needleTurn(words, seed, needle++));
    else turns.push(otherTurn(words, wanted, seed, other++));
  }
  const prefix = prefixOf(seed, index);
  return { turns, needles, prefix, question: recallText(words, wanted, { prefix, index }) };
}

/** The request that is made several times. */
export function wantedOf({ forms, topics }: ConversationWords, seed: number): Request {
  const random = seedrandom(`mrcr/${seed}/wanted`);
  return { form: oneOf(forms, random), topic: oneOf(topics, random) };
}

/** A needle; the first is number 0. */
export function needleTurn(words: ConversationWords, seed: number, number: number): Turn {
  const wanted = wantedOf(words, seed);
  return turnOf(words, wanted, seedrandom(`mrcr/${seed}/needle/${number}`));
}

/** The turns between the needles are the same in all conversations of a seed. */
const others = new Latest<Turn[]>(4);

/** A turn between the needles; the first is number 0. */
export function otherTurn(
  words: ConversationWords,
  wanted: Request,
  seed: number,
  number: number,
): Turn {
  const key = JSON.stringify([words.question, seed]);
  const turns = kept(others, key, () => []);
  turns[number] ??= newOtherTurn(words, wanted, seed, number);
  return turns[number];
}

function newOtherTurn(
  words: ConversationWords,
  wanted: Request,
  seed: number,
  number: number,
): Turn {
  const random = seedrandom(`mrcr/${seed}/other/${number}`);
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
  const request =
    near < NEAR_SHARE
      ? { form: wanted.form, topic: otherTopic() }
      : near < 2 * NEAR_SHARE
        ? { form: otherForm(), topic: wanted.topic }
        : { form: oneOf(words.forms, random), topic: otherTopic() };
  return turnOf(words, request, random);
}

/** The first turn: as many sentences as a length needs. */
export function fillingTurn(
  words: ConversationWords,
  { seed, filling, draw: number }: Pick<ConversationPlan, 'seed' | 'filling' | 'draw'>,
): Turn {
  const wanted = wantedOf(words, seed);
  const random = seedrandom(`mrcr/${seed}/filling/${number}`);
  const form = words.forms.find(({ sentences, name }) => sentences && name !== wanted.form.name)!;
  const topic = oneOf(
    words.topics.filter((one) => one !== wanted.topic),
    random,
  );
  return turnOf(words, { form, topic }, random, filling);
}

function turnOf(
  words: ConversationWords,
  request: Request,
  random: () => number,
  length?: number,
): Turn {
  return {
    request: requestText(words, request),
    piece: writePiece(words, request, random, length),
  };
}

function prefixOf(seed: number, index: number): string {
  const random = seedrandom(`mrcr/${seed}/prefix/${index}`);
  return Array.from({ length: PREFIX_LENGTH }, () => oneOf([...PREFIX_CHARACTERS], random)).join(
    '',
  );
}
