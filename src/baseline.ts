/**
 * The baseline file: what each reader scored in each Case, without prompts and answers, one line for
 * each Case so that a change shows as a change of lines. docs/gate.md describes it.
 *
 * It lies below generators and gate, since both read it: a generator for its option `baseline`.
 */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from './case.js';
import { troubleText } from './file-trouble.js';
import { isFile, isFolder } from './files.js';
import { scoreConflict } from './results/score-conflict.js';
import { byCodeUnits } from './texts.js';
import { packageVersion } from './version.js';

/** What every baseline file says it is. */
export const BASELINE_FORMAT = 'promptfoo-counting-stars baseline';

/** The version of the format that is written, and the only one so far. */
const VERSION = 1;

/** A baseline as it is in its file. */
export interface BaselineFile {
  /** Version of this package that wrote it. */
  madeBy: string;
  readers: Baseline;
}

/** What one reader scored in one Case. */
export interface BaselineCase {
  /** Length of the prompt, in tokens. */
  tokens: number;
  seed: number;
  /** From 0 to 1; a mean where the Case was asked several times. */
  score: number;
  /** One mark for each piece of evidence, from 0 to 1; empty for benchmarks without. */
  marks: number[];
  description: string;
  diagnosis?: string;
  /** The score of each answer, lowest first, where there are several. */
  scores?: number[];
}

/** Cases by identity, by reader. */
export type Baseline = Map<string, Map<string, BaselineCase>>;

const unit = z.number().min(0).max(1);

const caseSchema = z.strictObject({
  tokens: z.number().positive(),
  seed: z.number().int(),
  score: unit,
  marks: z.union([z.string().regex(/^[0124]*$/), z.array(unit)]),
  description: z.string(),
  diagnosis: z.string().optional(),
  scores: z.array(unit).min(2).optional(),
});

const fileSchema = z.object({
  format: z.literal(BASELINE_FORMAT),
  version: z.number(),
  madeBy: z.string().optional(),
  readers: z.unknown(),
});

/**
 * Read a baseline file.
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
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${troubleText(error) ?? String(error)}. Name a baseline that you may read.`,
    );
  }
  return parseBaseline(text, file);
}

/**
 * Read the text of a baseline file.
 *
 * @param file - its name, for error messages
 * @throws {UserError} when it is something else, of another version, or damaged
 */
export function parseBaseline(text: string, file: string): BaselineFile {
  // Some editors write a byte order mark in front.
  const parsed = fileSchema.safeParse(parseJson(text.replace(/^\uFEFF/, ''), file));
  if (!parsed.success) {
    throw new UserError(
      `${file} is not a baseline. Write one with ` +
        '`npx promptfoo-counting-stars baseline results.json -o baseline.json`.',
    );
  }
  const { version, madeBy, readers } = parsed.data;
  if (version !== VERSION) {
    const remedy =
      version > VERSION
        ? 'made by a newer version of promptfoo-counting-stars: update it'
        : 'which never was written: make the baseline again';
    throw new UserError(`${file} is a baseline of version ${version}, ${remedy}.`);
  }
  if (madeBy === undefined) {
    throw new UserError(
      `${file} does not say in \`madeBy\` which version of promptfoo-counting-stars made it. Make the ` +
        'baseline again.',
    );
  }
  const baseline: Baseline = new Map(
    entriesOf(readers, file, '`readers`').map(([reader, cases]) => [
      reader,
      new Map(
        entriesOf(cases, file, reader).map(([id, value]) => [id, parseCase(value, file, id)]),
      ),
    ]),
  );
  refuseDoubles(text, file, baseline);
  return { madeBy, readers: baseline };
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

/** What every entry has once. Inside of a text its quotes have backslashes. */
const ENTRY = /"tokens"\s*:\s*\d/g;

/** Of two entries with one name, as a merge may leave them, JSON.parse silently takes the last. */
function refuseDoubles(text: string, file: string, baseline: Baseline): void {
  const entries = text.match(ENTRY)?.length ?? 0;
  const cases = [...baseline.values()].reduce((total, own) => total + own.size, 0);
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

function parseCase(value: unknown, file: string, id: string): BaselineCase {
  const parsed = caseSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new UserError(
      `${file}: the entry of the Case ${id} is damaged (${path.join('.') || 'entry'}: ${message}). ` +
        'Restore the file, or delete it and make the baseline again.',
    );
  }
  const { marks: written, diagnosis, scores, ...known } = parsed.data;
  const marks =
    typeof written === 'string' ? [...written].map((digit) => Number(digit) / 4) : written;
  const conflict = scoreConflict({ ...known, marks, scores });
  if (conflict !== undefined) {
    throw new UserError(
      `${file}: the entry of the Case ${id} contradicts itself (${conflict}), so it was changed by hand ` +
        'or by a merge. Restore the file, or delete it and make the baseline again.',
    );
  }
  return {
    ...known,
    marks,
    ...(diagnosis !== undefined && { diagnosis }),
    ...(scores !== undefined && { scores }),
  };
}

/**
 * The text of a baseline file: the same for equal baselines and versions of this package, with a line
 * for each Case.
 */
export function baselineText(baseline: Baseline): string {
  const readers = [...baseline]
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([reader, cases]) => {
      const lines = [...cases]
        .sort(
          ([a, one], [b, other]) =>
            one.tokens - other.tokens || one.seed - other.seed || byCodeUnits(a, b),
        )
        .map(([id, theCase]) => `      ${JSON.stringify(id)}: ${caseText(theCase)}`);
      return `    ${JSON.stringify(reader)}: {\n${lines.join(',\n')}\n    }`;
    });
  return (
    `{\n  "format": ${JSON.stringify(BASELINE_FORMAT)},\n  "version": ${VERSION},\n` +
    `  "madeBy": ${JSON.stringify(packageVersion())},\n` +
    `  "readers": {\n${readers.join(',\n')}\n  }\n}\n`
  );
}

function caseText(theCase: BaselineCase) {
  const { tokens, seed, score, marks, description, diagnosis, scores } = theCase;
  const digits = marks.map((mark) => String(4 * mark));
  return JSON.stringify({
    tokens,
    seed,
    score,
    marks: digits.every((digit) => /^[0124]$/.test(digit)) ? digits.join('') : marks,
    description,
    diagnosis,
    scores,
  });
}
