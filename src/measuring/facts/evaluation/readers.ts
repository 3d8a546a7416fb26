/** Who answered: how a reader is called, and how it is found again in another evaluation. */
import { groupBy } from '../../../base/group-by.js';
import type { Conditions } from '../../../contract/conditions.js';
import type { Row } from '../../../contract/row.js';
import type { AskedCase } from './asked-case.js';

/** A provider, and with which prompt it was asked where it was asked with several. */
interface ReaderIdentity {
  /** The provider's label or id; with the prompt's label where a provider answered one Case by several prompts. */
  name: string;
  /** The provider's label or id. */
  provider: string;
  /** The label of its prompt; nothing where its Cases were asked with different ones. */
  prompt?: string;
}

/** One reader, with every Case that it was asked. */
export interface Reader extends ReaderIdentity {
  /** By identity, in order of series, length and seed. */
  cases: ReadonlyMap<string, AskedCase>;
  /** All conditions that it was asked under; nothing where results tell none. */
  conditions?: Conditions;
  /** The provider in whose column of promptfoo's table its answers stand, where that is another one. */
  askedAs?: string;
  /** Tests of which it was asked nothing, since the compaction of the history had failed. */
  notAsked: readonly Row[];
}

type Asked = Pick<Row, 'id' | 'provider' | 'answeredBy' | 'way' | 'prompt'>;

/** The providers that answered one Case by several prompts: each of these prompts makes a reader. */
export function askedSeveralWays(rows: readonly Asked[]): Set<string> {
  const several = [...groupBy(rows, answererOf)].filter(([, own]) => {
    if (own.every(({ prompt }) => prompt === own[0]!.prompt)) return false;
    const prompts = new Map<string, string>();
    return own.some(({ id, prompt }) => {
      const first = prompts.get(id) ?? prompt;
      prompts.set(id, first);
      return first !== prompt;
    });
  });
  return new Set(several.map(([provider]) => provider));
}

/** Who answered a row: the provider of its column, unless its test names another one. */
export function answererOf({ provider, answeredBy }: Pick<Row, 'provider' | 'answeredBy'>): string {
  return answeredBy ?? provider;
}

/** @example readerName({ provider: 'gpt', way: 'style=terse', … }, new Set()) // 'gpt · style=terse' */
export function readerName(row: Asked, severalWays: ReadonlySet<string>): string {
  const provider = answererOf(row);
  const prompt = severalWays.has(provider) ? [row.prompt] : [];
  return [provider, ...prompt, ...(row.way === undefined ? [] : [row.way])].join(' · ');
}

/**
 * The reader of an earlier evaluation that is this one: of the same name, or else the same provider with
 * the same prompt, since a second prompt changes names; or else the one in whose column another one answers now.
 */
export function sameReader<R extends ReaderIdentity>(
  reader: ReaderIdentity & Pick<Reader, 'askedAs'>,
  earlier: readonly R[],
  others: readonly ReaderIdentity[] = [],
): R | undefined {
  const named = earlier.find(({ name }) => name === reader.name);
  if (named) return named;
  const isFree = ({ name }: ReaderIdentity) => others.every((other) => other.name !== name);
  return (
    earlier.find(
      (one) =>
        one.provider === reader.provider &&
        one.prompt !== undefined &&
        one.prompt === reader.prompt &&
        isFree(one),
    ) ?? earlier.find((one) => one.name === reader.askedAs && isFree(one))
  );
}
