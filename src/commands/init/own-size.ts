/** How large the first prompts about a user's own documents are: what their files allow. */
import { UserError } from '../../base/user-error.js';
import { benchmarkOfGenerator } from '../../benchmarks/registry.js';
import { gridOf } from '../../generators/generate.js';
import { OWN_RESERVE, type OwnSize, type OwnWanted } from './wanted.js';

/** The longest prompts are this long, where documents fill them and questions need no more, */
const LONGEST = 8000;

/** and there are prompts of this many lengths, each twice the one before. */
const LENGTHS = 3;

/** Lengths that are tried, each half of the last but one before it: 8000, 6000, 4000, 3000, … */
const SHORTER = [LONGEST, 6000, 4000, 3000, 2000, 1500, 1000, 750];
const LONGER = [12_000, 16_000, 24_000, 32_000, 48_000, 64_000, 128_000];

const COUNTS = [1, 2, 4, 8];

/**
 * Lengths that every question can be asked at, or where there are none, numbers of documents.
 *
 * @param given - lengths, or numbers of documents, that the user wants
 * @throws {UserError} when what the user wants cannot be asked, or no length and no number at all
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
