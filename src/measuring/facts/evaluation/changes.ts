/** Compares the conditions of two runs. */

import { commas, say } from '../../../base/text/language.js';
import { byCodeUnits } from '../../../base/text/texts.js';
import { BY_NAME, type Conditions, UNSET } from '../../../contract/conditions.js';
import { foreign } from '../../document/foreign.js';

/** One condition that differs. */
export interface ConditionChange {
  /** Its name: `model`, `temperature`, `suffix`, or a variable. */
  key: string;
  /**
   * Kind: the model itself (`model`), text around the Case (`frame`), the provider's settings (`config`), what
   * prompts are made of (`tests`), or the program (`program`).
   */
  of: 'model' | 'frame' | 'config' | 'tests' | 'program';
  before: string;
  after: string;
}

/** What of a run is compared. */
export interface Compared {
  conditions?: Conditions | undefined;
  cases: Iterable<readonly [id: string, made: MadeOf]>;
}

/** What a prompt is made of, as far as it does not change the question. */
export interface MadeOf {
  haystack?: string;
  /** Its other options: `evidence 32, tokenizer o200k_base`. */
  variant?: string;
}

/** Tells whether a change leaves open if it or the model is why recall differs. */
export function isDecisive({ of }: ConditionChange): boolean {
  return of === 'model' || of === 'frame';
}

/** Lists what differs between two sides, the model first. What one side does not report is no change. */
export function changedConditions(before: Compared, after: Compared): ConditionChange[] {
  return [
    ...conditionChanges(before.conditions ?? {}, after.conditions ?? {}),
    ...madeChanges([...before.cases], [...after.cases]),
    ...changeOf('promptfoo', 'program', before.conditions?.promptfoo, after.conditions?.promptfoo),
  ];
}

function conditionChanges(before: Conditions, after: Conditions): ConditionChange[] {
  const byName = BY_NAME.flatMap((of) => {
    const [old, now] = [before[of], after[of]];
    if (!old || !now) return [];
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort(byCodeUnits);
    const kind = of === 'config' ? 'config' : 'frame';
    return names.flatMap((name) => {
      // Lines of results may report the prompt's source on one side only.
      if (of === 'frame' && SOURCE.has(name) && !(old.prompt && now.prompt)) return [];
      return changeOf(name, kind, old[name] ?? [UNSET], now[name] ?? [UNSET]);
    });
  });
  return [
    ...(isSameModel(before.model, after.model)
      ? []
      : changeOf('model', 'model', before.model, after.model)),
    ...changeOf('model in the response', 'model', before.named, after.named),
    ...byName.filter(({ of }) => of === 'frame'),
    ...changeOf('form of the history', 'frame', before.transcript, after.transcript),
    ...changeOf('form', 'frame', before.form, after.form),
    ...byName.filter(({ of }) => of === 'config'),
  ];
}

/** Tells whether ids differ only in what promptfoo leaves out: `openai:chat:gpt-4.1` is `openai:gpt-4.1`. */
function isSameModel(before: readonly string[] = [], after: readonly string[] = []): boolean {
  const plain = (ids: readonly string[]) =>
    ids.map((id) => id.replace(/^(\w+):chat:/, '$1:')).join();
  return plain(before) === plain(after);
}

const SOURCE = new Set(['prompt', 'system prompt']);

/** Returns a change, unless one side has all that the other has: part of a run is no other run. */
function changeOf(
  key: string,
  of: ConditionChange['of'],
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): ConditionChange[] {
  if (!before || !after || isWithin(before, after) || isWithin(after, before)) return [];
  return [{ key, of, before: commas(before), after: commas(after) }];
}

function isWithin(some: readonly string[], others: readonly string[]): boolean {
  return some.every((name) => others.includes(name));
}

type MadeCase = readonly [id: string, made: MadeOf];

function madeChanges(before: readonly MadeCase[], after: readonly MadeCase[]): ConditionChange[] {
  const valuesOf = (cases: readonly MadeCase[], read: (made: MadeOf) => string | undefined) => {
    const values = [...new Set(cases.flatMap(([, made]) => read(made) ?? []))].sort(byCodeUnits);
    return values.length > 0 ? values : undefined;
  };
  const change = (key: string, read: (made: MadeOf) => string | undefined) =>
    changeOf(key, 'tests', valuesOf(before, read), valuesOf(after, read));
  return [
    ...change('tokenizer', tokenizerIn),
    ...change('haystack', ({ haystack }) => haystack || undefined),
    ...editionChanges(before, after),
  ];
}

function tokenizerIn({ variant = '' }: MadeOf): string | undefined {
  return variant
    .split(', ')
    .find((part) => part.startsWith('tokenizer '))
    ?.slice(TOKENIZER.length);
}

const TOKENIZER = 'tokenizer ';

const EDITION = /^(?:.*: )?((.+?)\..+)-([0-9a-z]+)$/;

/** Lists benchmarks whose prompts are made with other texts on both sides. */
function editionChanges(
  before: readonly MadeCase[],
  after: readonly MadeCase[],
): ConditionChange[] {
  const known = new Map(
    before.flatMap(([id]) => {
      const [, same, , edition] = EDITION.exec(id) ?? [];
      return same === undefined ? [] : [[same, edition!] as const];
    }),
  );
  const found = new Map<string, ConditionChange>();
  for (const [id] of after) {
    const [, same, benchmark, edition] = EDITION.exec(id) ?? [];
    const old = same === undefined ? undefined : known.get(same);
    if (old === undefined || old === edition) continue;
    const key = `edition of ${benchmark}`;
    if (!found.has(key)) found.set(key, { key, of: 'tests', before: old, after: edition! });
  }
  return [...found.values()];
}

/** Most changes of one model that a sentence names. JSON has all. */
const NAMED = 6;

/** Lists what differs in a sentence: `temperature 0 → 1`. */
export function changesText(changes: readonly ConditionChange[]): string {
  const more = changes.length - NAMED;
  const texts = changes.slice(0, NAMED).map(({ key, of, before, after }) => {
    const isText = of === 'frame' && !key.startsWith('form');
    const written = (value: string) => {
      if (value === UNSET) return say`unset`;
      return isText ? JSON.stringify(value) : value;
    };
    const plain = (value: string) => value.replaceAll(DIGEST, '');
    const [old, now] =
      plain(before) === plain(after) ? [before, after] : [plain(before), plain(after)];
    return `${key} ${written(old)} → ${written(now)}`;
  });
  return more > 0 ? say`${commas(texts)} and ${more} more` : commas(texts);
}

const DIGEST = / \(#[0-9a-f]+\)/g;

/** A model with what changed of it. */
export interface ModelChanges {
  model: string;
  changes: readonly ConditionChange[];
}

/**
 * Says, before a verdict, what differs since a baseline. Once if it is the same for all models.
 *
 * @example
 * sinceTexts([{ model: 'gpt', changes }]) // ['Since the baseline: temperature 0 → 1.']
 */
export function sinceTexts(
  models: readonly ModelChanges[],
  since = say`Since the baseline`,
): string[] {
  const changed = models.filter(({ changes }) => changes.length > 0);
  const alike = new Map<string, ModelChanges[]>();
  for (const model of changed) {
    const text = changesText(model.changes);
    alike.set(text, [...(alike.get(text) ?? []), model]);
  }
  return [...alike].map(([text, same]) =>
    same.length === models.length
      ? say`${since}: ${text}.`
      : say`${since}: ${commas(same.map(({ model }) => model))}: ${text}.`,
  );
}

/** Marks values and names from outside, for a document. */
export function foreignChange(change: ConditionChange): ConditionChange {
  const { key, of, before, after } = change;
  const isTheirs = of === 'frame' && key !== 'form';
  const value = (name: string) => (name === UNSET ? name : foreign(name));
  return {
    ...{ of, key: isTheirs ? foreign(key) : key },
    ...{ before: value(before), after: value(after) },
  };
}
