/** A search that is over, for those who judge it: its rows, and what it found of each model. */
import { join } from 'node:path';
import { z } from 'zod';
import { readKept, STATE_VERSION } from '../../base/files/kept-state.js';
import type { AskingHalf } from '../../contract/asking-half.js';
import type { Row } from '../../contract/row.js';
import { RECALL } from '../../contract/signs.js';
import { figureTokens } from '../../measuring/facts/length-figures.js';
import { reliableOfFigures } from '../../measuring/facts/length-verdict.js';
import { CAPS } from '../../measuring/statistics/reliable/reliable-length.js';
import type { Searched } from '../../measuring/verdicts/gate/gate-with-floors.js';
import { searchRows } from './search-rows.js';
import { RESULT_FILE } from './search-state.js';

const bound = z.enum(['at least', 'below']).exactOptional();

const reachSchema = z.object({
  value: z.number().nullable(),
  bound,
  low: z.number(),
  lowBound: bound,
  high: z.number(),
  highBound: bound,
});

/** What decides a minimum; results of older versions have none. */
const reliableSchema = z.object({
  tokens: z.number().nullable(),
  notFrom: z.number().exactOptional(),
  cappedBy: z.enum(CAPS).exactOptional(),
  reads: z.enum(['start', 'end']).exactOptional(),
  stopsAt: z.number().exactOptional(),
  stopsAtLow: z.number().exactOptional(),
  stopsAtHigh: z.number().exactOptional(),
  ignoredFrom: z.number().exactOptional(),
  ignoredStart: z.number().exactOptional(),
  ignoredEnd: z.number().exactOptional(),
  ignoredOnly: z.literal(true).exactOptional(),
  limit: z.enum(['window', 'refused', 'cut', 'off topic']).exactOptional(),
  limitAt: z.number().exactOptional(),
  limitFrom: z.number().exactOptional(),
  unusable: z.number(),
  answers: z.number(),
  broken: z.number(),
  unusableAtLeast: z.number(),
  unusableAtMost: z.number(),
});

const resultSchema = z.object({
  format: z.literal(STATE_VERSION),
  threshold: z.number(),
  models: z.array(
    z.object({
      provider: z.string(),
      effectiveLength: reachSchema.exactOptional(),
      reliableLength: reliableSchema.exactOptional(),
      likely: z.array(z.object({ tokens: z.number(), probability: z.number() })).default([]),
      tolerated: z
        .object({
          threshold: z.number(),
          tolerance: z.number(),
          holds: z.number(),
          /** Absent where no length is shown to fail. */
          fails: z.number().exactOptional(),
        })
        .exactOptional(),
      longest: z.number(),
      window: z.number().exactOptional(),
    }),
  ),
});

/** What a search found: where recall falls below the threshold, by model. */
export interface FoundBySearch {
  threshold: number;
  figures: ReadonlyMap<string, Searched>;
  /** What was searched by. */
  measures: string[];
}

/**
 * Read a search.
 *
 * @param folder - where it keeps its state
 * @throws {UserError} where there is none, or it is not over
 */
export async function readSearch(
  folder: string,
  asking: AskingHalf,
): Promise<FoundBySearch & { rows: Row[] }> {
  const { state, rows } = await searchRows(folder, asking);
  const { threshold, models } = readKept(
    join(folder, RESULT_FILE),
    resultSchema,
    'format',
    'Start a new search with another --out.',
  );
  const figures = new Map(
    models.map(
      ({
        provider,
        effectiveLength,
        reliableLength,
        likely,
        longest,
        window,
        tolerated,
      }): [string, Searched] => {
        const tokens = (...figure: Parameters<typeof figureTokens>) => {
          const known = figureTokens(...figure);
          return window === undefined ? known : Math.min(known, longest);
        };
        const { value, bound, low, lowBound, high, highBound } = effectiveLength ?? {};
        return [
          provider,
          {
            longest,
            likely,
            ...(reliableLength && { reliable: reliableOfFigures(reliableLength) }),
            ...(tolerated && {
              tolerated: { ...tolerated, fails: tolerated.fails ?? Number.POSITIVE_INFINITY },
            }),
            ...(value !== undefined && {
              effectiveLength: {
                // What is unknown reaches no floor.
                value: value === null ? 0 : tokens(value, bound),
                low: tokens(low!, lowBound),
                high: tokens(high!, highBound),
              },
            }),
          },
        ];
      },
    ),
  );
  return { rows, threshold, figures, measures: [state.measure ?? RECALL] };
}
