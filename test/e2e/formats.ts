/** Files that the program writes, held against the schemas that say what is in them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'vitest';
import { ROOT } from './promptfoo.js';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const checks = new Map<string, ValidateFunction>();

function checkOf(format: string): ValidateFunction {
  const known = checks.get(format);
  if (known) return known;
  const file = join(ROOT, 'datasets', 'schemas', `${format}.schema.json`);
  const check = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  checks.set(format, check);
  return check;
}

export type Format = 'report' | 'tests' | 'gate' | 'history' | 'search' | 'baseline';

/** Expect that a JSON text is as the schema of its format says, and return it. */
export function inFormat(format: Format, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const check = checkOf(format);
  check(value);
  expect(
    check.errors?.map(({ instancePath, message, params }) => [instancePath, message, params]) ?? [],
  ).toEqual([]);
  return value;
}
