/** The Case that a user means, with what its readers were sent and answered. */
import { foreignPrompt, STRIPPED } from '../assertions/sent-prompt.js';
import { benchmarkOf } from '../benchmarks/registry.js';
import { assertCase, type Case, caseId, UserError } from '../case.js';
import { together } from '../evaluation/runs.js';
import { forProvider, type ProviderIdentity } from '../generators/by-provider.js';
import { assertSameEdition } from '../generators/edition.js';
import { buildPrompt } from '../generators/prompt.js';
import { readSuite } from '../plan/read-suite.js';
import type { Row } from '../results/rows.js';
import { sourcesOf } from '../sources.js';

export interface FoundCase {
  id: string;
  description: string;
  readers: FoundReader[];
}

export interface FoundReader {
  name: string;
  /** With the tokenizer of this reader. */
  case: Case;
  /** As the reader was sent it; built anew where that is not known. */
  prompt: string;
  /** None where nothing was asked yet. */
  calls: readonly Row[];
}

/** How a Case can be named. */
interface Names {
  id: string;
  description: string;
}

/**
 * Find a Case in results.
 *
 * @param selector - start of its id, its row in promptfoo's table, or a part of its description
 * @throws {UserError} when it is none or several, or its prompt cannot be built again
 */
export async function caseInResults(
  selector: string,
  files: readonly string[],
  evalIds: readonly string[],
): Promise<FoundCase> {
  const all = new Map<string, Names>();
  const meant = new Map<string, Names>();
  const sources = await sourcesOf(files, evalIds, ({ id, description }, number) => {
    const names = { id, description };
    all.set(id, names);
    if (!isMeant(selector, names, number)) return false;
    meant.set(id, names);
    return meant.keys().next().value === id;
  });
  const found = theOnly(selector, [...meant.values()], [...all.values()]);
  const readers: FoundReader[] = [];
  for (const { name, cases } of together(sources).readers) {
    const { calls = [] } = cases.get(found.id) ?? {};
    const { whole } = calls[0] ?? {};
    if (!whole) continue;
    assertCase(whole.case);
    readers.push({ name, calls, ...(await asked(whole.case, whole.provider, whole.prompt)) });
  }
  return { ...found, readers };
}

/**
 * Find a Case in what promptfoo would ask with a config. Selects and throws as `caseInResults` does.
 *
 * @param configs - as for `promptfoo eval -c`; none for the config of the working folder
 */
export async function caseInConfig(
  selector: string,
  configs: readonly string[],
): Promise<FoundCase> {
  const { providers, tests } = await readSuite(configs);
  const all = tests.flatMap(({ case: theCase }, i) => {
    if (!theCase) return [];
    const description = `${benchmarkOf(theCase).describe(theCase)} · seed ${theCase.seed}`;
    return [{ id: caseId(theCase), description, number: i + 1, theCase }];
  });
  const meant = all.filter((one) => isMeant(selector, one, one.number));
  const { theCase, id, description } = theOnly(selector, meant, all);
  const readers: FoundReader[] = [];
  for (const provider of providers) {
    const name = provider.label ?? provider.id;
    readers.push({ name, calls: [], ...(await asked(theCase, provider)) });
  }
  return { id, description, readers };
}

function isMeant(selector: string, { id, description }: Names, number: number): boolean {
  if (/^\d+$/.test(selector)) return number === Number(selector);
  return id.startsWith(selector) || description.includes(selector);
}

/** At most so many tests are named in an error. */
const NAMED = 3;

function theOnly<T extends Names>(selector: string, meant: readonly T[], all: readonly T[]): T {
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  const some = (only ? meant : all).slice(0, NAMED);
  const named = some.map(({ id, description }) => `${id} (${description})`).join('; ');
  throw new UserError(
    `${only ? `"${selector}" may be ${meant.length} tests` : `There is no test "${selector}"`}, for example ` +
      `${named}. Give the start of an id as far as no other has it, the number of a row in promptfoo's ` +
      'table, or a part of a description.',
  );
}

/** What one reader is asked: the stored prompt, unless that is not kept, or not that of the Case. */
async function asked(theCase: Case, provider: ProviderIdentity, sent?: unknown) {
  const own = forProvider(theCase, provider);
  await benchmarkOf(own).load?.(own);
  if (typeof sent === 'string' && sent !== STRIPPED && !foreignPrompt(sent, own))
    return { case: own, prompt: sent };
  await assertSameEdition(theCase);
  return { case: own, prompt: (await buildPrompt(own)).prompt };
}
