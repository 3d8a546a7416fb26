/** The prompts of RULER v2: a list of items, drawn by the seed, and what is asked of them. */
import seedrandom from 'seedrandom';
import { z } from 'zod';
import { kept } from '../../../base/kept.js';
import { withPlaces, wordsIn } from '../../../base/languages.js';
import { Latest } from '../../../base/latest.js';
import { oneOf, shuffled } from '../../../base/shuffle.js';
import type { ContextTask, Fit } from '../../../benchmarks/benchmark.js';
import { fillRest, largestFitting } from '../../../benchmarks/lengths.js';
import { FILLERS, nearestSum } from '../../../benchmarks/nearest-sum.js';
import type { Reading } from '../../../benchmarks/reading.js';
import {
  hotpotqa,
  type MmluQuestion,
  mmlu,
  type RulerV2Case,
  type RulerV2Draft,
  TASK_NAMES,
  taskParameters,
} from './tasks.js';

const filled = z.string().min(1);

const loadWords = wordsIn(
  'ruler-v2',
  z.strictObject({
    needle: filled.superRefine(withPlaces(['key', 'value'])),
    tasks: z.record(z.enum(TASK_NAMES), filled),
    absent: z.array(filled).min(1),
  }),
);

/** Keys are words of RULER's. */
const keyWords = filled.transform((list) => list.trim().split(/\s+/));
const loadKeyWords = wordsIn('ruler', z.object({ adjectives: keyWords, nouns: keyWords }));

export function absentPhrases({ language }: RulerV2Draft): readonly string[] {
  return loadWords(language).absent;
}

/** What a prompt is made of, as far as it does not depend on how many items there are. */
interface Drawn {
  /** As many labels as were asked for so far, and more on demand. */
  label(index: number): string;
  /** The texts that are always there, the one asked for first. */
  fixed: readonly string[];
  /** Of these, those that are right. */
  gold: number;
  /** Any other text. */
  other(index: number): string;
  /** How many others are different. */
  others: number;
  question?: string;
  answer?: string;
  /** Of questions of MMLU: the one asked for, and the others. */
  asked?: MmluQuestion;
  example(index: number): MmluQuestion | undefined;
}

const latest = new Latest<Drawn>(8);

function seedOf({ seed, task, tokens = 0 }: RulerV2Draft, what: string): string {
  return `ruler-v2/${what}/${task}/${seed}/${tokens}`;
}

function drawnBy(draft: RulerV2Draft): Drawn {
  const files = [draft.mmlu?.sha256, draft.hotpotqa?.sha256, draft.language];
  return kept(latest, JSON.stringify([seedOf(draft, ''), files]), () => draw(draft));
}

function draw(draft: RulerV2Draft): Drawn {
  const { items } = taskParameters(draft.task);
  const random = seedrandom(seedOf(draft, 'items'));
  const label = growing(seedOf(draft, 'labels'), (chance) =>
    items === 'needles' ? keyOf(draft, chance) : digits(7, chance),
  );
  const none = { label, example: () => undefined };
  if (items === 'needles') {
    const other = growing(seedOf(draft, 'values'), (chance) => digits(10, chance));
    return { ...none, fixed: [], gold: 0, other, others: Number.POSITIVE_INFINITY };
  }
  if (items === 'questions') {
    const [asked, ...rest] = shuffled(mmlu.records(draft.mmlu!), random) as [
      MmluQuestion,
      ...MmluQuestion[],
    ];
    const example = (index: number) => rest[index % rest.length]!;
    const other = (index: number) => example(index).text;
    return { ...none, fixed: [asked.text], gold: 1, other, others: rest.length, asked, example };
  }
  const records = hotpotqa.records(draft.hotpotqa!);
  const { question, answer, gold, others: close } = oneOf(records, random);
  const fixed = [...gold, ...close];
  const known = new Set(fixed);
  const all = new Set(records.flatMap((record) => [...record.gold, ...record.others]));
  const pool = shuffled(
    [...all].filter((text) => !known.has(text)),
    random,
  );
  const other = (index: number) => pool[index % pool.length] ?? fixed.at(-1)!;
  return { ...none, fixed, gold: gold.length, other, others: pool.length, question, answer };
}

/** Texts without end, each once, of which as many are drawn as are asked for. */
function growing(seed: string, make: (random: () => number) => string): (index: number) => string {
  const random = seedrandom(seed);
  const known = new Set<string>();
  const list: string[] = [];
  return (index) => {
    while (list.length <= index) {
      const text = make(random);
      if (!known.has(text)) list.push(text);
      known.add(text);
    }
    return list[index]!;
  };
}

function keyOf({ language }: RulerV2Draft, random: () => number): string {
  const { adjectives, nouns } = loadKeyWords(language);
  return `${oneOf(adjectives, random)}-${oneOf(nouns, random)}`;
}

function digits(amount: number, random: () => number): string {
  return `${10 ** (amount - 1) + Math.floor(random() * 9 * 10 ** (amount - 1))}`;
}

/** The items before they are mixed, what is asked for first, and their order. */
function itemsOf(draft: RulerV2Draft) {
  const { items: kind, sharing = 1 } = taskParameters(draft.task);
  const { needle } = loadWords(draft.language);
  const { label, fixed, other } = drawnBy(draft);
  const { items: amount = leastOf(draft), fillers = [] } = draft.cell;
  const texts = Array.from({ length: amount }, (_, i) => fixed[i] ?? other(i - fixed.length));
  texts.push(...fillers.map((index) => other(Number(index))));
  const items = texts.map((text, i) => {
    const own = label(Math.floor(i / sharing));
    return { label: own, text, line: lineOf(kind, own, text, needle) };
  });
  const order = shuffled([...items.keys()], seedrandom(seedOf(draft, 'order')));
  return { items, order };
}

function lineOf(kind: string, label: string, text: string, needle: string): string {
  if (kind === 'needles') return needle.replace('{key}', label).replace('{value}', text);
  return kind === 'questions' ? `Question ${label}: ${text}` : `Document ${label}:\n${text}`;
}

/** What must be in a prompt: what is asked for, what shares its label, and examples. */
function leastOf(draft: RulerV2Draft): number {
  const { sharing = 1, examples = 0 } = taskParameters(draft.task);
  return Math.max(drawnBy(draft).fixed.length, sharing, examples + 1);
}

/** What the choices of a question are; nothing where none is asked. */
export function choicesOf(draft: RulerV2Draft): readonly string[] | undefined {
  return taskParameters(draft.task).match === 'letter' ? drawnBy(draft).asked?.choices : undefined;
}

/** What a right answer holds: all of these, or any. */
export function referencesOf(draft: RulerV2Draft): string[] {
  const { wanted = 1, match, asks } = taskParameters(draft.task);
  const { asked, answer, gold } = drawnBy(draft);
  const { items } = itemsOf(draft);
  if (match === 'letter') return [asked!.letter];
  if (asks === 'answer') return [answer!];
  if (asks) return items.slice(0, asks === 'text' ? 1 : gold).map(({ label }) => label);
  return items.slice(0, wanted).map(({ text }) => text);
}

/** Of questions to copy: those that share the label, and are not to be told. */
export function othersOf(draft: RulerV2Draft): string[] {
  const { sharing = 1, wanted = 1 } = taskParameters(draft.task);
  const { items } = itemsOf(draft);
  return items.slice(wanted, sharing).map(({ text }) => text);
}

/** How people count. */
const ORDINALS = ['1st', '2nd', '3rd', '4th'];

export function task(draft: RulerV2Draft): ContextTask {
  const { items: kind, sharing = 1, match, examples = 0, asks } = taskParameters(draft.task);
  const { question, example } = drawnBy(draft);
  const { items, order } = itemsOf(draft);
  const [first] = items;
  const context = order.map((index) => items[index]!.line).join(kind === 'needles' ? '\n' : '\n\n');
  const references = referencesOf(draft);
  const group = order.filter((index) => index < sharing);
  const shown = Array.from({ length: examples }, (_, i) => [
    [`i${i + 1}`, items[i + 1]!.label],
    [`question${i + 1}`, items[i + 1]!.text],
    [`answer${i + 1}`, example(i)!.letter],
  ]).flat();
  const copied = group.map((index) => items[index]!.text);
  const places = {
    needles: { query: first!.label },
    questions: { i: first!.label },
    documents: asks === 'text' ? { text: first!.text } : { question: question! },
  }[kind];
  return {
    kind: 'context',
    context,
    question: Object.values(places)[0]!,
    positions: placesOf(draft),
    answer:
      match === 'letter'
        ? `\\boxed{${references[0]}}`
        : match === 'last'
          ? `${copied.join('\n')}\n\n${references[0]}`
          : match === 'part'
            ? references[0]!
            : references.join('\n'),
    accepted: match === 'part' ? references : [],
    wording: {
      template: loadWords(draft.language).tasks[draft.task],
      name: 'needles',
      places,
      optional: {
        ...Object.fromEntries(shown),
        ...(sharing > 1 && kind === 'questions' && { order: ORDINALS[group.indexOf(0)]! }),
      },
    },
  };
}

/** Where the items stand that are to be told; nowhere where several documents answer together. */
function placesOf(draft: RulerV2Draft): number[] {
  const { wanted = 1, asks } = taskParameters(draft.task);
  const { order } = itemsOf(draft);
  if (asks && asks !== 'text') return [];
  const last = Math.max(1, order.length - 1);
  return Array.from({ length: wanted }, (_, i) => order.indexOf(i) / last);
}

/** A model tells what it recalls of what is wanted, or answers where it recalls all that answers. */
export function reading(draft: RulerV2Draft): Reading {
  const { wanted = 1, asks, match } = taskParameters(draft.task);
  const { items, order } = itemsOf(draft);
  const needed = asks && asks !== 'text' ? drawnBy(draft).gold : wanted;
  const { answer } = task(draft);
  return {
    pieces: Array.from({ length: needed }, (_, i) => ({
      text: items[i]!.line,
      position: order.indexOf(i) / Math.max(1, order.length - 1),
    })),
    answer(recalled) {
      if (recalled.length === needed) return answer;
      const told = wanted > 1 ? recalled.map((i) => items[i]!.text).join('\n') : '';
      return told || (match === 'letter' ? '\\boxed{?}' : absentPhrases(draft)[0]!);
    },
  };
}

/** Tokens of an item, at first guess. */
const TOKENS_PER_ITEM = { needles: 22, questions: 80, documents: 130 };

/** Of how many others those are chosen that fill the rest. */
const CHOICE = 200;

/** Fill a length with items, and the rest with some that have the right lengths. */
export const fit: Fit<RulerV2Case> = (draft, tokensOf, count) => {
  const { items: kind } = taskParameters(draft.task);
  const { fixed, other, others } = drawnBy(draft);
  const least = leastOf(draft);
  const withItems = (items: number, fillers: readonly string[] = []) => ({
    ...draft,
    cell: { items, ...(fillers.length > 0 && { fillers }) },
  });
  const lengthOf = (more: number) => tokensOf(withItems(least + more));
  const { amount } = largestFitting(draft.tokens, lengthOf, draft.tokens / TOKENS_PER_ITEM[kind]);
  if (kind === 'needles') return withItems(least + amount);
  const items = least + Math.max(0, amount - FILLERS);
  const next = items - fixed.length;
  const lengths = Array.from({ length: Math.min(CHOICE, others) }, (_, i) => next + i)
    .map((index) => ({ index, tokens: count(`\n\n${lineOf(kind, '1000000', other(index), '')}`) }))
    .sort((a, b) => a.tokens - b.tokens);
  const fillers = fillRest(
    draft.tokens - tokensOf(withItems(items)),
    (rest) => nearestSum(lengths, rest),
    (indices) => draft.tokens - tokensOf(withItems(items, indices)),
  );
  return withItems(items, fillers);
};
