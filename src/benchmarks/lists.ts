/**
 * Where the one item that is asked for stands among data that are a list: pairs, or documents. The
 * paper calls it the gold pair and the gold document, and moves it through the list
 * (arXiv:2307.03172, §2).
 */
import { z } from 'zod';
import { UserError } from '../base/user-error.js';
import { firstGiven, type Options, tokenCount } from '../options/kinds.js';
import {
  DEFAULT_MAX_TOKENS,
  lengthConflict,
  lengthOptions,
  lengthsOf,
} from '../options/option-groups.js';
import { depthConflict, depthOptions, depthsOf } from './depths.js';
import type { Reading } from './reading.js';

const INDICES =
  'must be a list of whole numbers, where 0 is the first; or such a list for each number of items, ' +
  '{ 10: [0, 4, 9] }';

const indexList = z
  .array(z.number(INDICES).int(INDICES).nonnegative(INDICES), INDICES)
  .nonempty(INDICES);

/** The options that say where the item stands, each place a prompt of its own. */
export const placeOptions = {
  ...depthOptions,
  /** Instead of `depths`: indices in the list, where 0 is the first; or a list of them for each number of items. */
  indices: z
    .union([indexList, z.record(z.string().regex(/^[1-9]\d*$/, INDICES), indexList)], INDICES)
    .optional(),
} as const;

/** A depth from 0 (first) to 1 (last), or an index. */
export type Spot = { depth: number } | { index: number };

/** How many places there are by default, with the first and the last. */
const PLACES = 5;

type PlaceOptions = z.output<z.ZodObject<typeof placeOptions>>;

/**
 * The places that options ask for in a list, each another one there.
 *
 * @param among - how many items the list has
 * @param isGuess - whether that is not known for certain, so that an index may be beyond it
 * @throws {UserError} for indices beyond the last, or that say nothing of such a list
 */
export function spotsOf(
  { indices, ...depths }: PlaceOptions,
  among: number,
  { generator, items }: { generator: string; items: string },
  isGuess = false,
): Spot[] {
  if (indices === undefined) {
    const places = depthsOf(depths, PLACES).map((depth) => ({ depth }));
    return differentPlaces(places, among);
  }
  const listed = Array.isArray(indices) ? indices : indices[`${among}`];
  if (listed === undefined || (isGuess && !Array.isArray(indices))) {
    throw new UserError(
      isGuess
        ? `${generator}: \`indices\` has a list for each number of ${items}, but \`lengths\` says how long prompts are. Give one list.`
        : `${generator}: \`indices\` has no list for ${among} ${items}. Add one, or give one list for all.`,
    );
  }
  const places = [...new Set(listed)].map((index) => ({ index }));
  if (!isGuess) checkPlaces(generator, places, among, items);
  return differentPlaces(places, among);
}

export function placeConflict(config: Record<string, unknown>): string | undefined {
  const { indices, depths, spacing } = config;
  const other = depths !== undefined ? 'depths' : 'spacing';
  if (indices !== undefined && (depths !== undefined || spacing !== undefined)) {
    return `\`indices\` and \`${other}\` both say where the item stands. Give one of them.`;
  }
  return depthConflict(config);
}

/** Returns the index of a place. Beyond the end it is the last. */
export function indexAt(place: Spot, among: number): number {
  return 'index' in place
    ? Math.min(place.index, among - 1)
    : Math.round(place.depth * (among - 1));
}

/** Returns the position from 0 (first) to 1 (last). 0 for a single item. */
export function positionAt(place: Spot, among: number): number {
  if (among === 1) return 0;
  return 'depth' in place ? place.depth : indexAt(place, among) / (among - 1);
}

/** Keeps one place per index, the nearest to it. */
function differentPlaces(places: readonly Spot[], among: number): Spot[] {
  const nearest = new Map<number, Spot>();
  const distance = (place: Spot) =>
    Math.abs(positionAt(place, among) * (among - 1) - indexAt(place, among));
  for (const place of places) {
    const index = indexAt(place, among);
    const other = nearest.get(index);
    if (other === undefined || distance(place) < distance(other)) nearest.set(index, place);
  }
  return [...nearest.values()];
}

/**
 * Check that there are such indices.
 *
 * @param among - how many items a prompt has
 * @param items - what they are, for the error message: `pairs`
 * @throws {UserError} when a place is an index beyond the last
 */
export function checkPlaces(
  generator: string,
  places: readonly Spot[],
  among: number,
  items: string,
): void {
  for (const place of places) {
    if (!('index' in place) || place.index < among) continue;
    throw new UserError(
      `${generator}: \`indices\` has ${place.index}, but a prompt has ${among} ${items}, so the last ` +
        `index is ${among - 1}. Use a smaller index, or \`depths\` from 0 to 1.`,
    );
  }
}

export function insertAt<T>(others: readonly T[], item: T, index: number): T[] {
  return [...others.slice(0, index), item, ...others.slice(index)];
}

export const listOptions = {
  lengths: lengthOptions.lengths,
  maxTokens: tokenCount.optional(),
  ...placeOptions,
} as const;

/**
 * What is wrong beside the option that says how many items there are, judged by what the user wrote.
 *
 * @param items - the option: `words`
 * @param says - what it says, as lengths do too: `how long a text is`
 */
export function listConflict(config: Record<string, unknown>, items: string, says: string) {
  const length = firstGiven(config, ['lengths', 'maxTokens']);
  if (config[items] !== undefined && length !== undefined) {
    return `\`${items}\` and \`${length}\` both say ${says}. Give one of them.`;
  }
  return lengthConflict(config) ?? placeConflict(config);
}

interface ListGrid {
  generator: string;
  items: string;
  amounts: readonly number[];
  guess(tokens: number): number;
}

/** The prompts of lists, by seed and size: one for each place that is another one there. */
export function* listGrid(
  options: Options<typeof listOptions>,
  { amounts, guess, ...list }: ListGrid,
) {
  const { lengths, maxTokens, seeds } = options;
  const byLength = lengths !== undefined || maxTokens !== undefined;
  const sizes = byLength
    ? lengthsOf({ lengths, maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS })
    : amounts;
  for (const seed of seeds) {
    for (const size of sizes) {
      const amount = byLength ? guess(size) : size;
      for (const place of spotsOf(options, amount, list, byLength)) {
        const length = byLength ? { tokens: size } : { size: `${amount} ${list.items}` };
        yield { ...length, seed, amount, place };
      }
    }
  }
}

export const queryAwareOption = {
  /** Whether the question also comes before the data; false by default. */
  queryAware: z.boolean('must be true or false').default(false),
} as const;

/**
 * The option that says how an item is written for `template`.
 *
 * @param places - what must stand in it
 * @param complaint - says so
 */
export function itemFormat(places: readonly string[], complaint: string) {
  const hasAll = (text: string) => places.every((place) => text.includes(`{${place}}`));
  return z.string(complaint).refine(hasAll, complaint).optional();
}

/** What is wrong with a template beside these options; `item` is the name of the one that says how an item is written. */
export function goldConflict(config: Record<string, unknown>, item: string): string | undefined {
  const { template, queryAware } = config;
  if (template !== undefined && queryAware !== undefined) {
    return '`template` says itself where the question stands, so `queryAware` has no part in it. Leave it out.';
  }
  if (template === undefined && config[item] !== undefined) {
    return `\`${item}\` is for a \`template\`. Leave it out, or give a \`template\`.`;
  }
  return undefined;
}

/**
 * The gold item tells the answer; who lost it takes what the item beside it tells.
 *
 * @param nothing - an answer that it is not there
 */
export function goldReading(
  items: readonly { text: string; tells?: string | undefined }[],
  { index, position }: { index: number; position: number },
  nothing: string,
): Reading {
  const gold = items[index]!;
  const beside = items[index + 1] ?? items[index - 1];
  return {
    pieces: [{ text: gold.text, position }],
    answer(recalled, stands) {
      if (recalled.length > 0) return gold.tells ?? nothing;
      return beside && stands(beside.text) ? (beside.tells ?? nothing) : nothing;
    },
  };
}
