/** Files of the user's own, as a Case refers to them, and what they are called. */

/**
 * A file of the user's own. The hash makes a Case notice that the file has changed since the Case was
 * written, instead of quietly building another prompt.
 */
export interface FileReference {
  /** Path as configured, relative to the folder promptfoo runs in. */
  file: string;
  /** First 16 hexadecimal digits of the file's SHA-256. */
  sha256: string;
}

/** A language by its code, or a language file. */
export type LanguageReference = string | FileReference;

/** How a language is called in descriptions, metadata and reports: its code, or its file's name. */
export function languageName(language: LanguageReference): string {
  if (typeof language === 'string') return language;
  return baseName(language.file).replace(/\.ya?ml$/, '');
}

/** The last part of a path, on every platform. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).pop() || path;
}
