import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { checkedYaml, datasetNames, readDataset } from './datasets.js';
import { assertUnchanged } from './files/file-reference.js';
import { kept } from './kept.js';
import { type LanguageReference, languageName } from './references.js';
import { camelCase } from './text/texts.js';
import { UserError } from './user-error.js';

/** Describes what is wrong with the placeholders of a sentence, in a clause beginning with "must" or "has". */
export function placeholderComplaint(
  text: string,
  needed: readonly string[],
  allowed: readonly string[] = [],
): string | undefined {
  const found = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const known = [...needed, ...allowed];
  const unknown = found.find((name) => !known.includes(name));
  if (unknown) {
    return `has the placeholder {${unknown}}, which does not exist here; use ${known.map((name) => `{${name}}`).join(', ')}`;
  }
  const wrong = needed.find((name) => found.filter((other) => other === name).length !== 1);
  if (wrong) return `must have the placeholder {${wrong}} exactly once`;
  return undefined;
}

/** Requires some placeholders exactly once, and allows others. */
export function withPlaces(needed: readonly string[], allowed: readonly string[] = []) {
  return (text: string, context: z.RefinementCtx) => {
    const message = placeholderComplaint(text, needed, allowed);
    if (message) context.addIssue({ code: 'custom', message });
  };
}

const lines = z.array(z.string().min(1)).min(1);

/** Fields of every language file. Benchmarks add their own. */
export const languageSchema = z.looseObject({
  /** The language's own name of itself. */
  name: z.string().min(1),
  /** What stands between two sentences: a space, or nothing. */
  between: z.string(),
  /** Small-letter phrases of a model that refuses. */
  refusals: lines,
  /** The bank of the `prose` haystack: see haystack/prose.ts. */
  prose: z.strictObject({
    paragraph: z.tuple([z.number().int().min(1), z.number().int().min(1)]),
    sentences: lines,
    slots: z.record(z.string(), lines),
  }),
});

/** A file of `datasets/languages/`. */
export type Language = z.output<typeof languageSchema>;

export const LANGUAGE_CODES: readonly string[] = datasetNames('languages/');

const loaded = new Map<string, Language>();

/**
 * Loads a language by code or file.
 *
 * @throws {UserError} when there is none, or its file is incomplete
 */
export function loadLanguage(reference: LanguageReference): Language {
  const key = typeof reference === 'string' ? reference : JSON.stringify(reference);
  return kept(loaded, key, () => read(reference));
}

/**
 * Returns the code of a language. A file's language is the one whose own name it gives.
 *
 * @returns nothing for a language that does not come with the package
 */
export function languageCode(reference: LanguageReference): string | undefined {
  if (typeof reference === 'string') return reference;
  const { name } = loadLanguage(reference);
  return LANGUAGE_CODES.find((code) => loadLanguage(code).name === name);
}

/**
 * Makes a function that reads something once for each of some languages.
 *
 * @param what - for the error message: `keyValueRetrieval: there are words` of languages
 * @param remedy - what to do if there is nothing
 */
export function inLanguages<T>(
  what: string,
  codes: () => readonly string[],
  read: (code: string) => T,
  remedy = 'Use one of these',
): (language: LanguageReference) => T {
  const loaded = new Map<string, T>();
  return (language) => {
    const code = languageCode(language);
    return kept(loaded, code ?? '', () => {
      if (code !== undefined && codes().includes(code)) return read(code);
      const error = new UserError(
        `${what} in ${codes().join(', ')}, and \`language\` is ` +
          `${code === undefined ? `the file ${languageName(language)}, which is in none of them` : `"${code}"`}. ` +
          `${remedy}.`,
      );
      throw Object.assign(error, { languages: codes() });
    });
  };
}

export const failIn = (file: string) => (where: string, what: string) =>
  new UserError(
    `language: in ${file}, ${where}: ${what}. The files in datasets/languages/ show what a language needs.`,
  );

/**
 * Reads a benchmark's words: a file for each language in a folder of `datasets/`.
 *
 * @param what - for the error message, if it is not named after the folder
 */
export function wordsIn<S extends z.ZodType>(
  folder: string,
  schema: S,
  what = `${camelCase(folder)}: there are words only`,
): (language: LanguageReference) => z.output<S> {
  return inLanguages(
    what,
    () => datasetNames(`${folder}/`),
    (code) => readDataset(`${folder}/${code}.yaml`, schema),
  );
}

function read(reference: LanguageReference): Language {
  if (typeof reference !== 'string') {
    assertUnchanged('language', reference);
    const text = readFileSync(reference.file, 'utf8');
    return complete(checkedYaml(text, languageSchema, failIn(reference.file)), reference.file);
  }
  if (!LANGUAGE_CODES.includes(reference)) {
    throw new UserError(
      `language: there is no language "${reference}". Use one of ${LANGUAGE_CODES.join(', ')}, or ` +
        'the path of a language file (.yaml).',
    );
  }
  return complete(readDataset(`languages/${reference}.yaml`, languageSchema), reference);
}

/** Refuses a language with slots that have no words. */
function complete(language: Language, file: string): Language {
  const { slots, sentences } = language.prose;
  const missing = sentences
    .flatMap((line) => [...line.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
    .find((slot) => !Object.hasOwn(slots, slot));
  if (missing) {
    throw new UserError(`language: in ${file}, \`prose.slots\` has no list for {${missing}}.`);
  }
  return language;
}
