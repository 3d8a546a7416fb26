/** Reports whether an evaluation is complete. */
import { clauses, commas, paragraph, say, sayCount } from '../../../base/text/language.js';
import { UserError } from '../../../base/user-error.js';
import type { Evaluation, Missing } from './evaluation.js';
import type { Gap, Unchecked, WhyMissing } from './gaps.js';

/** Writes foreign names for where a text goes. */
type Written = (name: string) => string;

/**
 * Reports each thing that is missing in a sentence.
 *
 * @param written - writes foreign names for where the text goes
 */
export function incompleteTexts(missing: Missing, written: Written = (name) => name): string[] {
  const shards = missingShardsText(missing.shards);
  return [
    ...(shards === undefined ? [] : [say`${shards}.`]),
    ...missing.gaps.map(
      // Whoever resumes a shard without naming it sends all others, too.
      (gap) =>
        shards === undefined
          ? say`${written(gap.provider)}: ${gapText(gap, written)}: ${whyText(missing.why)}.`
          : say`${written(gap.provider)}: ${gapText(gap, written)}.`,
    ),
    ...(missing.unchecked === undefined ? [] : [uncheckedText(missing.unchecked, written)]),
  ];
}

/** Reports if completeness could not be checked. */
export function uncheckedNotes({ missing: { unchecked } }: Pick<Evaluation, 'missing'>): string[] {
  return unchecked === undefined ? [] : [uncheckedText(unchecked)];
}

/** Says how results come to be missing, and what completes them. */
export function whyText({ evalId, complete, status }: WhyMissing): string {
  const remedy = {
    'evaluate again': () =>
      say`evaluate again with \`npx promptfoo eval\`, which sends only what is not in its cache`,
    'resume and retry': () =>
      say`complete it with \`npx promptfoo eval --resume ${evalId}\`, then \`npx promptfoo retry ${evalId}\``,
    resume: () => say`complete it with \`npx promptfoo eval --resume ${evalId}\``,
  }[complete]();
  return status === undefined
    ? say`the evaluation was stopped, or a filter of promptfoo such as \`--filter-first-n\` left them out: ${remedy}`
    : say`promptfoo stopped at HTTP ${status} and sent nothing more: mend the key or the address, then ${remedy}`;
}

export function uncheckedText(
  { unchecked, error = '' }: Unchecked,
  written: Written = (name) => name,
): string {
  const reason = {
    source: say`these results do not name their generators and providers`,
    config: say`its config cannot be expanded here (${written(error)})`,
    prompts: say`its generators make other prompts here (another version, or other files)`,
  }[unchecked];
  return say`Missing benchmarks or models could not be checked: ${reason}.`;
}

/** Refuses shards that do not belong together. */
export function assertOneGrid({ missing: { conflict } }: Evaluation): void {
  if (conflict !== undefined) throw new UserError(conflict);
}

/**
 * Refuses results that are not one full evaluation.
 *
 * @throws {UserError} naming what is missing, or does not belong together
 */
export function assertComplete(evaluation: Evaluation): void {
  assertOneGrid(evaluation);
  const { unchecked: _, ...missing } = evaluation.missing;
  const [first] = incompleteTexts(missing);
  if (first === undefined) return;
  throw new UserError(
    paragraph([
      first,
      missing.shards.length > 0
        ? say`Give the files of all shards, or take what is there with \`--allow missing\`.`
        : say`Or take what is there with \`--allow missing\`.`,
    ]),
  );
}

/** Starts a sentence about a gap, without its model. */
export function gapText(
  { grids, prompts, found, shards, named }: Gap,
  written: Written = (name) => name,
): string {
  const counts = shards?.map((shard) => say`${shard.shard} there are ${shard.found}`) ?? [];
  const parts = clauses([
    ...(counts.length > 0
      ? [say`of shard ${counts.reduce((all, name) => say`${all}, of ${name}`)}`]
      : []),
    ...(named.length > 0 ? [say`for example ${clauses(named.map(written))}`] : []),
  ]);
  const what = gapCount(grids, prompts, found);
  return parts === '' ? what : say`${what} (${parts})`;
}

function gapCount(grids: number, prompts: number, found: number): string {
  if (found > 0) {
    return say`${prompts - found} of the ${prompts} prompts of the grid have no result`;
  }
  return grids === 1
    ? say`1 grid of ${sayCount(prompts, 'prompt')} has no result at all`
    : say`${grids} grids of ${sayCount(prompts, 'prompt')} have no result at all`;
}

const NAMED_SHARDS = 8;

/**
 * Reports missing shards, as a sentence without its period.
 *
 * @example
 * missingShardsText(['3/4']) // 'Shard 3/4 is missing: its prompts are not in these results'
 */
export function missingShardsText(missing: readonly string[] = []): string | undefined {
  const last = missing[missing.length - 1];
  if (last === undefined) return undefined;
  if (missing.length === 1)
    return say`Shard ${last} is missing: its prompts are not in these results`;
  const names =
    missing.length > NAMED_SHARDS
      ? say`${commas(missing.slice(0, NAMED_SHARDS))} and ${missing.length - NAMED_SHARDS} more`
      : say`${commas(missing.slice(0, -1))} and ${last}`;
  return say`Shards ${names} are missing: their prompts are not in these results`;
}
