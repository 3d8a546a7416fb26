/** Defaults of commands: promptfoo's latest evaluation, and the baseline of this folder. */

import { isFile } from '../base/files/files.js';
import { print } from '../base/safe-output.js';
import { say, sayCount } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import type { BaselineFile } from '../measuring/results/baseline/baseline.js';

export const BASELINE = 'counting-stars-baseline.json';

export function defaultBaseline(): string | undefined {
  return isFile(BASELINE) ? BASELINE : undefined;
}

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', 60_000],
] as const;

/**
 * Returns the id of promptfoo's latest evaluation, and prints its age, since a fresh job may find an old database.
 * @throws {UserError} if it is older than a day, or the baseline was made of it
 */
export async function latestSource(baseline: BaselineFile | undefined): Promise<string> {
  const { id, age } = await latest();
  if (age > DAY) {
    throw new UserError(
      `promptfoo's latest evaluation, ${id}, is ${ageText(age)} old. Run \`npx promptfoo eval\` first, or pass --eval ${id}.`,
    );
  }
  if (baseline?.evaluations?.includes(id)) {
    throw new UserError(
      `promptfoo's latest evaluation, ${id}, is the baseline itself. Run \`npx promptfoo eval --no-cache\` first.`,
    );
  }
  return named(id, age);
}

/** Returns it at any age, for commands that judge nothing. */
export async function latestOfAnyAge(): Promise<string> {
  const { id, age } = await latest();
  return named(id, age);
}

async function latest(): Promise<{ id: string; age: number }> {
  const { latestEvaluation } = await import('../measuring/results/promptfoo-database.js');
  const { id, createdAt } = await latestEvaluation();
  return { id, age: Math.max(0, Date.now() - createdAt) };
}

function named(id: string, age: number): string {
  print(process.stderr, `${say`Using evaluation ${id}, ${ageText(age)} old.`}\n`);
  return id;
}

function ageText(age: number): string {
  const [unit, length] = UNITS.find(([, one]) => age >= one) ?? (['second', 1000] as const);
  return sayCount(Math.floor(age / length), unit);
}
