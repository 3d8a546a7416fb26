/** The Case that a user means, with what each model was sent and answered. */
import { namedFiles } from '../../base/files/patterns.js';
import { byCodeUnits } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import { caseId } from '../../contract/case-identity.js';
import type { Row } from '../../contract/row.js';
import { askedSeveralWays, modelName } from '../../measuring/facts/evaluation/models.js';
import {
  assertOurs,
  ReadFrom,
  type ReadResults,
  readEvaluation,
  readFile,
} from '../../measuring/results/read-results.js';
import type { Result } from '../../measuring/results/result.js';
import { providerOf } from '../../measuring/results/rows.js';
import { askingSide } from '../asking-door.js';
import { readSuite } from '../suite/read-suite.js';

/** A Case with one of its models. */
export interface FoundCase {
  id: string;
  description: string;
  /** Row of promptfoo's table, from 1. */
  number: number;
  case: unknown;
  provider: { id?: string; label?: string };
  /** How reports call the model. */
  name: string;
  /** What came of it; nothing where nobody was asked yet. */
  row?: Row;
  result?: Result;
}

/** Tests that may be meant. Only the first of them is kept: of several, none is. */
class Matches {
  readonly names = new Set<string>();
  readonly found: FoundCase[] = [];
  #named = 0;

  add(found: FoundCase): void {
    this.names.add(`${found.id} (${found.description})`);
    if (this.names.size === 1) this.found.push(found);
  }

  /** Those that were added since this was asked last. */
  takeUnnamed(): FoundCase[] {
    const unnamed = this.found.slice(this.#named);
    this.#named = this.found.length;
    return unnamed;
  }
}

/**
 * Find a Case in results; where there are none, in what promptfoo would ask with a config.
 *
 * @param selector - start of its id, its row in promptfoo's table, or a part of its description
 * @returns it with each of its models, at least one
 * @throws {UserError} when it is none, or several
 */
export async function foundCase(
  selector: string,
  { files, evalIds, configs }: Record<'files' | 'evalIds' | 'configs', readonly string[]>,
): Promise<FoundCase[]> {
  /** Those that end so, and all that have it anywhere: `seed 1` is not `seed 10`, nor `4K` `64K`. */
  const [exact, partly] = [new Matches(), new Matches()];
  let another = 'none at all';
  const add = (found: FoundCase) => {
    const { id, description, number } = found;
    another = `${id} (${description})`;
    const isRow = /^\d+$/.test(selector);
    if (isRow ? number !== Number(selector) : !`${id} ${description}`.includes(selector)) return;
    partly.add(found);
    if (id === selector || ` ${description}`.endsWith(` ${selector}`)) exact.add(found);
  };
  const onResult = (row: Row, value: unknown) => {
    const result = value as Result & { testIdx?: number };
    const { id, label } = result.provider ?? {};
    const provider = { ...(id && { id }), ...(label && { label }) };
    const number = Number(result.testIdx) + 1;
    const { description, provider: name } = row;
    add({ id: row.id, description, number, case: result.vars.case, provider, name, row, result });
  };
  const readFrom = new ReadFrom(askingSide);
  const nameModels = (read: ReadResults) => {
    assertOurs(read);
    const { columns } = read;
    for (const { row, result } of [...exact.takeUnnamed(), ...partly.takeUnnamed()]) {
      const { promptIdx } = result as { promptIdx?: number };
      row!.provider = columns[promptIdx!]?.provider ?? readFrom.nameOf(providerOf(result!));
    }
  };
  for (const file of await namedFiles(files)) nameModels(await readFile(file, readFrom, onResult));
  for (const evalId of evalIds) nameModels(await readEvaluation(evalId, readFrom, onResult));
  const meant = () => (exact.names.size > 0 ? exact : partly);
  const severalWays = askedSeveralWays(meant().found.map(({ row }) => row!));
  for (const one of meant().found) one.name = modelName(one.row!, severalWays);
  const isStored = files.length + evalIds.length > 0;
  const { providers, tests } = isStored ? { providers: [], tests: [] } : await readSuite(configs);
  for (const [i, { case: theCase, description = '' }] of tests.entries()) {
    if (!theCase) continue;
    const found = { id: caseId(theCase), description, number: i + 1, case: theCase };
    for (const provider of providers) {
      add({ ...found, provider, name: readFrom.nameOf(providerOf({ provider })) });
    }
  }
  const { names, found } = meant();
  if (names.size === 1) return found.sort((a, b) => byCodeUnits(a.name, b.name));
  const what =
    names.size === 0
      ? `No test matches "${selector}". One of them is ${another}`
      : `"${selector}" matches ${names.size} tests, such as ${[...names].slice(0, 3).join(', ')}`;
  throw new UserError(
    `${what}. Pass a part of a description that no other test has, or its row in promptfoo's table.`,
  );
}
