import { rolesOf } from '../labels.js';
import { searchKeys } from '../lists/fields.js';
import type { Vocabulary } from '../lists/keys.js';
import { numberOf, singleNumberOf } from '../numbers/item-numbers.js';

/**
 * The single number that a JSON value gives: under a key; without one, the number that is called a
 * total, or the answer; else the only number outside lists that does not say how many places there are.
 */
export function numberIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const { keyed, rest } = searchKeys(value, vocabulary);
  for (const candidate of keyed) {
    const number = scalarIn(candidate, vocabulary);
    if (number !== undefined) return number;
  }
  const fields = rest.slice(0, MOST_FIELDS).map(({ key, value: inner }) => ({
    roles: rolesOf(key),
    isNumber: typeof inner === 'number',
    number: scalarIn(inner, vocabulary),
  }));
  const known = fields.filter(({ number }) => number !== undefined);
  const called = (...roles: string[]) =>
    known.filter((field) => field.roles.some((role) => roles.includes(role)));
  const isPlace = ({ roles }: { roles: readonly string[] }) =>
    roles.some((role) => ['mention', 'place', 'partial', 'mistaken'].includes(role));
  const total = called('total').filter((field) => !isPlace(field));
  const candidates =
    total.length > 0
      ? total
      : called('right').length === 1
        ? called('right')
        : known.filter(({ isNumber }) => isNumber);
  if (candidates.length === 1) return candidates[0]!.number;
  const others = candidates.filter((field) => !isPlace(field));
  return others.length === 1 ? others[0]!.number : undefined;
}

/** An object of more fields is no total. */
const MOST_FIELDS = 1000;

/** The number of a value, also of a list of one. */
function scalarIn(value: unknown, vocabulary: Vocabulary): number | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof only === 'string') return singleNumberOf(only, vocabulary);
  return Array.isArray(only) ? undefined : numberOf(only, vocabulary);
}
