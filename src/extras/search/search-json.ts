/** A search's result as JSON has it: figures and kinds, the same in every language. */
import { jsonText } from '../../base/safe-output.js';
import { withoutSecrets } from '../../base/secrets.js';
import { effectiveLengthFigures, type ReachFigures } from '../../measuring/facts/length-figures.js';
import {
  type ReliableFigures,
  reliableFigures,
  type Tolerated,
} from '../../measuring/facts/length-verdict.js';
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
