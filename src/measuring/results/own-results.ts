/** Reads the results of our tests in one source, as rows under their models' names. */

import { kept } from '../../base/kept.js';
import { redactText, secretNamer } from '../../base/secrets.js';
import { commas, say, sayCount } from '../../base/text/language.js';
import { speaking } from '../../base/text/speaking.js';
import type { AskingHalf, CaseFacts } from '../../contract/asking-half.js';
import { assertCase, caseId, promptDigest } from '../../contract/case-identity.js';
import { caseIn } from '../../contract/case-line.js';
import type { Row } from '../../contract/row.js';
import { ASKS_SOMETHING_ELSE, STRIPPED } from '../../contract/signs.js';
import { ownGrading } from './assertions.js';
import {
  columnsOf,
  columnsToldApart,
  joinedColumns,
  type ResultColumn,
  underTheirColumns,
  withColumnNames,
  withModelNames,
} from './columns.js';
import { type Around, type Asked, conditionsIn } from './conditions.js';
import { A_RESULT, asFailedCall, DamagedResult, ERROR, isOurs, type Odd } from './result.js';
import { askedOnce, withOvercome, withoutReplaced } from './resumed.js';
import { NO_NAME, type Placed, placedRow } from './rows.js';

export interface Own {
  rows: Row[];
  warnings: string[];
  /** promptfoo's id of the evaluation, its columns and its config. */
  evalId?: string;
  columns: ResultColumn[];
  config?: unknown;
}

/** Takes results one by one, so that none has to stay in memory. */
export class OwnResults {
  readonly #placed: Placed[] = [];
  readonly #oddities = new Oddities();
  readonly #share = rowSharer();
  readonly #asked = new Map<string, Asked>();
  readonly #asking: AskingHalf;
  readonly #nameOf: (name: string) => string;

  constructor(asking: AskingHalf, nameOf = secretNamer()) {
    this.#asking = asking;
    this.#nameOf = nameOf;
  }

  get isEmpty(): boolean {
    return this.#placed.length === 0 && this.#oddities.lost.count === 0;
  }

  /**
   * Takes a result.
   *
   * @param stored - as promptfoo's files, database or programs have it
   * @param where - its name in a warning: `Result 17 of results.json`
   * @returns it with its row if it is intact, or nothing if it is not ours
   */
  async add(
    stored: unknown,
    where = A_RESULT,
  ): Promise<{ row: Row; result: unknown } | 'damaged' | undefined> {
    const result = withCase(stored);
    const facts = await factsOfCase(result, this.#asking);
    try {
      const placed = placedRow(result, facts, where);
      if (placed === undefined) return undefined;
      this.#keep(placed);
      return { row: placed.row, result };
    } catch (error) {
      if (!(error instanceof DamagedResult)) throw error;
      this.#addDamaged(result, error.message, facts);
      return 'damaged';
    }
  }

  #keep(placed: Placed): void {
    this.#oddities.add();
    const asked = kept(this.#asked, JSON.stringify(placed.asked), () => placed.asked);
    this.#placed.push({ ...placed, asked, row: this.#share(placed.row) });
  }

  #addDamaged(result: unknown, reason: string, facts: CaseFacts): void {
    const { promptIdx } = result as { promptIdx?: unknown };
    try {
      const failed = placedRow({ ...asFailedCall(result, reason), promptIdx }, facts);
      if (failed) {
        this.#keep({ ...failed, row: { ...failed.row, damaged: true }, damaged: reason });
        return;
      }
    } catch (error) {
      if (!(error instanceof DamagedResult)) throw error;
    }
    this.#oddities.add();
    this.#oddities.leftOut(reason);
  }

  /**
   * Returns all rows under their models' names, without prompts that ask something else.
   *
   * @throws {DamagedResult} when nothing is left of them
   */
  of(around: Around): Own {
    const languages = this.#placed.map(({ row }) => row.language);
    return speaking(languages, () => this.#own(around));
  }

  #own(around: Around): Own {
    const { evalId, prompts, config } = around;
    const { columns, numberOf } = joinedColumns(columnsOf(prompts, this.#nameOf), config);
    const placed = underTheirColumns(this.#placed, prompts).filter(({ model, odd, row }) => {
      const isNobodys = model === NO_NAME && odd.some(({ field }) => /^provider\b/.test(field));
      if (isNobodys)
        this.#oddities.leftOut(`${row.description || row.id} does not say who answered`);
      return !isNobodys;
    });
    const { count, first } = this.#oddities.lost;
    if (placed.length === 0 && first !== undefined) {
      throw new DamagedResult(`None of ${count} results can be counted. The first: ${first}`);
    }
    const named = this.#withConditions(withModelNames(placed, this.#nameOf), around).map(
      (each) => ({
        ...each,
        column: numberOf(each.column),
      }),
    );
    for (const { row, odd, damaged } of named) {
      if (damaged) this.#oddities.damaged(`${row.provider}, ${row.description}: ${damaged}`);
      else this.#oddities.unreported(row.provider, odd);
    }
    const once = askedOnce(named, columns, config);
    const { rows, warning } = ofOurPrompts(
      once?.answers.map(withOvercome) ?? withColumnNames(named, columns),
    );
    if (typeof evalId === 'string') for (const { at } of rows) if (at) at.evalId = evalId;
    return {
      rows: withoutReplaced(rows),
      warnings: [
        ...this.#oddities.warnings(),
        ...[once?.warning, warning].flatMap((text) => text ?? []),
      ],
      ...(typeof evalId === 'string' && { evalId }),
      columns: once?.columns ?? columnsToldApart(columns),
      ...(config !== undefined && { config }),
    };
  }

  /** Adds the conditions of rows, and who answered in place of their column's provider. */
  #withConditions(placed: readonly Placed[], around: Around): Placed[] {
    const conditionsOf = conditionsIn(around);
    const known = new Map<Asked, Pick<Row, 'under' | 'answeredBy'>>();
    return placed.map((each) => {
      const { asked, model, odd } = each;
      const told = kept(known, asked, () => {
        const by = asked.instead && (asked.instead.label ?? asked.instead.id);
        const isOther = by !== undefined && by !== model;
        return { under: conditionsOf(asked), ...(isOther && { answeredBy: this.#nameOf(by) }) };
      });
      // A damaged provider has its column's name, and its own says nothing.
      const { model: _, ...others } = told.under ?? {};
      const under = odd.some(({ field }) => /^provider\b/.test(field)) ? others : told.under;
      return { ...each, row: { ...each.row, ...told, ...(under && { under }) } };
    });
  }
}

/**
 * Restores `vars.case`: promptfoo's own records have vars only in the test, and the Case after the reference to
 * its prompt.
 */
function withCase(result: unknown): unknown {
  const { vars, testCase } = (result ?? {}) as { vars?: Vars; testCase?: { vars?: Vars } | null };
  const given = vars ?? testCase?.vars;
  const theCase = caseIn(given, testCase);
  if (theCase === given?.case) {
    return vars === undefined && given ? { ...(result as object), vars: given } : result;
  }
  return { ...(result as object), vars: { ...given, case: theCase } };
}

type Vars = Readonly<Record<string, unknown>>;

/**
 * Drops prompts without a place for our question if others have one: they are other prompts of the config, not
 * models that find nothing. If no prompt has such a place, all errors stay.
 */
export function ofOurPrompts(rows: readonly Row[]): { rows: Row[]; warning?: string } {
  const isStray = ({ error }: Row) => error?.includes(ASKS_SOMETHING_ELSE) === true;
  const asked = new Set(rows.filter((row) => !isStray(row)).map(({ prompt }) => prompt));
  const left = rows.filter(({ prompt }) => asked.has(prompt));
  const names = [...new Set(rows.map(({ prompt }) => prompt))].filter((name) => !asked.has(name));
  if (asked.size === 0 || names.length === 0) return { rows: [...rows] };
  return {
    rows: left,
    warning: say`${sayCount(rows.length - left.length, 'result')} left out, with prompts that ask something else (${commas(names.map((name) => JSON.stringify(name.slice(0, 60))))}). Give the prompt of these tests a label, and the tests \`prompts: [that label]\` in their config.`,
  };
}

interface Stored {
  vars?: { case?: unknown } | null;
  metadata?: Told | null;
  testCase?: { metadata?: Told | null } | null;
  prompt?: { raw?: unknown } | null;
  gradingResult?: { componentResults?: unknown } | null;
  failureReason?: unknown;
  error?: unknown;
  response?: { error?: unknown } | null;
}

interface Told {
  id?: unknown;
  conditions?: unknown;
}

/**
 * Takes a Case's facts out of its result, and asks only for what it lacks.
 *
 * @param asking - loads the half that makes prompts
 */
export async function factsOfCase(result: unknown, asking: AskingHalf): Promise<CaseFacts> {
  if (!isOurs(result)) return TOLD;
  const stored = result as Stored;
  const sent = promptToCheck(stored);
  const id = knownId(stored);
  const digest = id !== undefined && sent !== undefined ? promptDigest(sent, id) : undefined;
  const conditions = id === undefined ? undefined : toldConditions(stored, id);
  const isTold = sent === undefined || (digest !== undefined && isLookedAt(stored, id!, digest));
  const conditionsOf = conditions && (() => conditions);
  if (conditionsOf && isTold) return { ...TOLD, conditionsOf };
  const asked = await asking();
  return {
    conditionsOf: conditionsOf ?? asked.conditionsOf,
    foreignPrompt: isTold ? TOLD.foreignPrompt : asked.foreignPrompt,
  };
}

const TOLD: CaseFacts = { conditionsOf: () => undefined, foreignPrompt: () => undefined };

function knownId({ vars }: Stored): string | undefined {
  try {
    const theCase = vars?.case;
    assertCase(theCase);
    return caseId(theCase);
  } catch {
    return undefined;
  }
}

function toldConditions({ testCase, metadata }: Stored, id: string) {
  const told = [testCase?.metadata, metadata].find((each) => each?.id === id && each.conditions);
  return isTexts(told?.conditions) ? told.conditions : undefined;
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((entry) => typeof entry === 'string')
  );
}

/** Returns a prompt that must be checked: it is there, and no error says more. */
function promptToCheck({ prompt, failureReason, error, response }: Stored): string | undefined {
  const sent = prompt?.raw;
  if (typeof sent !== 'string' || sent === STRIPPED) return undefined;
  return failureReason === ERROR && (error || response?.error) ? undefined : sent;
}

/** Tells whether `score` checked this very prompt of this very Case. */
function isLookedAt({ gradingResult }: Stored, id: string, digest: string): boolean {
  const components = gradingResult?.componentResults;
  const found = ownGrading(components, id);
  if ('problem' in found) return false;
  const { metadata } = (components as { metadata?: { promptDigest?: unknown } }[])[found.index]!;
  return metadata?.promptDigest === digest;
}

const SHARED = [
  'benchmark',
  'task',
  'language',
  'haystack',
  'version',
  'variant',
  'size',
  'provider',
  'prompt',
  'shard',
  'diagnosis',
] as const satisfies readonly (keyof Row)[];

/** Makes a function that shares equal names and positions between rows, which are most of a large evaluation. */
export function rowSharer(): (row: Row) => Row {
  const texts = new Map<string, string>();
  const conditions = new Map<string, NonNullable<Row['conditions']>>();
  const lists = new Map<string, number[]>();
  const cases = new Map<string, NonNullable<Row['case']>>();
  return (row) => {
    if (row.case) row.case = shared(cases, JSON.stringify(row.case), row.case);
    if (row.conditions) {
      row.conditions = shared(conditions, JSON.stringify(row.conditions), row.conditions);
    }
    for (const field of SHARED) {
      const text = row[field];
      if (text !== undefined) row[field] = shared(texts, text, text);
    }
    for (const field of ['positions', 'marks'] as const) {
      row[field] = shared(lists, row[field].join(), row[field], MOST_LISTS);
    }
    return row;
  };
}

/** Returns the first value of a key. At most `most` are kept. */
function shared<T>(
  kept: Map<string, T>,
  key: string,
  value: T,
  most = Number.POSITIVE_INFINITY,
): T {
  const known = kept.get(key);
  if (known === undefined && kept.size < most) kept.set(key, value);
  return known ?? value;
}

/** Marks may differ in every row. Then only the first lists are shared. */
const MOST_LISTS = 10_000;

/** How many there were, and the first. */
interface Counted {
  count: number;
  first?: string;
}

export class Oddities {
  #results = 0;
  readonly #values: Counted = { count: 0 };
  readonly #damaged: Counted = { count: 0 };
  readonly lost: Counted = { count: 0 };

  add(): void {
    this.#results++;
  }

  unreported(model: string, [odd]: readonly Odd[]): void {
    if (!odd) return;
    const { field, value, must } = odd;
    count(this.#values, () => say`${model}, \`${field}\` is ${value}, but ${must}`);
  }

  damaged(reason: string): void {
    count(this.#damaged, () => reason);
  }

  leftOut(reason: string): void {
    count(this.lost, () => reason);
  }

  warnings(): string[] {
    const of = sayCount(this.#results, 'result');
    const [values, damaged, lost] = [this.#values, this.#damaged, this.lost];
    return [
      values.first === undefined
        ? ''
        : say`Damaged values left out: in ${values.count} of ${of}. No score rests on them. The first: ${values.first}.`,
      damaged.first === undefined
        ? ''
        : say`Counted as failed calls: ${damaged.count} of ${of}. The first: ${damaged.first}`,
      lost.first === undefined
        ? ''
        : say`Results left out: ${lost.count} of ${of}. The first: ${lost.first}`,
    ]
      .filter((text) => text !== '')
      .map(redactText);
  }
}

function count(all: Counted, reason: () => string): void {
  all.count++;
  all.first ??= reason();
}
