/** Names models, and finds them again in another evaluation. */
import { groupBy } from '../../../base/group-by.js';
import type { Conditions } from '../../../contract/conditions.js';
import type { Row } from '../../../contract/row.js';
import type { AskedCase } from './asked-case.js';

interface ModelIdentity {
  /** The provider's label or id, with the prompt's label if a provider answered one Case by several prompts. */
  name: string;
  provider: string;
  /** The label of its prompt. Absent if there were several. */
  prompt?: string;
}

export interface Model extends ModelIdentity {
  cases: ReadonlyMap<string, AskedCase>;
  conditions?: Conditions;
  /** The provider of its column in promptfoo's table, if that is another one. */
  askedAs?: string;
  /** Tests not sent, since the compaction of the history had failed. */
  notAsked: readonly Row[];
}

type Asked = Pick<Row, 'id' | 'provider' | 'answeredBy' | 'way' | 'prompt'>;

/** Finds providers that answered one Case by several prompts. Each of these prompts makes a model. */
export function askedSeveralWays(rows: readonly Asked[]): Set<string> {
  const several = [...groupBy(rows, answererOf)].filter(([, answers]) => {
    if (answers.every(({ prompt }) => prompt === answers[0]!.prompt)) return false;
    const prompts = new Map<string, string>();
    return answers.some(({ id, prompt }) => {
      const first = prompts.get(id) ?? prompt;
      prompts.set(id, first);
      return first !== prompt;
    });
  });
  return new Set(several.map(([provider]) => provider));
}

/** Returns who answered: the provider of the column, unless the test names another one. */
export function answererOf({ provider, answeredBy }: Pick<Row, 'provider' | 'answeredBy'>): string {
  return answeredBy ?? provider;
}

/** @example readerName({ provider: 'gpt', way: 'style=terse', … }, new Set()) // 'gpt · style=terse' */
export function modelName(row: Asked, severalWays: ReadonlySet<string>): string {
  const provider = answererOf(row);
  const prompt = severalWays.has(provider) ? [row.prompt] : [];
  return [provider, ...prompt, ...(row.way === undefined ? [] : [row.way])].join(' · ');
}

/**
 * Finds a model in an earlier evaluation: by name, else by provider and prompt, since a second prompt changes
 * names, else by the column in which another one answers now.
 */
export function sameModel<R extends ModelIdentity>(
  model: ModelIdentity & Pick<Model, 'askedAs'>,
  earlier: readonly R[],
  others: readonly ModelIdentity[] = [],
): R | undefined {
  const named = earlier.find(({ name }) => name === model.name);
  if (named) return named;
  const free = earlier.filter(({ name }) => others.every((other) => other.name !== name));
  const { provider, prompt } = model;
  return (
    free.find(
      (old) => old.provider === provider && prompt !== undefined && old.prompt === prompt,
    ) ?? free.find(({ name }) => name === model.askedAs)
  );
}
