import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { type LanguageReference, languageName, UserError } from './case.js';
import { datasetNames, datasetText } from './datasets.js';
import { assertUnchanged } from './files/files.js';

/** A text in which every `{name}` is one of the given names, and the needed ones are there. */
function template(needed: readonly string[], allowed: readonly string[]) {
  return z.string().superRefine((text, context) => {
    const complaint = placeholderComplaint(text, needed, allowed);
    if (complaint) context.addIssue({ code: 'custom', message: complaint });
  });
}

/** Words that may stand in every sentence and question. */
const COMMON_PLACEHOLDERS = ['subject', 'Subject', 'symbol', 'key'] as const;

/**
 * Say what is wrong with the placeholders of a sentence.
 *
 * @returns one clause beginning with "must" or "has", or nothing when all is well
 */
export function placeholderComplaint(
  text: string,
  needed: readonly string[],
  allowed: readonly string[] = COMMON_PLACEHOLDERS,
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

const sentence = (...needed: string[]) => template(needed, COMMON_PLACEHOLDERS);

const lines = z.array(z.string().min(1)).min(1);

const languageSchema = z.strictObject({
  /** The language's own name of itself. */
  name: z.string().min(1),
  /** What stands between two sentences: a space, or nothing. */
  between: z.string(),
  /** Who counts; `{subject}` in sentences, `{Subject}` with a capital. */
  subject: z.string().min(1),
  /** What is counted; `{symbol}` in sentences. */
  symbol: z.string().min(1),
  /** The key of the answer that a question asks for. */
  key: z.string().min(1),
  /** The sentences and questions of each task of Counting-Stars. */
  tasks: z.strictObject({
    acquisition: z.strictObject({ star: sentence('count'), question: sentence() }),
    reasoning: z.strictObject({ star: sentence('wrong', 'count'), question: sentence() }),
    sum: z.strictObject({ star: sentence('count'), question: sentence() }),
    corrections: z.strictObject({
      star: sentence('count'),
      selfOver: sentence('wrong', 'difference'),
      selfUnder: sentence('wrong', 'difference'),
      lastOver: sentence('count', 'difference'),
      lastUnder: sentence('count', 'difference'),
      question: sentence(),
    }),
  }),
  /** Sentences in which others count other things. */
  distractors: z.array(template(['count'], [])).min(1),
  /** Small-letter phrases of a model that refuses. */
  refusals: lines,
  /** Words that may stand behind a number in an answer. */
  units: lines,
  /** The bank of the `prose` haystack: see haystack/prose.ts. */
  prose: z.strictObject({
    paragraph: z.tuple([z.number().int().min(1), z.number().int().min(1)]),
    sentences: lines,
    slots: z.record(z.string(), lines),
  }),
});

/** Everything that depends on a language: a file of `datasets/languages/`. */
export type Language = z.output<typeof languageSchema>;

/** The tasks of Counting-Stars. */
export const TASKS = ['acquisition', 'reasoning', 'sum', 'corrections'] as const;

export type TaskName = (typeof TASKS)[number];

/** Codes of the languages that come with the package: one for each file. */
export const LANGUAGE_CODES: readonly string[] = datasetNames('languages/');

const loaded = new Map<string, Language>();

/**
 * A language by its code or file.
 *
 * @throws {UserError} when there is none, or the file does not say all that a language needs
 */
export function loadLanguage(reference: LanguageReference): Language {
  const key = typeof reference === 'string' ? reference : JSON.stringify(reference);
  let language = loaded.get(key);
  if (!language) {
    language = read(reference);
    loaded.set(key, language);
  }
  return language;
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
 * @param codes - the languages that there is something in
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
    const known = code === undefined ? undefined : loaded.get(code);
    if (known !== undefined) return known;
    if (code === undefined || !codes().includes(code)) {
      throw new UserError(
        `${what} in ${codes().join(', ')}, and \`language\` is ` +
          `${code === undefined ? `the file ${languageName(language)}, which is in none of them` : `"${code}"`}. ` +
          `${remedy}.`,
      );
    }
    const value = read(code);
    loaded.set(code, value);
    return value;
  };
}

function read(reference: LanguageReference): Language {
  if (typeof reference !== 'string') {
    assertUnchanged('language', reference);
    return parseLanguage(readFileSync(reference.file, 'utf8'), reference.file);
  }
  if (!LANGUAGE_CODES.includes(reference)) {
    throw new UserError(
      `language: there is no language "${reference}". Use one of ${LANGUAGE_CODES.join(', ')}, or ` +
        'the path of a language file (.yaml).',
    );
  }
  return parseLanguage(datasetText(`languages/${reference}.yaml`), reference);
}

function parseLanguage(text: string, file: string): Language {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new UserError(
      `language: ${file} is not YAML (${error instanceof Error ? error.message : error}).`,
    );
  }
  const result = languageSchema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    throw new UserError(
      `language: in ${file}, \`${issue.path.join('.') || 'the file'}\`: ${issue.message}. The files in ` +
        'datasets/languages/ show what a language needs.',
    );
  }
  const { slots, sentences } = result.data.prose;
  const missing = sentences
    .flatMap((line) => [...line.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
    .find((slot) => !slots[slot]);
  if (missing) {
    throw new UserError(`language: in ${file}, \`prose.slots\` has no list for {${missing}}.`);
  }
  return result.data;
}
