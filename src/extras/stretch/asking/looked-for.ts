/** What the assertions of a suite look for in an answer: it may not stand in the text around a prompt. */

/** An assertion or a set of them, as far as it is looked at. */
export interface Asserted {
  type?: unknown;
  value?: unknown;
  assert?: readonly Asserted[];
}

/** Assertions with the variables that their values may name. */
export interface AssertedTest {
  assert: readonly Asserted[];
  vars: Readonly<Record<string, unknown>>;
}

export interface LookedFor {
  /** As it is named to the user. */
  name: string;
  isIn(text: string): boolean;
}

/** Assertions whose values are texts that an answer has, begins with or is; each may begin with `not-`. */
const TEXTS = /^(?:not-)?(?:i?contains(?:-any|-all)?|equals|starts-with)$/;

/** Those that take several texts between commas. */
const LISTS = /-(?:any|all)$/;

const REGEX = /^(?:not-)?regex$/;

/** Matches assertions that are programs. Their quoted texts may be what they look for. */
const PROGRAMS = /^(?:not-)?(?:javascript|python|ruby)$/;

/** Text between quotation marks of a program; shorter ones separate or join. */
const LITERAL = /'([^'\\\n]{3,200})'|"([^"\\\n]{3,200})"|`([^`\\$\n]{3,200})`/g;

/** What stands for a variable, also with filters behind it. */
const VARIABLE = /\{\{\s*([\w.]+)[^}]*\}\}/g;

/**
 * All that the assertions of tests look for, each once. Texts are looked for whatever their case, since a model may
 * write a name in its own.
 */
export function lookedFor(tests: readonly AssertedTest[]): LookedFor[] {
  const found = new Map<string, LookedFor>();
  for (const { assert, vars } of tests) {
    for (const one of assert.flatMap(unfolded)) {
      for (const looked of lookedForBy(one, vars)) found.set(looked.name, looked);
    }
  }
  return [...found.values()];
}

function unfolded(one: Asserted): readonly Asserted[] {
  return one.assert ? one.assert.flatMap(unfolded) : [one];
}

function lookedForBy({ type, value }: Asserted, vars: AssertedTest['vars']): LookedFor[] {
  if (typeof type !== 'string') return [];
  if (REGEX.test(type)) return leaves(value, vars).flatMap(regexLookedFor);
  if (PROGRAMS.test(type) && typeof value === 'string') {
    return [...value.matchAll(LITERAL)].flatMap(([, single, double, back]) =>
      leaves(single ?? double ?? back, vars).flatMap(textLookedFor),
    );
  }
  if (!TEXTS.test(type)) return [];
  const isList = LISTS.test(type) && typeof value === 'string';
  const values = isList ? value.split(',').map((part) => part.trim().replace(/^"|"$/g, '')) : value;
  return leaves(values, vars).flatMap(textLookedFor);
}

/** The texts and numbers in a value, with the variables that they name. */
function leaves(value: unknown, vars: AssertedTest['vars']): string[] {
  if (typeof value === 'string') return filledIn(value, vars);
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((inner) => leaves(inner, vars));
}

/** A text for each value of the variables in it; a variable without one leaves what stands around it. */
function filledIn(text: string, vars: AssertedTest['vars']): string[] {
  const [place] = text.matchAll(VARIABLE);
  if (!place) return [text];
  const [whole, path = ''] = place;
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], vars);
  const values = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' || typeof one === 'number',
  );
  const before = text.slice(0, place.index);
  const rests = filledIn(text.slice(place.index + whole.length), vars);
  if (values.length === 0) return [before, ...rests];
  return values.flatMap((one) => rests.map((rest) => `${before}${one}${rest}`));
}

function textLookedFor(text: string): LookedFor[] {
  const small = text.trim().toLowerCase();
  if (small === '') return [];
  return [{ name: text.trim(), isIn: (one) => one.toLowerCase().includes(small) }];
}

function regexLookedFor(source: string): LookedFor[] {
  try {
    const regex = new RegExp(source);
    return [{ name: `/${source}/`, isIn: (one) => regex.test(one) }];
  } catch {
    // promptfoo will say so.
    return [];
  }
}
