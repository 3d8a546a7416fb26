/** Writes a verdict as JSON: figures and kinds without words, the same in every language. */
import { jsonText } from '../../../base/safe-output.js';
import { effectiveLengthFigures, type ReachFigures } from '../../facts/length-figures.js';
import { type Reached, type ReliableFigures, reliableFigures } from '../../facts/length-verdict.js';
import type { TestsGate } from '../tests/tests-gate.js';
import type {
  FloorCheck,
  FloorFound,
  ProviderGate,
  ReachChange,
  WorstCell,
} from './gate-result.js';
import type { WholeGate } from './gate-with-tests.js';

interface ReachJson extends Omit<ReachChange, 'before' | 'now'> {
  before?: ReachJsonFigures;
  now?: ReachJsonFigures;
}

/** Includes the curve's length. */
interface ReachJsonFigures extends Partial<ReachFigures> {
  reliableLength: ReliableFigures;
}

type FloorJson = Omit<FloorCheck, 'found'> & {
  found:
    | Exclude<FloorFound, { kind: 'length' }>
    | (Omit<Extract<FloorFound, { kind: 'length' }>, 'reached'> & Partial<ReachJsonFigures>);
};

/** The content of `--json`. */
export interface GateJson extends Omit<WholeGate, 'providers' | 'tests'> {
  tests?: Omit<TestsGate, 'all'>;
  providers: (Omit<ProviderGate, 'reach' | 'floors' | 'worst'> & {
    reach?: ReachJson[];
    floors: FloorJson[];
    worst: Omit<WorstCell, 'row' | 'mark'>[];
  })[];
}

export function gateJson({ tests, ...result }: WholeGate): string {
  const providers = result.providers.map(({ reach, floors, worst, ...provider }) => ({
    ...provider,
    ...(reach && { reach: reach.map(reachJson) }),
    floors: floors.map(floorJson),
    worst: worst.map(({ row: _row, mark: _mark, ...cell }) => cell),
  }));
  const { all: _, ...others } = tests ?? { all: [] };
  return jsonText({
    ...{ ...result, providers },
    ...(tests && { tests: others as Omit<TestsGate, 'all'> }),
  } satisfies GateJson);
}

function reachJson({ before: old, now: current, ...others }: ReachChange): ReachJson {
  const [before, now] = [figuresOf(old), figuresOf(current)];
  return { ...others, ...(before && { before }), ...(now && { now }) };
}

function figuresOf(reached: Reached): ReachJsonFigures | undefined {
  const reliableLength = reliableFigures(reached);
  return reliableLength && { ...effectiveLengthFigures(reached), reliableLength };
}

function floorJson({ found, ...check }: FloorCheck): FloorJson {
  if (found.kind !== 'length') return { ...check, found };
  const { reached, ...others } = found;
  return { ...check, found: { ...others, ...figuresOf(reached) } };
}
