/** Lists of Lost in the Middle (arXiv:2307.03172), of which one item is asked for, the gold one: pairs, or documents. */
import { z } from 'zod';
import type { Reading } from '../reading.js';

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

interface Item {
  text: string;
  tells?: string | undefined;
}

/**
 * The gold item tells the answer; who lost it takes what the item beside it tells.
 *
 * @param nothing - an answer that it is not there
 */
export function goldReading(
  items: readonly Item[],
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
