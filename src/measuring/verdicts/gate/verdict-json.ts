/** A gate's decision as JSON has it. */
import { jsonText } from '../../../base/doors.js';
import {
  effectiveLengthFigures,
  type ReachFigures,
  reliableLengthFigures,
  type SaidFigures,
} from '../../facts/effective-length.js';
import type { ProviderGate, ReachChange } from './gate-result.js';
import type { WholeGate } from './gate-with-tests.js';

interface ReachJson extends Omit<ReachChange, 'before' | 'now'> {
  before?: ReachJsonFigures;
  now?: ReachJsonFigures;
}

/** The curve's length, and the reliable one. */
interface ReachJsonFigures extends Partial<ReachFigures> {
  reliableLength: SaidFigures;
}

/** What `--json` writes. */
export interface GateJson extends Omit<WholeGate, 'providers'> {
  providers: (Omit<ProviderGate, 'reach'> & { reach?: ReachJson[] })[];
}

export function gateJson(result: WholeGate): string {
  const providers = result.providers.map(({ reach, ...provider }) => ({
    ...provider,
    ...(reach && { reach: reach.map(reachJson) }),
  }));
  return jsonText({ ...result, providers } satisfies GateJson);
}

function reachJson({ name, ...reach }: ReachChange): ReachJson {
  const [before, now] = [reach.before, reach.now].map((side) => {
    const reliableLength = reliableLengthFigures(side);
    return reliableLength && { ...effectiveLengthFigures(side), reliableLength };
  });
  return { name, ...(before && { before }), ...(now && { now }) };
}
