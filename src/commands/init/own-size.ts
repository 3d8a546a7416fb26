/** Chooses sizes of the first prompts about your documents, as your files allow. */
import { UserError } from '../../base/user-error.js';
import { benchmarkOfGenerator } from '../../benchmarks/registry.js';
import { gridOf } from '../../generators/grid.js';

/** Questions, and documents that they are about. */
export interface OwnWanted {
  questions: string;
  documents?: string;
  size: OwnSize;
}

/** Sizes of the prompts, in tokens or in documents. */
export type OwnSize = { lengths: readonly number[] } | { counts: readonly number[] };

/** Tokens that such prompts keep free for the answer. */
export const OWN_RESERVE = 500;

/** The longest prompts, if documents fill them and questions need no more. */
const LONGEST = 8000;

/** Number of lengths, each twice the one before. */
const LENGTHS = 3;

/** Lengths to try, the preferred first. */
const SHORTER = [LONGEST, 6000, 4000, 3000, 2000, 1500, 1000, 750];
const LONGER = [12_000, 16_000, 24_000, 32_000, 48_000, 64_000, 128_000];

const COUNTS = [1, 2, 4, 8];

/**
 * Returns lengths that every question can be asked at, else numbers of documents.
 * @param given - lengths or numbers of documents that you want
 * @throws {UserError} if these, or all that are tried, are impossible
 */
export async function ownSize(
  own: Omit<OwnWanted, 'size'>,
  seeds: number,
  given?: OwnSize,
): Promise<OwnSize> {
  const ask = async (size: OwnSize) => {
    const config = { ...own, ...size, reserve: OWN_RESERVE, seeds, form: 'parts' };
    await gridOf(benchmarkOfGenerator('ownDocuments'), config);
  };
  if (given) {
    await ask(given);
    return given;
  }
  let first: UserError | undefined;
  const isAsked = async (size: OwnSize) => {
    try {
      await ask(size);
      return true;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      first ??= error;
      return false;
    }
  };
  for (const length of [...SHORTER, ...LONGER]) {
    if (!(await isAsked({ lengths: [length] }))) continue;
    const lengths = [length];
    const step = length <= LONGEST ? 0.5 : 2;
    for (let next = length * step; lengths.length < LENGTHS; next *= step) {
      if (!Number.isInteger(next) || !(await isAsked({ lengths: [next] }))) break;
      lengths.push(next);
    }
    return { lengths: lengths.sort((a, b) => a - b) };
  }
  const counts: number[] = [];
  for (const count of COUNTS) if (await isAsked({ counts: [count] })) counts.push(count);
  if (counts.length > 0) return { counts };
  throw first!;
}
