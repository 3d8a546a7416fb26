/** A search's result as JSON has it: figures and kinds, the same in every language. */
import { jsonText } from '../../base/safe-output.js';
import { withoutSecrets } from '../../base/secrets.js';
import {
  effectiveLengthFigures,
  figureTokens,
  type ReachFigures,
} from '../../measuring/facts/length-figures.js';
import {
  type ReliableFigures,
  reliableFigures,
  reliableOfFigures,
  type Tolerated,
} from '../../measuring/facts/length-verdict.js';
import type { Cap } from '../../measuring/statistics/reliable/reliable-length.js';
import type { Searched } from '../../measuring/verdicts/gate/gate-with-floors.js';
import type { ModelResult, SearchResult } from './search-result.js';

export interface SearchJson extends Omit<SearchResult, 'models'> {
  models: (Omit<ModelResult, 'effectiveLength' | 'reliable' | 'tolerated'> & {
    reliableLength?: ReliableFigures;
    effectiveLength?: ReachFigures;
    /** `fails` is absent where no length is shown to fail. */
    tolerated?: Omit<Tolerated, 'fails'> & Partial<Pick<Tolerated, 'fails'>>;
  })[];
}

export function resultJson(result: SearchResult): string {
  const models = result.models.map((model) => {
    const { effectiveLength: _, reliable: __, tolerated, ...others } = model;
    const effectiveLength = effectiveLengthFigures(model);
    const reliableLength = reliableFigures(model);
    const { fails, ...known } = tolerated ?? {};
    return {
      ...others,
      ...(effectiveLength && { effectiveLength }),
      ...(reliableLength && { reliableLength }),
      ...(tolerated && { tolerated: { ...known, ...(Number.isFinite(fails) && { fails }) } }),
    };
  });
  const json = { ...result, models } as SearchJson;
  return jsonText(withoutSecrets(json));
}

/** Reads what a search found of a model back, for the gate. */
export function searchedOf(model: SearchJson['models'][number]): Searched {
  const { effectiveLength, reliableLength, likely, longest, window, tolerated } = model;
  const tokens = (...figure: Parameters<typeof figureTokens>) =>
    Math.min(figureTokens(...figure), window === undefined ? Number.POSITIVE_INFINITY : longest);
  const { value, bound, low, lowBound, high, highBound } = effectiveLength ?? {};
  return {
    longest,
    likely,
    ...(reliableLength && {
      reliable: reliableOfFigures(reliableLength as typeof reliableLength & { cappedBy?: Cap }),
    }),
    ...(tolerated && { tolerated: { fails: Number.POSITIVE_INFINITY, ...tolerated } }),
    ...(value !== undefined && {
      effectiveLength: {
        // What is unknown reaches no floor.
        value: value === null ? 0 : tokens(value, bound),
        low: tokens(low!, lowBound),
        high: tokens(high!, highBound),
      },
    }),
  };
}
