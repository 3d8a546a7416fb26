/** Tells answers of one provider apart that were given under different conditions. */
import { groupBy } from '../../../base/group-by.js';
import { commas } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { UserError } from '../../../base/user-error.js';
import {
  type AnswerConditions,
  BY_NAME,
  type Conditions,
  type ConditionsOf,
  SINGLE,
  UNSET,
} from '../../../contract/conditions.js';
import type { Row } from '../../../contract/row.js';
import { seriesKey } from './series.js';

/** Most models to make of one provider and prompt. Nobody plans to compare more. */
const MOST_WAYS = 12;

const LONGEST_VALUE = 32;

type Condition = [of: string, name: string, value: string | undefined];

/**
 * Tells rows of one series apart by conditions that differ. What is the same for a full series, such as a
 * suffix in its language, tells no model apart, nor does what results do not report.
 *
 * @throws {UserError} if a variable makes more models than anybody could compare
 */
export function rowsToldApart(rows: readonly Row[]): readonly Row[] {
  const asked = groupBy(
    rows.filter(({ under }) => under),
    ({ provider, answeredBy = provider, prompt }) => JSON.stringify([answeredBy, prompt]),
  );
  const ways = new Map<AnswerConditions, string>();
  for (const answers of asked.values()) {
    if (new Set(answers.map(({ under }) => under)).size < 2) continue;
    const all = [...new Map(answers.map(({ under }) => [JSON.stringify(under), under!])).values()];
    const differing = differingIn(answers);
    if (differing.length === 0) continue;
    refuseMany(answers[0]!, all, differing);
    for (const { under } of answers) {
      const parts = differing.flatMap(([of, name]) => {
        const value = valueIn(under!, of, name);
        return value === undefined ? [] : `${name}=${briefValue(value)}`;
      });
      if (parts.length > 0) ways.set(under!, parts.join(' · '));
    }
  }
  if (ways.size === 0) return rows;
  return rows.map((row) => {
    const way = row.under && ways.get(row.under);
    return way === undefined ? row : { ...row, way };
  });
}

/** Lists conditions with several values within one series. */
function differingIn(rows: readonly Row[]): [of: string, name: string][] {
  const found = new Map<string, [string, string]>();
  for (const ofSeries of groupBy(rows, seriesKey).values()) {
    const all = [...new Set(ofSeries.map(({ under }) => under!))];
    const names = new Map(
      all.flatMap(telling).map(([of, name]) => [JSON.stringify([of, name]), [of, name] as const]),
    );
    for (const [key, [of, name]] of names) {
      const values = new Set(all.map((conditions) => valueIn(conditions, of, name)));
      values.delete(undefined);
      if (values.size > 1) found.set(key, [of, name]);
    }
  }
  return [...found].sort(([a], [b]) => byCodeUnits(a, b)).map(([, condition]) => condition);
}

/** Lists conditions that make another model of a provider. */
function telling({ model, ...under }: AnswerConditions): Condition[] {
  return [
    ...(model === undefined ? [] : [['model', 'model', model] as Condition]),
    ...BY_NAME.flatMap((of) =>
      Object.entries(under[of] ?? {}).map(([name, value]): Condition => [of, name, value]),
    ),
  ];
}

/** Returns a condition's value: unset if its kind is known, else nothing. */
function valueIn(under: AnswerConditions, of: string, name: string): string | undefined {
  if (of === 'model') return under.model;
  const values = under[of as (typeof BY_NAME)[number]];
  if (of === 'frame' && name === 'prompt') return values?.prompt;
  return values && (values[name] ?? UNSET);
}

/** Shortens a long value to its start and digest. */
function briefValue(value: string): string {
  if (value.length <= LONGEST_VALUE) return value;
  const [, digest] = /\(#(\w+)\)$/.exec(value) ?? [];
  return `${value.slice(0, LONGEST_VALUE - 10).trimEnd()}…${digest ? ` (#${digest})` : ''}`;
}

function refuseMany(
  { provider, answeredBy = provider }: Row,
  all: readonly AnswerConditions[],
  differing: readonly [of: string, name: string][],
): void {
  for (const [of, name] of differing) {
    const values = new Set(all.flatMap((conditions) => valueIn(conditions, of, name) ?? []));
    if (values.size <= MOST_WAYS) continue;
    const what = of === 'variables' ? `The variable "${name}"` : `The condition "${name}"`;
    throw new UserError(
      `${what} has ${values.size} values around the prompts of "${answeredBy}" (${commas([...values].slice(0, 2))}, …), ` +
        `so that no two prompts are asked alike. Give it one value, or at most ${MOST_WAYS} that are to be compared.`,
    );
  }
}

/** Returns the conditions of all answers of a model. */
export function conditionsOf(rows: readonly Pick<Row, 'under'>[]): Conditions | undefined {
  return mergedOf([...new Set(rows.flatMap(({ under }) => under ?? []))]);
}

/** Merges the conditions of several answers or runs. */
export function mergedOf(
  all: readonly ConditionsOf<string | readonly string[]>[],
): Conditions | undefined {
  if (all.length === 0) return undefined;
  type Value = string | readonly string[];
  const list = (values: readonly (Value | undefined)[]) =>
    [...new Set(values.flatMap((value) => value ?? []))].sort(byCodeUnits);
  const single = SINGLE.flatMap((of) => {
    const values = list(all.map((conditions) => conditions[of]));
    return values.length > 0 ? [[of, values] as const] : [];
  });
  const byName = BY_NAME.flatMap((of) => {
    const known = all.flatMap((conditions): Readonly<Record<string, Value>>[] => {
      const values = conditions[of];
      return values ? [values] : [];
    });
    if (known.length === 0) return [];
    const names = list(known.flatMap((one) => Object.keys(one)));
    const values = names.map(
      (name) => [name, list(known.map((entry) => entry[name] ?? UNSET))] as const,
    );
    return [[of, Object.fromEntries(values)] as const];
  });
  return Object.fromEntries([...single, ...byName]);
}
