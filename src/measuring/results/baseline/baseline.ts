/**
 * Reads and writes the baseline file: scores of each model in each Case and run, without prompts and answers.
 * Each Case has a line, so that a change shows as a change of lines. docs/gate.md describes it.
 */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defined } from '../../../base/fields.js';
import { problemText } from '../../../base/files/file-problem.js';
import { isFile, isFolder, noJson } from '../../../base/files/files.js';
import { mean } from '../../../base/numbers.js';
import { UserError } from '../../../base/user-error.js';
import type { Conditions } from '../../../contract/conditions.js';
import {
  type AskedRun,
  askedRunSchema,
  type BaselineSeries,
  type Belonging,
  belongingShape,
  conditionsSchema,
  parseSuites,
  type SuiteRun,
  seriesSchema,
} from './kept-runs.js';
import { scoreConflict } from './score-conflict.js';

export const BASELINE_FORMAT = 'promptfoo-counting-stars baseline';

/** Version of the format. Files with tests of the user have the next one, so that nobody overlooks them. */
export const BASELINE_VERSION = 4;
export const WITH_TESTS = 5;

export interface BaselineFile {
  /** Version of this package that wrote it, since results of promptfoo do not name theirs. */
  madeBy?: string;
  /** promptfoo's ids of its evaluations, as far as known. */
  evaluations?: readonly string[];
  runs: Baseline[];
  /** Who the models are, since a name may change if a prompt is added. */
  identities: ReadonlyMap<string, BaselineModel>;
  /** What each run took, by model. */
  asked?: ReadonlyMap<string, readonly (AskedRun | undefined)[]>;
  /** Conditions of each run, by model. */
  conditions?: ReadonlyMap<string, readonly (Conditions | undefined)[]>;
  /** Runs of the user's tests. */
  tests?: readonly SuiteRun[];
}

interface BaselineModel {
  provider: string;
  /** Label of its prompt. Absent if there were several. */
  prompt?: string;
}

/** What one model scored in one Case, in one run. */
export interface BaselineCase extends Belonging {
  tokens: number;
  seed: number;
  /** From 0 to 1. A mean if the Case was asked several times. */
  score: number;
  /** One mark for each fact, from 0 to 1. Empty for benchmarks without. */
  marks: number[];
  description: string;
  diagnosis?: string;
  /** The score of each of several answers, lowest first. */
  scores?: number[];
  /** Whether no answer of it could be read for certain, which says nothing of what was recalled. */
  unread?: true;
  /** Absent for recall. */
  measure?: string;
}

/** One run: Cases by id, by model. */
export type Baseline = Map<string, Map<string, BaselineCase>>;

const unit = z.number().min(0).max(1);

const prompt = {
  tokens: z.number().positive(),
  seed: z.number().int(),
  description: z.string(),
  measure: z.string().exactOptional(),
  series: z.number().int().min(0).exactOptional(),
  ...belongingShape,
};

const answered = {
  score: unit,
  marks: z.union([z.string().regex(/^[0124]*$/), z.array(unit)]),
  diagnosis: z.string().optional(),
  scores: z.array(unit).min(2).optional(),
  unread: z.literal(true).optional(),
};

const caseSchema = z.strictObject({
  ...prompt,
  runs: z.array(z.strictObject(answered).nullable()).min(1),
});

const identitySchema = z.strictObject({ provider: z.string(), prompt: z.string().exactOptional() });

/** Reads only the version of a file, whatever else a later one has. */
const versionSchema = z.object({ format: z.literal(BASELINE_FORMAT), version: z.number() });

const fileSchema = z.strictObject({
  format: z.literal(BASELINE_FORMAT),
  version: z.number(),
  madeBy: z.string().optional(),
  evaluations: z.array(z.string()).optional(),
  identities: z.record(z.string(), identitySchema).default({}),
  asked: z.record(z.string(), z.array(askedRunSchema.nullable())).optional(),
  conditions: z.record(z.string(), z.array(conditionsSchema.nullable())).optional(),
  series: z.array(seriesSchema).default([]),
  models: z.unknown(),
  tests: z.unknown().optional(),
});

/**
 * Reads a baseline file.
 *
 * @throws {UserError} when there is none, it is something else, of another version, or damaged
 */
export function readBaseline(file: string): BaselineFile {
  if (isFolder(file)) {
    throw new UserError(`"${file}" is a folder. Name the baseline file in it.`);
  }
  if (!isFile(file)) {
    throw new UserError(
      `There is no baseline "${file}" in ${process.cwd()}. Write one with ` +
        `\`npx promptfoo-counting-stars baseline results.json -o ${file}\`.`,
    );
  }
  let text: string;
  let other: string | undefined;
  try {
    other = noJson(file);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${problemText(error) ?? String(error)}. Name a baseline that you may read.`,
    );
  }
  if (other !== undefined) throw new UserError(`${other}.`);
  return parseBaseline(text, file);
}

/**
 * Reads the text of a baseline file.
 *
 * @param file - its name, for error messages
 * @throws {UserError} when it is something else, of another version, or damaged
 */
export function parseBaseline(text: string, file: string): BaselineFile {
  // Some editors write a byte order mark in front.
  const value = parseJson(text.replace(/^\uFEFF/, ''), file);
  const known = versionSchema.safeParse(value);
  if (known.success) refuseOthers(known.data.version, file);
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(
      known.success && issue?.code === 'unrecognized_keys'
        ? `${file} is a baseline with \`${issue.keys[0]}\`, which this version does not know. Update promptfoo-counting-stars, ` +
            'or make the baseline again.'
        : `${file} is not a baseline. Write one with ` +
            '`npx promptfoo-counting-stars baseline results.json`.',
    );
  }
  const { madeBy, evaluations, identities, asked, conditions, series, models, tests } = parsed.data;
  if (madeBy === undefined) {
    throw new UserError(
      `${file} does not say in \`madeBy\` which version of promptfoo-counting-stars made it. Make the ` +
        'baseline again.',
    );
  }
  const runs: Baseline[] = [];
  let cases = 0;
  for (const [model, entries] of entriesOf(models, file, '`models`')) {
    for (const [id, value] of entriesOf(entries, file, model)) {
      cases++;
      parseCase(value, file, id, series).forEach((theCase, run) => {
        runs[run] ??= new Map();
        if (!runs[run].has(model)) runs[run].set(model, new Map());
        if (theCase) runs[run].get(model)!.set(id, theCase);
      });
    }
  }
  refuseDoubles(text, file, cases);
  return defined({
    madeBy,
    evaluations,
    // Models without Cases are in none of the runs.
    runs: runs.map((run) => new Map([...run].filter(([, own]) => own.size > 0))),
    identities: new Map(Object.entries(identities)),
    asked: asked && byRun(asked),
    conditions: conditions && byRun(conditions),
    tests: tests === undefined ? undefined : parseSuites(tests, file),
  });
}

function byRun<T>(models: Readonly<Record<string, (T | null)[]>>): Map<string, (T | undefined)[]> {
  return new Map(
    Object.entries(models).map(([model, runs]) => [model, runs.map((run) => run ?? undefined)]),
  );
}

function refuseOthers(version: number, file: string): void {
  if (version === BASELINE_VERSION || version === WITH_TESTS) return;
  const remedy =
    version > WITH_TESTS
      ? 'made by a newer version of promptfoo-counting-stars: update it'
      : 'which this version does not read: make the baseline again';
  throw new UserError(`${file} is a baseline of version ${version}, ${remedy}.`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!text.includes(BASELINE_FORMAT)) return undefined;
    throw new UserError(
      `${file} is a baseline, but is damaged, perhaps by a merge (${(error as Error).message}). ` +
        'Restore the file, or delete it and make the baseline again.',
    );
  }
}

/** Matches what every entry has once. Quotes inside of texts have backslashes. */
const ENTRY = /"tokens"\s*:\s*\d/g;

/** Refuses two entries with one name, as a merge may leave them: JSON.parse silently takes the last. */
function refuseDoubles(text: string, file: string, cases: number): void {
  const entries = text.match(ENTRY)?.length ?? 0;
  if (entries === cases) return;
  throw new UserError(
    `${file} has ${entries} entries for ${cases} Cases, so some are there twice, perhaps after a merge. ` +
      'Delete it and make the baseline again.',
  );
}

function entriesOf(value: unknown, file: string, where: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UserError(
      `${file}: ${where} must be an object. Restore the file, or delete it and make the baseline again.`,
    );
  }
  return Object.entries(value);
}

function parseCase(
  value: unknown,
  file: string,
  id: string,
  known: readonly BaselineSeries[],
): (BaselineCase | undefined)[] {
  const parsed = caseSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new UserError(
      `${file}: the entry of the Case ${id} is damaged (${path.join('.') || 'entry'}: ${message}). ` +
        'Restore the file, or delete it and make the baseline again.',
    );
  }
  const { runs, series, ...prompt } = parsed.data;
  if (series !== undefined && !known[series]) {
    throw new UserError(
      `${file}: the entry of the Case ${id} is of series ${series}, which is not there. Restore the file, or ` +
        'delete it and make the baseline again.',
    );
  }
  return runs.map((run) => {
    if (run === null) return undefined;
    const { score, marks: written, diagnosis, scores, unread } = run;
    const marks =
      typeof written === 'string' ? [...written].map((digit) => Number(digit) / 4) : written;
    const conflict = scoreConflict({ score, marks, scores });
    if (conflict !== undefined) {
      throw new UserError(
        `${file}: the entry of the Case ${id} contradicts itself (${conflict}), so it was changed by hand ` +
          'or by a merge. Restore the file, or delete it and make the baseline again.',
      );
    }
    return {
      ...prompt,
      ...defined({ series: series === undefined ? undefined : known[series] }),
      ...{ score, marks },
      ...defined({ diagnosis, scores, unread }),
    };
  });
}

/** Merges runs: every Case as its first run has it, with the mean score of all runs. */
export function wholeBaseline(runs: readonly Baseline[]): Baseline {
  const whole = new Map<string, Map<string, BaselineCase[]>>();
  for (const run of runs) {
    for (const [model, cases] of run) {
      const ofModel = whole.get(model) ?? new Map<string, BaselineCase[]>();
      whole.set(model, ofModel);
      for (const [id, theCase] of cases) ofModel.set(id, [...(ofModel.get(id) ?? []), theCase]);
    }
  }
  return new Map(
    [...whole].map(([model, cases]) => [
      model,
      new Map([...cases].map(([id, all]) => [id, averaged(all)])),
    ]),
  );
}

function averaged(runs: readonly BaselineCase[]): BaselineCase {
  const [first] = runs;
  if (runs.length === 1) return first!;
  return {
    ...first!,
    score: mean(runs.map(({ score }) => score)),
    marks: first!.marks.map((_, i) => mean(runs.map(({ marks }) => marks[i] ?? 0))),
  };
}
