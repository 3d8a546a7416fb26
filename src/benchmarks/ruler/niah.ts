/** Makes RULER's needle tasks: sentences with a key and a value, of which some are asked. */
import seedrandom from 'seedrandom';
import { kept } from '../../base/kept.js';
import { shuffled } from '../../base/shuffle.js';
import { literal } from '../../base/text/literal.js';
import { UserError } from '../../base/user-error.js';
import type { MadeHaystack } from '../../haystack/haystack.js';
import type { HiddenTask } from '../benchmark.js';
import { fillFormat } from '../fill-format.js';
import { randomUuid } from '../uuid.js';
import {
  announced,
  differentWords,
  type Kind,
  loadRulerWords,
  type NiahParameters,
  niahOf,
  parametersOf,
  type RulerDraft,
  type RulerWords,
  seedOf,
} from './case.js';

/** One noun in this many is reserved for keys that are asked for. */
const RESERVED = 8;

/** The authors' depths: 40, in whole percent. */
const DEPTHS = Array.from({ length: 40 }, (_, i) => Math.round((100 * i) / 39) / 100);

/** Splits nouns into those of keys, and those of needles around them. */
function nounsOf({ nouns }: RulerWords, seed: number) {
  const mixed = shuffled(nouns, seedrandom(`ruler/nouns/${seed}`));
  const reserved = Math.ceil(mixed.length / RESERVED);
  return { asked: mixed.slice(0, reserved), others: mixed.slice(reserved).sort() };
}

const DIGITS = [...'0123456789'];
const HEX = [...'0123456789abcdef'];

/**
 * How many needles come to one sentence without content. Needles are about equally long, so exact lengths need
 * other sentences.
 */
const NEEDLES_TO_ONE = 15;

const SLOTTED: Record<Kind, string> = {
  numbers: '{first}{d}{d}{d}{d}{d}{d}',
  words: '{adjective}-{noun}',
  uuids:
    '{h}{h}{h}{h}{h}{h}{h}{h}-{h}{h}{h}{h}-4{h}{h}{h}-{v}{h}{h}{h}-{h}{h}{h}{h}{h}{h}{h}{h}{h}{h}{h}{h}',
};

/** Makes a needle task's haystack, unless the Case names a text. */
function madeHaystack(
  { haystack, keys, values }: NiahParameters,
  words: RulerWords,
  seed: number,
): MadeHaystack | undefined {
  if (haystack === 'text') return undefined;
  if (haystack === 'noise') return noise(words);
  const kind = words.kinds[values][0];
  const sentence = fillFormat(words.needle, { kind, key: SLOTTED[keys], value: SLOTTED[values] });
  const slots = {
    first: DIGITS.slice(1),
    d: DIGITS,
    h: HEX,
    v: ['8', '9', 'a', 'b'],
    adjective: words.adjectives,
    noun: nounsOf(words, seed).others,
  };
  const sentences = [
    ...Array<string>(NEEDLES_TO_ONE * words.noise.length).fill(sentence),
    ...words.noise,
  ];
  return { name: 'needles', sentences, slots, order: 'drawn' };
}

function noise({ noise: sentences }: RulerWords): MadeHaystack {
  return { name: 'noise', sentences, slots: {}, order: 'in turn' };
}

function drawnText(
  kind: Kind,
  words: RulerWords,
  nouns: readonly string[],
  random: seedrandom.PRNG,
) {
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  switch (kind) {
    case 'numbers':
      return String(1_000_000 + Math.floor(random() * 9_000_000));
    case 'words':
      return `${one(words.adjectives)}-${one(nouns)}`;
    case 'uuids':
      return randomUuid(random);
  }
}

function drawnTexts(
  amount: number,
  kind: Kind,
  words: RulerWords,
  nouns: readonly string[],
  random: seedrandom.PRNG,
): string[] {
  const most = words.adjectives.length * nouns.length;
  if (kind === 'words' && amount > most) {
    throw new UserError(
      `ruler: \`niah\` asks for ${amount} different words, but there are ${most}. Use fewer, or uuids.`,
    );
  }
  const texts = new Set<string>();
  while (texts.size < amount) texts.add(drawnText(kind, words, nouns, random));
  return [...texts];
}

/** Draws ascending positions, from the authors' depths while these suffice. */
function drawnPositions(amount: number, random: () => number): number[] {
  const drawn =
    amount <= DEPTHS.length
      ? shuffled(DEPTHS, random).slice(0, amount)
      : Array.from({ length: amount }, random);
  return drawn.sort((a, b) => a - b);
}

const known = new WeakMap<RulerDraft, ReturnType<typeof drawnNeedles>>();

export function niahData(draft: RulerDraft) {
  return kept(known, draft, () => drawnNeedles(draft));
}

/** Draws needles, in order of position, and the keys asked for. */
function drawnNeedles(draft: RulerDraft) {
  const { keys, values, keyCount, valueCount, queries } = niahOf(draft)!;
  const words = loadRulerWords(draft.language);
  const random = seedrandom(seedOf(draft, 'needles'));
  const { asked: nouns } = nounsOf(words, draft.seed);
  const amount = Math.max(keyCount, queries);
  const allKeys = drawnTexts(amount, keys, words, nouns, random);
  const allValues = drawnTexts(amount * valueCount, values, words, words.nouns, random);
  const positions = drawnPositions(allValues.length, random);
  const pairs = allValues.map((value, i) => ({ key: allKeys[Math.floor(i / valueCount)]!, value }));
  const needles = shuffled(pairs, random).map((pair, i) => ({ ...pair, position: positions[i]! }));
  const asked = shuffled(allKeys, random).slice(0, queries);
  return { needles, asked, wanted: needles.filter(({ key }) => asked.includes(key)) };
}

/** Joins texts as a question does: `a, b, and c`. */
function enumerated(texts: readonly string[], and: string): string {
  const last = texts.at(-1)!;
  return texts.length === 1 ? last : `${texts.slice(0, -1).join(', ')}${and}${last}`;
}

export function niahTask(draft: RulerDraft): HiddenTask {
  const parameters = niahOf(draft)!;
  const words = loadRulerWords(draft.language);
  const { needles, asked, wanted } = niahData(draft);
  const [kind, kinds] = words.kinds[parameters.values];
  const made = madeHaystack(parameters, words, draft.seed);
  const isOne = wanted.length === 1;
  const [ask, announce] = isOne
    ? [words.ask.one, words.announce.one]
    : [words.ask.several, words.announce.several];
  const keys = enumerated(asked, words.and);
  const question = fillFormat(ask, { kind, kinds, keys });
  return {
    kind: 'hidden',
    evidence: needles.map(({ position, ...pair }) => ({
      text: fillFormat(words.needle, { kind, ...pair }),
      position,
    })),
    positions: wanted.map(({ position }) => position),
    between: made ? '\n' : ' ',
    question,
    answer: wanted.map(({ value }) => value).join(', '),
    ...(made && { made }),
    forbidden: forbiddenIn(words),
    wording: {
      places: {},
      optional: { question, query: keys, type_needle_v: isOne ? kind : kinds },
      ...(draft.announce
        ? { template: announced(fillFormat(announce, { kind, kinds })) }
        : isOne && { rewrite: inSingular }),
    },
  };
}

/** Rewrites the authors' template for one value, letter by letter as they do. */
function inSingular(text: string): string {
  return text.replaceAll('Some', 'A').replaceAll('are all', 'is').replaceAll('are', 'is');
}

function forbiddenIn(words: RulerWords) {
  return Object.values(words.kinds).map(([kind]) => {
    const [beginning = ''] = fillFormat(words.needle, { kind, key: '\0', value: '' }).split('\0');
    return { phrase: beginning.trim(), pattern: new RegExp(literal(beginning.trim()), 'iu') };
  });
}

const NAME_LENGTH = 5;

export function chainsOf(draft: RulerDraft) {
  const { chains, hops } = parametersOf(draft);
  const random = seedrandom(seedOf(draft, 'variables'));
  const all = differentWords(chains * (hops + 1), 'A', NAME_LENGTH, random);
  const values = new Set<string>();
  while (values.size < chains) values.add(String(10_000 + Math.floor(random() * 90_000)));
  const positions = drawnPositions(all.length, random);
  // Chains are mixed, but each keeps its order.
  const turns = shuffled(
    all.map((_, i) => Math.floor(i / (hops + 1))),
    random,
  );
  return [...values].map((value, chain) => ({
    value,
    names: all.slice(chain * (hops + 1), (chain + 1) * (hops + 1)),
    positions: positions.filter((_, i) => turns[i] === chain),
  }));
}

export function variablesTask(draft: RulerDraft): HiddenTask {
  const words = loadRulerWords(draft.language);
  const { first, next, question, example } = words.variables;
  const chains = chainsOf(draft);
  const [asked] = chains;
  const { value, names, positions } = asked!;
  const evidence = chains.flatMap((chain) =>
    chain.names.map((name, i) => ({
      text:
        i === 0
          ? fillFormat(first, { name, value: chain.value })
          : fillFormat(next, { name, previous: chain.names[i - 1]! }),
      position: chain.positions[i]!,
    })),
  );
  const asking = [
    ...(parametersOf(draft).example ? [example] : []),
    fillFormat(question, { value, count: names.length }),
  ].join('\n\n');
  return {
    kind: 'hidden',
    evidence: evidence.sort((a, b) => a.position - b.position),
    positions,
    between: '\n',
    question: asking,
    answer: names.join(', '),
    made: noise(words),
    forbidden: [],
    wording: {
      places: {},
      optional: { question: asking, query: value, num_v: `${names.length}`, example },
      ...(draft.announce && { template: announced(words.announce.variables) }),
    },
  };
}
