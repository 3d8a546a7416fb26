import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { checkedYaml, datasetNames, readDataset } from './datasets.js';
import { assertUnchanged } from './files/files.js';
import { kept } from './kept.js';
import { type LanguageReference, languageName } from './references.js';
import { camelCase } from './text/texts.js';
import { UserError } from './user-error.js';

/**
 * Say what is wrong with the placeholders of a sentence.
 *
 * @returns one clause beginning with "must" or "has", or nothing when all is well
 */
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

/** Refines a sentence in which some placeholders must stand exactly once, and others may. */
export function withPlaces(needed: readonly string[], allowed: readonly string[] = []) {
  return (text: string, context: z.RefinementCtx) => {
    const message = placeholderComplaint(text, needed, allowed);
    if (message) context.addIssue({ code: 'custom', message });
  };
}

const lines = z.array(z.string().min(1)).min(1);

/** What every language file says; benchmarks bring parts of their own (`languagePart`). */
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

/** Everything that depends on a language: a file of `datasets/languages/`. */
export type Language = z.output<typeof languageSchema>;

export const LANGUAGE_CODES: readonly string[] = datasetNames('languages/');

const loaded = new Map<string, Language>();

/**
 * A language by its code or file.
 *
 * @throws {UserError} when there is none, or the file does not say all that a language needs
 */
export function loadLanguage(reference: LanguageReference): Language {
  const key = typeof reference === 'string' ? reference : JSON.stringify(reference);
  return kept(loaded, key, () => read(reference));
}

/**
 * The code of the language that a reference is of. A file is of the language whose name of itself it
 * gives, whatever the file is called.
 *
 * @returns nothing for a file in a language that does not come with the package
 */
export function languageCode(reference: LanguageReference): string | undefined {
  if (typeof reference === 'string') return reference;
  const { name } = loadLanguage(reference);
  return LANGUAGE_CODES.find((code) => loadLanguage(code).name === name);
}

/**
 * Makes a function that gives what there is in some languages, each read once per process.
 *
 * @param what - for the error message: `keyValueRetrieval: there are words` of languages
 * @param remedy - what to do where there is nothing
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

/** Makes an error of what is wrong in the file of a language. */
export const failIn = (file: string) => (where: string, what: string) =>
  new UserError(
    `language: in ${file}, ${where}: ${what}. The files in datasets/languages/ show what a language needs.`,
  );

/**
 * The words of a benchmark: a file for each language in a folder of `datasets/`.
 *
 * @param what - for the error message, where it is not after the folder: `keyValueRetrieval: there are words only`
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

/** A language whose sentences have a list of words for each of their slots. */
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
