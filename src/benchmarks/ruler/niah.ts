/** The needle tasks of RULER: sentences with a key and a value each; the values of some keys are asked. */
import seedrandom from 'seedrandom';
import { shuffled } from '../../base/shuffle.js';
import { literal } from '../../base/text/literal.js';
import { UserError } from '../../base/user-error.js';
import type { MadeHaystack } from '../../haystack/haystack.js';
import type { HiddenTask } from '../benchmark.js';
import { randomUuid } from '../uuid.js';
import { niahOf, type RulerDraft, seedOf } from './case.js';
import type { Kind, NiahParameters } from './parameters.js';
import { announced, filledIn, loadRulerWords, type RulerWords } from './words.js';

/** One noun in this many stands in keys that are asked for, and in no other needle. */
const RESERVED = 8;

/** The authors' depths: 40 from the start to the end, in whole percent. */
const DEPTHS = Array.from({ length: 40 }, (_, i) => Math.round((100 * i) / 39) / 100);

interface NiahNeedle {
  key: string;
  value: string;
  position: number;
}

/** The nouns of keys, and those of needles that only stand around them. */
function nounsOf({ nouns }: RulerWords, seed: number) {
  const mixed = shuffled(nouns, seedrandom(`ruler/nouns/${seed}`));
  const reserved = Math.ceil(mixed.length / RESERVED);
  return { asked: mixed.slice(0, reserved), others: mixed.slice(reserved).sort() };
}

const DIGITS = [...'0123456789'];
const HEX = [...'0123456789abcdef'];

/**
 * One sentence without content stands among this many needles: needles are about equally long, and only
 * sentences of other lengths make exact lengths possible.
 */
const NEEDLES_TO_ONE = 15;

/** How each kind stands in a drawn sentence, by slots. */
const SLOTTED: Record<Kind, string> = {
  numbers: '{first}{d}{d}{d}{d}{d}{d}',
  words: '{adjective}-{noun}',
  uuids:
    '{h}{h}{h}{h}{h}{h}{h}{h}-{h}{h}{h}{h}-4{h}{h}{h}-{v}{h}{h}{h}-{h}{h}{h}{h}{h}{h}{h}{h}{h}{h}{h}{h}',
};

/** The haystack of a needle task; nothing where it is a text that the Case names. */
function madeHaystack(
  { haystack, keys, values }: NiahParameters,
  words: RulerWords,
  seed: number,
): MadeHaystack | undefined {
  if (haystack === 'text') return undefined;
  if (haystack === 'noise') return noise(words);
  const kind = words.kinds[values][0];
  const sentence = filledIn(words.needle, { kind, key: SLOTTED[keys], value: SLOTTED[values] });
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

export function noise({ noise: sentences }: RulerWords): MadeHaystack {
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

/** Positions for `amount` needles, ascending; the authors' depths as far as these are enough. */
export function drawnPositions(amount: number, random: () => number): number[] {
  const drawn =
    amount <= DEPTHS.length
      ? shuffled(DEPTHS, random).slice(0, amount)
      : Array.from({ length: amount }, random);
  return drawn.sort((a, b) => a - b);
}

/** A prompt's needles, in order of position, and the keys that are asked for. */
interface NiahData {
  needles: NiahNeedle[];
  asked: string[];
  /** The needles of these keys, in order of position: what the references are. */
  wanted: NiahNeedle[];
}

const latest = new WeakMap<object, NiahData>();

export function niahData(draft: RulerDraft): NiahData {
  const known = latest.get(draft);
  if (known) return known;
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
  const data = { needles, asked, wanted: needles.filter(({ key }) => asked.includes(key)) };
  latest.set(draft, data);
  return data;
}

/** Some texts as a question names them: `a, b, and c`. */
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
  const question = filledIn(ask, { kind, kinds, keys });
  return {
    kind: 'hidden',
    evidence: needles.map(({ position, ...pair }) => ({
      text: filledIn(words.needle, { kind, ...pair }),
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
        ? { template: announced(filledIn(announce, { kind, kinds })) }
        : isOne && { rewrite: inSingular }),
    },
  };
}

/** The authors' template for one value, letter by letter as they make it of that for several. */
function inSingular(text: string): string {
  return text.replaceAll('Some', 'A').replaceAll('are all', 'is').replaceAll('are', 'is');
}

/** Sentences that begin as needles do must not stand in a text. */
function forbiddenIn(words: RulerWords) {
  return Object.values(words.kinds).map(([kind]) => {
    const [beginning = ''] = filledIn(words.needle, { kind, key: '\0', value: '' }).split('\0');
    return { phrase: beginning.trim(), pattern: new RegExp(literal(beginning.trim()), 'iu') };
  });
}
